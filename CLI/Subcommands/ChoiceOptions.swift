import ArgumentParser
import MarkdownEditing
import MarkdownSyntax

struct DialectOption: ParsableArguments {
  @Option(
    help: "How the document is read: \(DialectName.allValueStrings.joined(separator: ", ")).")
  var dialect = DialectName.gitHub
}

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

extension EditingOptions.InRun: ExpressibleByArgument {}
extension EditingOptions.AtEdge: ExpressibleByArgument {}
extension EditingOptions.Edges: ExpressibleByArgument {}
extension EditingOptions.Steps: ExpressibleByArgument {}
extension EditingOptions.CaretInList: ExpressibleByArgument {}
extension EditingOptions.SameLevel: ExpressibleByArgument {}
extension EditingOptions.LeavingList: ExpressibleByArgument {}
extension EditingOptions.Numbering: ExpressibleByArgument {}
extension EditingOptions.IndentStep: ExpressibleByArgument {}
extension EditingOptions.CellNewline: ExpressibleByArgument {}
extension EditingOptions.TypedDelimiters: ExpressibleByArgument {}
extension EditingOptions.Inserts: ExpressibleByArgument {}
extension EditingOptions.TablesWhileTyping: ExpressibleByArgument {}
extension EditingOptions.ItemStart: ExpressibleByArgument {}
extension EditingOptions.MixedTasks: ExpressibleByArgument {}
extension EditingOptions.LineBreak: ExpressibleByArgument {}
extension EditingOptions.NestedLists: ExpressibleByArgument {}
extension EditingOptions.FootnotePlace: ExpressibleByArgument {}
extension EditingOptions.TaskFamily: ExpressibleByArgument {}

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
      "With the caret in a list, change the item or the whole list.", valueName: "value"))
  var caretInList = EditingOptions.CaretInList.item

  @Option(
    help: ArgumentHelp(
      "A heading's own level removes the heading, or it stays.", valueName: "value"))
  var sameLevel = EditingOptions.SameLevel.removes

  @Option(
    help: ArgumentHelp("Enter in an empty item leaves a blank line, or none.", valueName: "value"))
  var leavingList = EditingOptions.LeavingList.blank

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
      "Backspace at an item's start takes off the marker, outdents, or joins the line above.",
      valueName: "value"))
  var itemStart = EditingOptions.ItemStart.marker

  @Option(
    help: ArgumentHelp(
      "Of tasks of which some are checked, check all, uncheck all, or change each.",
      valueName: "value"))
  var mixedTasks = EditingOptions.MixedTasks.checks

  @Option(
    help: ArgumentHelp(
      "line-break writes a soft break, or a hard one with a backslash or two spaces.",
      valueName: "value"))
  var lineBreak = EditingOptions.LineBreak.soft

  @Option(
    help: ArgumentHelp(
      "renumber-list leaves the numbers of nested lists, or renumbers them.", valueName: "value"))
  var nestedLists = EditingOptions.NestedLists.leaves

  @Option(
    help: ArgumentHelp(
      "Put the definition of a new footnote at the end of the document, or of its section.",
      valueName: "value"))
  var footnotePlace = EditingOptions.FootnotePlace.end

  @Option(
    help: ArgumentHelp(
      "If the state of a task changes, those above and below it stay (alone), or follow.",
      valueName: "value"))
  var taskFamily = EditingOptions.TaskFamily.alone

  @Option(
    help: ArgumentHelp(
      "A typed delimiter is text, toggles its mark over a selection, or also closes its pair.",
      valueName: "value"))
  var typedDelimiters = EditingOptions.TypedDelimiters.literal

  @Option(
    help: ArgumentHelp(
      "insert-text inserts Markdown as it is typed (source), or escapes it as data (literal).",
      valueName: "value"))
  var inserts = EditingOptions.Inserts.source

  @Option(
    help: ArgumentHelp(
      "Tab and Enter in a table leave its columns as they are, or align them.", valueName: "value"))
  var tablesWhileTyping = EditingOptions.TablesWhileTyping.leaves

  var options: EditingOptions {
    var options = marks.options
    (options.caretInList, options.sameLevel) = (caretInList, sameLevel)
    (options.leavingList, options.numbering) = (leavingList, numbering)
    (options.indentStep, options.cellNewline) = (indentStep, cellNewline)
    (options.itemStart, options.mixedTasks) = (itemStart, mixedTasks)
    (options.lineBreak, options.nestedLists) = (lineBreak, nestedLists)
    (options.footnotePlace, options.taskFamily) = (footnotePlace, taskFamily)
    (options.typedDelimiters, options.inserts) = (typedDelimiters, inserts)
    options.tablesWhileTyping = tablesWhileTyping
    return options
  }
}
