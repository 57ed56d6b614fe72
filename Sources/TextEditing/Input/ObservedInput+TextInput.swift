extension ObservedInput: TextInput {
  /// A position in the input's text.
  public typealias InputPosition = Input.InputPosition
  /// A range of the input's text.
  public typealias InputRange = Input.InputRange

  /// Whether there is any text. False if the input's text is `""`.
  public var hasText: Bool { input.hasText }
  /// Types `text`, between the observer's calls.
  public mutating func insertText(_ text: String) { changingText { $0.insertText(text) } }
  /// Deletes backward, between the observer's calls.
  public mutating func deleteBackward() { changingText { $0.deleteBackward() } }
  /// The text of `range`.
  public func text(in range: InputRange) -> String? { input.text(in: range) }
  /// Replaces the text of `range`, between the observer's calls.
  public mutating func replace(_ range: InputRange, withText text: String) {
    changingText { $0.replace(range, withText: text) }
  }
  /// What is selected; setting it calls the observer.
  public var selectedTextRange: InputRange? {
    get { input.selectedTextRange }
    set {
      observer.selectionWillChange()
      input.selectedTextRange = newValue
      observer.selectionDidChange()
    }
  }
  /// What an input method has put in and not yet confirmed.
  public var markedTextRange: InputRange? { input.markedTextRange }
  /// Puts unconfirmed text in, between the observer's calls.
  public mutating func setMarkedText(
    _ markedText: String?, selectedRange: Input.InputUTF16Range
  ) {
    changingText { $0.setMarkedText(markedText, selectedRange: selectedRange) }
  }
  /// Confirms the marked text, between the observer's calls.
  public mutating func unmarkText() { changingText { $0.unmarkText() } }
  /// The beginning of the text.
  public var beginningOfDocument: InputPosition { input.beginningOfDocument }
  /// The end of the text.
  public var endOfDocument: InputPosition { input.endOfDocument }
  /// The range between two positions.
  public func textRange(
    from fromPosition: InputPosition, to toPosition: InputPosition
  ) -> InputRange? {
    input.textRange(from: fromPosition, to: toPosition)
  }
  /// The position `offset` UTF-16 code units from `position`.
  public func position(from position: InputPosition, offset: Int) -> InputPosition? {
    input.position(from: position, offset: offset)
  }
  /// The order of two positions.
  public func compare(_ position: InputPosition, to other: InputPosition) -> Input.InputOrder {
    input.compare(position, to: other)
  }
  /// The UTF-16 code units from one position to another.
  public func offset(from: InputPosition, to toPosition: InputPosition) -> Int {
    input.offset(from: from, to: toPosition)
  }
  /// The text and its selection as a value.
  public func textBuffer() -> TextBuffer { input.textBuffer() }
  /// Applies an edit and selects, between the observer's calls.
  public mutating func apply(
    _ edit: TextEdit, selectingUTF8 selection: Range<Int>?
  ) throws(TextEditError) {
    try changingText { (input) throws(TextEditError) in
      try input.apply(edit, selectingUTF8: selection)
    }
  }
}
