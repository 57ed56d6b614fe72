import CEditingHost

/// Runs a call on the session of a handle; returns the result of `body`, or a code.
func calling(
  _ handle: OpaquePointer?, _ body: (Session) throws(Fault) -> Int32
) -> Int32 {
  getting(handle) { session in
    session.begin()
    do throws(Fault) { return try body(session) } catch { return session.fail(error) }
  }
}

/// Runs a getter on the session of a handle, without changing it.
func getting(_ handle: OpaquePointer?, _ body: (Session) -> Int32) -> Int32 {
  var code: Int32 = 0
  guard let session = entered(handle, &code) else { return code }
  defer { editing_host_leave(UnsafeMutableRawPointer(handle)) }
  return body(session)
}

/// Runs a getter that returns a pointer; NULL for a wrong handle.
func lending<Element>(
  _ handle: OpaquePointer?, _ body: (Session) -> UnsafePointer<Element>?
) -> UnsafePointer<Element>? {
  var code: Int32 = 0
  guard let session = entered(handle, &code) else { return nil }
  defer { editing_host_leave(UnsafeMutableRawPointer(handle)) }
  return body(session)
}

private func entered(_ handle: OpaquePointer?, _ code: inout Int32) -> Session? {
  guard let object = editing_host_enter(UnsafeMutableRawPointer(handle), &code) else { return nil }
  return Unmanaged<Session>.fromOpaque(object).takeUnretainedValue()
}

extension Session {
  /// Adds the session to the host's table, which retains it.
  func handle() throws(Fault) -> OpaquePointer {
    let object = Unmanaged.passRetained(self)
    if let handle = editing_host_add(object.toOpaque()) { return OpaquePointer(handle) }
    object.release()
    throw Fault(Code.full)
  }

  /// Removes the session of a handle from the table; returns a code.
  static func close(_ handle: OpaquePointer?) -> Int32 {
    var code: Int32 = 0
    let raw = UnsafeMutableRawPointer(handle)
    guard let object = editing_host_enter(raw, &code) else { return code }
    editing_host_remove(raw)
    Unmanaged<Session>.fromOpaque(object).release()
    return Code.ok
  }
}
