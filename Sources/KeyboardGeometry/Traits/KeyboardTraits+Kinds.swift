extension KeyboardTraits {
  /// Which keys are shown: UIKeyboardType.
  public enum KeyboardType: Int, Hashable, Sendable, CaseIterable {
    /// The default of the current input method.
    case standard = 0
    /// ASCII only.
    case asciiCapable = 1
    /// Numbers and punctuation.
    case numbersAndPunctuation = 2
    /// For an address of the web.
    case url = 3
    /// Digits.
    case numberPad = 4
    /// Digits, `*` and `#`.
    case phonePad = 5
    /// For a name or a telephone number.
    case namePhonePad = 6
    /// For an e-mail address.
    case emailAddress = 7
    /// Digits and a decimal separator.
    case decimalPad = 8
    /// With `@` and `#` at hand.
    case twitter = 9
    /// For a search in the web.
    case webSearch = 10
    /// ASCII digits.
    case asciiCapableNumberPad = 11
  }

  /// What the return key says: UIReturnKeyType.
  public enum ReturnKeyType: Int, Hashable, Sendable, CaseIterable {
    /// Return.
    case standard = 0
    /// Go.
    case go = 1
    /// Google.
    case google = 2
    /// Join.
    case join = 3
    /// Next.
    case next = 4
    /// Route.
    case route = 5
    /// Search.
    case search = 6
    /// Send.
    case send = 7
    /// Yahoo.
    case yahoo = 8
    /// Done.
    case done = 9
    /// Emergency call.
    case emergencyCall = 10
    /// Continue.
    case `continue` = 11
  }

  /// What begins with a capital: UITextAutocapitalizationType.
  public enum Autocapitalization: Int, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none = 0
    /// Every word.
    case words = 1
    /// Every sentence.
    case sentences = 2
    /// Every letter is one.
    case allCharacters = 3
  }

  /// Whether the keyboard is dark or light: UIKeyboardAppearance.
  public enum Appearance: Int, Hashable, Sendable, CaseIterable {
    /// As the surroundings are.
    case standard = 0
    /// Dark.
    case dark = 1
    /// Light.
    case light = 2
  }
}
