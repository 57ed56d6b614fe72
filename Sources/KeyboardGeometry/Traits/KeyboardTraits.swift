/// Which keyboard a text wants, and what the system may do to the text: UITextInputTraits as a
/// value. The numbers behind the cases are UIKit's.
public struct KeyboardTraits: Hashable, Sendable {
  /// Which keys are shown.
  public var keyboardType: KeyboardType = .standard
  /// What the return key says.
  public var returnKeyType: ReturnKeyType = .standard
  /// Whether the return key can be pressed only once there is text.
  public var enablesReturnKeyAutomatically = false
  /// What begins with a capital.
  public var autocapitalization: Autocapitalization = .sentences
  /// Whether typing mistakes are corrected.
  public var autocorrection: TraitSwitch = .standard
  /// Whether misspelt words are marked.
  public var spellChecking: TraitSwitch = .standard
  /// Whether `"` becomes a typographic quotation mark.
  public var smartQuotes: TraitSwitch = .standard
  /// Whether `--` becomes a dash.
  public var smartDashes: TraitSwitch = .standard
  /// Whether spaces are added and taken away around what is pasted.
  public var smartInsertDelete: TraitSwitch = .standard
  /// Whether the text is hidden, as a password is.
  public var isSecure = false
  /// What the text means, for suggestions: the raw value of a `UITextContentType`; nil if nothing
  /// is known.
  public var contentType: String?
  /// Whether the keyboard is dark or light.
  public var appearance: Appearance = .standard

  /// UIKit's defaults.
  public init() {}

  /// Traits for Markdown: quotes, dashes and spaces stay as they are typed. A smart dash would turn
  /// the `---` of a thematic break into a character, a smart quote would end no link title.
  public static let markdown: KeyboardTraits = {
    var traits = KeyboardTraits()
    traits.smartQuotes = .no
    traits.smartDashes = .no
    traits.smartInsertDelete = .no
    return traits
  }()

  /// Traits for code and front matter: nothing is corrected or capitalised either.
  public static let code: KeyboardTraits = {
    var traits = KeyboardTraits.markdown
    traits.autocapitalization = .none
    traits.autocorrection = .no
    traits.spellChecking = .no
    return traits
  }()
}

/// Yes, no, or as the system sees fit.
public enum TraitSwitch: Int, Hashable, Sendable, CaseIterable {
  /// As the system sees fit.
  case standard = 0
  /// Never.
  case no = 1
  /// Always.
  case yes = 2
}
