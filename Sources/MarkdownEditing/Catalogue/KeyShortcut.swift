/// A key with modifiers, on a hardware keyboard.
public struct KeyShortcut: Hashable, Sendable {
  /// The modifiers; the numbers are UIKit's and AppKit's.
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

    /// Makes modifiers of a number.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The key, as the character it types.
  public var key: String
  /// What is held down with it.
  public var modifiers: Modifiers

  /// Makes a shortcut.
  public init(_ key: String, _ modifiers: Modifiers) {
    self.key = key
    self.modifiers = modifiers
  }

  /// What the catalogue calls the modifiers. Compared as bytes: nothing else in the C library compares
  /// strings, and Unicode's tables of equivalence take 30 kB there.
  private static let names: [(name: String, modifier: Modifiers)] = [
    ("mod", .command), ("shift", .shift), ("alt", .option), ("ctrl", .control),
  ]

  /// The shortcut of a row of the catalogue, as `mod+shift+8`; nil for none.
  ///
  /// `tab`, `enter`, `up` and the like are keys by name; `mod` is the command key.
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

  /// The shortcut as Apple's menus write it: ⌃⌥⇧⌘ and the key.
  public var symbols: String {
    let signs: [(Modifiers, String)] = [
      (.control, "⌃"), (.option, "⌥"), (.shift, "⇧"), (.command, "⌘"),
    ]
    return signs.reduce("") { modifiers.contains($1.0) ? $0 + $1.1 : $0 } + key.uppercased()
  }
}
