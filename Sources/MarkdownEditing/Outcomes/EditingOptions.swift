import MarkdownSyntax

/// The choices that users differ about; each default is the one that most products have made.
///
/// The tool, `batch`, the language server, JavaScript and C call an option and its values by the same names, as
/// `atEdge` and `pair`; on a command line it is `--at-edge pair`.
public struct EditingOptions: Hashable, Sendable {
  /// The effect of a mark's command on a caret in marked text.
  public enum InRun: String, Hashable, Sendable, CaseIterable {
    /// The whole run loses the mark.
    case run
    /// Only the word at the caret loses it.
    case word
  }
  /// The effect of a mark's command on a caret at the edge of a word.
  public enum AtEdge: String, Hashable, Sendable, CaseIterable {
    /// The word gains the mark.
    case word
    /// An empty pair of delimiters is inserted.
    case pair
  }
  /// The spelling if delimiters would not flank at an end of the selection, as after the full stop
  /// of `**日本語。**日本` (CommonMark 0.30 §6.2).
  public enum Edges: String, Hashable, Sendable, CaseIterable {
    /// Punctuation at that end stays outside the mark, as little as makes the delimiters flank:
    /// `**日本語**。日本`. Only if that does not help, a character reference is written. What
    /// stayed outside so does not decide what `toggle` does, and numeric references beside a
    /// delimiter that goes become the characters again.
    case readable
    /// The neighbour becomes a character reference: every selected character has the mark.
    case exact
    /// Neither: the command is refused if there is no other spelling.
    case plain
  }
  /// The behaviour of a command while an input method is composing: the input has marked text.
  public enum WhileComposing: String, Hashable, Sendable, CaseIterable {
    /// It does nothing and reports that: ``Outcome/Unchanged/composing``.
    case refuses
    /// It confirms the marked text first, as by `unmarkText()`; a key does nothing.
    case commits
  }
  /// The reach of a list command with the caret in an item.
  public enum CaretInList: String, Hashable, Sendable, CaseIterable {
    /// The item changes.
    case item
    /// All items of its list change.
    case list
  }
  /// The effect of a heading's own level.
  public enum SameLevel: String, Hashable, Sendable, CaseIterable {
    /// It becomes a paragraph.
    case removes
    /// It stays a heading.
    case stays
  }
  /// The line that Enter in an empty item leaves between the list and the text typed next.
  public enum LeavingList: String, Hashable, Sendable, CaseIterable {
    /// A blank line, without which the next text would be the last item's.
    case blank
    /// Nothing: the marker goes and the caret stays on its line.
    case none
  }
  /// The numbers after an item that is added or removed.
  public enum Numbering: String, Hashable, Sendable, CaseIterable {
    /// They are renumbered.
    case renumbers
    /// They stay as they are.
    case leaves
  }
  /// How the command `line-break` writes a line break in a paragraph.
  public enum LineBreak: String, Hashable, Sendable, CaseIterable {
    /// As a soft break, which most renderers show as a blank.
    case soft
    /// As a hard break with a backslash.
    case backslash
    /// As a hard break with two blanks.
    case spaces
  }
  /// The lists inside a list that is renumbered.
  public enum NestedLists: String, Hashable, Sendable, CaseIterable {
    /// They keep their numbers.
    case leaves
    /// They are renumbered too.
    case renumbers
  }
  /// The tasks above and below one whose state changes.
  public enum TaskFamily: String, Hashable, Sendable, CaseIterable {
    /// They stay.
    case alone
    /// Those below get its state; one above is done if all directly below it are, otherwise open.
    case follows
  }
  /// The place of the definition of a new footnote.
  public enum FootnotePlace: String, Hashable, Sendable, CaseIterable {
    /// After the last footnote, else at the end of the document.
    case end
    /// At the end of the section with the reference.
    case section
  }
  /// How far an item under another is indented if no item beside it says so.
  public enum IndentStep: String, Hashable, Sendable, CaseIterable {
    /// As other items under the list's, else to its parent's content.
    case list
    /// By two columns, or to the content if that is further.
    case two = "2"
    /// By four columns, or to the content if that is further.
    case four = "4"
    /// By a tab.
    case tab
  }
  /// Enter in a cell of a table.
  public enum CellNewline: String, Hashable, Sendable, CaseIterable {
    /// The caret goes to the cell below, in a new row if there is none.
    case row
    /// A `<br>` is written.
    case lineBreak = "break"
    /// Nothing.
    case refused
  }
  /// Backspace at the start of an item without a box.
  public enum ItemStart: String, Hashable, Sendable, CaseIterable {
    /// Its marker goes.
    case marker
    /// It moves one level out; at the top its marker goes.
    case outdents
    /// Its text joins the line above; if that is no text, its marker goes.
    case joins
  }
  /// Toggling tasks of which some are checked.
  public enum MixedTasks: String, Hashable, Sendable, CaseIterable {
    /// All are checked.
    case checks
    /// All are open.
    case unchecks
    /// Each becomes the other.
    case each
  }
  /// A delimiter that is typed: an asterisk, an underscore, a backtick, a tilde or an equals sign.
  public enum TypedDelimiters: String, Hashable, Sendable, CaseIterable {
    /// It is text, and takes the place of a selection.
    case literal
    /// Over a selection, it toggles its mark: emphasis and at the second press strong, code, strikethrough, highlight.
    case marks
    /// The same. At a caret, its pair is typed too, and a second press steps out of the pair.
    case pairs
  }

  /// The effect of a mark's command on a caret in marked text.
  public var inRun = InRun.run
  /// The effect of a mark's command on a caret at the edge of a word.
  public var atEdge = AtEdge.word
  /// The spelling if delimiters would not flank at an end of the selection.
  public var edges = Edges.readable
  /// The behaviour of a command while an input method is composing.
  public var whileComposing = WhileComposing.refuses
  /// The reach of a list command with the caret in an item.
  public var caretInList = CaretInList.item
  /// The effect of a heading's own level.
  public var sameLevel = SameLevel.removes
  /// The line that Enter in an empty item leaves.
  public var leavingList = LeavingList.blank
  /// The numbers after an item that is added or removed.
  public var numbering = Numbering.renumbers
  /// How far an item under another is indented if no item beside it says so.
  public var indentStep = IndentStep.list
  /// Enter in a cell of a table.
  public var cellNewline = CellNewline.row
  /// Backspace at the start of an item without a box.
  public var itemStart = ItemStart.marker
  /// How the command `line-break` writes a line break in a paragraph.
  public var lineBreak = LineBreak.soft
  /// The lists inside a list that is renumbered.
  public var nestedLists = NestedLists.leaves
  /// The tasks above and below one whose state changes.
  public var taskFamily = TaskFamily.alone
  /// The place of the definition of a new footnote.
  public var footnotePlace = FootnotePlace.end
  /// Toggling tasks of which some are checked.
  public var mixedTasks = MixedTasks.checks
  /// A delimiter that is typed.
  public var typedDelimiters = TypedDelimiters.literal

  /// The dialect of the document: the public calls take it as an argument and pass it on here.
  package var dialect = Dialect.gitHub

  /// The defaults.
  public static let standard = EditingOptions()
  /// The defaults, for a document in CommonMark.
  package static let commonMark = EditingOptions().reading(.commonMark)

  /// Creates the defaults.
  public init() {}

  /// The same options for a document in `dialect`.
  package func reading(_ dialect: Dialect) -> EditingOptions {
    var result = self
    result.dialect = dialect
    return result
  }

  /// Whether a character may become a numeric character reference, as `&#98;` for `b`, if CommonMark leaves no
  /// other way: false for `.plain` edges.
  package var allowsReferences: Bool { edges != .plain }
}
