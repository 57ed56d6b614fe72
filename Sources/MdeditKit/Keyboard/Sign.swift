import KeyboardGeometry

/// A sign in a drawing, with its meaning and its style.
enum Sign: CaseIterable {
  case screen, window, view, safeArea, below, keyboard, standIn, bar, before, row, earlierRow
  case caret, inset, guide, measure

  var meaning: String {
    switch self {
    case .screen: "screen"
    case .window: "window"
    case .view: "view"
    case .safeArea: "safe area"
    case .below: "below the view: a tab bar"
    case .keyboard: "keyboard"
    case .standIn: "stand-in of the keyboard"
    case .bar: "bar on the keyboard"
    case .before: "the system's height"
    case .row: "last row"
    case .earlierRow: "rows before it"
    case .caret: "caret"
    case .inset: "bottom inset"
    case .guide: "layout guide"
    case .measure: "measure, in points"
    }
  }

  var fill: String {
    switch self {
    case .screen, .window, .view, .before, .guide, .measure: "none"
    case .safeArea: "#fd9"
    case .below: "#dde"
    case .keyboard: "#cfd3da"
    case .standIn: "#e6dcef"
    case .bar: "#8bd"
    case .row: "#ffd76e"
    case .earlierRow: "#fff7df"
    case .caret: "#e0218a"
    case .inset: "#2a2"
    }
  }

  var stroke: String? {
    switch self {
    case .screen: "#222"
    case .window: "#9ab"
    case .view: "#36c"
    case .keyboard: "#889"
    case .standIn: "#85a"
    case .bar: "#579"
    case .before: "#a0a"
    case .row, .earlierRow: "#c90"
    case .guide: "#c22"
    case .measure: "#556"
    case .safeArea, .below, .caret, .inset: nil
    }
  }

  /// The dashes of that edge.
  var dash: String? {
    switch self {
    case .view: "4 2"
    case .standIn: "5 3"
    case .before: "2 2"
    case .guide: "6 3"
    default: nil
    }
  }

  /// The share of the background that the sign hides.
  var opacity: Double {
    switch self {
    case .safeArea: 0.5
    case .keyboard, .standIn: 0.9
    case .inset: 0.7
    default: 1
    }
  }

  /// Whether the sign is a line, without an area.
  var isLine: Bool { self == .guide || self == .before || self == .measure }
}
