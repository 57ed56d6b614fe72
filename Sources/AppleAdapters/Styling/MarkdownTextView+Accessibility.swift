#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  // What VoiceOver offers in both views: a rotor from heading to heading, and actions at the caret.

  extension MarkdownEditor {
    /// The next or the previous heading of the text, with its markup, in UTF-16 code units.
    ///
    /// - Parameter range: the heading to start from; nil for the start or the end of the text.
    /// - Complexity: O(*n*) for *n* blocks.
    fileprivate func heading(isNext: Bool, from range: NSRange?) -> NSRange? {
      let current = range.map { buffer.utf8Offset(ofUTF16: $0.location) ?? 0 }
      let starts = document.headings(in: dialect).map(\.start)
      let found =
        isNext ? starts.first { $0 > current ?? -1 } : starts.last { $0 < current ?? .max }
      return found.map { start in
        let text = buffer.text(utf8: buffer.lines(ofUTF8: start..<start))
        let count = text.prefix { !$0.isNewline }.utf16.count
        return NSRange(location: buffer.utf16Offset(ofUTF8: start), length: count)
      }
    }
  }

  extension MarkdownTextView {
    /// The actions at the caret: to check the task of its line, and to follow its link.
    var caretActions: [(name: String, perform: () -> Bool)] {
      guard let caret = selectedTextRange.map({ nsRange($0).location }) else { return [] }
      var actions: [(name: String, perform: () -> Bool)] = []
      let line = markdownEditor.buffer.lines(ofUTF16: NSRange(location: caret, length: 0))
      let tokens = try? markdownEditor.document.tokens(of: line, in: dialect)
      if let box = tokens?.first(where: { $0.kind == .taskBox }), barrier() == nil {
        let name = wording[box.marks.contains(.checked) ? "task.uncheck" : "task.check"]
        let toggle = EditingCommand.toggleTask.with(options)
        actions.append(
          (name, { [weak self] in self?.perform(toggle, utf8: box.range).plan != nil }))
      }
      let link = [caret, caret - 1].lazy.compactMap(markdownEditor.link).first
      if let link, let onLinkTap {
        let follow = {
          onLinkTap(link.destination)
          return true
        }
        actions.append((wording["link.open"], follow))
      }
      return actions
    }
  }

  #if canImport(UIKit)
    extension MarkdownTextView {
      func headingRotor() -> UIAccessibilityCustomRotor {
        UIAccessibilityCustomRotor(systemType: .heading) { [weak self] predicate in
          guard let self,
            let heading = markdownEditor.heading(
              isNext: predicate.searchDirection == .next,
              from: predicate.currentItem.targetRange.map { self.nsRange($0) })
          else { return nil }
          return UIAccessibilityCustomRotorItemResult(
            targetElement: self, targetRange: textRange(heading))
        }
      }
    }
  #else
    /// Finds the headings of a view, which it does not retain.
    @MainActor final class HeadingRotor: NSObject, NSAccessibilityCustomRotorItemSearchDelegate {
      private weak var view: MarkdownTextView?

      init(of view: MarkdownTextView) { self.view = view }

      func rotor(
        _ rotor: NSAccessibilityCustomRotor,
        resultFor searchParameters: NSAccessibilityCustomRotor.SearchParameters
      ) -> NSAccessibilityCustomRotor.ItemResult? {
        let current = searchParameters.currentItem?.targetRange
        guard let view,
          let heading = view.markdownEditor.heading(
            isNext: searchParameters.searchDirection == .next,
            from: current.flatMap { $0.location == NSNotFound ? nil : $0 })
        else { return nil }
        let result = NSAccessibilityCustomRotor.ItemResult(targetElement: view)
        result.targetRange = heading
        return result
      }
    }
  #endif
#endif
