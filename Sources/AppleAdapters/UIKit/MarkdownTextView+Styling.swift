#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import UIKit

  extension MarkdownTextView {
    /// Styles all text again before it is next drawn, after a change of the theme or the text size.
    func restyle() {
      styling = .restyling(styling, by: theme, textStorage, of: markdownEditor)
      setNeedsLayout()
      guard styling == nil else { return }
      // Setting these applies them to all text.
      font = font
      textColor = textColor
    }

    /// Styles changes since the last call; those in invisible text follow over time. Nothing is
    /// styled while an input method or Writing Tools are active.
    func styleChanges() {
      guard let styling, !isBeingRewritten else { return }
      let isLeft = styling.update(
        textStorage, of: &markdownEditor, visible: visibleRange, selection: selectedRange,
        marked: markedRange,
        isComposing: isComposing)
      if textStorage.length == 0 { typingAttributes = styling.highlighter.textAttributes }
      if isLeft { Task { @MainActor [weak self] in self?.setNeedsLayout() } }
    }

    private var visibleRange: NSRange {
      guard let start = closestPosition(to: bounds.origin),
        let end = closestPosition(to: CGPoint(x: bounds.maxX, y: bounds.maxY))
      else { return NSRange(location: 0, length: 0) }
      return NSRange(
        location: offset(from: beginningOfDocument, to: start),
        length: max(0, offset(from: start, to: end)))
    }

    /// The text that an input method composes or predicts; nil if there is none.
    private var markedRange: NSRange? {
      guard let marked = markedTextRange, !marked.isEmpty else { return nil }
      return NSRange(
        location: offset(from: beginningOfDocument, to: marked.start),
        length: offset(from: marked.start, to: marked.end))
    }

    /// The task box at a point of the view, in UTF-8 offsets of the text; nil if there is none.
    func taskBox(at point: CGPoint) -> Range<Int>? {
      guard togglesTappedTasks, isEditable, let character = characterRange(at: point),
        firstRect(for: character).insetBy(dx: -4, dy: -4).contains(point)
      else { return nil }
      return markdownEditor.taskBox(atUTF16: offset(from: beginningOfDocument, to: character.start))
    }

    /// Checks or unchecks the task whose box was tapped.
    #if canImport(ObjectiveC)
      @objc(markdownBoxTapped:)
    #endif
    public func markdownBoxTapped(_ tap: UITapGestureRecognizer) {
      if let box = taskBox(at: tap.location(in: self)) {
        perform(.toggleTask.with(bar.options), onUTF8: box)
      }
    }
  }

  /// Recognizes taps on task boxes, and leaves all other touches to the view.
  @MainActor final class TaskBoxTap: NSObject, UIGestureRecognizerDelegate {
    private weak var view: MarkdownTextView?

    init(on view: MarkdownTextView) {
      self.view = view
      super.init()
      let tap = UITapGestureRecognizer(target: view, action: Selector(("markdownBoxTapped:")))
      tap.delegate = self
      view.addGestureRecognizer(tap)
    }

    /// Accepts a touch that begins in a box.
    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
    {
      view.map { $0.taskBox(at: touch.location(in: $0)) != nil } ?? false
    }

    /// Makes the view's own recognizers wait, so that a tap on a box does not move the caret.
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool { true }
  }
#endif
