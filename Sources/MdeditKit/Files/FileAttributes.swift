import CExtendedAttributes

/// Copies the owner, mode, access control list and extended attributes of `original`, whose status
/// is `status`, to `copy`.
///
/// Attributes that only `copy` has are removed, for example those from the folder's default list.
func copyAttributes(
  of original: Int32, _ status: stat, to copy: Int32
) throws(SystemError) {
  let current = try fileStatus(of: copy)
  if (current.st_uid, current.st_gid) != (status.st_uid, status.st_gid) {
    _ = try retrying { Int(fchown(copy, status.st_uid, status.st_gid)) }
  }
  #if canImport(Darwin)
    let flags = copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)
    _ = try retrying { Int(fcopyfile(original, copy, nil, flags)) }
  #else
    try copyExtendedAttributes(of: original, to: copy)
  #endif
  // The mode is set last: a new owner or list clears the set-user-id and set-group-id bits.
  _ = try retrying { Int(fchmod(copy, status.st_mode & 0o7777)) }
  // A system may silently clear such a bit if the user is not in the group.
  guard try fileStatus(of: copy).st_mode & 0o7777 == status.st_mode & 0o7777 else {
    throw SystemError(EPERM)
  }
}

#if !canImport(Darwin)
  /// The name of an extended attribute: bytes, which need not be UTF-8, and a NUL at the end.
  private typealias AttributeName = [CChar]

  /// Makes the extended attributes of `copy` those of `original`. Access control lists are among
  /// them, as `system.posix_acl_access`.
  private func copyExtendedAttributes(
    of original: Int32, to copy: Int32
  ) throws(SystemError) {
    let names = try attributeNames(of: original)
    let superfluous = try attributeNames(of: copy).subtracting(names)
    for name in superfluous where has(name, "system.") || has(name, "user.") {
      _ = try retrying { Int(fremovexattr(copy, name)) }
    }
    for name in names.subtracting(contentBound) {
      let value = try attribute(name, of: original)
      if (try? attribute(name, of: copy)) == value { continue }
      _ = try retrying { Int(fsetxattr(copy, name, value, value.count, 0)) }
    }
  }

  /// Attributes that certify the contents of a file; the system removes them when it is written.
  private let contentBound: Set<AttributeName> = [
    bytes("security.ima"), bytes("security.evm"), bytes("security.capability"),
  ]

  private func bytes(_ name: String) -> AttributeName {
    name.utf8.map { CChar(bitPattern: $0) } + [0]
  }

  private func has(_ name: AttributeName, _ kind: String) -> Bool {
    name.starts(with: bytes(kind).dropLast())
  }

  private func attributeNames(of descriptor: Int32) throws(SystemError) -> Set<AttributeName> {
    do throws(SystemError) {
      let list = try growing { flistxattr(descriptor, $0, $1) }
      return Set(list.split(separator: 0).map { $0.map { CChar(bitPattern: $0) } + [0] })
    } catch {
      // The file system does not support such attributes, so there are none to copy.
      if error.number == ENOTSUP { return [] }
      throw error
    }
  }

  private func attribute(
    _ name: AttributeName, of descriptor: Int32
  ) throws(SystemError) -> [UInt8] {
    try growing { fgetxattr(descriptor, name, $0, $1) }
  }

  /// Returns the result of a call that reports the required size if it gets an empty buffer.
  private func growing(
    _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    while true {
      let count = try retrying { call(nil, 0) }
      if count == 0 { return [] }
      var bytes = [CChar](repeating: 0, count: count)
      do throws(SystemError) {
        let filled = try bytes.withUnsafeMutableBufferPointer { (bytes) throws(SystemError) in
          try retrying { call(bytes.baseAddress, count) }
        }
        return bytes[..<filled].map { UInt8(bitPattern: $0) }
      } catch {
        // The result may have grown between the two calls.
        if error.number != ERANGE { throw error }
      }
    }
  }
#endif
