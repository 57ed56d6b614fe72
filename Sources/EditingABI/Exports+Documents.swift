import CommonMark
import MarkdownEditing
import MarkdownHTML
import TextEditing

@_expose(wasm, "mde_open") @c(mde_open)
public func mdeOpen(
  _ text: UnsafePointer<UInt8>?, _ length: Int, _ code: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  do {
    let handle = try Session(Session.editor(text, length)).handle()
    code?.pointee = Code.ok
    return handle
  } catch {
    code?.pointee = error.code
    return nil
  }
}

@_expose(wasm, "mde_close") @c(mde_close)
public func mdeClose(_ document: OpaquePointer?) -> Int32 { Session.close(document) }

@_expose(wasm, "mde_set_text") @c(mde_set_text)
public func mdeSetText(
  _ document: OpaquePointer?, _ text: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    session.editor = try Session.editor(text, length, dialect: session.editor.dialect)
    session.marking = MarkingSession()
    session.textChanged()
    return Code.ok
  }
}

@_expose(wasm, "mde_length") @c(mde_length)
public func mdeLength(_ document: OpaquePointer?, _ unit: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let buffer = session.editor.buffer
    return Int32(buffer.offset(ofUTF8: buffer.utf8Count, in: try OffsetUnit(unit)))
  }
}

@_expose(wasm, "mde_text") @c(mde_text)
public func mdeText(
  _ document: OpaquePointer?, _ unit: Int32, _ start: Int32, _ end: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let buffer = session.editor.buffer
    let range = try buffer.checked(start, end, OffsetUnit(unit))
    session.result.set(buffer.bytes(in: range))
    return Code.ok
  }
}

@_expose(wasm, "mde_html") @c(mde_html)
public func mdeHTML(_ document: OpaquePointer?, _ raw: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    guard raw == 0 || raw == 1 else { throw Fault(Code.argument) }
    let html: [UInt8]
    do throws(ParsingRefusal) {
      html = try renderHTML(
        session.editor.buffer.utf8Bytes, in: session.editor.dialect, allowingRawHTML: raw == 1,
        limits: ParsingLimits(byteCount: ParsingLimits.maximumRenderedByteCount))
    } catch {
      throw Fault(Code.refused, reason: Reason.unparsable, error.description)
    }
    session.result.set(html)
    return Code.ok
  }
}

@_expose(wasm, "mde_convert") @c(mde_convert)
public func mdeConvert(
  _ document: OpaquePointer?, _ offset: Int32, _ unit: Int32, _ otherUnit: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let buffer = session.editor.buffer
    let place = try buffer.checked(offset, OffsetUnit(unit))
    return Int32(buffer.offset(ofUTF8: place, in: try OffsetUnit(otherUnit)))
  }
}

@_expose(wasm, "mde_result") @c(mde_result)
public func mdeResult(_ document: OpaquePointer?) -> UnsafePointer<UInt8>? {
  lending(document) { UnsafePointer($0.result.start) }
}

@_expose(wasm, "mde_result_length") @c(mde_result_length)
public func mdeResultLength(_ document: OpaquePointer?) -> Int32 {
  getting(document) { Int32(clamping: $0.result.count) }
}

@_expose(wasm, "mde_reason") @c(mde_reason)
public func mdeReason(_ document: OpaquePointer?) -> Int32 { getting(document) { $0.reason } }

@_expose(wasm, "mde_message") @c(mde_message)
public func mdeMessage(_ document: OpaquePointer?) -> UnsafePointer<UInt8>? {
  lending(document) { UnsafePointer($0.message.start) }
}
