#if compiler(>=6.2) && (canImport(SwiftUI) || canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  import Foundation
  import MarkdownEditing

  extension EditingCommand {
    /// The command with today's date of ISO 8601, if it is `date` and the app gives no other text.
    var dated: EditingCommand {
      guard row.name == "date", argument == nil else { return self }
      let parts = Calendar(identifier: .gregorian).dateComponents(
        [.year, .month, .day], from: Date())
      var result = self
      result.argument = [(parts.year, 4), (parts.month, 2), (parts.day, 2)].map { part, length in
        let digits = String(part ?? 0)
        return String(repeating: "0", count: max(0, length - digits.count)) + digits
      }.joined(separator: "-")
      return result
    }
  }
#endif
