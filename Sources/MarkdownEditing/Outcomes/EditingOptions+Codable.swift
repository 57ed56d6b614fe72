import MarkdownSyntax

// Embedded Swift has no Codable.
#if !hasFeature(Embedded)
  extension EditingOptions: Codable {
    /// Reads the options by name. An absent option or an unknown value means the default.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.singleValueContainer().decode([String: String].self)
      self.init()
      for name in Name.allCases {
        guard let value = values[name.rawValue] else { continue }
        self[name] = name.values.firstIndex(of: value) ?? 0
      }
      whileComposing = values["whileComposing"].flatMap(WhileComposing.init) ?? whileComposing
    }

    /// Writes all options by name.
    public func encode(to encoder: any Encoder) throws {
      var values = ["whileComposing": whileComposing.rawValue]
      for name in Name.allCases { values[name.rawValue] = name.values[self[name]] }
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }
#endif
