-- Drives Neovim with keys that are fed as if typed, and looks at the buffer, the marks and undo. Neovim is started with the
-- plug-in and the settings of the README. Exit status 1 if anything is otherwise.
local failures, checks = 0, 0

local function check(what, found, wanted)
  checks = checks + 1
  if vim.deep_equal(found, wanted) then return end
  failures = failures + 1
  io.stderr:write(("neovim: %s: %s, not %s\n"):format(what, vim.inspect(found), vim.inspect(wanted)))
end

local editing = require("mdedit")

local function keys(text)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, false, true), "xt", false)
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

local function document(...)
  vim.cmd("enew!")
  vim.api.nvim_buf_set_name(0, os.tmpname() .. ".md")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { ... })
  vim.bo.filetype = "markdown"
  vim.wait(2000, editing.is_ready)
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

-- The keys and the command, as in Vim; the keys of insert mode do what the commands do if these apply, else what they always do.
vim.cmd("imap <C-g> <Plug>(mdedit-strong)")
local rows = vim.fn.json_decode(vim.fn.readfile("Tests/Editors/vim-keys.json"))
for _, row in ipairs(rows.typed) do try(unpack(row)) end
check("nothing at the end of a buffer", (function() document("one") keys("G9gs1") return lines() end)(), { "# one" })
vim.cmd("iabbrev teh the")
try("an abbreviation before Enter", "a", "A teh<CR>x<Esc>", "a the\nx")
try("an abbreviation before a new item", "- a", "A teh<CR>x<Esc>", "- a the\n- x")
vim.cmd("iunabbrev teh")

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

-- CRLF, CR, no final line ending and a byte order mark: the file is saved with all it had, and the edit.
vim.o.fixendofline = false
local function saved(bytes, typed)
  local path = os.tmpname() .. ".md"
  local file = io.open(path, "wb")
  file:write(bytes)
  file:close()
  vim.cmd("edit! ++ff=" .. (bytes:find("\r\n") and "dos" or bytes:find("\r") and "mac" or "unix") .. " " .. path)
  vim.wait(2000, editing.is_ready)
  keys(typed)
  vim.cmd("stopinsert | write")
  file = io.open(path, "rb")
  local found = file:read("*a")
  file:close()
  return found, path
end
for name, ending in pairs({ LF = "\n", CRLF = "\r\n", CR = "\r" }) do
  for what, last in pairs({ ["a final line ending"] = ending, ["none"] = "" }) do
    for _, row in ipairs(rows.saved) do
      local title, before, typed, wanted = unpack(row)
      check(("%s, %s, %s"):format(title, name, what), (saved(before:gsub("\n", ending) .. last, typed)),
        wanted:gsub("\n", ending) .. last)
    end
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

if failures > 0 then vim.cmd("cquit 1") end
print("\nneovim: " .. checks .. " checks\n")
vim.cmd("qall!")
