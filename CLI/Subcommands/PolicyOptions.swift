import ArgumentParser
import MarkdownEditing
import MarkdownSyntax

/// Which Markdown a document is written in.
struct DialectOption: ParsableArguments {
  @Option(
    help: "How the document is read: \(DialectName.allValueStrings.joined(separator: ", ")).")
  var dialect = DialectName.gitHub
}

/// The name of a dialect as an argument.
struct DialectName: ExpressibleByArgument {
  let name: String
  let dialect: Dialect

  init?(argument: String) {
    guard let dialect = Dialect(name: argument) else { return nil }
    self.init(name: argument, dialect: dialect)
  }

  private init(name: String, dialect: Dialect) {
    self.name = name
    self.dialect = dialect
  }

  static let gitHub = DialectName(name: "github", dialect: .gitHub)
  static var allValueStrings: [String] { Dialect.named.map(\.name) }
  var defaultValueDescription: String { name }
}

/// What is done where delimiters would not flank.
enum EdgesName: String, CaseIterable, ExpressibleByArgument {
  case readable, exact, plain

  var edges: MarkPolicies.Edges {
    switch self {
    case .readable: .readable
    case .exact: .exact
    case .plain: .plain
    }
  }
}

/// What users differ about.
struct PolicyOptions: ParsableArguments {
  enum InRun: String, CaseIterable, ExpressibleByArgument {
    case run, word
  }
  enum AtWordEdge: String, CaseIterable, ExpressibleByArgument {
    case word, pair
  }

  @Option(help: "With the caret in marked text, unmark the whole run or only the word.")
  var inRun: InRun = .run

  @Option(help: "With the caret at a word's edge, mark the word or insert a pair of delimiters.")
  var atEdge: AtWordEdge = .word

  @Option(
    help: ArgumentHelp(
      "If delimiters could not flank: leave punctuation outside the mark (readable), write a "
        + "character reference as in &#98; (exact), or refuse (plain)."))
  var edges: EdgesName?

  @Flag(help: "The same as --edges plain.")
  var noReferences = false

  @OptionGroup var reading: DialectOption

  mutating func validate() throws {
    if noReferences, let edges, edges != .plain {
      throw ValidationError("--no-references and --edges \(edges.rawValue) do not go together.")
    }
  }

  /// The choices as a command takes them.
  var policies: MarkPolicies {
    var policies = MarkPolicies.standard
    policies.inRun = inRun == .run ? .wholeRun : .word
    policies.atWordEdge = atEdge == .word ? .marksWord : .insertsPair
    policies.edges = noReferences ? .plain : (edges ?? .readable).edges
    policies.dialect = reading.dialect.dialect
    return policies
  }
}
