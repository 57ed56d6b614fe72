import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct FormFieldsTests {
  let stage = Stage()
  let form: UIView
  let fields: [UITextField]
  let note = UITextView(frame: CGRect(x: 0, y: 0, width: 390, height: 100))

  /// Creates two fields in a row, one below, and a text view in a view of its own.
  init() {
    form = stage.fill(with: UIView(frame: .zero))
    let frames = [
      CGRect(x: 200, y: 0, width: 100, height: 40), CGRect(x: 0, y: 0, width: 100, height: 40),
      CGRect(x: 0, y: 100, width: 100, height: 40),
    ]
    fields = frames.map { UITextField(frame: $0) }
    for field in fields { form.addSubview(field) }
    let box = UIView(frame: CGRect(x: 0, y: 150, width: 390, height: 250))
    form.addSubview(box)
    box.addSubview(note)
    note.addSubview(UITextField(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
  }

  @Test func fieldsAreInReadingOrder() {
    let order = FormFields(in: form)
    #expect(order.next(after: fields[1]) === fields[0])
    #expect(order.next(after: fields[0]) === fields[2])
    #expect(order.next(after: fields[2]) === note)
    #expect(order.next(after: note) == nil)
    #expect(order.previous(before: note) === fields[2])
    #expect(order.previous(before: fields[1]) == nil)
    #expect(order.next(after: form) == nil)
    #expect(order.order.next(after: 1) == 0)
  }

  @Test func readingFromTheRightBeginsAtTheRight() {
    stage.window.setTraits(UITraitCollection(direction: .rightToLeft))
    let order = FormFields(in: form)
    #expect(order.next(after: fields[0]) === fields[1])
    #expect(order.next(after: fields[1]) === fields[2])
  }

  @Test func whatCannotBeEditedIsPassedOver() {
    fields[0].isEnabled = false
    note.isEditable = false
    #expect(FormFields(in: form).next(after: fields[1]) === fields[2])
    #expect(FormFields(in: form).next(after: fields[2]) == nil)
    fields[2].isHidden = true
    #expect(FormFields(in: form).next(after: fields[1]) == nil)
  }
}
