-- The commands that `mdedit commands` lists, for mappings and completion. A test compares the two lists.
local M = {}

M.names = vim.split([[
strong emphasis code strikethrough highlight
heading-1 heading-2 heading-3 heading-4 heading-5 heading-6 heading paragraph promote demote
bullet-list ordered-list task-list task-toggle task-cycle renumber-list list-sort
list-cycle move-done
quote callout code-block comment horizontal-rule
link unlink image paste paste-html paste-url reference-links inline-links sort-definitions
keyboard underline subscript superscript wiki-link
footnote footnote-jump footnote-delete footnote-renumber date clear-formatting case
table-insert table-next-cell table-previous-cell table-add-row table-add-column table-delete-row table-delete-column
table-move-row-up table-move-row-down table-move-column-left table-move-column-right
table-sort table-from-text table-to-text table-format align-left align-center align-right
indent outdent move-line-up move-line-down duplicate-line
reflow join-lines
move-section-up move-section-down select-section delete-section table-of-contents
newline line-break backspace insert-text]], "%s+")

-- The question for an argument, and the answers that complete it.
M.questions = {
  link = { "Address: " },
  image = { "Address: " },
  callout = { "Kind: ", { "note", "tip", "important", "warning", "caution" } },
  ["renumber-list"] = { false, { "keep" } },
  ["table-of-contents"] = { false, { "2-3" } },
  ["date"] = { false, { "%Y-%m-%d", "%H:%M" } },
  ["reference-links"] = { false, { "document", "text", "document text" } },
  ["inline-links"] = { false, { "document" } },
  ["list-sort"] = { "Order: ", { "text", "number", "date", "checked", "text descending", "number descending", "date descending" } },
  reflow = { false, { "72", "80", "100" } },
  ["move-done"] = { false, { "Done" } },
  case = { false, { "upper", "lower", "title", "sentence" } },
  promote = { false, { "section" } },
  demote = { false, { "section" } },
  ["table-insert"] = { "Rows and columns: ", { "2x2", "2x3", "3x3" } },
  ["table-sort"] = { "Order: ", { "ascending", "descending" } },
  ["table-to-text"] = { "Format: ", { "csv", "tsv" } },
}

-- The keys after the prefix. A mark's key is an operator, and doubled it acts at the cursor.
M.keys = {
  strong = "b", emphasis = "i", code = "c", strikethrough = "x", highlight = "h",
  ["heading-1"] = "1", ["heading-2"] = "2", ["heading-3"] = "3", ["heading-4"] = "4", ["heading-5"] = "5",
  ["heading-6"] = "6", paragraph = "0", ["bullet-list"] = "*", ["ordered-list"] = "#", ["task-list"] = "-",
  ["task-toggle"] = "<Space>", quote = "q", ["code-block"] = "`", indent = ">", outdent = "<lt>", link = "l",
  unlink = "u", ["table-insert"] = "T", ["table-format"] = "=", ["move-line-up"] = "k", ["move-line-down"] = "j",
}

M.marks = { "strong", "emphasis", "code", "strikethrough", "highlight" }

-- What lists of keys show for a command.
function M.title(name)
  local titles = {
    strong = "Bold", emphasis = "Italic", ["ordered-list"] = "numbered list", ["task-toggle"] = "check task",
    unlink = "remove link", ["table-insert"] = "insert table", ["table-format"] = "align table",
  }
  return ((titles[name] or name):gsub("-", " "):gsub("^%l", string.upper))
end

-- The keys of insert mode and their commands: the first that applies is carried out.
M.typing = {
  ["<CR>"] = { "newline" }, ["<BS>"] = { "backspace" },
  ["<Tab>"] = { "table-next-cell", "indent" }, ["<S-Tab>"] = { "table-previous-cell", "outdent" },
}

-- Completes the arguments of :Mdedit.
function M.complete(lead, line)
  local name = line:match("Mdedit%s+(%S+)%s")
  local words = name and (M.questions[name] or {})[2] or not name and M.names or {}
  return vim.tbl_filter(function(word) return vim.startswith(word, lead) end, words)
end

return M
