import Foundation
import MarkdownEditing
import MarkdownSyntax

/// The meaning of a run of Markdown: that of a `SyntaxToken`.
public struct MarkdownStyle: Hashable, Sendable {
  /// The meaning, such as `text`, `delimiter` or `codeBlock`.
  public var kind: SyntaxToken.Kind
  /// The constructs that the run is in, such as `strong` and `link`.
  public var marks: SyntaxToken.Marks
  /// The level of the heading that the run is in, from 1 to 6; 0 outside headings.
  public var level: Int
}

/// The attribute with the meaning of a run of Markdown.
public enum MarkdownStyleAttribute: AttributedStringKey {
  /// The meaning.
  public typealias Value = MarkdownStyle
  /// The name in archives and in `NSAttributedString`.
  public static let name = "MarkdownEditing.style"
}

extension AttributeScopes {
  /// The attributes of Markdown, with those of Foundation.
  public struct MarkdownAttributes: AttributeScope {
    /// The meaning of a run.
    public let markdownStyle: MarkdownStyleAttribute
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes
  }

  /// The attributes of Markdown.
  public var markdown: MarkdownAttributes.Type { MarkdownAttributes.self }
}

extension AttributeDynamicLookup {
  /// An attribute of Markdown, as in `run.markdownStyle`.
  public subscript<Key: AttributedStringKey>(
    dynamicMember path: KeyPath<AttributeScopes.MarkdownAttributes, Key>
  ) -> Key { self[Key.self] }
}

extension AttributedString {
  /// Creates the source of a document with a style for each token, to show it in colours.
  ///
  /// ```swift
  /// let text = try AttributedString(markdownSource: "Sow **beans**.", dialect: .gitHub)
  /// for run in text.runs where run.markdownStyle?.marks.contains(.strong) == true {
  ///   print(String(text[run.range].characters))
  /// }
  /// // **
  /// // beans
  /// // **
  /// ```
  ///
  /// Every run has a `markdownStyle`, except blanks and line endings between tokens. On Apple's
  /// platforms, text in a mark also has Foundation's `inlinePresentationIntent`, which SwiftUI's
  /// `Text` shows. Delimiters stay in the text, without an intent.
  ///
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  /// - Complexity: O(*n*) in the length of the text.
  public init(markdownSource source: String, dialect: Dialect = .gitHub) throws(ParsingRefusal) {
    let bytes = Array(source.utf8)
    self.init()
    var position = 0
    for token in try SyntaxTree(bytes, in: dialect).tokens(in: bytes) {
      self += AttributedString(
        String(decoding: bytes[position..<token.range.lowerBound], as: UTF8.self))
      self += AttributedString(
        String(decoding: bytes[token.range], as: UTF8.self), attributes: token.attributes)
      position = token.range.upperBound
    }
    self += AttributedString(String(decoding: bytes[position...], as: UTF8.self))
  }
}

extension SyntaxToken {
  fileprivate var attributes: AttributeContainer {
    var container = AttributeContainer()
    container.markdownStyle = MarkdownStyle(kind: kind, marks: marks, level: Int(level))
    // Foundation has the intents on Apple's platforms only.
    #if canImport(Darwin)
      var intent: InlinePresentationIntent = []
      if marks.contains(.strong) { intent.insert(.stronglyEmphasized) }
      if marks.contains(.emphasis) { intent.insert(.emphasized) }
      if marks.contains(.strikethrough) { intent.insert(.strikethrough) }
      if kind == .codeSpan { intent.insert(.code) }
      if !intent.isEmpty, kind != .delimiter { container.inlinePresentationIntent = intent }
    #endif
    return container
  }
}
