import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
public enum UIKeyboardType: Int, Sendable {
  case `default` = 0
  case asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad
  case emailAddress, decimalPad, twitter, webSearch, asciiCapableNumberPad
}
public enum UIReturnKeyType: Int, Sendable {
  case `default` = 0
  case go, google, join, next, route, search, send, yahoo, done, emergencyCall
  case `continue`
}
public enum UITextAutocapitalizationType: Int, Sendable {
  case none = 0
  case words, sentences, allCharacters
}
public enum UITextAutocorrectionType: Int, Sendable {
  case `default` = 0
  case no, yes
}
public enum UITextSpellCheckingType: Int, Sendable {
  case `default` = 0
  case no, yes
}
public enum UITextSmartQuotesType: Int, Sendable {
  case `default` = 0
  case no, yes
}
public enum UITextSmartDashesType: Int, Sendable {
  case `default` = 0
  case no, yes
}
public enum UITextSmartInsertDeleteType: Int, Sendable {
  case `default` = 0
  case no, yes
}
public enum UITextInlinePredictionType: Int, Sendable {
  case `default` = 0
  case no, yes
}
public enum UIKeyboardAppearance: Int, Sendable {
  case `default` = 0
  case dark, light
}
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
