// error: an optional method of a protocol is not there to be called
import UIKit

@MainActor func optionalMethod(_ input: any UITextInput) {
  _ = input.shouldChangeText(in: input.selectedTextRange!, replacementText: "")
}
