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
  /// Runs the tool on a file whose folder it may not write, or that it may not write or read. If
  /// root runs this, another user owns both.
  @Test(
    arguments: [
      (0o777, 0o000, 66, "Permission denied.\n"),
      (0o777, 0o444, 74, "cannot be written: Permission denied; the file is unchanged.\n"),
      (
        0o555, 0o666, 74,
        "cannot create a temporary file in its folder: Permission denied; the file is unchanged.\n"
      ),
    ] as [(mode_t, mode_t, Int32, String)])
  func aFileWithoutTheRightsIsLeft(
    folderMode: mode_t, fileMode: mode_t, status: Int32, message: String
  ) throws {
    let run = try toggled(folderMode, fileMode)
    #expect(run.status == status)
    #expect(run.errors == "mdedit: notes.md: \(message)")
  }

  @Test(.enabled(if: geteuid() == 0, "needs a file that somebody else owns"))
  func anOwnerThatCannotBeKeptIsAReasonNotTo() throws {
    let run = try toggled(0o777, 0o666)
    #expect(run.status == 74)
    #expect(run.errors.contains("cannot keep the owner, mode, access control list or extended"))
  }

  private func toggled(_ folderMode: mode_t, _ fileMode: mode_t) throws -> ToolRun {
    let scratch = try Scratch()
    let file = try scratch.file("a word\n")
    #expect(chmod(file, fileMode) == 0 && chmod(scratch.url.path, folderMode) == 0)
    let arguments = ["toggle", "strong", "notes.md", "--find", "word", "--in-place"]
    let run = try runAsNobody(arguments, in: scratch.url)
    #expect(chmod(file, 0o600) == 0 && chmod(scratch.url.path, 0o755) == 0)
    #expect(try scratch.text() == "a word\n" && scratch.names == ["notes.md"])
    return run
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
    private let scratch: Scratch
    private let file: String

    init() throws {
      scratch = try Scratch()
      file = try scratch.file("a word\n")
    }

    private func toggle() throws {
      let run = try ToolRun("toggle strong \(file) --find word -i")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test(arguments: [
      ("user.origin", (0..<2000).map { UInt8(truncatingIfNeeded: $0) }), ("user.empty", []),
      ("system.posix_acl_access", accessList),
    ])
    func anAttributeStays(_ name: String, _ value: [UInt8]) throws {
      guard try set(name, value, file) else { return }
      try toggle()
      #expect(get(name, file) == value)
    }

    /// A folder's default list applies to new files, and the document is not new to its owner.
    @Test func noAccessControlListIsAdded() throws {
      guard try set("system.posix_acl_default", accessList, scratch.url.path) else { return }
      #expect(chmod(file, 0o644) == 0)
      try toggle()
      #expect(get("system.posix_acl_access", file) == nil)
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode & 0o7777 == 0o644)
    }
  }
#endif
