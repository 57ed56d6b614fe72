import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct OfferedCommandTests {
  let delegate = RefreshingDelegate()

  @Test func aCommandWithoutAButtonIsNotOffered() {
    let view = delegate.view("⟦a⟧")
    view.bar.showsOthers = false
    view.bar.order = ["code"]
    for name in ["toggleBoldface:", "toggleItalics:"] {
      #expect(!view.canPerformAction(Selector((name)), withSender: nil))
    }
    view.bar.order = ["emphasis"]
    #expect(view.canPerformAction(Selector(("toggleItalics:")), withSender: nil))
    #expect(!view.canPerformAction(Selector(("toggleBoldface:")), withSender: nil))
  }
}
