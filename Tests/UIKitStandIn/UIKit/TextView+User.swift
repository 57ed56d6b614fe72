import Foundation

@_spi(StandIn) extension UITextView {
  /// Types as the keyboard does; as for a paste, deletion or dictation, the delegate may refuse.
  public func type(_ text: String) {
    let range = contents.marked ?? selectedRange
    if isAllowed(range, text) { insertText(text) }
  }
  public func pressBackspace() {
    if isAllowed(contents.rangeOfBackspace, "") { deleteBackward() }
  }
  private func isAllowed(_ range: NSRange, _ text: String) -> Bool {
    (delegate as? any UITextViewDelegate)?.textView(
      self, shouldChangeTextIn: range, replacementText: text) ?? true
  }
  public func setWritingTools(active: Bool) { isWritingToolsActive = active }
}
