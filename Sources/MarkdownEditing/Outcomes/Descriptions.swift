import MarkdownSyntax
import TextEditing

// The core compiles as Embedded Swift for the C library and the page, where nobody prints these.
#if !hasFeature(Embedded)
  extension EditingCommand: CustomStringConvertible {
    /// The name, with the argument and the options that are not the defaults.
    ///
    ///     print(EditingCommand.link(to: "https://u.io"))  // → link "https://u.io"
    public var description: String {
      let action = marking == nil || markAction == .toggle ? "" : "\(markAction.rawValue) "
      let argument = argument.map { " " + $0.debugDescription } ?? ""
      return action + row.name + argument + options.differences
    }
  }

  extension EditingOptions: CustomStringConvertible {
    /// The options that are not the defaults; `standard` if there are none.
    public var description: String {
      let list = differences
      return list.isEmpty ? "standard" : String(list.dropFirst())
    }

    fileprivate var differences: String {
      Name.allCases.filter { self[$0] != EditingOptions.standard[$0] }
        .map { " \($0.rawValue): \($0.values[self[$0]])" }.joined()
    }
  }

  extension CommandRow: CustomStringConvertible {
    /// The name.
    public var description: String { name }
  }

  extension Mark: CustomStringConvertible {
    /// The name.
    public var description: String { name }
  }

  extension Outcome: CustomStringConvertible {
    /// The edit of a plan, or the reason why nothing changed as a sentence.
    ///
    ///     print("a".performing(.toggle(.strong), in: .utf8(0..<1)).outcome)
    ///     // → added: 0..<0 → "**", 1..<1 → "**"; selected: 2..<3
    public var description: String {
      switch self {
      case .plan(let plan): plan.description
      case .unchanged(let reason): reason.description
      case .refused(let refusal): refusal.description
      }
    }
  }

  extension Plan: CustomStringConvertible {
    /// The effect, the replacements and the selections, in UTF-8 offsets.
    public var description: String {
      let edits = edit.replacements.map { "\($0)" }.joined(separator: ", ")
      let selected = selections.map { "\($0.lowerBound)..<\($0.upperBound)" }
      return "\(effect.rawValue): \(edits)\(edits.isEmpty ? "" : "; ")selected: "
        + selected.joined(separator: ", ")
    }
  }

  extension Outcome.Unchanged: CustomStringConvertible {
    /// A sentence for people. Its first letter is a capital, and it ends with a full stop.
    public var description: String { sentence }
  }

  extension Outcome.Refusal: CustomStringConvertible {
    /// A sentence for people, with places as UTF-8 ranges.
    public var description: String {
      sentence { "the bytes \($0.lowerBound)..<\($0.upperBound)" }
    }
  }

  extension EditingCommand: Codable {
    private enum Key: String, CodingKey {
      case command, action, argument, options
    }

    /// Reads the command's name, and its argument and options if there are any.
    ///
    /// - Throws: `DecodingError` if no command has this name.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      let name = try values.decode(String.self, forKey: .command)
      guard let row = CommandRow(named: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .command, in: values, debugDescription: "there is no command “\(name)”")
      }
      self.init(
        row, argument: try values.decodeIfPresent(String.self, forKey: .argument),
        options: try values.decodeIfPresent(EditingOptions.self, forKey: .options) ?? .standard)
      guard let action = try values.decodeIfPresent(String.self, forKey: .action) else { return }
      guard row.mark != nil, let known = MarkAction(rawValue: action) else {
        throw DecodingError.dataCorruptedError(
          forKey: .action, in: values, debugDescription: "“\(name)” has no action “\(action)”")
      }
      markAction = known
    }

    /// Writes the command's name, and its argument and options if they are not the defaults.
    ///
    ///     {"command": "link", "argument": "https://u.io"}
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(row.name, forKey: .command)
      try values.encodeIfPresent(argument, forKey: .argument)
      if markAction != .toggle { try values.encode(markAction.rawValue, forKey: .action) }
      let plain = options.reading(.gitHub)
      if plain != .standard { try values.encode(plain, forKey: .options) }
    }
  }
#endif
