import Foundation
import KeyboardGeometry

/// A recording of a keyboard's events, as a file of JSON: a screen, a view on it, and for each event
/// the expected result. All lengths are in points.
struct Recording: Decodable {
  /// Screen, window and view. A value that a later event omits stays unchanged.
  struct Layout: Decodable {
    /// The size of the screen in the current orientation of the interface.
    var screen: LayoutSize?
    /// The rotation of the interface, if frames are reported for the upright screen.
    var turn: QuarterTurn?
    /// The frame of the window in the screen, and that of the scroll view in the window.
    var window, view: LayoutRect?
    var contentOffset: LayoutPoint?
    var safeAreaBottom: Double?
    var slideOver: Bool?
  }

  struct Insets: Decodable {
    struct Margins: Decodable { var top, left, bottom, right: Double? }
    var content: Margins
    var indicator: Margins?
  }

  /// A keyboard of one's own: its policy, and how the host treats it.
  struct Height: Decodable {
    /// The way to avoid a conflict with the host's height; `required` is none.
    enum Strategy: String, Decodable { case ownEdges, belowRequired, required }
    var policy: KeyboardHeightPolicy
    var strategy: Strategy?
    /// The height that the host gives a keyboard.
    var systemHeight: Double
    /// The host's guesses before the keyboard appears.
    var launch: [Double]?
  }

  /// A list whose last row pushes the keyboard away.
  struct Dismissal: Decodable {
    /// The lower edge of the last row, in the list's content.
    var rowMaxY: Double
    var standIn: InteractiveDismissal.StandIn?
  }

  struct Event: Decodable {
    /// A notification, or one of `layout`, `insets`; `load`, `appear`, `rotate`, `bar`, `policy`;
    /// `touch`, `move`, `lift`, `settle`.
    var event: String
    /// The expected values, by the names of ``RecordingPlayer/facts``.
    var expect: [String: Fact]?
    /// The frame of the keyboard layout guide in the screen.
    var guide: LayoutRect?
    /// The new insets, which the app sets.
    var insets: Insets?
    /// The size of the turned screen, and the host's height there.
    var screen: LayoutSize?
    var systemHeight: Double?
    /// The height of the bar above the keys.
    var height: Double?
    var policy: KeyboardHeightPolicy?
    /// The content offset to which the finger moves the list.
    var to: Double?
    /// The velocity of the finger that lifts, in points a second; downwards is positive.
    var velocity: Double?
  }

  /// An event with what it says about the layout, and as a notification.
  struct Step: Decodable {
    let event: Event
    let layout: Layout
    let transition: KeyboardFrameTransition?

    init(from decoder: any Decoder) throws {
      event = try Event(from: decoder)
      layout = event.event == "layout" ? try Layout(from: decoder) : Layout()
      let isNotification = KeyboardFrameTransition.Event(rawValue: event.event) != nil
      transition = isNotification ? try KeyboardFrameTransition(from: decoder) : nil
    }
  }

  let title, source: String
  let insets: Insets?
  let followsUndocked, ignoresNonLocal: Bool?
  let height: Height?
  let dismissal: Dismissal?
  let steps: [Step]
  let layout: Layout

  private enum CodingKeys: String, CodingKey {
    case title, source, insets, followsUndocked, ignoresNonLocal, height, dismissal
    case steps = "events"
  }

  init(from decoder: any Decoder) throws {
    layout = try Layout(from: decoder)
    let values = try decoder.container(keyedBy: CodingKeys.self)
    title = try values.decodeIfPresent(String.self, forKey: .title) ?? "A recording"
    source = try values.decodeIfPresent(String.self, forKey: .source) ?? ""
    insets = try values.decodeIfPresent(Insets.self, forKey: .insets)
    followsUndocked = try values.decodeIfPresent(Bool.self, forKey: .followsUndocked)
    ignoresNonLocal = try values.decodeIfPresent(Bool.self, forKey: .ignoresNonLocal)
    height = try values.decodeIfPresent(Height.self, forKey: .height)
    dismissal = try values.decodeIfPresent(Dismissal.self, forKey: .dismissal)
    steps = try values.decode([Step].self, forKey: .steps)
  }

  /// Reads a recording. JSON has no infinite numbers, so a coordinate may be the word `inf`.
  static func reading(_ json: Data) throws -> Recording {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Recording.self, from: json)
  }
}

/// A value that a recording expects, or that came of an event.
enum Fact: Decodable, Equatable, CustomStringConvertible {
  case number(Double)
  case numbers([Double])
  case word(String)
  case truth(Bool)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let numbers = try? value.decode([Double].self) {
      self = .numbers(numbers)
    } else {
      self = .word(try value.decode(String.self))
    }
  }

  var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .numbers(let numbers): "\(numbers)"
    case .word(let word): word
    case .truth(let truth): "\(truth)"
    }
  }
}

extension ScrollInsets {
  init(_ insets: Recording.Insets) {
    func margins(_ own: Recording.Insets.Margins) -> KeyboardInsets {
      KeyboardInsets(
        top: own.top ?? 0, left: own.left ?? 0, bottom: own.bottom ?? 0, right: own.right ?? 0)
    }
    self.init(
      content: margins(insets.content), indicator: margins(insets.indicator ?? insets.content))
  }
}

extension QuarterTurn: Decodable {}
extension InteractiveDismissal.StandIn: Decodable {}

extension LayoutSize: Decodable {
  private enum Key: String, CodingKey { case width, height }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      width: try values.decode(Double.self, forKey: .width),
      height: try values.decode(Double.self, forKey: .height))
  }
}

extension LayoutPoint: Decodable {
  private enum Key: String, CodingKey { case x, y }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      x: try values.decode(Double.self, forKey: .x), y: try values.decode(Double.self, forKey: .y))
  }
}

/// The word `system`, or an object with one of the keys below.
extension KeyboardHeightPolicy: Decodable {
  private enum Key: String, CodingKey { case fixed, screenFraction, systemPlus }

  public init(from decoder: any Decoder) throws {
    if (try? decoder.singleValueContainer().decode(String.self)) == "system" {
      self = .system
      return
    }
    let values = try decoder.container(keyedBy: Key.self)
    if let height = try values.decodeIfPresent(Double.self, forKey: .fixed) {
      self = .fixed(height)
    } else if let part = try values.decodeIfPresent(Double.self, forKey: .screenFraction) {
      self = .screenFraction(part)
    } else {
      self = .systemPlus(try values.decode(Double.self, forKey: .systemPlus))
    }
  }
}
