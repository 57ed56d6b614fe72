import MarkdownEditing
import MarkdownSyntax

@_expose(wasm, "mde_set_option") @c(mde_set_option)
public func mdeSetOption(_ document: OpaquePointer?, _ option: Int32, _ value: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
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
    return Code.ok
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
