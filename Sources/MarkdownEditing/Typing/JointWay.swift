/// Options for joining the two sides of a removed range.
struct JointWay {
  /// Whether blanks move out of marks, because delimiters next to blanks cannot flank.
  var movesBlanks = true
  /// Whether an emptied line is removed with its line ending, as in `a⏎⟦b⟧⏎c`.
  var removesBreak = false
  /// Whether the delimiters at the joint use `_` instead of `*`, and the reverse.
  var swapsDelimiters = false
  var respellsLeft = Respelling.none
  var respellsRight = Respelling.none
  /// Whether the typed text is inside the marks that end or begin at the joint.
  var typesInside = false
  /// Whether blanks at the joint are removed.
  var trims = false
  /// Whether text that would begin a block is escaped.
  var escapesLine = false
  /// Whether an autolink that is cut becomes a link in square brackets.
  var bracketsAddresses = false
  /// Whether cut code spans get longer fences.
  var lengthensFences = false
  /// Whether the joined leaf has the kind of the first leaf, such as a heading for `# a`.
  var isLikeHead = false

  enum Respelling { case none, escape, reference }

  /// Whether it writes a character as an escape or a reference.
  var respells: Bool { escapesLine || respellsLeft != .none || respellsRight != .none }

  /// The options for a single character.
  static let ofKeys = [JointWay(movesBlanks: false, typesInside: true), JointWay()]

  /// The options to try, in order.
  static let all: [JointWay] = [
    JointWay(movesBlanks: false), JointWay(), JointWay(isLikeHead: true),
    JointWay(removesBreak: true),
    JointWay(respellsRight: .escape), JointWay(respellsLeft: .escape),
    JointWay(escapesLine: true), JointWay(bracketsAddresses: true),
    JointWay(lengthensFences: true), JointWay(swapsDelimiters: true), JointWay(trims: true),
    JointWay(respellsRight: .reference), JointWay(respellsLeft: .reference),
    JointWay(typesInside: true), JointWay(swapsDelimiters: true, typesInside: true),
  ]
}
