/// Is told of edits and selections before and after: `UITextInputDelegate`.
///
/// A custom view must tell the system of its own changes, or the system's idea of the text goes
/// stale; UIKit's own views do so themselves. The calls carry no input: the host that holds the
/// observer knows which one it is.
public protocol TextInputObserver {
  /// The selection is about to change.
  mutating func selectionWillChange()
  /// The selection has changed.
  mutating func selectionDidChange()
  /// The text is about to change.
  mutating func textWillChange()
  /// The text has changed.
  mutating func textDidChange()
}

/// An input that tells an observer of every change made through it.
///
/// A change of the text moves the selection too, so that each is wrapped in both pairs of calls,
/// the text's outside, as UIKit's own views do.
public struct ObservedInput<Input: TextInput, Observer: TextInputObserver> {
  /// The input; the observer is not told of direct changes to it.
  public var input: Input
  /// The observer.
  public var observer: Observer

  /// Creates an input that tells `observer` of changes of `input`.
  public init(_ input: Input, observer: Observer) {
    self.input = input
    self.observer = observer
  }

  mutating func changingText<Failure: Error>(
    _ change: (inout Input) throws(Failure) -> Void
  ) throws(Failure) {
    observer.textWillChange()
    observer.selectionWillChange()
    defer {
      observer.selectionDidChange()
      observer.textDidChange()
    }
    try change(&input)
  }
}
