import TextEditing

/// The patterns of an ignore file (gitignore(5)), for the files of its folder.
package struct IgnoreRules: Sendable {
  private struct Rule: Sendable {
    var pattern: [UInt8]
    var isNegated = false
    /// Whether it is about folders only: `a/`.
    var isOfFolders = false
    /// Whether it is about whole paths: `/a` or `a/b`. Otherwise it is about names: `a`.
    var isOfPaths = false
  }
  /// The folder of the file.
  private let folder: String
  private var rules: [Rule] = []

  package init(_ text: [UInt8], in folder: String) {
    self.folder = folder
    for line in text.split(whereSeparator: { $0.isLineEnding }) {
      var pattern = Array(line)
      guard let first = pattern.first, first != .numberSign else { continue }
      var rule = Rule(pattern: [])
      while pattern.last == .space, pattern.dropLast().last != .backslash { pattern.removeLast() }
      if pattern.first == .exclamationMark {
        rule.isNegated = true
        pattern.removeFirst()
      }
      if pattern.last == .slash {
        rule.isOfFolders = true
        pattern.removeLast()
      }
      rule.isOfPaths = pattern.contains(.slash)
      if pattern.first == .slash { pattern.removeFirst() }
      rule.pattern = pattern
      if !pattern.isEmpty { rules.append(rule) }
    }
  }

  /// Whether a file of the folder is ignored; nil if no pattern is about it. The last pattern counts.
  package func isIgnored(_ path: String, isFolder: Bool) -> Bool? {
    guard Paths.isInside(path, folder) else { return nil }
    let inner = Array(
      path.utf8.dropFirst(folder.utf8.last == .slash ? folder.utf8.count : folder.utf8.count + 1))
    let name = inner[(inner.lastIndex(of: .slash).map { $0 + 1 } ?? 0)...]
    let rule = rules.last { rule in
      (isFolder || !rule.isOfFolders)
        && Self.matches(rule.pattern[...], rule.isOfPaths ? inner[...] : name)
    }
    return rule.map { !$0.isNegated }
  }

  /// Whether a pattern matches a whole text. Each `*` is tried at the earliest place first; only the last one is tried
  /// again, except that `**` also takes slashes.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var (p, t) = (pattern.startIndex, text.startIndex)
    // Where to go on if the last star takes one more byte: `*` and `**`.
    var star: (pattern: Int, text: Int)?
    var doubleStar: (pattern: Int, text: Int)?
    while true {
      if p < pattern.endIndex {
        if pattern[p...].starts(with: "**/".utf8),
          p == pattern.startIndex || pattern[p - 1] == .slash
        {
          // No folder at all, or any number of them.
          (doubleStar, star) = ((p + 3, t), nil)
          p += 3
          continue
        }
        if pattern[p...].elementsEqual("**".utf8), p > pattern.startIndex, pattern[p - 1] == .slash
        {
          return t < text.endIndex
        }
        if pattern[p] == .asterisk {
          while p < pattern.endIndex, pattern[p] == .asterisk { p += 1 }
          star = (p, t)
          continue
        }
        if t < text.endIndex, let next = next(in: pattern, at: p, matching: text[t]) {
          (p, t) = (next, t + 1)
          continue
        }
      } else if t == text.endIndex {
        return true
      }
      if let last = star, last.text < text.endIndex, text[last.text] != .slash {
        (p, t) = (last.pattern, last.text + 1)
        star = (last.pattern, t)
      } else if let last = doubleStar,
        let slash = text[last.text...].firstIndex(of: .slash)
      {
        (p, t, star) = (last.pattern, slash + 1, nil)
        doubleStar = (last.pattern, t)
      } else {
        return false
      }
    }
  }

  /// The end of the element of a pattern at `index` if it matches a byte; otherwise nil.
  private static func next(in pattern: ArraySlice<UInt8>, at index: Int, matching byte: UInt8)
    -> Int?
  {
    switch pattern[index] {
    case .questionMark: return byte == .slash ? nil : index + 1
    case .backslash where index + 1 < pattern.endIndex:
      return pattern[index + 1] == byte ? index + 2 : nil
    case .leftBracket:
      var place = index + 1
      let isNegated = place < pattern.endIndex && "!^".utf8.contains(pattern[place])
      if isNegated { place += 1 }
      let first = place
      var isInSet = false
      while place < pattern.endIndex, pattern[place] != .rightBracket || place == first {
        if place + 2 < pattern.endIndex, pattern[place + 1] == .hyphen,
          pattern[place + 2] != .rightBracket
        {
          isInSet = isInSet || (pattern[place] <= byte && byte <= pattern[place + 2])
          place += 3
        } else {
          isInSet = isInSet || pattern[place] == byte
          place += 1
        }
      }
      guard place < pattern.endIndex else { return byte == .leftBracket ? index + 1 : nil }
      return isInSet != isNegated && byte != .slash ? place + 1 : nil
    default: return pattern[index] == byte ? index + 1 : nil
    }
  }
}
