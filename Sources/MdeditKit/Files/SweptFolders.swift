/// The folders in which a run has looked for the temporary files of killed runs.
///
/// To look through a folder takes time in proportion to what is in it. So it is done once: with
/// `--in-place` on 10,000 files of one folder, each would else have all 10,000 listed.
///
/// Unchecked, because nothing but `known` is shared, and its monitor lets one thread at a time at it.
package final class SweptFolders: @unchecked Sendable {
  /// The device and the number of each folder.
  private let known = Monitor(Set<[UInt64]>())

  /// Knows of no folder.
  package init() {}

  /// Takes the strays of an open folder away, unless that has been done; O(its files).
  func sweep(_ folder: Int32) {
    guard let status = try? fileStatus(of: folder) else { return }
    var isNew = false
    known.changing { known in
      let folder = FileIdentity(status)
      isNew = known.insert([folder.device, folder.file]).inserted
      return .nobody
    }
    if isNew { removeStrays(in: folder) }
  }
}

/// Removes the temporary files of killed runs: those that ``TemporaryFile/isStray(_:_:)`` recognizes
/// and that no process has locked.
private func removeStrays(in folder: Int32) {
  // A descriptor of its own: reading moves it, and closing the list closes it.
  let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0, let list = fdopendir(descriptor) else { return }
  defer { closedir(list) }
  while let entry = readdir(list) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard name.hasPrefix("."), let status = try? fileStatus(of: name, in: folder),
      TemporaryFile.isStray(name, status)
    else { continue }
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { continue }
    if flock(file, LOCK_EX | LOCK_NB) == 0, isNamed(file, name, in: folder) {
      unlinkat(folder, name, 0)
    }
    close(file)
  }
}
