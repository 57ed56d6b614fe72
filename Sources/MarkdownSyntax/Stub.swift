import CommonMark
public struct LeafBlock: Hashable, Sendable {
  public var node: Int = 0
  public var lines: [Range<Int>] = []
  public var content: Range<Int> = 0..<0
}
public struct ReferenceMap: Sendable {}
public struct DocumentReading: Sendable {
  public let source: [UInt8] 
  public let tree: MarkdownTree
  public let leaves: [LeafBlock] = []
  public let references = ReferenceMap()
  public init(_ source: [UInt8]) throws(ParsingRefusal) { self.source = source; tree = try MarkdownTree(parsing: source) }
  public func tokens(of leaf: LeafBlock) -> [InlineToken] { [] }
  public func agrees(_ tokens: [InlineToken], on leaf: LeafBlock) -> Bool { true }
}
package func isUnicodePunctuation(_ s: Unicode.Scalar) -> Bool { false }
package func isUnicodeWhitespace(_ s: Unicode.Scalar) -> Bool { false }
package func isSymbol0_31(_ s: Unicode.Scalar) -> Bool { false }
