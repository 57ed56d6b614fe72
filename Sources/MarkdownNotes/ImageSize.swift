import TextEditing

/// The size of an image in pixels, from the first bytes of its file.
package struct ImageSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// Reads PNG, GIF, JPEG, WebP, BMP and SVG; nil for another format, or if the size comes later.
  package init?(_ bytes: [UInt8]) {
    func big(_ index: Int, _ count: Int) -> Int {
      bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func little(_ index: Int, _ count: Int) -> Int {
      bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.count >= 30 else { return nil }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      (width, height) = (big(16, 4), big(20, 4))
    } else if bytes.starts(with: "GIF8".utf8) {
      (width, height) = (little(6, 2), little(8, 2))
    } else if bytes.starts(with: "BM".utf8) {
      (width, height) = (little(18, 4), little(22, 4))
    } else if bytes.starts(with: "RIFF".utf8), bytes[8...].starts(with: "WEBP".utf8) {
      switch bytes[15] {
      case 0x58: (width, height) = (little(24, 3) + 1, little(27, 3) + 1)
      case 0x4C:
        let bits = little(21, 4)
        (width, height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
      default: (width, height) = (little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
      }
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      var index = 2
      while index + 9 < bytes.count, bytes[index] == 0xFF {
        let marker = bytes[index + 1]
        // The start of a frame (ITU T.81 §B.2.2), which tables of codes are not.
        if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
          (width, height) = (big(index + 7, 2), big(index + 5, 2))
          return
        }
        index += 2 + big(index + 2, 2)
      }
      return nil
    } else {
      guard let start = bytes.firstRange(of: Array("<svg".utf8))?.lowerBound else { return nil }
      let end = bytes[start...].firstIndex(of: .greaterThan) ?? bytes.count
      let tag = Array(bytes[start..<end])
      func numbers(_ name: String) -> [Int] {
        guard let found = tag.firstRange(of: Array(" \(name)=".utf8)), found.upperBound < tag.count
        else { return [] }
        let value = tag[(found.upperBound + 1)...].prefix { $0 != tag[found.upperBound] }
        // A percentage is no size.
        if value.contains(.percentSign) { return [] }
        return value.split { !$0.isASCIIDigit && $0 != .fullStop }.compactMap { part in
          Double(String(decoding: part, as: UTF8.self)).flatMap { Int(exactly: $0.rounded()) }
        }
      }
      let box = numbers("viewBox")
      guard let width = numbers("width").first ?? (box.count == 4 ? box[2] : nil),
        let height = numbers("height").first ?? (box.count == 4 ? box[3] : nil)
      else { return nil }
      (self.width, self.height) = (width, height)
    }
  }
}
