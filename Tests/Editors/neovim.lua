-- Drives Neovim with keys that are fed as if typed, and looks at the buffer, the marks and undo. Neovim is started with the
-- plug-in and the settings of the README. Exit status 1 if anything is otherwise.
local expected = os.getenv("MDE_BACKEND")
local failures, checks = 0, 0

local function check(what, found, wanted)
  checks = checks + 1
  if vim.deep_equal(found, wanted) then return end
  failures = failures + 1
  io.stderr:write(("neovim: %s: %s, not %s\n"):format(what, vim.inspect(found), vim.inspect(wanted)))
end

local editing = require("mdedit")
-- The library may be installed.
if expected == "server" then editing.setup({ library = false }) end

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

-- Tries keys on a text of several lines, each with a fresh buffer.
local function try(what, before, typed, after)
  document(unpack(vim.split(before, "\n")))
  keys(typed)
  check(what, table.concat(lines(), "\n"), after)
end

local function selected()
  local a, b = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  return { a[2], a[3], b[2], b[3] }
end

document("Sow beans in May.", "é😀 words here")
check("backend", editing.backend(), expected)

-- A selection: visual mode ends, and gv selects the same characters, so that a second command removes the mark.
keys("gg0wvegsb")
check("selected", lines()[1], "Sow **beans** in May.")
check("the mode after", vim.fn.mode(), "n")
check("the selection after", selected(), { 1, 7, 1, 11 })
keys("gvgsb")
check("removed", lines()[1], "Sow beans in May.")
keys("u")
check("undone in one step", lines()[1], "Sow **beans** in May.")
keys("u2G0Wvegsb")
check("after characters of several bytes", lines()[2], "é😀 **words** here")
check("its selection", selected(), { 2, 10, 2, 14 })

-- Changes that the server has not seen when the key is pressed.
keys("gg0iSoon. <Esc>0vegsb")
check("typed just before", lines()[1], "**Soon**. Sow beans in May.")
keys("ccnew text<Esc>0vegsi")
keys("0Wvegsb")
for _ = 1, 4 do keys("gvgsb") end
check("five times", lines()[1], "*new* **text**")

-- Operators, counts and the dot.
try("a word", "Sow beans in May.", "gg0wgsbb", "Sow **beans** in May.")
try("undone", "Sow beans in May.", "gg0wgsbbu", "Sow beans in May.")
try("an operator", "one two three", "gg0gsbw", "**one** two three")
try("a motion with a count", "one two three", "gg0gsb2e", "**one two** three")
try("a text object", "one two three", "gg0wgsciw", "one `two` three")
try("an operator over lines", "one\ntwo\n\nthree", "gg0gsij", "*one\ntwo*\n\nthree")
try("repeated", "one two three", "gg0gsbe2W.", "**one** two **three**")
try("repeated with another count", "one two six ten end", "gg0gsbe2W2.", "**one** two **six ten** end")
try("a doubled key repeated", "one\n\ntwo", "gg0gsbb2j.", "**one**\n\n**two**")
try("a selection repeated", "one two\n\nsix ten", "gg0vegsb2j0.", "**one** two\n\n**six** ten")
try("three lines", "one\ntwo\nsix\nten", "gg3gs-", "- [ ] one\n- [ ] two\n- [ ] six\n\nten")
try("three tasks", "- [ ] a\n- [ ] b\n- [ ] c\n- [ ] d", "gg3gs<Space>", "- [x] a\n- [x] b\n- [x] c\n- [ ] d")
try("a task repeated", "- [ ] a\n- [ ] b", "gggs<Space>j.", "- [x] a\n- [x] b")
try("moved down twice", "- a\n- b\n- c", "gg2gsj", "- b\n- c\n- a")
try("a heading repeated", "one\n\ntwo", "gggs2jj.", "## one\n\n## two")
try("undone after a repetition", "one\n\ntwo", "gggs2jj.u", "## one\n\ntwo")
try("a link, and its address once", "one two", "gg0vegslx.html<CR>W.", "[one](x.html) [two](x.html)")
try("a link, cancelled", "one two", "gg0vegsl<Esc>", "one two")
check("nothing at the end of a buffer", (function() document("one") keys("G9gs1") return lines() end)(), { "# one" })

-- Blocks: each row by itself, by columns of the screen.
try("a block", "one 1\ntwo 2\nsix 6", "gg0<C-v>jjllgsb", "**one** 1\n**two** 2\n**six** 6")
try("a block after wide characters", "ab one\né😀 two\n\tsix", "gg0Wv<C-v>jegsb", "ab **one**\né😀 **two**\n\tsix")
try("a block to the ends", "a sixty\na one", "gg0W<C-v>j$gsb", "a **sixty**\na **one**")

-- The command, its ranges and its completion.
try("the command at the cursor", "one\ntwo", "2G:Mdedit heading-2<CR>", "one\n## two")
try("a range", "one\ntwo\n\nsix", "gg:1,2Mdedit bullet-list<CR>", "- one\n- two\n\nsix")
try("all lines", "one\n\ntwo", "gg:%Mdedit emphasis<CR>", "*one*\n\n*two*")
try("a selection", "one two six", "gg0wve:Mdedit strong<CR>", "one **two** six")
try("a range of one line after a selection", "one two six", "gg0wve<Esc>:.Mdedit strong<CR>", "**one two six**")
try("a block by the command", "one 1\ntwo 2", "gg0<C-v>jll:Mdedit code<CR>", "`one` 1\n`two` 2")
try("an argument", "one two", "gg0ve:Mdedit link https://example.org/a b<CR>", "[one](<https://example.org/a b>) two")
check("completed", vim.fn.getcompletion("Mdedit heading-", "cmdline"),
  { "heading-1", "heading-2", "heading-3", "heading-4", "heading-5", "heading-6" })
check("an argument completed", vim.fn.getcompletion("Mdedit table-sort ", "cmdline"), { "ascending", "descending" })
local listed = vim.fn.systemlist("mdedit commands | cut -d' ' -f1")
check("the list of commands", require("mdedit.commands").names, listed)

-- Mappings: no standard key is mapped, and the user's own stay.
document("one two")
check("Ctrl-b", vim.fn.maparg("<C-b>", "n") .. vim.fn.maparg("<C-b>", "i"), "")
vim.cmd("nnoremap gs1 <Cmd>let g:mine = 1<CR>")
vim.cmd("inoremap <Tab> mine")
vim.cmd("nmap ,b <Plug>(mdedit-strong)")
document("one two")
keys("gggs1,b")
check("the user's mapping", vim.g.mine, 1)
check("a mapping of one's own", lines()[1], "**one** two")
check("not mapped twice", vim.fn.maparg("gsbb", "n"), "")
keys("A<Tab><Esc>")
check("Tab of one's own", lines()[1], "**one** twomine")
for _, unmapped in ipairs({ "nunmap gs1", "iunmap <Tab>", "nunmap ,b" }) do vim.cmd(unmapped) end

-- The keys of insert mode: they do what the commands do if these apply, else what they always do.
try("Enter and Tab in a list", "- one\n\nplain", "gg0A<CR>two<Tab> more<Esc>", "- one\n  - two more\n\nplain")
try("Enter on an empty item", "- one", "A<CR><CR>x<Esc>", "- one\n\nx")
try("Backspace removes the marker", "one\n\n- two", "G0wi<BS><Esc>", "one\n\ntwo")
try("in plain text", "plain", ":set noexpandtab<CR>A more<BS><CR>x<Tab>y<Esc>", "plain mor\nx\ty")
vim.cmd("iabbrev teh the")
try("an abbreviation before Enter", "a", "A teh<CR>x<Esc>", "a the\nx")
try("Enter undone", "- one", "A two<CR>six<Esc>u", "- one two")
try("an abbreviation before a new item", "- a", "A teh<CR>x<Esc>", "- a the\n- x")
vim.cmd("iunabbrev teh")
vim.cmd("imap <C-g> <Plug>(mdedit-strong)")
try("an empty pair", "a ", "A<C-g>word<Esc>", "a **word**")
try("nothing to do", "    code", "wvegsb", "    code")

-- CRLF, CR, no final line ending and a byte order mark: the file is saved with all it had, and the edit.
vim.o.fixendofline = false
local function saved(bytes, typed)
  local path = os.tmpname() .. ".md"
  local file = io.open(path, "wb")
  file:write(bytes)
  file:close()
  vim.cmd("edit! ++ff=" .. (bytes:find("\r\n") and "dos" or bytes:find("\r") and "mac" or "unix") .. " " .. path)
  vim.wait(2000, function() return editing.backend() ~= nil end)
  keys(typed)
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
    check_saved("lines", "one\ntwo\n\nthree", "gg0Vjgs*", "- one\n- two\n\nthree")
    check_saved("the last line", "one\n\ntwo", "G0gs2", "one\n\n## two")
    check_saved("a mark", "one\ntwo", "G0vegsb", "one\n**two**")
    check_saved("moved", "- one\n- two", "G0gsk", "- two\n- one")
    check_saved("a code block", "one\n\ntwo", "G0gs`", "one\n\n```\ntwo\n```")
    check_saved("doubled", "- one\n- two", "G0:Mdedit duplicate-line<CR>", "- one\n- two\n- two")
  end
end
check("a byte order mark", (saved("\239\187\191one two\n", "gg0vegsb")), "\239\187\191**one** two\n")

-- Two files in turn: each command is about the file that it is typed in, and so is undo.
local _, first = saved("one two\n", "gg0vegsb")
local _, second = saved("three\r\nfour\r\n", "gggs2")
vim.cmd("edit " .. first)
keys("ugg0vegsi")
check("the first file again", lines(), { "*one* two" })
vim.cmd("write | edit " .. second)
keys("G0vegsb")
check("a command in the second", lines(), { "## three", "**four**" })
vim.cmd("write")

-- The open document follows every way to change a buffer: after each, a command acts on the text that is there.
local text = vim.split(("some words here\n\n- one\n- two\n\n"):rep(20) .. "end", "\n")
for what, typed in pairs({
  ["deleted"] = "5Gdd", ["the last lines"] = "Gdkgg", ["all"] = "ggdGihello<Esc>", ["joined"] = "3GJ", ["put"] = "4GyyGpgg",
  ["undone"] = "gg0gsbb3Ggs#ugg", ["undone and redone"] = "gg0gsbbuGoand <Esc>u<C-r>ggu<C-r>", ["substituted"] = ":%s/o/oo\\r/g<CR>gg",
  ["moved"] = ":3,5move$<CR>gg", ["removed globally"] = ":g/one/d<CR>gg", ["sorted"] = ":sort!<CR>gg", ["filtered"] = ":%!tac<CR>gg",
  ["a block"] = "gg0<C-v>G<S-i>x<Esc>", ["opened above"] = "ggOnew<Esc>", ["at both ends"] = "ggOnew<Esc>Gonew<Esc>",
}) do
  document(unpack(text))
  keys("gg0gsbb" .. typed)
  local place = tostring(vim.fn.line("."))
  local wanted = vim.fn.system({ "mdedit", "do", "code-block", "-", "--lines", place }, lines())
  keys(":.Mdedit code-block<CR>")
  check("followed: " .. what, vim.trim(table.concat(lines(), "\n")), vim.trim(wanted))
end

-- The status line asks for the state, and then follows the cursor and the text.
document("**bold** and *it*", "plain")
vim.o.statusline = "%{v:lua.require'mdedit'.status()}"
local function status() return vim.api.nvim_eval_statusline(vim.o.statusline, {}).str end
status()
local function after(typed)
  keys(typed)
  for _, event in ipairs({ "CursorMoved", "TextChanged" }) do vim.api.nvim_exec_autocmds(event, { buffer = 0 }) end
  vim.wait(200, function() return false end)
  return status()
end
check("status", { after("gg0ll"), after("j"), after("gsibgg$h"), after("2G2l") }, { "B", "", "I", "" })

-- The manual.
vim.cmd("helptags ALL | help mdedit-prefix")
check("help", vim.fn.expand("%:t"), "mdedit.txt")
check("its kind", vim.bo.buftype, "help")

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
print("\nneovim: " .. checks .. " checks, by the " .. expected .. "\n")
vim.cmd("qall!")
