import CommonMark

/// One step of a walk through libcmark's tree: what a reader of the page would notice, in order.
package struct Event: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A block that holds blocks or inlines begins; with what sets it apart from its like.
    case openBlock(MarkdownTree.Kind, number: Int32, listKind: MarkdownTree.ListKind, isTight: Bool)
    case closeBlock(MarkdownTree.Kind)
    /// A code block (with its info string), an HTML block, a thematic break.
    case opaqueBlock(MarkdownTree.Kind, info: [UInt8], literal: [UInt8])
    case openMark(MarkSet)
    case closeMark(MarkSet)
    case openLink(destination: [UInt8], title: [UInt8])
    case closeLink
    case openImage(destination: [UInt8], title: [UInt8])
    case closeImage
    case html([UInt8])
    case softBreak, hardBreak
    case character(Unicode.Scalar)
  }

  /// What is seen.
  package var kind: Kind
  /// The marks around it.
  package var marks: MarkSet
  /// Whether it belongs to an image's description.
  package var isInImage: Bool
  /// The event that closes what this one opens, or opens what it closes; else -1.
  package var partner = -1

  /// Whether a mark begins or ends here.
  package var isMark: Bool {
    switch kind {
    case .openMark, .closeMark: true
    default: false
    }
  }

  /// Whether a mark or a link begins or ends here.
  package var isEdge: Bool {
    switch kind {
    case .openMark, .closeMark, .openLink, .closeLink: true
    default: false
    }
  }

  /// The visible character, if it is one.
  package var scalar: Unicode.Scalar? {
    if case .character(let scalar) = kind { scalar } else { nil }
  }

  /// Whether it is a character that a mark counts for: neither white space nor in an image.
  package var isMarkable: Bool {
    guard let scalar, !isInImage else { return false }
    return !scalar.isMarkdownSpace
  }
}

extension Unicode.Scalar {
  /// Unicode white space as CommonMark 0.30 §2.1 defines it.
  package var isMarkdownSpace: Bool {
    switch value {
    case 0x09, 0x0A, 0x0C, 0x0D: true
    default: properties.generalCategory == .spaceSeparator
    }
  }

  /// ASCII punctuation, which alone can be escaped (CommonMark 0.30 §2.4).
  var isASCIIPunctuation: Bool {
    switch value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
