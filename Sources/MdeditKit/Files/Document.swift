/// A document that was read from a file or from standard input.
package struct Document: Hashable, Sendable {
  /// The maximum size of a document, in bytes.
  package static let byteLimit = 1 << 28

  package let text: SourceText
  /// The path that was given; nil for standard input.
  package let path: String?
  /// The file's identity and state when it was read; nil for standard input.
  package let identity: FileIdentity?

  /// Reads the file at `argument`, or standard input if `argument` is `-`.
  ///
  /// If `isRegular`, only a regular file is accepted, because opening a pipe could block.
  ///
  /// - Throws: a ``Failure`` of status `noInput` if the file does not exist or is not readable,
  ///   `inputOutput` if reading fails, `changedMeanwhile` if the file changes while it is read,
  ///   `badInput` if it is not UTF-8 or too large.
  package init(reading argument: String, isRegular: Bool = false) throws(Failure) {
    guard argument != "-" else {
      let name = "standard input"
      let bytes = try Self.content(of: 0, name: name, count: 0)
      self.init(text: try SourceText(bytes, name: name), path: nil, identity: nil)
      return
    }
    let name = argument.isEmpty ? "“”" : TerminalText.name(argument)
    let descriptor = open(argument, O_RDONLY | O_CLOEXEC | (isRegular ? O_NONBLOCK : 0))
    guard descriptor >= 0 else {
      let error = SystemError()
      throw Failure(.noInput, "\(name): \(error.reason).")
    }
    defer { close(descriptor) }
    let before = try Self.status(of: descriptor, name: name)
    if before.kind == S_IFDIR { throw Failure(.noInput, "\(name): this is a folder, not a file.") }
    guard !isRegular || before.kind == S_IFREG else {
      throw Failure(.notDone, "\(name): not a regular file; nothing was changed.")
    }
    let bytes = try Self.content(of: descriptor, name: name, count: Int(before.st_size))
    let identity = FileIdentity(try Self.status(of: descriptor, name: name))
    guard before.kind != S_IFREG || identity == FileIdentity(before) else {
      throw Failure(.changedMeanwhile, "\(name): the file changed while it was being read.")
    }
    self.init(text: try SourceText(bytes, name: name), path: argument, identity: identity)
  }

  private init(text: SourceText, path: String?, identity: FileIdentity?) {
    self.text = text
    self.path = path
    self.identity = identity
  }

  private static func status(of descriptor: Int32, name: String) throws(Failure) -> stat {
    do {
      return try fileStatus(of: descriptor)
    } catch {
      throw Failure(.inputOutput, "\(name): \(error.reason).")
    }
  }

  private static func content(
    of descriptor: Int32, name: String, count: Int
  ) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try readAll(from: descriptor, expecting: count, limit: byteLimit)
    } catch {
      if error.number == EISDIR {
        throw Failure(.noInput, "\(name): this is a folder, not a file.")
      }
      throw Failure(.inputOutput, "\(name): reading failed: \(error.reason).")
    }
    guard bytes.count <= byteLimit else {
      throw Failure(.badInput, "\(name): the text is longer than \(byteLimit) bytes.")
    }
    return bytes
  }
}
