import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct LineEndingStyleTests {
  let stage = Stage()
  let delegate = RefreshingDelegate()

  private func view(_ marked: String) -> MarkdownTextView {
    let view = stage.fill(with: delegate.view(marked))
    var theme = MarkdownTheme.standard
    theme.delimiters = .dimmed
    view.theme = theme
    view.layoutIfNeeded()
    return view
  }
  private func attribute<Value>(_ key: NSAttributedString.Key, at place: Int, in view: UITextView)
    -> Value?
  {
    view.textStorage.attribute(key, at: place, effectiveRange: nil) as? Value
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func aLineEndingIsAsTallAsText(ending: String) {
    let view = view("# 😀é\(ending)b‸")
    let font: UIFont? = attribute(.font, at: 5, in: view)
    #expect(font?.pointSize == 17)
    let ofHeading: UIFont? = attribute(.font, at: 4, in: view)
    #expect((ofHeading?.pointSize ?? 0) > 17)
  }

  @Test func theBackslashOfAnEscapeIsDimmedAndItsCharacterIsNot() {
    let view = view("a\\*b‸")
    let colors: [UIColor?] = (0..<4).map { attribute(.foregroundColor, at: $0, in: view) }
    #expect(colors[0] == colors[2] && colors[0] == colors[3] && colors[0] != colors[1])
  }
}
