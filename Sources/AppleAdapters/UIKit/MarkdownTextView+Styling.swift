#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import UIKit

  extension MarkdownTextView {
    /// Styles all of the text again before it is next drawn: after a change of the theme, or of the size of text.
    func restyle() {
      styling = .restyling(styling, by: theme, textStorage, of: markdownEditor)
      setNeedsLayout()
      guard styling == nil else { return }
      // Setting them gives them to all of the text.
      font = font
      textColor = textColor
    }

    /// Styles what has changed since the last time. What cannot be seen is styled by and by, and nothing while an input
    /// method is composing, or Writing Tools rewrite.
    func styleChanges() {
      guard let styling, !isBeingRewritten else { return }
      let isLeft = styling.update(
        textStorage, of: &markdownEditor, visible: visibleRange, selection: selectedRange,
        marked: markedRange,
        isComposing: isComposing)
      if textStorage.length == 0 { typingAttributes = styling.highlighter.textAttributes }
      if isLeft { Task { @MainActor [weak self] in self?.setNeedsLayout() } }
    }

    /// The characters that can be seen.
    private var visibleRange: NSRange {
      guard let start = closestPosition(to: bounds.origin),
        let end = closestPosition(to: CGPoint(x: bounds.maxX, y: bounds.maxY))
      else { return NSRange(location: 0, length: 0) }
      return NSRange(
        location: offset(from: beginningOfDocument, to: start),
        length: max(0, offset(from: start, to: end)))
    }

    /// What an input method composes or predicts; nil if it does neither.
    private var markedRange: NSRange? {
      guard let marked = markedTextRange, !marked.isEmpty else { return nil }
      return NSRange(
        location: offset(from: beginningOfDocument, to: marked.start),
        length: offset(from: marked.start, to: marked.end))
    }

    /// The box of a task at a point of the view, as UTF-8 offsets of the text; nil if there is none.
    func taskBox(at point: CGPoint) -> Range<Int>? {
      guard togglesTappedTasks, isEditable, let character = characterRange(at: point),
        firstRect(for: character).insetBy(dx: -4, dy: -4).contains(point)
      else { return nil }
      return markdownEditor.taskBox(atUTF16: offset(from: beginningOfDocument, to: character.start))
    }

    /// Checks the task whose box was tapped, or takes the check away.
    #if canImport(ObjectiveC)
      @objc(markdownBoxTapped:)
    #endif
    public func markdownBoxTapped(_ tap: UITapGestureRecognizer) {
      if let box = taskBox(at: tap.location(in: self)) {
        perform(.toggleTask.with(bar.options), onUTF8: box)
      }
    }
  }

  /// Recognizes taps on boxes of tasks, and leaves all other touches to the view.
  @MainActor final class TaskBoxTap: NSObject, UIGestureRecognizerDelegate {
    private weak var view: MarkdownTextView?

    /// Adds the recognizer to a view.
    init(on view: MarkdownTextView) {
      self.view = view
      super.init()
      let tap = UITapGestureRecognizer(target: view, action: Selector(("markdownBoxTapped:")))
      tap.delegate = self
      view.addGestureRecognizer(tap)
    }

    /// Takes a touch that begins in a box.
    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
    {
      view.map { $0.taskBox(at: touch.location(in: $0)) != nil } ?? false
    }

    /// Lets the view's own recognizers wait, so that a tap on a box does not move the caret.
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool { true }
  }
#endif
