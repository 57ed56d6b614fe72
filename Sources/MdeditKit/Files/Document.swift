package struct Document: Hashable, Sendable {
  /// The maximum size of a document, in bytes.
  package static let byteLimit = 1 << 28

  package let text: SourceText
  package let path: String?
  package let identity: FileIdentity?

  /// Reads the file at `argument`, or standard input if `argument` is `-`.
  ///
  /// If `isRegular`, only a regular file is accepted, because opening a pipe could block.
  package init(reading argument: String, isRegular: Bool = false) throws(Failure) {
    guard argument != "-" else {
      let name = "standard input"
      text = try SourceText(try Self.content(of: 0, name: name, count: 0), name: name)
      (path, identity) = (nil, nil)
      return
    }
    let name = argument.isEmpty ? "“”" : TerminalText.name(argument)
    let descriptor = open(argument, O_RDONLY | O_CLOEXEC | (isRegular ? O_NONBLOCK : 0))
    guard descriptor >= 0 else {
      throw Failure(.noInput, "\(name): \(SystemError().reason).")
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
    text = try SourceText(bytes, name: name)
    (path, self.identity) = (argument, identity)
  }

  private static func status(of descriptor: Int32, name: String) throws(Failure) -> stat {
    do { return try fileStatus(of: descriptor) } catch {
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

/// The identity and state of a file, to detect whether it changed between reading and writing.
package struct FileIdentity: Hashable, Sendable {
  /// The device, and the file's number (inode) on it.
  package let device, file: UInt64
  package let byteCount: Int
  /// The times of the last change of contents and of attributes, in seconds and nanoseconds.
  package let contentTime, attributeTime: [Int]

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(truncatingIfNeeded: status.st_ino)
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      let (content, attribute) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (content, attribute) = (status.st_mtim, status.st_ctim)
    #endif
    contentTime = [Int(content.tv_sec), Int(content.tv_nsec)]
    attributeTime = [Int(attribute.tv_sec), Int(attribute.tv_nsec)]
  }

  /// An HTTP entity tag. It changes when another program writes or replaces the file.
  var version: String {
    let numbers = [Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: file), byteCount]
    let digits = (numbers + contentTime).map { String($0, radix: 16) }
    return "\"\(digits.joined(separator: "."))\""
  }

  /// Whether this is the same file with the same contents as `other`. The time of the attributes is
  /// ignored, because renaming changes it.
  func hasSameContent(as other: FileIdentity) -> Bool {
    (device, file, byteCount) == (other.device, other.file, other.byteCount)
      && contentTime == other.contentTime
  }
}

func fileStatus(of descriptor: Int32) throws(SystemError) -> stat {
  var status = stat()
  if fstat(descriptor, &status) != 0 { throw SystemError() }
  return status
}

/// The status of the file `name` in an open folder; a symbolic link is not followed.
func fileStatus(of name: UnsafePointer<CChar>, in folder: Int32) throws(SystemError) -> stat {
  var status = stat()
  if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 { throw SystemError() }
  return status
}

extension stat {
  var kind: mode_t { st_mode & S_IFMT }
}
