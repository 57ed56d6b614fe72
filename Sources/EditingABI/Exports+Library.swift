import CEditingHost
import CommonMark
import MarkdownEditing
import MarkdownHTML
import MarkdownSyntax
import TextEditing

// The files Exports….swift implement `include/markdown_editing.h`, which documents each function.
// Numbers for options, codes and kinds are those of the header.

/// A literal, which ends with a NUL and which the caller may keep.
private func lasting(_ text: StaticString) -> UnsafePointer<UInt8> { text.utf8Start }

@_expose(wasm, "mde_version") @c(mde_version)
public func mdeVersion() -> UnsafePointer<UInt8> { lasting("0.1.0") }

@_expose(wasm, "mde_abi_version") @c(mde_abi_version)
public func mdeABIVersion() -> Int32 { 1 }

@_expose(wasm, "mde_code_message") @c(mde_code_message)
public func mdeCodeMessage(_ code: Int32) -> UnsafePointer<UInt8> { lasting(Code.message(code)) }

@_expose(wasm, "mde_length_limit") @c(mde_length_limit)
public func mdeLengthLimit() -> Int32 { Int32(Session.lengthLimit) }

@_expose(wasm, "mde_allocate") @c(mde_allocate)
public func mdeAllocate(_ size: Int) -> UnsafeMutableRawPointer? {
  // A size above Int's maximum is negative here.
  size < 0 ? nil : editing_host_allocate(size)
}

@_expose(wasm, "mde_release") @c(mde_release)
public func mdeRelease(_ memory: UnsafeMutableRawPointer?) { editing_host_release(memory) }

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
  doing(document) { (session) throws(Fault) in
    session.editor = try Session.editor(text, length, dialect: session.editor.dialect)
    session.marking = MarkingSession()
    session.textChanged()
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
  doing(document) { (session) throws(Fault) in
    let range = try session.editor.buffer.checked(start, end, OffsetUnit(unit))
    session.result.set(session.editor.buffer.bytes(in: range))
  }
}

@_expose(wasm, "mde_html") @c(mde_html)
public func mdeHTML(_ document: OpaquePointer?, _ options: Int32) -> Int32 {
  doing(document) { (session) throws(Fault) in
    session.result.set(try session.rendered(session.editor.buffer.utf8Bytes, options).html)
  }
}

@_expose(wasm, "mde_html_blocks") @c(mde_html_blocks)
public func mdeHTMLBlocks(
  _ document: OpaquePointer?, _ options: Int32, _ unit: Int32
) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let unit = try OffsetUnit(unit)
    let source = session.editor.buffer.utf8Bytes
    let (html, blocks) = try session.rendered(source, options)
    session.plan = nil
    session.result.set(html)
    session.change.clear()
    session.change.selections.set(unit.pairs(blocks.map { $0.range }, of: source))
    session.change.leaves.set(unit.pairs(blocks.map { $0.htmlRange }, of: html))
  }
}

@_expose(wasm, "mde_copy") @c(mde_copy)
public func mdeCopy(
  _ document: OpaquePointer?, _ format: Int32, _ unit: Int32,
  _ selections: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  doing(document) { (session) throws(Fault) in
    guard format == 0 || format == 1 else { throw Fault(Code.argument) }
    let places = try session.checked(selections, count, unit)
    let (source, dialect) = (session.editor.buffer.utf8Bytes, session.editor.dialect)
    let limits = ParsingLimits(byteCount: ParsingLimits.maximumRenderedByteCount)
    let copy: [UInt8]
    do throws(ParsingRefusal) {
      copy =
        format == 0
        ? try renderHTML(source, selecting: places, in: dialect, limits: limits)
        : try renderText(source, selecting: places, in: dialect, limits: limits)
    } catch {
      throw Fault(Code.refused, reason: Reason.unparsable, error.description)
    }
    session.result.set(copy)
  }
}

extension Session {
  fileprivate func rendered(
    _ source: [UInt8], _ options: Int32
  ) throws(Fault) -> (html: [UInt8], blocks: [RenderedBlock]) {
    let options = HTMLOptions(rawValue: options)
    guard options.isSubset(of: .all) else { throw Fault(Code.argument) }
    do throws(ParsingRefusal) {
      return try renderHTMLBlocks(
        source, in: editor.dialect, options: options,
        limits: ParsingLimits(byteCount: ParsingLimits.maximumRenderedByteCount))
    } catch {
      throw Fault(Code.refused, reason: Reason.unparsable, error.description)
    }
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

@_expose(wasm, "mde_set_option") @c(mde_set_option)
public func mdeSetOption(_ document: OpaquePointer?, _ option: Int32, _ value: Int32) -> Int32 {
  doing(document) { (session) throws(Fault) in
    let name = try optionName(option)
    let count = name?.values.count ?? Dialect.named.count
    guard value >= 0, value < Int32(count) else {
      throw Fault(Code.argument, "The option \(option) has no value \(value).")
    }
    if let name {
      session.options[name] = Int(value)
    } else {
      session.editor.dialect = Dialect.named[Int(value)].dialect
    }
  }
}

@_expose(wasm, "mde_option") @c(mde_option)
public func mdeOption(_ document: OpaquePointer?, _ option: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    if let name = try optionName(option) { return Int32(session.options[name]) }
    return Int32(Dialect.named.firstIndex { $0.dialect == session.editor.dialect } ?? 0)
  }
}

/// The option with a number of `markdown_editing.h`. 0 is the dialect, for which this is nil; the
/// others follow in the order of their names.
private func optionName(_ option: Int32) throws(Fault) -> EditingOptions.Name? {
  if option == 0 { return nil }
  let names = EditingOptions.Name.allCases
  guard option > 0, Int(option) <= names.count else {
    throw Fault(Code.argument, "There is no option \(option).")
  }
  return names[Int(option) - 1]
}
