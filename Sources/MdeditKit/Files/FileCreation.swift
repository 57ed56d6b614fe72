import CExtendedAttributes

/// Creates a file with its contents. At no time, even after a crash, has a part of it the name.
///
/// - Throws: EEXIST if the name is taken.
func createFile(
  _ name: String, in folder: Int32, _ bytes: [UInt8]
) throws(SystemError) -> FileIdentity {
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
  return FileIdentity(try fileStatus(of: file))
}

/// Deletes a file whose contents are still those of `identity`.
///
/// - Throws: ESTALE if another program has written to it, at whatever moment; that version is kept.
func removeFile(
  _ name: String, in folder: Int32, _ identity: FileIdentity
) throws(SystemError) {
  let hidden = hiddenName(identity)
  try renameFile(name, in: folder, to: hidden, in: folder)
  guard let status = try? fileStatus(of: hidden, in: folder),
    FileIdentity(status).hasSameContent(as: identity)
  else {
    try renameFile(hidden, in: folder, to: name, in: folder)
    throw SystemError(ESTALE)
  }
  unlinkat(folder, hidden, 0)
}

/// Renames a file. Throws EEXIST instead of replacing another one.
func renameFile(
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
