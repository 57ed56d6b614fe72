import CExtendedAttributes
import Foundation
import Testing

/// Whether the tool can be run as a user without special rights.
private let canRunAsNobody =
  geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

/// Runs the tool as a user without rights over others' files.
private func runAsNobody(_ arguments: [String], in folder: URL) throws -> ToolRun {
  guard geteuid() == 0 else { return try ToolRun(arguments, in: folder) }
  return try ToolRun(
    executable: URL(filePath: "/usr/bin/setpriv"),
    ["--reuid=65534", "--regid=65534", "--clear-groups", Tool.url.path] + arguments, in: folder)
}

@Suite(.enabled(if: canRunAsNobody, "root may do everything, and there is no setpriv"))
struct InPlaceRightsTests {
  private let toggle = ["toggle", "strong", "notes.md", "--find", "word", "--in-place"]

  /// Returns the folder of a file with the given modes. If root runs this, another user owns them.
  private func folder(_ folderMode: mode_t, _ fileMode: mode_t) throws -> Scratch {
    let scratch = try Scratch()
    let file = try scratch.file("a word\n")
    #expect(chmod(file, fileMode) == 0 && chmod(scratch.url.path, folderMode) == 0)
    return scratch
  }

  @Test func anUnreadableFileIs66() throws {
    let scratch = try folder(0o777, 0o000)
    let run = try runAsNobody(toggle, in: scratch.url)
    #expect(run.status == 66)
    #expect(run.errors == "mdedit: notes.md: Permission denied.\n")
  }

  @Test func anUnwritableFileIsLeft() throws {
    let scratch = try folder(0o777, 0o444)
    let run = try runAsNobody(toggle, in: scratch.url)
    #expect(run.status == 74)
    #expect(
      run.errors
        == "mdedit: notes.md: cannot be written: Permission denied; the file is unchanged.\n")
    #expect(try scratch.bytes() == Array("a word\n".utf8))
    #expect(try scratch.names == ["notes.md"])
  }

  @Test func aFolderWithoutRoomForAnotherFileIsLeft() throws {
    let scratch = try folder(0o555, 0o666)
    defer { chmod(scratch.url.path, 0o755) }
    let run = try runAsNobody(toggle, in: scratch.url)
    #expect(run.status == 74)
    #expect(
      run.errors == "mdedit: notes.md: cannot create a temporary file in its folder: "
        + "Permission denied; the file is unchanged.\n")
    #expect(try scratch.bytes() == Array("a word\n".utf8))
  }

  @Test(.enabled(if: geteuid() == 0, "needs a file that somebody else owns"))
  func anOwnerThatCannotBeKeptIsAReasonNotTo() throws {
    let scratch = try folder(0o777, 0o666)
    let run = try runAsNobody(toggle, in: scratch.url)
    #expect(run.status == 74)
    #expect(run.errors.contains("cannot keep the owner, mode, access control list or extended"))
    #expect(try scratch.bytes() == Array("a word\n".utf8))
    #expect(try scratch.names == ["notes.md"])
  }
}

#if canImport(Glibc) || canImport(Musl)
  /// Sets an attribute, or returns false if the file system does not support it.
  private func set(_ name: String, _ value: [UInt8], _ path: String) throws -> Bool {
    if setxattr(path, name, value, value.count, 0) == 0 { return true }
    if errno == ENOTSUP || errno == EPERM {
      withKnownIssue("this file system has no \(name)") { Issue.record("not tried") }
      return false
    }
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }

  private func get(_ name: String, _ path: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 1 << 16)
    let count = getxattr(path, name, &value, value.count)
    return count < 0 ? nil : Array(value[..<count])
  }

  /// An access control list as Linux stores it: version, then tag, rights and id of each entry.
  private let accessList: [UInt8] =
    [2, 0, 0, 0]
    + [(0x01, 6, -1), (0x02, 4, 1234), (0x04, 4, -1), (0x10, 4, -1), (0x20, 0, -1)].flatMap {
      (tag: UInt16, rights: UInt16, id: Int32) in
      [UInt8(tag), 0, UInt8(rights), 0] + withUnsafeBytes(of: id.littleEndian, Array.init)
    }

  @Suite struct InPlaceAttributeTests {
    private func toggle(_ file: String) throws {
      let run = try ToolRun(["toggle", "strong", file, "--find", "word", "-i"])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test func extendedAttributesStay() throws {
      let scratch = try Scratch()
      let file = try scratch.file("a word\n")
      let value = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
      guard try set("user.origin", value, file), try set("user.empty", [], file) else { return }
      try toggle(file)
      #expect(get("user.origin", file) == value)
      #expect(get("user.empty", file) == [])
    }

    @Test func theAccessControlListStays() throws {
      let scratch = try Scratch()
      let file = try scratch.file("a word\n")
      guard try set("system.posix_acl_access", accessList, file) else { return }
      try toggle(file)
      #expect(get("system.posix_acl_access", file) == accessList)
    }

    /// A folder's default list applies to new files, and the document is not new to its owner.
    @Test func noAccessControlListIsAdded() throws {
      let scratch = try Scratch()
      let file = try scratch.file("a word\n")
      guard try set("system.posix_acl_default", accessList, scratch.url.path) else { return }
      #expect(chmod(file, 0o644) == 0)
      try toggle(file)
      #expect(get("system.posix_acl_access", file) == nil)
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode & 0o7777 == 0o644)
    }
  }
#endif
