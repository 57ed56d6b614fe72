import MarkdownEditing
import MarkdownSyntax

/// `mde_set_option`: sets an option.
@_expose(wasm, "mde_set_option") @c(mde_set_option)
public func mdeSetOption(_ document: OpaquePointer?, _ option: Int32, _ value: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let last: Int32 =
      switch option {
      case 3: Int32(Dialect.named.count) - 1
      case 4: Int32(MarkPolicies.Edges.allCases.count) - 1
      default: commandPolicy(option).map { Int32($0.values.count) - 1 } ?? 1
      }
    guard value >= 0, value <= last else {
      throw Fault(Code.argument, "The option \(option) has no value \(value).")
    }
    switch option {
    case 0: session.policies.inRun = value == 0 ? .wholeRun : .word
    case 1: session.policies.atWordEdge = value == 0 ? .marksWord : .insertsPair
    case 2: session.policies.allowsReferences = value == 1
    case 3: session.editor.dialect = Dialect.named[Int(value)].dialect
    case 4: session.policies.edges = MarkPolicies.Edges.allCases[Int(value)]
    default:
      guard let row = commandPolicy(option) else {
        throw Fault(Code.argument, "There is no option \(option).")
      }
      session.commandPolicies[row] = Int(value)
    }
    return Code.ok
  }
}

/// The policy of the catalogue's commands that an option is: from 5, in the order of its rows.
private func commandPolicy(_ option: Int32) -> CommandPolicies.Row? {
  let rows = CommandPolicies.Row.allCases
  let index = Int(option) - 5
  return rows.indices.contains(index) ? rows[index] : nil
}

/// `mde_option`: an option's value.
@_expose(wasm, "mde_option") @c(mde_option)
public func mdeOption(_ document: OpaquePointer?, _ option: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    switch option {
    case 0: return session.policies.inRun == .wholeRun ? 0 : 1
    case 1: return session.policies.atWordEdge == .marksWord ? 0 : 1
    case 2: return session.policies.allowsReferences ? 1 : 0
    case 3:
      return Int32(Dialect.named.firstIndex { $0.dialect == session.editor.dialect } ?? 0)
    case 4:
      return Int32(MarkPolicies.Edges.allCases.firstIndex(of: session.policies.edges) ?? 0)
    default:
      guard let row = commandPolicy(option) else {
        throw Fault(Code.argument, "There is no option \(option).")
      }
      return Int32(session.commandPolicies[row])
    }
  }
}
