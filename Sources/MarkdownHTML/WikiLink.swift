/// A link between pages, `[[a]]` or `[[a#b|c]]`, or a file shown in place, `![[a.png]]`.
public struct WikiLink: Hashable, Sendable {
  /// The page and what follows its name, as written: `a#b` of `[[a#b|c]]`.
  public var target: String
  /// Whether the target is shown in place of the link: `![[a]]`, not `[[a]]`.
  public var isEmbedded: Bool

  /// Creates a link.
  public init(target: String, isEmbedded: Bool = false) {
    self.target = target
    self.isEmbedded = isEmbedded
  }

  var isImage: Bool {
    let name = target.utf8.prefix { $0 != UInt8(ascii: "#") }
    let ends: [StaticString] = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp"]
    return ends.contains { end in
      let bytes = UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
      return name.suffix(bytes.count).elementsEqual(bytes) { $0 | 0x20 == $1 | 0x20 }
    }
  }
}
