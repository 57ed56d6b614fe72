/// A key of a hardware keyboard, with modifiers.
public struct KeyShortcut: Hashable, Sendable {
  /// The modifiers, with the numbers of UIKit and AppKit.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The flags as one number.
    public let rawValue: Int
    /// The shift key.
    public static let shift = Modifiers(rawValue: 1 << 17)
    /// The control key.
    public static let control = Modifiers(rawValue: 1 << 18)
    /// The option key.
    public static let option = Modifiers(rawValue: 1 << 19)
    /// The command key.
    public static let command = Modifiers(rawValue: 1 << 20)

    /// Creates modifiers from their number.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The character that the key types, or the key's name.
  public var key: String
  /// The modifier keys to hold down.
  public var modifiers: Modifiers

  /// Creates a shortcut.
  public init(_ key: String, _ modifiers: Modifiers) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The catalogue's names. They are compared as bytes, because comparing strings would add 30 kB
  /// of Unicode tables to the C library.
  private static let names: [(name: String, modifier: Modifiers)] = [
    ("mod", .command), ("shift", .shift), ("alt", .option), ("ctrl", .control),
  ]

  /// Creates the shortcut of a row of the catalogue, such as `mod+shift+8`; nil if `text` is empty.
  ///
  /// Keys such as `tab`, `enter` and `up` are named; `mod` is the command key.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.init("", [])
    for bytes in text.utf8.split(separator: .plusSign) {
      let modifier = Self.names.first { $0.name.utf8.elementsEqual(bytes) }?.modifier
      if let modifier {
        modifiers.insert(modifier)
      } else {
        key = String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// The shortcut in the notation of Apple's menus: ⌃⌥⇧⌘ and the key.
  public var symbols: String {
    let signs: [(Modifiers, String)] = [
      (.control, "⌃"), (.option, "⌥"), (.shift, "⇧"), (.command, "⌘"),
    ]
    return signs.reduce("") { modifiers.contains($1.0) ? $0 + $1.1 : $0 } + key.uppercased()
  }
}
