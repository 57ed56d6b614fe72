import MarkdownSyntax

// The core compiles as Embedded Swift for the C library and the page, which do without.
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

  extension CommandRow: CustomStringConvertible {
    /// The name.
    public var description: String { name }
  }

  extension Mark: CustomStringConvertible {
    /// The name.
    public var description: String { name }
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
