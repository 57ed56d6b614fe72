import MarkdownSyntax
import TextEditing

// The core compiles as Embedded Swift for the C library and the page, where nobody prints these.
#if !hasFeature(Embedded)
  extension EditingOptions: CustomStringConvertible {
    /// The options that are not the defaults; `standard` if there are none.
    public var description: String {
      let list = differences
      return list.isEmpty ? "standard" : String(list.dropFirst())
    }

    var differences: String {
      Name.allCases.filter { self[$0] != EditingOptions.standard[$0] }
        .map { " \($0.rawValue): \($0.values[self[$0]])" }.joined()
    }
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
#endif
