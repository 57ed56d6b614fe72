import CExtendedAttributes

// Files in open folders, by their versions. ENOENT is also thrown for what is not a regular file,
// ESTALE for a file that has another version, and EEXIST instead of replacing a file.

/// The version of a file; throws if it is not `version`.
@discardableResult
package func fileVersion(
  of name: String, in folder: Int32, expecting version: String? = nil
) throws(SystemError) -> String {
  try fileIdentity(of: name, in: folder, version).version
}

func fileIdentity(
  of name: String, in folder: Int32, _ version: String? = nil
) throws(SystemError) -> FileIdentity {
  let status = try fileStatus(of: name, in: folder)
  guard status.kind == S_IFREG else { throw SystemError(ENOENT) }
  let identity = FileIdentity(status)
  guard version == nil || version == identity.version else { throw SystemError(ESTALE) }
  return identity
}

/// Reads a file of at most `limit` bytes, or throws EFBIG.
package func readFile(
  _ name: String, in folder: Int32, limit: Int = Document.byteLimit
) throws(SystemError) -> (bytes: [UInt8], version: String) {
  let identity = try fileIdentity(of: name, in: folder)
  let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
  let file = Int32(try retrying { Int(openat(folder, name, flags)) })
  defer { close(file) }
  let bytes = try readAll(from: file, expecting: identity.byteCount, limit: limit)
  guard bytes.count <= limit else { throw SystemError(EFBIG) }
  // Another program may have replaced it or written to it meanwhile.
  guard FileIdentity(try fileStatus(of: file)) == identity else { throw SystemError(ESTALE) }
  return (bytes, identity.version)
}

/// Creates a file with its contents. At no time, even after a crash, has a part of it the name.
package func createFile(
  _ name: String, in folder: Int32, _ bytes: [UInt8]
) throws(SystemError) -> String {
  let hidden = hiddenName()
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = Int32(try retrying { Int(openat(folder, hidden, flags, 0o666)) })
  defer { close(file) }
  do throws(SystemError) {
    try writeAll(bytes, to: file)
    _ = try retrying { Int(fsync(file)) }
    try renameFile(hidden, in: folder, to: name, in: folder)
  } catch {
    unlinkat(folder, hidden, 0)
    throw error
  }
  fsync(folder)
  return FileIdentity(try fileStatus(of: file)).version
}

/// Deletes a file. What another program has written to it, at whatever moment, is kept.
package func removeFile(
  _ name: String, in folder: Int32, _ version: String
) throws(SystemError) {
  let hidden = hiddenName(try fileIdentity(of: name, in: folder, version))
  try renameFile(name, in: folder, to: hidden, in: folder)
  do throws(SystemError) {
    try fileVersion(of: hidden, in: folder, expecting: version)
  } catch {
    try renameFile(hidden, in: folder, to: name, in: folder)
    throw error
  }
  unlinkat(folder, hidden, 0)
}

package func renameFile(
  _ name: String, in folder: Int32, to new: String, in newFolder: Int32
) throws(SystemError) {
  #if canImport(Darwin)
    let result = renameatx_np(folder, name, newFolder, new, UInt32(RENAME_EXCL))
  #else
    let result = mdedit_rename(folder, name, newFolder, new, MDEDIT_NOREPLACE)
  #endif
  if result == 0 { return }
  let error = SystemError()
  guard [ENOSYS, EINVAL, ENOTSUP].contains(error.number) else { throw error }
  // The file system cannot do it in one step.
  _ = try retrying { Int(linkat(folder, name, newFolder, new, 0)) }
  unlinkat(folder, name, 0)
}

package func createFolder(_ name: String, in folder: Int32) throws(SystemError) {
  _ = try retrying { Int(mkdirat(folder, name, 0o777)) }
}
