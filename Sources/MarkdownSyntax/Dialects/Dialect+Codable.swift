// Embedded Swift has no Codable, so the conformance is in a separate file.
#if !hasFeature(Embedded)
  extension Dialect: Codable {
    private enum Key: String, CodingKey {
      case extensions
    }

    /// Reads a preset's name, `"github"`, or the number of `extensions`.
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
          rawValue: try container.decode(SyntaxExtensions.RawValue.self, forKey: .extensions)))
    }

    /// Writes a preset's name, or the number of its extensions.
    public func encode(to encoder: any Encoder) throws {
      if let preset = Dialect.named.first(where: { $0.dialect == self }) {
        var container = encoder.singleValueContainer()
        try container.encode(preset.name)
        return
      }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(extensions.rawValue, forKey: .extensions)
    }
  }
#endif
