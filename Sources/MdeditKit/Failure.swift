/// Why a run does not end well: the status that it exits with, and a sentence for a person.
package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit statuses; those from 64 on are the ones of `sysexits.h`.
  package enum Status: Int32, Hashable, Sendable, Comparable {
    /// There was nothing to do, or it was refused; the document is as it was.
    case notDone = 1
    /// The arguments do not make sense.
    case usage = 64
    /// The document or the selection does not make sense.
    case badInput = 65
    /// There is no such file, or it cannot be read.
    case noInput = 66
    /// The file is changed, but the system could not say that the change is on the disk.
    case notOnDisk = 71
    /// Reading or writing failed.
    case inputOutput = 74
    /// The file changed meanwhile; it is as the other program left it, and the run may be tried again.
    case changedMeanwhile = 75

    /// Whether the first status is less grave: its number is smaller.
    package static func < (first: Status, second: Status) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  /// What the run exits with.
  package var status: Status
  /// What is said on standard error, after the name of the tool.
  package var message: String

  /// Makes a failure that says `message` and exits with `status`.
  package init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// The message: what is shown where the failure is part of another.
  package var description: String { message }
}
