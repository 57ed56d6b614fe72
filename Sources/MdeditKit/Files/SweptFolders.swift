/// The folders in which a run has searched for the temporary files of killed runs.
///
/// Each folder is searched only once, because a search lists all files. With `--in-place` on 10,000
/// files in one folder, each file would otherwise list all 10,000.
///
/// Sendable is unchecked: only `known` is shared, and its monitor admits one thread at a time.
package final class SweptFolders: @unchecked Sendable {
  /// The device and inode of each folder.
  private let known = Monitor(Set<[UInt64]>())

  package init() {}

  /// Removes the strays from an open folder, unless that has been done; O(its files).
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

/// Removes the unlocked temporary files of killed runs: see ``TemporaryFile/isStray(_:_:)``.
private func removeStrays(in folder: Int32) {
  // A separate descriptor, because reading moves its position and `closedir` closes it.
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
