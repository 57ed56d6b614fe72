import CommonMark

/// A step of a walk through libcmark's tree: something that a reader of the page would notice.
package struct Event: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The start of a block with blocks or inlines, with the attributes that distinguish it.
    case openBlock(MarkdownTree.Kind, number: Int32, listKind: MarkdownTree.ListKind, isTight: Bool)
    case closeBlock(MarkdownTree.Kind)
    /// A code block (with its info string), an HTML block, or a thematic break.
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

  package var kind: Kind
  package var marks: MarkSet
  /// Whether the event belongs to an image's description.
  package var isInImage: Bool
  /// The event that closes or opens what this one opens or closes; otherwise -1.
  package var partner = -1

  package var isMark: Bool {
    switch kind {
    case .openMark, .closeMark: true
    default: false
    }
  }

  /// Whether the event is a delimiter of a mark.
  func delimits(_ mark: MarkSet) -> Bool { kind == .openMark(mark) || kind == .closeMark(mark) }

  package var isEdge: Bool {
    switch kind {
    case .openMark, .closeMark, .openLink, .closeLink: true
    default: false
    }
  }

  package var scalar: Unicode.Scalar? {
    if case .character(let scalar) = kind { scalar } else { nil }
  }

  /// Whether the event is a character that can have marks: not white space and not in an image.
  package var isMarkable: Bool {
    guard let scalar, !isInImage else { return false }
    return !scalar.isMarkdownSpace
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is Unicode white space (CommonMark 0.30 §2.1).
  package var isMarkdownSpace: Bool {
    switch value {
    case 0x09, 0x0A, 0x0C, 0x0D: true
    default: properties.generalCategory == .spaceSeparator
    }
  }

  /// Whether the scalar is a symbol, which is punctuation in CommonMark 0.31 but not in 0.30.
  var isSymbol: Bool {
    switch properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: true
    default: false
    }
  }

  /// Whether the scalar is ASCII punctuation, which can be escaped (CommonMark 0.30 §2.4).
  var isASCIIPunctuation: Bool {
    switch value {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
