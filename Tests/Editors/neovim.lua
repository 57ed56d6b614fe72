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
  library = library ~= "" and library or false, command = { tool, "lsp" }, keys = { strong = "<C-b>", emphasis = "<M-i>", code = "<M-e>" },
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

-- Nothing to do is said, and nothing changes.
document("    code")
keys("wve<C-b>")
check("code", lines()[1], "    code")

-- What the status line shows.
document("**bold** and *it*")
keys("gg0ll")
editing.refresh()
check("status", editing.status(), "B")

if failures > 0 then vim.cmd("cquit 1") end
print("\nneovim: " .. checks .. " checks, by the " .. editing.backend() .. "\n")
vim.cmd("qall!")
