import KeyboardGeometry

// The parts of a recording about a custom keyboard, and about a list that pushes the keyboard away.

extension KeyboardScene {
  /// The names of the events other than the notifications, `layout` and `insets`.
  static let ownEventNames = [
    "load", "appear", "rotate", "bar", "policy", "touch", "move", "lift", "settle", "abort",
  ]

  /// Reads an event of a custom keyboard or of a drag; nil if it is a different event.
  func ownEvent(_ reader: SceneReader, name: SceneReader) throws(SceneProblem) -> Event? {
    let word = try name.text()
    guard let index = Self.ownEventNames.firstIndex(of: word) else { return nil }
    let isHost = index < 5
    guard isHost ? height != nil : dismissal != nil else {
      throw name.problem(
        "“\(word)” needs the key “\(isHost ? "height" : "dismissal")” in the recording")
    }
    let keys: [String: [String]] = [
      "rotate": ["screen", "systemHeight"], "bar": ["height"], "policy": ["policy"],
      "move": ["contentOffset"], "lift": ["velocity"],
    ]
    _ = try reader.members(among: ["event", "expect"] + (keys[word] ?? []))
    switch word {
    case "load": return .host(.load)
    case "appear": return .host(.appear)
    case "rotate":
      return .host(
        .rotate(
          try reader.required("screen").size(),
          systemHeight: try reader.required("systemHeight").length()))
    case "bar": return .host(.bar(try reader.required("height").length()))
    case "policy": return .host(.policy(try reader.required("policy").policy()))
    case "touch": return .drag(.touch)
    case "move": return .drag(.move(y: try reader.required("contentOffset").number()))
    case "lift": return .drag(.lift(velocity: try reader.optional("velocity")?.number()))
    case "settle": return .drag(.settle)
    default: return .drag(.abort)
    }
  }
}

extension KeyboardScene.Height {
  init(_ reader: SceneReader) throws(SceneProblem) {
    _ = try reader.members(among: ["policy", "strategy", "systemHeight", "told", "launch"])
    policy = try reader.required("policy").policy()
    strategy = try reader.optional("strategy")?.word(Strategy.self) ?? .belowRequired
    systemHeight = try reader.required("systemHeight").length()
    knowsSystemHeight = try reader.optional("told")?.bool() ?? false
    launch = try reader.optional("launch")?.lengths() ?? []
  }
}

extension KeyboardScene.Dismissal {
  init(_ reader: SceneReader) throws(SceneProblem) {
    _ = try reader.members(
      among: ["rowMaxY", "rowHeight", "standIn", "velocityThreshold", "progressThreshold"])
    rowMaxY = try reader.required("rowMaxY").length()
    rowHeight = try reader.optional("rowHeight")?.length() ?? 44
    standIn =
      try reader.optional("standIn")?.word(InteractiveDismissal.StandIn.self) ?? .snapshot
    configuration = InteractiveDismissal.Configuration(
      velocityThreshold: try reader.optional("velocityThreshold")?.length() ?? 100,
      progressThreshold: try reader.optional("progressThreshold")?.length() ?? 0.5)
  }
}

extension SceneReader {
  /// Reads a height policy: a word, or an object with one key.
  func policy() throws(SceneProblem) -> KeyboardHeightPolicy {
    if case .string(let word) = tree.kind {
      switch word {
      case "system": return .system
      case "subviews": return .subviews
      default: throw problem("“\(TerminalText.name(word))” is not one of system, subviews")
      }
    }
    let names = [
      "fixed", "perOrientation", "screenFraction", "systemPlus", "perVerticalSizeClass", "content",
    ]
    let members = try members(among: names)
    guard members.count == 1, let name = members.first?.key else {
      throw problem("a policy is one of system, subviews, \(names.joined(separator: ", "))")
    }
    let value = try required(name)
    switch name {
    case "fixed": return .fixed(try value.length())
    case "screenFraction": return .screenFraction(try value.length())
    case "systemPlus": return .systemPlus(try value.number())
    case "perOrientation":
      let (portrait, landscape) = try value.pair("portrait", "landscape")
      return .perOrientation(portrait: portrait, landscape: landscape)
    case "perVerticalSizeClass":
      let (compact, regular) = try value.pair("compact", "regular")
      return .perVerticalSizeClass(compact: compact, regular: regular)
    default:
      _ = try value.members(among: ["accessory", "keys", "bottomBar"])
      return .content(
        KeyboardContent(
          accessory: try value.optional("accessory")?.length() ?? 0,
          keys: try value.optional("keys")?.length(),
          bottomBar: try value.optional("bottomBar")?.length() ?? 0))
    }
  }

  private func pair(_ first: String, _ second: String) throws(SceneProblem) -> (Double, Double) {
    _ = try members(among: [first, second])
    return (try required(first).length(), try required(second).length())
  }
}
