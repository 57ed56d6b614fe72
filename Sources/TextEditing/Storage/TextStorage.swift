/// The storage of a buffer; a different type can be substituted here.
package typealias TextStorage = Rope
