/// How the two sides of what goes are joined, beyond putting them together.
struct JointWay {
  /// Whether blanks stand outside of marks that they would keep from opening or closing.
  var movesBlanks = true
  /// Whether what is left of a line goes with its ending where nothing is left of it: in `a⏎⟦b⟧⏎c`.
  var takesBreak = false
  /// Whether `*` is written as `_` and `_` as `*` in the delimiters that stand there.
  var swapsDelimiters = false
  var respellsLeft = Respelling.none
  var respellsRight = Respelling.none
  /// Whether what is typed stands in the marks that end there.
  var typesInside = false
  /// Whether blanks at the joint go.
  var trims = false
  /// Whether a line that would begin a block there begins with an escape.
  var escapesLine = false
  /// Whether a link in angle brackets that is cut becomes one in brackets, and a bare one ends with one.
  var bracketsAddresses = false
  /// Whether code that is cut is between longer fences.
  var lengthensFences = false
  /// Whether the joined leaf is what the first of the two is: a heading with `# `.
  var isLikeHead = false

  enum Respelling { case none, escape, reference }

  /// What is tried, one after the other.
  static let all: [JointWay] = [
    JointWay(movesBlanks: false), JointWay(), JointWay(isLikeHead: true),
    JointWay(takesBreak: true),
    JointWay(respellsRight: .escape), JointWay(respellsLeft: .escape),
    JointWay(respellsLeft: .escape, respellsRight: .escape), JointWay(escapesLine: true),
    JointWay(escapesLine: true, isLikeHead: true), JointWay(takesBreak: true, escapesLine: true),
    JointWay(bracketsAddresses: true), JointWay(lengthensFences: true),
    JointWay(swapsDelimiters: true), JointWay(trims: true), JointWay(trims: true, isLikeHead: true),
    JointWay(respellsRight: .reference), JointWay(respellsLeft: .reference),
    JointWay(respellsLeft: .reference, respellsRight: .reference), JointWay(typesInside: true),
    JointWay(swapsDelimiters: true, typesInside: true),
  ]
}
