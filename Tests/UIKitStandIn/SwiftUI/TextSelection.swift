import Foundation

public struct TextEditor: View, Primitive {
  public typealias Body = Never
  public init(text: Binding<String>, selection: Binding<TextSelection?>) {}
  public init(text: Binding<AttributedString>, selection: Binding<AttributedTextSelection>) {}
  func render() -> [Element] { [Element("editor")] }
}

public struct TextSelection: Hashable, Sendable {
  public enum Indices: Hashable, Sendable {
    case selection(Range<String.Index>)
    case multiSelection(RangeSet<String.Index>)
  }
  public var indices: Indices
  public init(range: Range<String.Index>) { indices = .selection(range) }
  public init(ranges: RangeSet<String.Index>) { indices = .multiSelection(ranges) }
  public init(insertionPoint: String.Index) {
    indices = .selection(insertionPoint..<insertionPoint)
  }
}

/// A selection of an attributed text. Without a range, it is an insertion point at the end.
public struct AttributedTextSelection: Equatable, Sendable {
  public enum Indices: Equatable, Sendable {
    case insertionPoint(AttributedString.Index)
    case ranges(RangeSet<AttributedString.Index>)
  }
  private var stored: Indices?
  public init() {}
  public init(range: Range<AttributedString.Index>) {
    stored = range.isEmpty ? .insertionPoint(range.lowerBound) : .ranges(RangeSet(range))
  }
  public init(ranges: RangeSet<AttributedString.Index>) { stored = .ranges(ranges) }
  public init(insertionPoint: AttributedString.Index) { stored = .insertionPoint(insertionPoint) }
  public func indices(in text: AttributedString) -> Indices {
    stored ?? .insertionPoint(text.endIndex)
  }
}
