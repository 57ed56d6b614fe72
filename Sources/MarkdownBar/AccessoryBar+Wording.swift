import MarkdownEditing
import TextEditing

extension AccessoryBar {
  /// All texts of a bar in one language, by key: titles, names, spoken words and sentences.
  ///
  /// ```swift
  /// let wording = AccessoryBar.Wording { key, english in
  ///   NSLocalizedString(key, tableName: "Markdown", value: english, comment: "")
  /// }
  /// let bar = AccessoryBar(editor).worded(wording)
  /// ```
  ///
  /// The keys are those of ``english``. The key of a title is the identifier of its button.
  public struct Wording: Hashable, Sendable {
    /// The translations by key. A missing key has its English text.
    public var texts: [String: String]

    /// Creates the English wording.
    // Not `[:]`: comparing the keys of a literal needs Unicode tables, 40 kB of the C library.
    public init() { texts = Dictionary() }

    /// Creates a wording from translations by key.
    public init(_ texts: [String: String]) { self.texts = texts }

    /// Creates a wording by calling `translate` for each key.
    public init(translating translate: (_ key: String, _ english: String) -> String) {
      texts = Dictionary()
      for (key, english) in Self.english { texts[key] = translate(key, english) }
    }

    /// The text of a key, in English if it is not translated; empty if the key is unknown.
    public subscript(key: String) -> String { texts[key] ?? Self.english[key] ?? "" }

    /// Returns the sentence for a reason.
    public func sentence(_ reason: Outcome.Unchanged) -> String {
      self["reason.\(reason.rawValue)"]
    }

    /// Returns the sentence for an outcome that changed nothing; nil for a plan.
    ///
    /// - Parameter text: the text of the input, for the line number in a refusal.
    public func sentence(_ outcome: Outcome, in text: TextBuffer) -> String? {
      switch outcome {
      case .plan: nil
      case .unchanged(let reason): sentence(reason)
      case .refused(let refusal):
        self[refusal.key].filled(
          with: refusal.range.map { range in
            let line = text.line(ofUTF8: min(range.lowerBound, text.utf8Count))
            return self["line"].filled(with: "\(line)")
          } ?? "")
      }
    }

    /// Returns the names of a button that Voice Control accepts, such as Bold and Strong.
    public func names(of item: Item) -> [String] {
      let names = self["\(item.identifier).names"].split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
      return [item.title] + names
    }
  }

  /// Returns the bar with the texts of `wording`.
  ///
  /// - Complexity: O(*n*) for *n* buttons.
  public func worded(_ wording: Wording) -> AccessoryBar {
    var result = self
    result.wording = wording
    result.replaceItems { $0.worded(wording) }
    return result
  }

  /// Returns the spoken reason why a button is disabled; nil if there is none.
  public func hint(of item: Item) -> String? {
    item.isEnabled ? nil : item.reason.map(wording.sentence)
  }
}

extension AccessoryBar.Item {
  fileprivate func worded(_ wording: AccessoryBar.Wording) -> Self {
    var result = self
    result.title = wording.texts[identifier] ?? title
    result.argument = wording.texts["\(identifier).argument"] ?? argument
    result.speak(wording["state.\(presence.rawValue)"])
    result.menu = menu.map { $0.worded(wording) }
    return result
  }
}

extension AccessoryBar.Group {
  var key: String { "group.\(rawValue)" }
}

extension Outcome.Refusal {
  fileprivate static let examples: [Outcome.Refusal] = [
    .readingsDiffer(0..<0), .noSpelling(0..<0), .blocksDiffer(0..<0), .tooIntricate(0..<0),
    .internal(0..<0), .inputRejectedEdit, .insideCharacter(0..<0), .unparsable(""),
  ]

  fileprivate var key: String { "refusal.\(name)" }

  fileprivate var pattern: String {
    switch self {
    case .insideCharacter, .invalidRange: "The selection is not inside this text."
    case .unparsable: "The text is too long or too intricate."
    default: sentence { _ in "%@" }
    }
  }
}

extension String {
  fileprivate func filled(with place: String) -> String {
    var result = ""
    var rest = self[...]
    while let index = rest.firstIndex(of: "%") {
      result += rest[..<index]
      rest = rest[index...]
      if rest.hasPrefix("%@") {
        result += place
        rest = rest.dropFirst(2)
      } else {
        result += "%"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}

extension AccessoryBar.Wording {
  /// The English texts by key, as the source of a translation.
  public static let english: [String: String] = {
    var texts = otherEnglish
    for row in CommandRow.all {
      texts[row.name] = row.title
      if !row.argument.isEmpty { texts["\(row.name).argument"] = row.argument }
    }
    for reason in Outcome.Unchanged.allCases {
      texts["reason.\(reason.rawValue)"] = reason.sentence
    }
    for refusal in Outcome.Refusal.examples { texts[refusal.key] = refusal.pattern }
    for presence in [CommandState.Presence.on, .off, .mixed] {
      texts["state.\(presence.rawValue)"] = presence.word
    }
    let own: [AccessoryBar.Item] = [
      .undo(isEnabled: true), .redo(isEnabled: true), .paste(isEnabled: true), .hideKeyboard,
    ]
    for item in own { texts[item.identifier] = item.title }
    return texts
  }()

  private static let otherEnglish = [
    "headings": "Headings", "more": "More", "bar": "Markdown", "next-keyboard": "Next Keyboard",
    "line": "line %@",
    "task.check": "Check", "task.uncheck": "Uncheck", "link.open": "Open Link",
    "group.marks": "Text", "group.headings": "Headings", "group.lists": "Lists",
    "group.blocks": "Blocks", "group.inlines": "Links", "group.tables": "Tables",
    "group.lines": "Lines", "group.editing": "Editing",
    "strong.names": "Strong", "emphasis.names": "Emphasis", "code.names": "Monospaced",
    "strikethrough.names": "Strike, Struck Through", "highlight.names": "Marker",
    "bullet-list.names": "List, Bullets", "ordered-list.names": "Numbers, Ordered List",
    "task-list.names": "Checklist, To-Do List", "task-toggle.names": "Tick, Done",
    "quote.names": "Block Quote", "horizontal-rule.names": "Line, Divider",
    "indent.names": "Increase Indent", "outdent.names": "Decrease Indent",
    "hide-keyboard.names": "Dismiss Keyboard", "paste.names": "Paste",
  ]
}
