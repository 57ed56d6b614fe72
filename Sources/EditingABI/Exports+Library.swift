import CEditingHost
import MarkdownEditing

// The files Exports….swift implement `include/markdown_editing.h`, which documents each function.
// Numbers for options, codes and kinds are those of the header.

/// A literal, which ends with a NUL and which the caller may keep.
private func lasting(_ text: StaticString) -> UnsafePointer<UInt8> { text.utf8Start }

@_expose(wasm, "mde_version") @c(mde_version)
public func mdeVersion() -> UnsafePointer<UInt8> { lasting("0.1.0") }

@_expose(wasm, "mde_abi_version") @c(mde_abi_version)
public func mdeABIVersion() -> Int32 { 1 }

@_expose(wasm, "mde_code_message") @c(mde_code_message)
public func mdeCodeMessage(_ code: Int32) -> UnsafePointer<UInt8> { lasting(Code.message(code)) }

@_expose(wasm, "mde_length_limit") @c(mde_length_limit)
public func mdeLengthLimit() -> Int32 { Int32(Session.lengthLimit) }

@_expose(wasm, "mde_allocate") @c(mde_allocate)
public func mdeAllocate(_ size: Int) -> UnsafeMutableRawPointer? {
  // A size above Int's maximum is negative here.
  size < 0 ? nil : editing_host_allocate(size)
}

@_expose(wasm, "mde_release") @c(mde_release)
public func mdeRelease(_ memory: UnsafeMutableRawPointer?) { editing_host_release(memory) }
