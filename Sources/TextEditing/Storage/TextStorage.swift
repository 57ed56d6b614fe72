/// The storage behind a buffer. This name is the seam: another storage takes its place here.
package typealias TextStorage = Rope
