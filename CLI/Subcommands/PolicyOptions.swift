import AccessoryCommands
import ArgumentParser
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

/// What users differ about.
struct PolicyOptions: ParsableArguments {
  enum InRun: String, CaseIterable, ExpressibleByArgument {
    case run, word
  }
  enum AtWordEdge: String, CaseIterable, ExpressibleByArgument {
    case word, pair
  }

  @Option(help: "A caret in marked text takes the mark from the whole run, or from the word.")
  var inRun: InRun = .run

  @Option(help: "A caret at the edge of a word marks the word, or inserts a pair of delimiters.")
  var atEdge: AtWordEdge = .word

  @Flag(help: "Refuse rather than write a character as a reference, as in &#98;.")
  var noReferences = false

  @OptionGroup var reading: DialectOption

  /// The choices as a command takes them.
  var policies: MarkPolicies {
    var policies = MarkPolicies.standard
    policies.inRun = inRun == .run ? .wholeRun : .word
    policies.atWordEdge = atEdge == .word ? .marksWord : .insertsPair
    policies.allowsReferences = !noReferences
    policies.dialect = reading.dialect.dialect
    return policies
  }
}
