import MarkdownEditing

/// The present date and time by a format of `strftime`, for the command `date`.
package enum DateText {
  /// The format without another one: the date of ISO 8601.
  package static let usualFormat = "%Y-%m-%d"

  /// Returns the local date and time.
  ///
  /// - Parameter format: such as `%Y-%m-%d %H:%M`. Text without a percent sign stays as it is.
  package static func now(_ format: String) -> String {
    var seconds = time(nil)
    var fields = tm()
    guard localtime_r(&seconds, &fields) != nil else { return format }
    // A month may be empty in a locale, so that the length alone does not show what is too long.
    var size = 256
    while size <= 1 << 16 {
      var text = [CChar](repeating: 0, count: size)
      let count = strftime(&text, size, format + ".", &fields)
      if count > 0 {
        return String(decoding: text[..<(count - 1)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      size *= 4
    }
    return format
  }
}

extension EditingCommand {
  /// The command with the present date, if it is `date`: by its argument as a format.
  package var dated: EditingCommand {
    guard row.name == "date" else { return self }
    var result = self
    result.argument = DateText.now(argument ?? DateText.usualFormat)
    return result
  }
}
