import Foundation

// Attributes of characters, the same for UIKit and AppKit.

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key("NSFont")
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
}

public struct NSUnderlineStyle: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let single = NSUnderlineStyle(rawValue: 1)
}

open class NSParagraphStyle: NSObject {
  open fileprivate(set) var headIndent: CGFloat = 0
  open fileprivate(set) var paragraphSpacingBefore: CGFloat = 0
}
open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var headIndent: CGFloat {
    get { super.headIndent }
    set { super.headIndent = newValue }
  }
  open override var paragraphSpacingBefore: CGFloat {
    get { super.paragraphSpacingBefore }
    set { super.paragraphSpacingBefore = newValue }
  }
}

extension NSAttributedString {
  /// Returns the size: each code unit is half as wide as the font is large.
  public func size() -> CGSize {
    let size =
      length == 0
      ? 0 : (attribute(.font, at: 0, effectiveRange: nil) as? any SizedFont)?.pointSize ?? 12
    return CGSize(width: CGFloat(length) * size / 2, height: size * 1.2)
  }
}
protocol SizedFont { var pointSize: CGFloat { get } }

struct CharacterLooks {
  private var kinds: [[NSAttributedString.Key: Any]] = [[:]]
  private var units: [Int] = []

  func attributes(at location: Int) -> [NSAttributedString.Key: Any] { kinds[units[location]] }

  /// Gives new characters the attributes of the first replaced one, or of the one before them.
  mutating func replace(_ range: Range<Int>, count: Int) {
    let model = range.isEmpty ? range.lowerBound - 1 : range.lowerBound
    let look = units.indices.contains(model) ? units[model] : 0
    units.replaceSubrange(range, with: repeatElement(look, count: count))
  }
  mutating func change(_ range: Range<Int>, _ body: (inout [NSAttributedString.Key: Any]) -> Void) {
    var changed: [Int: Int] = [:]
    for unit in range {
      let old = units[unit]
      if changed[old] == nil {
        var new = kinds[old]
        body(&new)
        kinds.append(new)
        changed[old] = kinds.count - 1
      }
      units[unit] = changed[old] ?? old
    }
  }
  /// Returns the longest range within a limit in which an attribute has the same value.
  func range(of key: NSAttributedString.Key, around location: Int, in limit: Range<Int>) -> Range<
    Int
  > {
    let value = kinds[units[location]][key].map { $0 as AnyObject }
    func isSame(_ unit: Int) -> Bool {
      let other = kinds[units[unit]][key].map { $0 as AnyObject }
      return other === value || (other as? NSObject).map { $0.isEqual(value) } ?? false
    }
    var (start, end) = (location, location + 1)
    while start > limit.lowerBound, isSame(start - 1) { start -= 1 }
    while end < limit.upperBound, isSame(end) { end += 1 }
    return start..<end
  }
}
