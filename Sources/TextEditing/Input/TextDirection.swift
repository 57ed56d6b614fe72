/// A direction in a text: along its storage, or on the screen. `UITextDirection`, with its numbers.
public struct TextDirection: RawRepresentable, Hashable, Sendable {
  /// UIKit's number of the direction.
  public var rawValue: Int

  /// Creates the direction with UIKit's number `rawValue`.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Along the storage.
  public static func storage(_ direction: TextStorageDirection) -> TextDirection {
    TextDirection(rawValue: direction.rawValue)
  }

  /// On the screen.
  public static func layout(_ direction: TextLayoutDirection) -> TextDirection {
    TextDirection(rawValue: direction.rawValue)
  }

  /// Whether it leads to the end of a text that is written from left to right, from top to bottom.
  /// True of `.layout(.right)`, not of `.layout(.up)`.
  public var isForward: Bool {
    self == .storage(.forward) || self == .layout(.right) || self == .layout(.down)
  }
}

/// Along the storage: `UITextStorageDirection`, with its numbers.
public enum TextStorageDirection: Int, Hashable, Sendable {
  case forward = 0
  case backward = 1
}

/// On the screen: `UITextLayoutDirection`, with its numbers, which are none of the storage's.
public enum TextLayoutDirection: Int, Hashable, Sendable {
  case right = 2
  case left = 3
  case up = 4
  case down = 5
}
