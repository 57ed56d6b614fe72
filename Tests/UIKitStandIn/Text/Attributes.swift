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
