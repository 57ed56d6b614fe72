@_spi(StandIn) import AppKit
import AppleAdapters
import Testing

/// Copies, cuts, pastes, drags and drops as a person on a Mac does.
@MainActor struct MacClipboardTests {
  let window = MacWindow()

  @Test func markdownThatIsAlsoOfferedAsHTMLStaysMarkdown() {
    let view = window.view("a ‸")
    window.copy([
      .rtf: "{\\rtf1 b}", .html: "<p><b>b</b></p>", .markdown: "**b** [x]: y", .string: "b",
    ])
    view.paste(nil)
    #expect(
      view.shown == "a **b** [x]: y‸" && view.undoManager?.undoActionName == "Paste as Markdown")
    view.undoManager?.undo()
    #expect(view.string == "a ")
  }

  @Test func htmlOfABrowserBecomesMarkdown() {
    let view = window.view("a ‸")
    window.copy([.html: "<b>b</b> <a href=\"https://u.io\">c</a>", .string: "b c"])
    view.paste(nil)
    #expect(view.shown == "a **b** [c](https://u.io)‸")
    view.set("‸")
    view.pasteAsPlainText(nil)
    #expect(view.shown == "b c‸")
    // Without text, too.
    view.set("‸")
    window.copy([.html: "<h1>Seeds</h1>"])
    view.paste(nil)
    #expect(view.string == "# Seeds")
  }

  @Test(arguments: [
    "<meta charset='utf-8'><div style=\"color:#ccc\"><span style=\"color:red\"># **S**</span></div>",
    "<html><body><pre><span style=\"color:#fff\"># **S**</span></pre></body></html>",
  ])
  func htmlThatOnlyColoursTextIsNotConverted(html: String) {
    let view = window.view("‸")
    window.copy([.html: html, .string: "# **S**"])
    view.paste(nil)
    #expect(view.shown == "# **S**‸")
  }

  @Test func anAddressOverASelectionBecomesItsLink() {
    let view = window.view("a ⟦b⟧")
    window.copy([.URL: "https://u.io", .string: "https://u.io"])
    view.paste(nil)
    #expect(view.shown == "a [b](https://u.io)‸")
    view.set("a ‸")
    view.paste(nil)
    #expect(view.shown == "a https://u.io‸")
    view.set("a ‸")
    window.copy([.URL: "https://u.io"])
    view.paste(nil)
    #expect(view.shown == "a https://u.io‸")
    // A browser copies a link with its title.
    window.copy([.URL: "https://u.io", .string: "A page"])
    for (before, after) in [("a ⟦b⟧", "a [b](https://u.io)‸"), ("a ‸", "a A page‸")] {
      view.set(before)
      view.paste(nil)
      #expect(view.shown == after)
    }
  }

  @Test func cellsOfASpreadsheetBecomeATable() {
    let view = window.view("‸")
    window.copy([
      .html: "<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>",
      .string: "a\tb\n1\t2",
    ])
    view.paste(nil)
    let rows = view.string.split(separator: "\n").map { $0.filter { $0 != " " } }
    #expect(rows == ["|a|b|", "|-|-|", "|1|2|"] || rows == ["|a|b|", "|---|---|", "|1|2|"])
  }

  @Test(arguments: [
    ("```\n‸\n```", "```\nb `c`‸\n```"), ("x `a‸` y", "x `ab `c`‸` y"), ("    a‸", "    ab `c`‸"),
  ])
  func codeTakesTheTextAsItIs(text: String, pasted: String) {
    let view = window.view(text)
    window.copy([.html: "<b>b</b> <code>c</code>", .string: "b `c`"])
    view.paste(nil)
    #expect(view.shown == pasted)
  }

  @Test func htmlInUTF16IsRead() {
    let littleEndian = "<b>é</b>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [[0xFF, 0xFE] + littleEndian, littleEndian] {
      let view = window.view("‸")
      NSPasteboard.general.clearContents()
      NSPasteboard.general.setData(Data(bytes), forType: .html)
      view.paste(nil)
      #expect(view.string == "**é**")
    }
  }

  @Test func aPictureGoesToTheApp() async {
    let view = window.view("a ‸")
    window.copy([.png: "png"])
    view.paste(nil)
    #expect(view.string == "a " && !view.drop(NSPasteboard.general, at: 0))
    var pictures: [PastedImage] = []
    view.onPasteImage = {
      pictures.append($0)
      return pictures.count == 3 ? nil : "p.png"
    }
    view.paste(nil)
    for _ in 0..<5 { await Task.yield() }
    #expect(
      view.string == "a ![](p.png)"
        && pictures == [PastedImage(data: Data("png".utf8), type: "public.png")])
    // A plain text view takes no pictures from drags, unless the view says so.
    #expect(view.drop(NSPasteboard.general, at: 0))
    for _ in 0..<5 { await Task.yield() }
    #expect(view.string == "![](p.png)a ![](p.png)" && pictures.count == 2)
    // The app does not store it.
    view.paste(nil)
    for _ in 0..<5 { await Task.yield() }
    #expect(view.string == "![](p.png)a ![](p.png)" && pictures.count == 3)
    // A word processor copies text as a picture, too.
    window.copy([.png: "png", .html: "<i>b</i>", .string: "b"])
    view.set("‸")
    view.paste(nil)
    for _ in 0..<5 { await Task.yield() }
    #expect(view.string == "*b*" && pictures.count == 3)
  }

  @Test func picturesOfTheFinderGoToTheApp() async throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
    let files = ["a.JPG", "b.png", "c.txt"].map { folder.appendingPathComponent($0) }
    for file in files { try Data(file.lastPathComponent.utf8).write(to: file) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let view = window.view("‸")
    NSPasteboard.general.copyFiles(files)
    // Without a store for pictures, files are their names.
    view.paste(nil)
    #expect(view.string == "a.JPG\nb.png\nc.txt")
    var types: [String] = []
    view.onPasteImage = {
      types.append($0.type)
      return String(decoding: $0.data, as: UTF8.self)
    }
    #expect(view.registeredTypes.contains(.fileURL))
    view.set("‸")
    #expect(view.drop(NSPasteboard.general, at: 0))
    for _ in 0..<9 { await Task.yield() }
    #expect(view.string == "![](a.JPG)![](b.png)" && types == ["public.jpeg", "public.png"])
    NSPasteboard.general.copyFiles([files[2]])
    view.set("‸")
    view.paste(nil)
    #expect(view.string == "c.txt")
  }

  @Test func copyWritesMarkdownAndHTMLOnly() {
    let view = window.view("a ⟦**b**⟧")
    view.theme?.delimiters = .hidden
    view.layoutSubtreeIfNeeded()
    window.copy([.rtf: "old"])
    view.copy(nil)
    let pasteboard = NSPasteboard.general
    #expect(pasteboard.types == [.string, .markdown, .html])
    #expect(pasteboard.string(forType: .string) == "**b**")
    #expect(pasteboard.string(forType: .markdown) == "**b**")
    #expect(pasteboard.string(forType: .html) == "<strong>b</strong>")
    #expect(!view.writeSelection(to: pasteboard, type: .rtf))
    // A service gets what it asks for.
    #expect(view.writeSelection(to: pasteboard, types: [.string]))
    #expect(pasteboard.types == [.string])
    view.set("a‸")
    view.copy(nil)
    view.cut(nil)
    #expect(pasteboard.string(forType: .string) == "**b**" && view.string == "a")
    #expect(!view.writeSelection(to: pasteboard, type: .string))
  }

  @Test func cutDeletesWhatItCopies() {
    let view = window.view("a ⟦b⟧ c")
    view.cut(nil)
    #expect(view.shown == "a ‸ c" && NSPasteboard.general.string(forType: .string) == "b")
    view.paste(nil)
    #expect(view.shown == "a b‸ c")
    while view.undoManager?.canUndo == true { view.undoManager?.undo() }
    #expect(view.string == "a b c")
  }

  @Test func severalSelectionsAreCopiedAndDeletedTogether() {
    let view = window.view("ab\nab\n- ‸")
    view.selectedRanges = [NSRange(0..<1), NSRange(3..<4)].map { NSValue(range: $0) }
    view.cut(nil)
    #expect(NSPasteboard.general.string(forType: .string) == "a\na" && view.string == "b\nb\n- ")
    #expect(view.markdownEditor.text == view.string)
  }

  @Test(arguments: [
    ("⟦- [ ] a\n⟧- b\n- c\n", 12, "- b\n- [ ] a\n- c\n"), ("- b\n- ⟦c⟧\n", 2, "- cb\n- \n"),
    ("**⟦a⟧** b", 7, "**** ba"), ("1. a\n⟦2. b\n⟧", 0, "2. b\n1. a\n"),
  ])
  func aMoveInsideTheViewLosesAndDoublesNothing(text: String, place: Int, after: String) {
    let view = window.view(text)
    let before = view.string
    #expect(view.drop(at: place) && view.string == after)
    #expect(view.markdownEditor.text == after)
    while view.undoManager?.canUndo == true { view.undoManager?.undo() }
    #expect(view.string == before && Exceptions.raised.isEmpty)
    // What is pasted next is converted again.
    view.set("‸")
    window.copy([.html: "<b>b</b>"])
    view.paste(nil)
    #expect(view.string == "**b**")
  }

  @Test func aDropIsInsertedAtItsPlace() {
    let view = window.view("- a\n- b⟦c⟧")
    let carried = NSPasteboard()
    carried.setString("<b>x</b>", forType: .html)
    carried.setString("x", forType: .string)
    #expect(view.drop(carried, at: 3) && view.shown == "- a**x**‸\n- bc")
    carried.clearContents()
    carried.setString("- y", forType: .markdown)
    #expect(view.drop(carried, at: 8) && view.markdownEditor.text == view.string)
    #expect(view.string == "- a**x**\n- y\n- bc")
    carried.clearContents()
    carried.setString("z", forType: .rtf)
    #expect(!view.drop(carried, at: 0))
  }
}
