import AppleAdapters
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

@MainActor struct KeyboardTraitsTests {
  /// Traits that all differ from those of a new view.
  var traits: KeyboardTraits {
    var traits = KeyboardTraits()
    traits.keyboardType = .emailAddress
    traits.returnKeyType = .send
    traits.enablesReturnKeyAutomatically = true
    traits.autocapitalization = .words
    traits.autocorrection = .yes
    traits.spellChecking = .no
    traits.smartQuotes = .yes
    traits.smartDashes = .no
    traits.smartInsertDelete = .yes
    traits.isSecure = true
    traits.contentType = "email"
    traits.appearance = .dark
    return traits
  }

  @Test func aTextViewTakesAllTraits() {
    let view = UITextView(frame: .zero)
    view.apply(traits)
    #expect(view.keyboardType == .emailAddress && view.returnKeyType == .send)
    #expect(view.enablesReturnKeyAutomatically && view.isSecureTextEntry)
    #expect(view.autocapitalizationType == .words && view.autocorrectionType == .yes)
    #expect(view.spellCheckingType == .no && view.smartQuotesType == .yes)
    #expect(view.smartDashesType == .no && view.smartInsertDeleteType == .yes)
    #expect(view.textContentType == UITextContentType(rawValue: "email"))
    #expect(view.keyboardAppearance == .dark)
    view.apply(KeyboardTraits())
    #expect(view.keyboardType == .default && view.textContentType == nil)
  }

  @Test func aTextFieldTakesAllTraits() {
    let view = UITextField(frame: .zero)
    view.apply(traits)
    #expect(view.keyboardType == .emailAddress && view.returnKeyType == .send)
    #expect(view.enablesReturnKeyAutomatically && view.isSecureTextEntry)
    #expect(view.autocapitalizationType == .words && view.autocorrectionType == .yes)
    #expect(view.spellCheckingType == .no && view.smartQuotesType == .yes)
    #expect(view.smartDashesType == .no && view.smartInsertDeleteType == .yes)
    #expect(view.textContentType == UITextContentType(rawValue: "email"))
    #expect(view.keyboardAppearance == .dark)
    view.apply(KeyboardTraits())
    #expect(view.keyboardType == .default && view.textContentType == nil)
  }

  @Test func theNumbersAreUIKits() {
    for kind in KeyboardTraits.KeyboardType.allCases {
      let view = UITextView(frame: .zero)
      var traits = KeyboardTraits()
      traits.keyboardType = kind
      view.apply(traits)
      #expect(view.keyboardType.rawValue == kind.rawValue)
    }
    for kind in KeyboardTraits.ReturnKeyType.allCases {
      let view = UITextView(frame: .zero)
      var traits = KeyboardTraits()
      traits.returnKeyType = kind
      view.apply(traits)
      #expect(view.returnKeyType.rawValue == kind.rawValue)
    }
  }
}
