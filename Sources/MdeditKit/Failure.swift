/// A reason why a run failed: its exit status, and a message for people.
package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit statuses; those from 64 on are defined by `sysexits.h`.
  package enum Status: Int32, Hashable, Sendable, Comparable {
    /// There was nothing to do, or the command was refused; the document has not changed.
    case notDone = 1
    case usage = 64
    case badInput = 65
    case noInput = 66
    /// The file has changed, but the system did not confirm that the change is on the disk.
    case notOnDisk = 71
    case inputOutput = 74
    /// Another program changed the file in the meantime; its version was kept. Run again.
    case changedMeanwhile = 75

    /// Whether the first status is less serious, which is the one with the smaller number.
    package static func < (first: Status, second: Status) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  package var status: Status
  /// The message on standard error, after the name of the tool.
  package var message: String

  package init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  package var description: String { message }
}
