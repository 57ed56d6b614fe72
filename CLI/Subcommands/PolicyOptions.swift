import AccessoryCommands
import ArgumentParser

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

  /// The choices as a command takes them.
  var policies: MarkPolicies {
    var policies = MarkPolicies.standard
    policies.inRun = inRun == .run ? .wholeRun : .word
    policies.atWordEdge = atEdge == .word ? .marksWord : .insertsPair
    policies.allowsReferences = !noReferences
    return policies
  }
}
