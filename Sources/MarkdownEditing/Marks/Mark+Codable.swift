import MarkdownSyntax

// Embedded Swift has no Codable: the conformances stand here, apart from their types.
#if !hasFeature(Embedded)
  extension Mark: Codable {
    /// Reads the mark's name in the catalogue, `"strong"`.
    ///
    /// - Throws: `DecodingError` if there is no such mark.
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

  extension MarkPolicies.InRun: Codable {}
  extension MarkPolicies.AtWordEdge: Codable {}
  extension MarkPolicies.WhileComposing: Codable {}
  extension MarkPolicies.Edges: Codable {}

  extension MarkPolicies: Codable {
    private enum Key: String, CodingKey {
      case inRun, atWordEdge, whileComposing, edges
    }

    /// Reads the policies; one that is absent is the default's.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init()
      inRun = try container.decodeIfPresent(InRun.self, forKey: .inRun) ?? inRun
      atWordEdge = try container.decodeIfPresent(AtWordEdge.self, forKey: .atWordEdge) ?? atWordEdge
      whileComposing =
        try container.decodeIfPresent(WhileComposing.self, forKey: .whileComposing)
        ?? whileComposing
      edges = try container.decodeIfPresent(Edges.self, forKey: .edges) ?? edges
    }

    /// Writes all policies by name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(inRun, forKey: .inRun)
      try container.encode(atWordEdge, forKey: .atWordEdge)
      try container.encode(whileComposing, forKey: .whileComposing)
      try container.encode(edges, forKey: .edges)
    }
  }

  extension MarkCommand.Action: Codable {}
#endif
