/// What users differ about in the commands of the catalogue; each default is what most products do.
public struct CommandPolicies: Hashable, Sendable {
  /// What a list command does with the caret in a list item.
  public enum CaretInList: String, Hashable, Sendable, CaseIterable {
    /// The item changes.
    case item
    /// All items of its list change.
    case list
  }
  /// What a heading's own level does to it.
  public enum SameLevel: String, Hashable, Sendable, CaseIterable {
    /// It becomes a paragraph.
    case removes
    /// It stays a heading.
    case stays
  }
  /// What Enter in an empty item leaves between the list and what is typed next.
  public enum LeavingList: String, Hashable, Sendable, CaseIterable {
    /// A blank line, without which the next text would be the last item's.
    case blank
    /// Nothing: the marker goes and the caret stays on its line.
    case none
  }
  /// What becomes of the numbers of the items behind one that comes or goes.
  public enum Numbering: String, Hashable, Sendable, CaseIterable {
    /// They close up.
    case renumbers
    /// They stay as they are.
    case leaves
  }
  /// How far an item under another is indented where no item beside it says so.
  public enum IndentStep: String, Hashable, Sendable, CaseIterable {
    /// As other items under the list's, else to its parent's content.
    case list
    /// By two columns, or to the content where that is further.
    case two = "2"
    /// By four columns, or to the content where that is further.
    case four = "4"
    /// By a tab.
    case tab
  }
  /// What Enter does in a cell of a table.
  public enum CellNewline: String, Hashable, Sendable, CaseIterable {
    /// The caret goes to the cell below, in a new row where there is none.
    case row
    /// A `<br>` is written.
    case lineBreak = "break"
    /// Nothing.
    case refused
  }
  /// What Backspace does at the start of an item without a box.
  public enum ItemStart: String, Hashable, Sendable, CaseIterable {
    /// Its marker goes.
    case marker
    /// It moves one level out; at the top its marker goes.
    case outdents
    /// Its text joins the line above; where that is no text, its marker goes.
    case joins
  }
  /// What becomes of tasks of which some are checked.
  public enum MixedTasks: String, Hashable, Sendable, CaseIterable {
    /// All are checked.
    case checks
    /// All are open.
    case unchecks
    /// Each becomes the other.
    case each
  }

  /// What a list command does with the caret in a list item.
  public var caretInList = CaretInList.item
  /// What a heading's own level does to it.
  public var sameLevel = SameLevel.removes
  /// What Enter in an empty item leaves behind.
  public var leavingList = LeavingList.blank
  /// What becomes of the numbers of the items behind one that comes or goes.
  public var numbering = Numbering.renumbers
  /// How far an item under another is indented where no item beside it says so.
  public var indentStep = IndentStep.list
  /// What Enter does in a cell of a table.
  public var cellNewline = CellNewline.row
  /// What Backspace does at the start of an item without a box.
  public var itemStart = ItemStart.marker
  /// What becomes of tasks of which some are checked.
  public var mixedTasks = MixedTasks.checks

  /// The defaults.
  public static let standard = CommandPolicies()

  /// Makes the defaults.
  public init() {}
}
