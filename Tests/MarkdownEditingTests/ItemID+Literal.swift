import MarkdownBar
import MarkdownEditing

// In tests, a literal is the name of a button, known or not.
extension AccessoryBar.ItemID: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .own(value) }
}
