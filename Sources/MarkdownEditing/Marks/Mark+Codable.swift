import MarkdownSyntax

// Embedded Swift has no Codable, so the conformance is in a file of its own.
#if !hasFeature(Embedded)
  extension Mark: Codable {
    /// Reads the mark's name in the catalogue, such as `"strong"`.
    ///
    /// - Throws: `DecodingError` if no mark has this name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let name = try container.decode(String.self)
      guard let mark = Mark(name: name) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "there is no mark “\(name)”")
      }
      self = mark
    }

    /// Writes the mark's name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
#endif
