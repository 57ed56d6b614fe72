// Embedded Swift has no Codable, so the conformances are in a separate file.
#if !hasFeature(Embedded)
  extension IslandPattern: Codable {
    private enum Key: String, CodingKey {
      case opening, closing
    }

    /// Reads the opening and the closing string of an island.
    ///
    /// - Throws: `DecodingError` if one is empty, or the opening begins without ASCII punctuation.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let opening = try container.decode(String.self, forKey: .opening)
      let closing = try container.decode(String.self, forKey: .closing)
      guard opening.utf8.first?.isASCIIPunctuation == true, !closing.isEmpty else {
        throw DecodingError.dataCorruptedError(
          forKey: .opening, in: container,
          debugDescription: "an island begins with ASCII punctuation, and ends with something")
      }
      self.init(opening: opening, closing: closing)
    }

    /// Writes the opening and the closing string of an island.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(String(decoding: opening, as: UTF8.self), forKey: .opening)
      try container.encode(String(decoding: closing, as: UTF8.self), forKey: .closing)
    }
  }

  extension Dialect: Codable {
    private enum Key: String, CodingKey {
      case extensions, islands
    }

    /// Reads a preset's name, `"github"`, or the number of `extensions` and a list of `islands`.
    ///
    /// - Throws: `DecodingError` if there is no such preset.
    public init(from decoder: any Decoder) throws {
      if let container = try? decoder.singleValueContainer(),
        let name = try? container.decode(String.self)
      {
        guard let preset = Dialect(name: name) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "there is no dialect “\(name)”")
        }
        self = preset
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        SyntaxExtensions(
          rawValue: try container.decode(SyntaxExtensions.RawValue.self, forKey: .extensions)),
        islands: try container.decodeIfPresent([IslandPattern].self, forKey: .islands) ?? [])
    }

    /// Writes a preset's name, or the parts of the dialect.
    public func encode(to encoder: any Encoder) throws {
      if let preset = Dialect.named.first(where: { $0.dialect == self }) {
        var container = encoder.singleValueContainer()
        try container.encode(preset.name)
        return
      }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(extensions.rawValue, forKey: .extensions)
      if !islands.isEmpty { try container.encode(islands, forKey: .islands) }
    }
  }
#endif
