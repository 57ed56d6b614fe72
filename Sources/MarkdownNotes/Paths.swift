import TextEditing

/// Functions on absolute paths with slashes, such as `/notes/a.md`.
package enum Paths {
  /// The folder of a file: `/a` of `/a/b`. Empty at the top.
  package static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: .slash).map { String(path[..<$0]) } ?? ""
  }

  /// The last part: `b.md` of `/a/b.md`.
  package static func name(of path: String) -> Substring {
    path.utf8.lastIndex(of: .slash).map { path[path.index(after: $0)...] } ?? path[...]
  }

  /// A name without its last ending: `b` of `b.md`.
  package static func stem(of name: Substring) -> Substring {
    guard let dot = name.utf8.lastIndex(of: .fullStop), dot > name.startIndex else { return name }
    return name[..<dot]
  }

  /// The endings of the names of notes.
  static let endings = [".md", ".markdown", ".mdown", ".mkd"]

  package static func isNote(_ path: String) -> Bool {
    guard let dot = path.utf8.lastIndex(of: .fullStop), path.utf8[dot...].count <= 9 else {
      return false
    }
    return endings.contains(path[dot...].lowercased())
  }

  private static let imageEndings: Set = [
    "png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "bmp", "ico",
  ]

  package static func isImage(_ path: String) -> Bool {
    path.utf8.lastIndex(of: .fullStop).map {
      imageEndings.contains(path[path.index(after: $0)...].lowercased())
    } ?? false
  }

  /// Joins a path to a folder, without the parts `.` and `..`; `..` at the top has no effect.
  package static func joined(_ folder: String, _ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.utf8.first == .slash ? path : folder + "/" + path).split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path that leads from a folder to a file: `../b/c` from `/a` to `/b/c`.
  package static func relative(from folder: String, to path: String) -> String {
    let (from, to) = (folder.split(separator: "/"), path.split(separator: "/"))
    var shared = 0
    while shared < min(from.count, to.count - 1), from[shared] == to[shared] { shared += 1 }
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to[shared...].map(String.init)).joined(separator: "/")
  }

  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path.utf8.count > folder.utf8.count && path.hasPrefix(folder)
      && (folder.utf8.last == .slash
        || path.utf8[path.utf8.index(path.startIndex, offsetBy: folder.utf8.count)] == .slash)
  }

  // MARK: Percent-encoding (RFC 3986 §2.1)

  /// Decodes `%20` and the like. What is not UTF-8 afterwards is returned as it is.
  package static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(.percentSign) else { return String(text) }
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == .percentSign, index + 2 < source.count,
        let high = digit(source[index + 1]), let low = digit(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte & 0x0F) + 9
    default: nil
    }
  }

  /// Encodes the bytes for which `isPlain` is false.
  package static func encoded(_ text: String, where isPlain: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      isPlain(byte) ? [byte] : [.percentSign, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an address begins with a scheme, as `mailto:a` does, and `a/b:c` does not.
  package static func hasScheme(_ text: some StringProtocol) -> Bool {
    guard let colon = text.utf8.firstIndex(of: .colon), text.utf8.first?.isASCIILetter == true
    else { return false }
    return text.utf8[..<colon].allSatisfy {
      $0.isASCIIAlphanumeric || $0 == .plusSign || $0 == .hyphen || $0 == .fullStop
    }
  }

  // MARK: Addresses of files (RFC 8089)

  /// The path of `file:///a%20b`; nil for another address.
  package static func path(ofURI uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst(7)
    guard let slash = rest.utf8.firstIndex(of: .slash) else { return nil }
    return decoded(rest[slash...])
  }

  package static func uri(ofPath path: String) -> String {
    "file://"
      + encoded(path) { $0.isASCIIAlphanumeric || "-._~/!$&'()*+,;=:@".utf8.contains($0) }
  }
}
