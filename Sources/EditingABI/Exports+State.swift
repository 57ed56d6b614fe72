import MarkdownEditing
import TextEditing

/// `mde_state`: finds the state of all marks.
@_expose(wasm, "mde_state") @c(mde_state)
public func mdeState(
  _ document: OpaquePointer?, _ unit: Int32, _ selections: UnsafePointer<Int32>?, _ count: Int32
) -> Int32 {
  calling(document) { (session) throws(Fault) in
    let places = try session.checked(selections, count, unit)
    let editor = session.editor
    let state = FormattingState(
      of: places, in: editor.document, dialect: editor.dialect, policies: session.policies)
    session.state = state
    session.bar = session.bar(of: state)
    return Code.ok
  }
}

/// `mde_presence`: how the selection stands to a mark.
@_expose(wasm, "mde_presence") @c(mde_presence)
public func mdePresence(_ document: OpaquePointer?, _ mark: Int32) -> Int32 {
  getting(document) { session in
    switch session.known(mark)?.presence {
    case .off?: 0
    case .on?: 1
    case .mixed?: 2
    case nil: Code.argument
    }
  }
}

/// `mde_applies`: whether toggling a mark would do something.
@_expose(wasm, "mde_applies") @c(mde_applies)
public func mdeApplies(_ document: OpaquePointer?, _ mark: Int32) -> Int32 {
  getting(document) { session in
    switch session.known(mark)?.applies {
    case false?: 0
    case true?: 1
    case nil: Code.argument
    }
  }
}

/// `mde_bar_count`: how many buttons the bar has.
@_expose(wasm, "mde_bar_count") @c(mde_bar_count)
public func mdeBarCount(_ document: OpaquePointer?) -> Int32 {
  getting(document) { Int32($0.shownBar.items.count) }
}

/// `mde_bar_mark`: the mark of a button.
@_expose(wasm, "mde_bar_mark") @c(mde_bar_mark)
public func mdeBarMark(_ document: OpaquePointer?, _ button: Int32) -> Int32 {
  getting(document) { session in
    session.item(button)?.command.flatMap { Mark.allCases.firstIndex(of: $0.mark) }.map {
      Int32($0)
    }
      ?? Code.argument
  }
}

/// `mde_bar_text`: makes a text of a button the result.
@_expose(wasm, "mde_bar_text") @c(mde_bar_text)
public func mdeBarText(_ document: OpaquePointer?, _ button: Int32, _ field: Int32) -> Int32 {
  calling(document) { (session) throws(Fault) in
    guard let item = session.item(button) else {
      throw Fault(Code.argument, "The bar has no button \(button).")
    }
    let text =
      switch field {
      case 0: item.identifier
      case 1: item.title
      case 2: item.symbolName
      case 3: item.spokenLabel
      case 4: item.shortcut?.key ?? ""
      default: throw Fault(Code.argument, "A button has no field \(field).")
      }
    session.result.set(text.utf8)
    return Code.ok
  }
}

extension Session {
  /// What the last state says of a mark; one that the dialect has not is off. Nil where there is no
  /// state, or no such mark.
  fileprivate func known(
    _ number: Int32
  ) -> (presence: FormattingState.Presence, applies: Bool)? {
    guard let mark = try? Mark(number: number), let state else { return nil }
    return state[mark].map { ($0.presence, $0.applies) } ?? (.off, false)
  }

  /// The bar by the last state; where there is none, all is off and disabled.
  fileprivate var shownBar: AccessoryBar {
    bar ?? bar(of: FormattingState(of: [], in: []))
  }

  /// The bar of a state: the buttons of the marks that the dialect has.
  fileprivate func bar(of state: FormattingState) -> AccessoryBar {
    AccessoryBar(state, dialect: editor.dialect, policies: policies)
  }

  fileprivate func item(_ button: Int32) -> AccessoryBar.Item? {
    let items = shownBar.items
    return items.indices.contains(Int(button)) ? items[Int(button)] : nil
  }
}
