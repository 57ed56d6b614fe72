import CEditingHost
import MarkdownEditing

// What stands in `include/markdown_editing.h`, in its order; what each function promises stands
// there. Offsets, codes and enumerations are its numbers.

/// The names and sentences that a caller may keep: literals with a NUL behind them.
private func lasting(_ text: StaticString) -> UnsafePointer<UInt8> { text.utf8Start }

/// `mde_version`: the library's version.
@_expose(wasm, "mde_version") @c(mde_version)
public func mdeVersion() -> UnsafePointer<UInt8> { lasting("0.1.0") }

/// `mde_abi_version`: the number of the interface.
@_expose(wasm, "mde_abi_version") @c(mde_abi_version)
public func mdeABIVersion() -> Int32 { 1 }

/// `mde_code_message`: a sentence for a code.
@_expose(wasm, "mde_code_message") @c(mde_code_message)
public func mdeCodeMessage(_ code: Int32) -> UnsafePointer<UInt8> { lasting(Code.message(code)) }

/// `mde_length_limit`: the most bytes of a document.
@_expose(wasm, "mde_length_limit") @c(mde_length_limit)
public func mdeLengthLimit() -> Int32 { Int32(Session.lengthLimit) }

/// `mde_allocate`: memory for arguments.
@_expose(wasm, "mde_allocate") @c(mde_allocate)
public func mdeAllocate(_ size: Int) -> UnsafeMutableRawPointer? {
  // The size is C's: beyond Int's it is negative here.
  size < 0 ? nil : editing_host_allocate(size)
}

/// `mde_release`: gives memory for arguments back.
@_expose(wasm, "mde_release") @c(mde_release)
public func mdeRelease(_ memory: UnsafeMutableRawPointer?) { editing_host_release(memory) }
