import TextEditing

/// What the offsets of a request count; the tool's own modules need not name where it comes from.
package typealias OffsetUnit = TextEditing.OffsetUnit
/// Why an offset has no place in a text.
package typealias Misplaced = TextEditing.Misplaced
