// Embedded Swift has no Codable, so the conformances are in a separate file.
#if !hasFeature(Embedded)
  extension TextEdit.Replacement: Codable {
    private enum Key: String, CodingKey {
      case start, end, text
    }

    /// Reads `{"start": 4, "end": 9, "text": "new"}`, in UTF-8 offsets.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let start = try container.decode(Int.self, forKey: .start)
      let end = try container.decode(Int.self, forKey: .end)
      guard start >= 0, end >= start else {
        throw DecodingError.dataCorruptedError(
          forKey: .end, in: container,
          debugDescription: "a replacement from \(start) to \(end) is not a range of a text")
      }
      self.init(start..<end, with: try container.decode(String.self, forKey: .text))
    }

    /// Writes the UTF-8 offsets and the text.
    ///
    /// - Throws: `EncodingError` if the new bytes are not UTF-8.
    public func encode(to encoder: any Encoder) throws {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw EncodingError.invalidValue(
          bytes,
          .init(codingPath: encoder.codingPath, debugDescription: "a replacement that is not UTF-8")
        )
      }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(range.lowerBound, forKey: .start)
      try container.encode(range.upperBound, forKey: .end)
      try container.encode(text, forKey: .text)
    }
  }

  extension TextEdit: Codable {
    /// Reads a list of replacements.
    ///
    /// - Throws: `DecodingError` if they overlap or do not ascend.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let replacements = try container.decode([Replacement].self)
      var end = 0
      for replacement in replacements {
        guard replacement.range.lowerBound >= end else {
          throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "a replacement at \(replacement.range.lowerBound) begins before "
              + "\(end), where the previous one ends")
        }
        end = replacement.range.upperBound
      }
      self.init(replacements)
    }

    /// Writes the list of replacements.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(replacements)
    }
  }
#endif
