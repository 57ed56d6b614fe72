internal import CCommonMark

extension MarkdownTree {
  /// Parses `source` with libcmark and copies its tree. Several threads may call it at once.
  ///
  /// The source is UTF-8 with line endings of any kind. A BOM at its start is not content, and a
  /// NUL reads as U+FFFD (CommonMark 0.30 §2.3). Bytes that are not UTF-8 stay as they are.
  /// libcmark joins adjacent text nodes; the blanks of a hard break may leave an empty one.
  ///
  /// - Throws: ``ParsingRefusal`` if the source exceeds `limits`; libcmark is not called then.
  package init(
    parsing source: [UInt8], limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    self = try source.withUnsafeBufferPointer { (bytes) throws(ParsingRefusal) in
      try MarkdownTree(parsing: bytes, limits: limits)
    }
  }

  /// Parses the bytes of `range` as a document of its own: lines count from its start, and U+FEFF
  /// at its start is read as a BOM.
  ///
  /// - Throws: ``ParsingRefusal`` if the slice exceeds `limits`.
  package init(
    parsing range: Range<Int>, of source: [UInt8], limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= source.count,
      "the bytes to parse must lie within the source")
    self = try source.withUnsafeBufferPointer { (bytes) throws(ParsingRefusal) in
      try MarkdownTree(parsing: UnsafeBufferPointer(rebasing: bytes[range]), limits: limits)
    }
  }

  /// Parses the UTF-8 that `source` points to with libcmark, and copies the tree.
  ///
  /// - Throws: ``ParsingRefusal`` if the source exceeds `limits`, and libcmark is not called then; or
  ///   if another library answers.
  package init(
    parsing source: UnsafeBufferPointer<UInt8>, limits: ParsingLimits = .standard
  ) throws(ParsingRefusal) {
    try limits.admit(source)
    let tree: MarkdownTree? = parseDocumentToRead(source) { document in
      // swift-cmark and cmark-gfm number the types of nodes in another way.
      guard cmark_node_get_type(document) == CMARK_NODE_DOCUMENT else { return nil }
      var copier = TreeCopier(byteCount: source.count)
      copier.copy(document)
      var tree = MarkdownTree(nodes: copier.nodes, bytes: copier.bytes)
      if copier.hasInlineHTML { tree.joinElements() }
      return tree
    }
    guard let tree else { throw .otherLibrary }
    self = tree
  }
}

/// Parses `source` and lends the document to `body`, which only reads it.
///
/// For a small source, all that libcmark allocates is in temporary memory, freed as a whole.
func parseDocumentToRead<Result>(
  _ source: UnsafeBufferPointer<UInt8>, _ body: (CMarkNode) -> Result
) -> Result {
  guard source.count <= ParsingMemory.mostLent else { return parseDocument(source, body) }
  return withUnsafeTemporaryAllocation(
    byteCount: ParsingMemory.byteCount(for: source.count), alignment: ParsingMemory.alignment
  ) { memory in
    parseDocument(source, in: memory, body)
  }
}

/// Parses `source` into `memory`, lends the document to `body`, and frees the document.
private func parseDocument<Result>(
  _ source: UnsafeBufferPointer<UInt8>, in memory: UnsafeMutableRawBufferPointer,
  _ body: (CMarkNode) -> Result
) -> Result {
  guard let start = source.baseAddress else { return parseDocument(source, body) }
  let document = start.withMemoryRebound(to: CChar.self, capacity: source.count) { text in
    // Only this file calls the shim: each object file has a region of its own in a thread.
    parse_in_region(
      text, source.count, CMARK_OPT_SOURCEPOS,
      memory.baseAddress?.assumingMemoryBound(to: CChar.self), memory.count)
  }
  guard let document else { preconditionFailure("libcmark gives a document for every source") }
  defer { free_parsed_in_region(document) }
  return body(document)
}

/// Parses `source`, lends the document to `body`, and frees the document.
func parseDocument<Result>(
  _ source: UnsafeBufferPointer<UInt8>, _ body: (CMarkNode) -> Result
) -> Result {
  // libcmark compares pointers, so it gets one even if there are no bytes.
  let document = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { none in
    none[0] = 0
    let start = source.baseAddress ?? UnsafePointer(none.baseAddress)
    // Without SOURCEPOS the positions of blocks that span lines are wrong.
    return start?.withMemoryRebound(to: CChar.self, capacity: source.count) { text in
      parse_on_heap(text, source.count, CMARK_OPT_SOURCEPOS)
    }
  }
  guard let document else { preconditionFailure("libcmark gives a document for every source") }
  defer { cmark_node_free(document) }
  return body(document)
}
