/// The address of a document, against which the destinations of its links are resolved (RFC 3986 §5.2).
struct URIReference {
  /// The address up to the path: `file://`.
  private let origin: String
  /// The path, from its first slash.
  private let path: String

  init(_ uri: String) {
    let end = uri.firstIndex { $0 == "?" || $0 == "#" } ?? uri.endIndex
    let uri = uri[..<end]
    guard let colon = uri.firstIndex(of: ":") else {
      (origin, path) = ("", String(uri))
      return
    }
    var start = uri.index(after: colon)
    if uri[start...].hasPrefix("//") {
      start = uri[uri.index(start, offsetBy: 2)...].firstIndex(of: "/") ?? uri.endIndex
    }
    (origin, path) = (String(uri[..<start]), String(uri[start...]))
  }

  /// Returns the address to which a destination leads. Characters that an address cannot have are percent-encoded.
  func resolving(_ destination: String) -> String {
    let destination = Self.encoded(destination)
    if Self.hasScheme(destination) { return destination }
    if destination.hasPrefix("#") || destination.isEmpty { return origin + path + destination }
    if destination.hasPrefix("//") {
      return String(origin.prefix { $0 != ":" }) + ":" + destination
    }
    let end = destination.firstIndex { $0 == "?" || $0 == "#" } ?? destination.endIndex
    let (relative, rest) = (destination[..<end], destination[end...])
    if relative.isEmpty { return origin + path + rest }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    let joined = relative.hasPrefix("/") ? String(relative) : String(folder + relative)
    return origin + Self.withoutDots(joined) + rest
  }

  /// Whether an address begins with a scheme. For example, `mailto:a` does, and `a/b:c` does not.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: .colon), let first = text.utf8.first else {
      return false
    }
    return first.isASCIILetter
      && text.utf8[..<colon].allSatisfy {
        $0.isASCIIAlphanumeric || $0 == .plusSign || $0 == .hyphen || $0 == .fullStop
      }
  }

  /// Removes the segments `.` and `..` from a path.
  private static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      if part == ".." {
        if parts.count > 1 { parts.removeLast() }
      } else if part != "." {
        parts.append(part)
        continue
      }
      if isLast { parts.append("") }
    }
    return parts.joined(separator: "/")
  }

  private static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte.isASCIIAlphanumeric || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte) {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [.percentSign, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
