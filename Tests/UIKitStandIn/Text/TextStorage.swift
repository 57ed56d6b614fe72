import Foundation

// NSTextStorage, the same for UIKit and AppKit. Edits between `beginEditing` and `endEditing` are
// joined into one, which the last `endEditing` reports to the delegate and as a notification.

public protocol NSTextStorageDelegate: NSObjectProtocol {
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int)
}
extension NSTextStorageDelegate {
  public func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) {}
}

open class NSTextStorage: NSMutableAttributedString {
  public struct EditActions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let editedAttributes = EditActions(rawValue: 1)
    public static let editedCharacters = EditActions(rawValue: 2)
  }
  public static let didProcessEditingNotification = NSNotification.Name(
    "NSTextStorageDidProcessEditingNotification")

  open weak var delegate: (any NSTextStorageDelegate)?
  open private(set) var editedMask: EditActions = []
  open private(set) var editedRange = NSRange(location: NSNotFound, length: 0)
  open private(set) var changeInLength = 0
  private var depth = 0
  /// How often the whole text was copied as a string.
  @_spi(StandIn) public private(set) var copies = 0

  open override var string: String {
    copies += 1
    return super.string
  }
  open override func replaceCharacters(in range: NSRange, with str: String) {
    // Linux moves an edit to the bounds of a character, whereas Apple counts code units.
    var units = Array(super.string.utf16)
    let end = range.location + range.length
    units.replaceSubrange(range.location..<end, with: str.utf16)
    super.replaceCharacters(
      in: NSRange(location: 0, length: length), with: String(decoding: units, as: UTF16.self))
    // New characters look like the first replaced one, or like the one before them.
    let model = range.length == 0 ? range.location - 1 : range.location
    let look = looks.indices.contains(model) ? looks[model] : [:]
    looks.replaceSubrange(
      range.location..<end, with: repeatElement(look, count: str.utf16.count))
    edited(.editedCharacters, range: range, changeInLength: str.utf16.count - range.length)
  }

  // MARK: Attributes, which Linux's Foundation cannot keep if they are objects of other classes than its own

  /// The attributes of each code unit.
  private var looks: [[NSAttributedString.Key: Any]] = []
  /// Counts the edits, so that a layout knows whether it is valid.
  private(set) var edits = 0

  /// The text, for the layout, which is not counted as a copy.
  var plain: String { super.string }

  open override func attributedSubstring(from range: NSRange) -> NSAttributedString {
    let part = NSTextStorage(string: super.attributedSubstring(from: range).string)
    part.looks = Array(looks[range.location..<range.location + range.length])
    return part
  }

  private func change(_ range: NSRange, _ body: (inout [NSAttributedString.Key: Any]) -> Void) {
    for unit in range.location..<range.location + range.length { body(&looks[unit]) }
    edited(.editedAttributes, range: range, changeInLength: 0)
  }
  open override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
    change(range) { $0 = attrs ?? [:] }
  }
  open override func addAttribute(_ name: NSAttributedString.Key, value: Any, range: NSRange) {
    change(range) { $0[name] = value }
  }
  open override func addAttributes(_ attrs: [NSAttributedString.Key: Any] = [:], range: NSRange) {
    change(range) { $0.merge(attrs) { $1 } }
  }
  open override func removeAttribute(_ name: NSAttributedString.Key, range: NSRange) {
    change(range) { $0[name] = nil }
  }
  open override func attributes(
    at location: Int, effectiveRange range: NSRangePointer?
  ) -> [NSAttributedString.Key: Any] { looks[location] }
  open override func attribute(
    _ attrName: NSAttributedString.Key, at location: Int, effectiveRange range: NSRangePointer?
  ) -> Any? { looks[location][attrName] }
  open override func attribute(
    _ attrName: NSAttributedString.Key, at location: Int,
    longestEffectiveRange range: NSRangePointer?,
    in rangeLimit: NSRange
  ) -> Any? {
    let value = looks[location][attrName].map { $0 as AnyObject }
    func isSame(_ unit: Int) -> Bool {
      let other = looks[unit][attrName].map { $0 as AnyObject }
      return other === value || (other as? NSObject).map { $0.isEqual(value) } ?? false
    }
    var (start, end) = (location, location + 1)
    while start > rangeLimit.location, isSame(start - 1) { start -= 1 }
    while end < rangeLimit.location + rangeLimit.length, isSame(end) { end += 1 }
    range?.pointee = NSRange(start..<end)
    return looks[location][attrName]
  }
  open override func beginEditing() {
    super.beginEditing()
    depth += 1
  }
  open override func endEditing() {
    super.endEditing()
    depth -= 1
    if depth == 0, editedMask != [] { processEditing() }
  }

  /// Records an edit: `editedRange` is the range in the text before it, as Apple documents.
  open func edited(_ editedMask: EditActions, range editedRange: NSRange, changeInLength delta: Int)
  {
    edits += 1
    let new = NSRange(location: editedRange.location, length: editedRange.length + delta)
    if self.editedMask == [] {
      self.editedRange = new
    } else {
      // The range recorded so far refers to the text before this edit, so it moves with the edit.
      var old = self.editedRange
      let end = editedRange.location + editedRange.length
      if old.location >= end, delta != 0 {
        old.location += delta
      } else if old.location + old.length > editedRange.location {
        old.length = max(old.length + delta, 0)
      }
      let start = min(old.location, new.location)
      let stop = max(old.location + old.length, new.location + new.length)
      self.editedRange = NSRange(location: start, length: stop - start)
    }
    self.editedMask.formUnion(editedMask)
    changeInLength += delta
    if depth == 0 { processEditing() }
  }

  open func processEditing() {
    let (mask, range, delta) = (editedMask, editedRange, changeInLength)
    delegate?.textStorage(self, didProcessEditing: mask, range: range, changeInLength: delta)
    NotificationCenter.default.post(
      name: NSTextStorage.didProcessEditingNotification, object: self)
    editedMask = []
    editedRange = NSRange(location: NSNotFound, length: 0)
    changeInLength = 0
  }
}
