import ArgumentParser
import MarkdownEditing
import MarkdownSyntax

/// An argument with some names, which shells complete.
protocol NamedArgument: ExpressibleByArgument {}

extension NamedArgument {
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct DialectOption: ParsableArguments {
  @Option(
    help: "How the document is read: \(DialectName.allValueStrings.joined(separator: ", ")).")
  var dialect = DialectName.gitHub
}

struct DialectName: NamedArgument {
  let name: String
  let dialect: Dialect

  init?(argument: String) {
    guard let dialect = Dialect(named: argument) else { return nil }
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

extension EditingOptions.InRun: ExpressibleByArgument {}
extension EditingOptions.AtEdge: ExpressibleByArgument {}
extension EditingOptions.Edges: ExpressibleByArgument {}
extension EditingOptions.Steps: ExpressibleByArgument {}
extension EditingOptions.Numbering: ExpressibleByArgument {}
extension EditingOptions.IndentStep: ExpressibleByArgument {}
extension EditingOptions.CellNewline: ExpressibleByArgument {}
extension EditingOptions.TypedDelimiters: ExpressibleByArgument {}
extension EditingOptions.LineBreak: ExpressibleByArgument {}
extension EditingOptions.TaskFamily: ExpressibleByArgument {}
extension EditingOptions.PlainTasks: ExpressibleByArgument {}
extension EditingOptions.Bullets: ExpressibleByArgument {}

/// The dialect, and the choices about commands of marks, on which users differ.
struct MarkChoices: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With the caret in marked text, unmark the whole run or only the word.", valueName: "value"))
  var inRun = EditingOptions.InRun.run

  @Option(
    help: ArgumentHelp(
      "With the caret at a word's edge, mark the word, or only the text of --insert (pending).",
      valueName: "value"))
  var atEdge = EditingOptions.AtEdge.word

  @Option(
    help: ArgumentHelp(
      "If delimiters could not flank: leave punctuation outside the mark (readable), write a "
        + "character reference as in &#98; (exact), or refuse (plain).", valueName: "value"))
  var edges = EditingOptions.Edges.readable

  @Option(
    help: ArgumentHelp(
      "With the caret at the end of marked text, step past the delimiter (ends), or unmark the text.",
      valueName: "value"))
  var steps = EditingOptions.Steps.never

  @OptionGroup var reading: DialectOption

  var options: EditingOptions {
    var options = EditingOptions.standard.reading(reading.dialect.dialect)
    (options.inRun, options.atEdge) = (inRun, atEdge)
    (options.edges, options.steps) = (edges, steps)
    return options
  }
}

/// All choices on which users differ.
struct ChoiceOptions: ParsableArguments {
  @OptionGroup var marks: MarkChoices

  @Option(
    help: ArgumentHelp(
      "If an item comes or goes, renumber those after it, or leave their numbers.",
      valueName: "value"))
  var numbering = EditingOptions.Numbering.renumbers

  @Option(
    help: ArgumentHelp(
      "Indent an item as the list does, by 2 or 4 columns, or by a tab.", valueName: "value"))
  var indentStep = EditingOptions.IndentStep.list

  @Option(
    help: ArgumentHelp(
      "Enter in a cell goes to the row below, writes <br> (break), or does nothing (refused).",
      valueName: "value"))
  var cellNewline = EditingOptions.CellNewline.row

  @Option(
    help: ArgumentHelp(
      "line-break writes a soft break, or a hard one with a backslash or two spaces.",
      valueName: "value"))
  var lineBreak = EditingOptions.LineBreak.soft

  @Option(
    help: ArgumentHelp(
      "If the state of a task changes, those above and below it stay (alone), or follow.",
      valueName: "value"))
  var taskFamily = EditingOptions.TaskFamily.alone

  @Option(
    help: ArgumentHelp(
      "Without a task, task-toggle does nothing (refused), or makes tasks of items and lines (made).",
      valueName: "value"))
  var plainTasks = EditingOptions.PlainTasks.refused

  @Option(
    help: ArgumentHelp(
      "Nested lists keep their bullets, or get -, * and + in turn (levels).", valueName: "value"))
  var bullets = EditingOptions.Bullets.kept

  @Option(
    help: ArgumentHelp(
      "A typed delimiter is text, toggles its mark over a selection, or also closes its pair.",
      valueName: "value"))
  var typedDelimiters = EditingOptions.TypedDelimiters.literal

  var options: EditingOptions {
    var options = marks.options
    options.numbering = numbering
    (options.indentStep, options.cellNewline) = (indentStep, cellNewline)
    (options.lineBreak, options.taskFamily) = (lineBreak, taskFamily)
    options.typedDelimiters = typedDelimiters
    (options.plainTasks, options.bullets) = (plainTasks, bullets)
    return options
  }
}
