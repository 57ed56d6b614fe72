-- Drives Neovim with keys that are fed as if typed, and looks at the buffer, the selection and undo. Exit
-- status 1 where anything is otherwise.
local here = os.getenv("EDITORS") .. "/neovim"
package.path = here .. "/?.lua;" .. package.path
local library = os.getenv("MDE_LIBRARY")
local tool = os.getenv("MDEDIT")
local failures = 0
local checks = 0

local function check(what, found, wanted)
  checks = checks + 1
  if vim.deep_equal(found, wanted) then return end
  failures = failures + 1
  io.stderr:write(("neovim: %s: %s, not %s\n"):format(what, vim.inspect(found), vim.inspect(wanted)))
end

local editing = require("markdown_editing")
editing.setup({
  library = library ~= "" and library or false, command = { tool, "lsp" },
})

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "xt", false)
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

local function document(...)
  vim.cmd("enew!")
  vim.api.nvim_buf_set_name(0, os.tmpname() .. ".md")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { ... })
  vim.bo.filetype = "markdown"
  vim.wait(2000, function() return editing.backend() ~= nil end)
  -- The lines above are a step of their own.
  vim.cmd("let &undolevels = &undolevels")
end

-- What is selected now, with both ends in it, and the mode.
local function selected()
  vim.cmd("normal! \27")
  local a, b = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  return { a[2], a[3], b[2], b[3] }
end

document("Sow beans in May.", "é😀 words here")
check("backend", editing.backend(), library ~= "" and "library" or "server")

-- A word at the cursor, and undo in one step.
keys("gg0w<C-b>")
check("a word", lines()[1], "Sow **beans** in May.")
keys("u")
check("undone", lines()[1], "Sow beans in May.")

-- A selection: it stays on the same characters, so a second key takes the mark back.
keys("gg0wve<C-b>")
check("selected", lines()[1], "Sow **beans** in May.")
check("the selection after", selected(), { 1, 7, 1, 11 })
check("state", (function() keys("gv") editing.refresh() keys("<Esc>") return editing.status() end)(), "B")
keys("gv<C-b>")
check("taken back", lines()[1], "Sow beans in May.")

-- Behind characters of several bytes and two UTF-16 units.
keys("<Esc>2G0Wve<C-b>")
check("units", lines()[2], "é😀 **words** here")
check("units, selection", selected(), { 2, 10, 2, 14 })

-- Changes that the server has not seen when the key comes.
keys("gg0iSoon. <Esc>0ve<C-b>")
check("typed just before", lines()[1], "**Soon**. Sow beans in May.")
keys("<Esc>ccnew text<Esc>0ve<M-i>")
check("another line", lines()[1], "*new* text")
keys("<Esc>0Wve<C-b>")
for _ = 1, 4 do keys("<Esc>gv<C-b>") end
check("five times", lines()[1], "*new* **text**")

-- In insert mode, and what is typed next.
document("a ")
keys("A<C-b>word<Esc>")
check("an empty pair", lines()[1], "a **word**")

-- Lines, and a block of lines.
document("one", "two", "", "- three")
keys("gg0Vj<M-i>")
check("lines", lines(), { "*one", "two*", "", "- three" })
document("one 1", "two 2", "six 6")
keys("gg0<C-v>jjll<C-b>")
local block = table.concat(lines(), "\n")
check("a block is marked", block, "**one** 1\n**two** 2\n**six** 6")

-- Commands of the catalogue by their keys, on a line, on lines, with an argument.
document("one", "two", "", "three")
keys("gg0<M-2>")
check("heading", lines()[1], "## one")
keys("u")
check("heading undone", lines()[1], "one")
keys("gg0Vj<M-8>")
check("a list", lines(), { "- one", "- two", "", "three" })
vim.cmd("normal! \27")
keys("2G0<M-Up>")
check("moved", { lines()[1], lines()[2] }, { "- two", "- one" })
vim.cmd("4")
vim.cmd("MarkdownDo ordered-list")
check("by its name", lines()[4], "1. three")
keys("4G0Wve")
editing.perform("link", "https://example.org")
check("a link", lines()[4], "1. [three](https://example.org)")

-- The keys of insert mode: they do what the commands do where they apply, else what they always do.
document("- one", "", "plain")
keys("gg0A<CR>two<Tab> more<Esc>")
check("Enter and Tab in a list", lines(), { "- one", "  - two more", "", "plain" })
keys("2GA<CR><CR>x<Esc>")
check("Enter on an empty item", lines()[3], "- x")
keys("3G0wi<BS><Esc>")
check("Backspace takes the marker", vim.startswith(lines()[3], "- "), false)
document("plain")
keys("A more<BS><CR>x<Tab>y<Esc>")
check("in plain text", lines(), { "plain mor", "x\ty" })

-- Nothing to do is said, and nothing changes.
document("    code")
keys("wve<C-b>")
check("code", lines()[1], "    code")

-- CRLF, CR, no final line ending and a byte order mark: what is saved is what the file had, and the edit.
vim.o.fixendofline = false
local function saved(bytes, body)
  local path = os.tmpname() .. ".md"
  local file = io.open(path, "wb")
  file:write(bytes)
  file:close()
  vim.cmd("edit! ++ff=" .. (bytes:find("\r\n") and "dos" or bytes:find("\r") and "mac" or "unix") .. " " .. path)
  vim.bo.filetype = "markdown"
  vim.wait(2000, function() return editing.backend() ~= nil end)
  if type(body) == "string" then keys(body) else body() end
  vim.cmd("stopinsert | write")
  file = io.open(path, "rb")
  local found = file:read("*a")
  file:close()
  return found, path
end
for name, ending in pairs({ LF = "\n", CRLF = "\r\n", CR = "\r" }) do
  for what, last in pairs({ ["a final line ending"] = ending, ["none"] = "" }) do
    local function check_saved(title, text, typed, wanted)
      local found = saved(text:gsub("\n", ending) .. last, typed)
      check(title .. ", " .. name .. ", " .. what, found, wanted:gsub("\n", ending) .. last)
    end
    check_saved("Enter", "- one\n- two", "gg0A<CR>x<Esc>", "- one\n- x\n- two")
    check_saved("Enter at the end", "- one\n- two", "GA<CR>x<Esc>", "- one\n- two\n- x")
    check_saved("Enter in plain text", "one\ntwo", "GA<CR>x<Esc>", "one\ntwo\nx")
    check_saved("lines", "one\ntwo\n\nthree", "gg0Vj<M-8><Esc>", "- one\n- two\n\nthree")
    check_saved("the last line", "one\n\ntwo", "G0<M-2>", "one\n\n## two")
    check_saved("a mark", "one\ntwo", "G0ve<C-b><Esc>", "one\n**two**")
    check_saved("moved", "- one\n- two", "G0<M-Up>", "- two\n- one")
    check_saved("a code block", "one\n\ntwo", "G0<M-c>", "one\n\n```\ntwo\n```")
    check_saved("doubled", "- one\n- two", function() keys("G0") editing.perform("duplicate-line") end,
      "- one\n- two\n- two")
  end
end
check("a byte order mark", (saved("\239\187\191one two\n", "gg0ve<C-b><Esc>")), "\239\187\191**one** two\n")

-- Two files in turn: each command is about the file that it is typed in, and so is undo.
local _, first = saved("one two\n", "gg0ve<C-b><Esc>")
local _, second = saved("three\r\nfour\r\n", "gg0<M-2>")
vim.cmd("edit " .. first)
keys("u<Esc>gg0ve<M-i><Esc>")
check("the first file again", lines(), { "*one* two" })
vim.cmd("write | edit " .. second)
check("the second file again", lines(), { "## three", "four" })
keys("G0ve<C-b><Esc>")
check("a command in it", lines(), { "## three", "**four**" })
vim.cmd("write")

-- What the status line shows.
document("**bold** and *it*")
keys("gg0ll")
editing.refresh()
check("status", editing.status(), "B")

-- Neovim's own client of the protocol: an action that is resolved, a rename, Enter by on-type formatting, settings.
if library == "" then
  local function request(method, parameters)
    parameters.textDocument = vim.lsp.util.make_text_document_params()
    local _, answer = next(vim.lsp.buf_request_sync(0, method, parameters, 10000) or {})
    return answer and answer.result
  end
  local function becomes(what, wanted)
    vim.wait(10000, function() return vim.deep_equal(lines(), wanted) end, 5)
    check(what, lines(), wanted)
  end
  local titles
  vim.ui.select = function(items, _, choose)
    titles = vim.tbl_map(function(item) return item[2].title end, items)
    choose(items[1])
  end
  document("é😀 words here", "", "[a][b] [b]", "", "[b]: /c")
  keys("gg0Wve<Esc>")
  vim.lsp.buf.range_code_action(
    { only = { "refactor.rewrite.mdedit.strong" }, diagnostics = {} }, { 1, 7 }, { 1, 11 })
  becomes("an action", { "é😀 **words** here", "", "[a][b] [b]", "", "[b]: /c" })
  check("its title", titles, { "Mark strong (now off)" })
  keys("u")
  check("the action undone", lines()[1], "é😀 words here")
  keys("3G04l")
  vim.lsp.buf.rename("new")
  becomes("a rename", { "é😀 words here", "", "[a][new] [b][new]", "", "[new]: /c" })
  keys("u")
  check("the rename undone", lines()[3], "[a][b] [b]")

  for _, format in ipairs({ "unix", "dos" }) do
    document("- [x] é😀", "")
    vim.bo.fileformat = format
    local edits = request(
      "textDocument/onTypeFormatting",
      { position = { line = 1, character = 0 }, ch = "\n", options = { tabSize = 4, insertSpaces = true } })
    vim.lsp.util.apply_text_edits(edits or {}, 0, "utf-16")
    check("on-type formatting, " .. format, lines()[2], "- [ ] ")
  end

  local message
  vim.lsp.handlers["window/showMessage"] = function(_, result) message = result.message end
  document("words here")
  local _, client = next(vim.lsp.buf_get_clients(0))
  client.notify("workspace/didChangeConfiguration",
    { settings = { mdedit = { dialect = "obsidian", dialekt = "x" } } })
  keys("gg0ve")
  editing.perform("highlight")
  check("a setting is applied", lines()[1], "==words== here")
  vim.wait(2000, function() return message ~= nil end)
  check("an unknown setting", message,
    "mdedit: in the settings, there is no setting “dialekt”. The others are applied.")
end

if failures > 0 then vim.cmd("cquit 1") end
print("\nneovim: " .. checks .. " checks, by the " .. editing.backend() .. "\n")
vim.cmd("qall!")
