import JSONText

/// The identifier of a request.
enum RequestID: Hashable, Sendable {
  case number(Int)
  case string(String)
}

/// A message of JSON-RPC 2.0.
package struct Message: Sendable {
  enum Kind: Sendable {
    case request(RequestID, method: String)
    case notification(method: String)
    case response(RequestID)
  }
  let kind: Kind
  /// The parameters of a request or a notification, or the result of a response; nil if there are none.
  let value: JSONTree?
  /// The error of a response, which then has no result.
  let error: JSONTree?

  /// Reads a message.
  ///
  /// - Throws: a ``ResponseError`` with the code of JSON-RPC.
  init(_ content: [UInt8]) throws(ResponseError) {
    let tree: JSONTree
    do { tree = try JSONTree(content) } catch {
      throw ResponseError(.parseError, "The message is not JSON: \(error.message)")
    }
    guard case .object = tree.kind else {
      throw ResponseError(.invalidRequest, "The message is \(tree.kind.name), not an object.")
    }
    let id = tree["id"].flatMap { RequestID($0) }
    if tree["id"] != nil, id == nil, !tree["id", isNull: true] {
      throw ResponseError(.invalidRequest, "An id is a string or a whole number.")
    }
    error = tree["error"]
    if let method = tree["method"] {
      guard let name = method.string else {
        throw ResponseError(.invalidRequest, "A method is a string.", id: id)
      }
      value = tree["params"]
      kind = id.map { .request($0, method: name) } ?? .notification(method: name)
    } else if let id, tree["result"] != nil || tree["result", isNull: true] || error != nil {
      value = tree["result"]
      kind = .response(id)
    } else {
      throw ResponseError(
        .invalidRequest, "The message has no method, and is no response.", id: id)
    }
  }
}

/// A frame of the client's stream, read as a message; it can be read on any thread.
package struct Received: Sendable {
  /// The message, or the error to answer.
  let message: Result<Message, ResponseError>
  /// Whether a message that could not be read may have changed a document.
  let mayChangeText: Bool

  package init(_ frame: Frame) {
    switch frame {
    case .malformed(let reason):
      message = .failure(ResponseError(.parseError, reason))
      mayChangeText = false
    case .content(let content):
      let message = Result { () throws(ResponseError) in try Message(content) }
      self.message = message
      let change = Array("textDocument/did".utf8)
      mayChangeText =
        if case .failure = message { content.firstRange(of: change) != nil } else { false }
    }
  }
}

/// The reason why a request is not answered with a result.
struct ResponseError: Error, Hashable, Sendable {
  /// The codes of JSON-RPC 2.0 and of the Language Server Protocol.
  enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
    case contentModified = -32801
    case requestFailed = -32803
  }

  var code: Code
  /// A sentence.
  var message: String
  /// The name of the reason, as in `mdedit batch`.
  var reason: String?
  /// The request, if the error was found while reading it.
  var id: RequestID?

  init(_ code: Code, _ message: String, reason: String? = nil, id: RequestID? = nil) {
    self.code = code
    self.message = message
    self.reason = reason
    self.id = id
  }
}

extension RequestID {
  init?(_ tree: JSONTree) {
    switch tree.kind {
    case .string(let text): self = .string(text)
    case .number(let number):
      guard let whole = Int(exactly: number) else { return nil }
      self = .number(whole)
    default: return nil
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .number(let number): writer.number(number)
    case .string(let text): writer.string(text)
    }
  }
}

extension JSONTree {
  /// The member of an object; nil if there is none, or if it is null.
  subscript(key: String) -> JSONTree? {
    guard case .object(let members) = kind,
      let value = members.first(where: { $0.key == key })?.value, value.kind != .null
    else { return nil }
    return value
  }

  /// Whether the member of an object is null.
  fileprivate subscript(key: String, isNull _: Bool) -> Bool {
    guard case .object(let members) = kind else { return false }
    return members.first { $0.key == key }?.value.kind == .null
  }

  var string: String? { if case .string(let text) = kind { text } else { nil } }
  var bool: Bool? { if case .bool(let value) = kind { value } else { nil } }
  var elements: [JSONTree]? { if case .array(let elements) = kind { elements } else { nil } }
  var integer: Int? {
    if case .number(let number) = kind { Int(exactly: number) } else { nil }
  }

  /// The member that is reached by several keys, one after another.
  func member(_ path: String...) -> JSONTree? {
    var tree: JSONTree? = self
    for key in path { tree = tree?[key] }
    return tree
  }
}

extension JSONWriter {
  /// Writes a value that was read.
  mutating func value(_ tree: JSONTree) {
    switch tree.kind {
    case .object(let members):
      object { writer in
        for member in members {
          writer.key(named: member.key)
          writer.value(member.value)
        }
      }
    case .array(let elements): array { writer in for element in elements { writer.value(element) } }
    case .string(let text): string(text)
    case .number(let number):
      if let whole = Int(exactly: number) {
        self.number(whole)
      } else {
        verbatim(Array("\(number)".utf8))
      }
    case .bool(let value): bool(value)
    case .null: null()
    }
  }
}
