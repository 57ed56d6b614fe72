import Foundation

@_spi(StandIn) extension UITextView {
  /// Types as the keyboard does; as for a paste, deletion or dictation, the delegate may refuse.
  public func type(_ text: String) {
    let range = contents.marked ?? selectedRange
    if isAllowed(range, text) { insertText(text) }
  }
  public func pressBackspace() {
    var range = selectedRange
    if range.length == 0, range.location > 0 {
      let before = contents.string(in: NSRange(location: 0, length: range.location))?.last
      let count = before?.utf16.count ?? 0
      range = NSRange(location: range.location - count, length: count)
    }
    if isAllowed(range, "") { deleteBackward() }
  }
  private func isAllowed(_ range: NSRange, _ text: String) -> Bool {
    (delegate as? any UITextViewDelegate)?.textView(
      self, shouldChangeTextIn: range, replacementText: text) ?? true
  }
  public func setWritingTools(active: Bool) { isWritingToolsActive = active }
}
