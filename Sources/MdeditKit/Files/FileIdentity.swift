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
}

extension FileIdentity {
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
  /// The type of the file, for example `S_IFREG` or `S_IFDIR`.
  var kind: mode_t { st_mode & S_IFMT }
}
