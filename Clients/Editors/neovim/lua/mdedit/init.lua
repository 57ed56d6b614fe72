-- Commands for Markdown in Neovim: marks, headings, lists, quotes, links, tables and keys. :help mdedit
local commands = require("mdedit.commands")
local M = {}

local options = {
  command = { "mdedit", "lsp" },
  dialect = "github",
  date_format = nil, -- of strftime; the default is "%Y-%m-%d"
  prefix = false, -- for example "gs": the keys of commands.lua after it
  typing = false, -- true: Enter, Backspace, Tab and Shift-Tab of insert mode
}

function M.setup(wanted) options = vim.tbl_deep_extend("force", options, wanted or {}) end

local function line_at(buffer, row)
  return vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ""
end

---- Selections: {row, column} from 0 in bytes, with the end excluded ----

-- The column after the character at a column, and the column of the character before one.
local function after(line, column) return column + #vim.fn.matchstr(line:sub(column + 1), "^.") end
local function before(line, column) return column - #vim.fn.matchstr(line:sub(1, column), ".$") end

-- The range of a row between two columns of the screen; nil if the row is shorter.
local function columns(line, left, right)
  local column, width, from, to = 0, 0, nil, nil
  while column < #line and width < right do
    local next = after(line, column)
    local wide = vim.fn.strdisplaywidth(line:sub(column + 1, next), width)
    if width + wide > left then from, to = from or column, next end
    column, width = next, width + wide
  end
  return from, to
end

-- Whether a block is being selected that $ has extended to the end of each line.
local function is_to_ends() return vim.fn.mode() == "\22" and vim.fn.winsaveview().curswant >= 2147483647 end

-- The ranges between two characters, both included: one for each row of a block.
local function ranges_between(buffer, kind, a, b, to_ends)
  local first, last = line_at(buffer, a[1]), line_at(buffer, b[1])
  if kind == "line" then return { { { a[1], 0 }, { b[1], #last } } } end
  if kind == "char" then return { { { a[1], math.min(a[2], #first) }, { b[1], after(last, b[2]) } } } end
  local width = vim.fn.strdisplaywidth
  local left = math.min(width(first:sub(1, a[2])), width(last:sub(1, b[2])))
  local right = math.max(width(first:sub(1, after(first, a[2]))), width(last:sub(1, after(last, b[2]))))
  if to_ends then right = math.huge end
  local ranges = {}
  for row = a[1], b[1] do
    local from, to = columns(line_at(buffer, row), left, right)
    if from then ranges[#ranges + 1] = { { row, from }, { row, to } } end
  end
  return ranges
end

local function mark(name)
  local found = vim.fn.getpos(name)
  return { found[2] - 1, math.max(found[3] - 1, 0) }
end

local function caret()
  local cursor = vim.api.nvim_win_get_cursor(0)
  local place = { cursor[1] - 1, cursor[2] }
  return { { place, place } }
end

-- The selection of visual mode, or the cursor.
local function selections(buffer)
  local kind = ({ v = "char", V = "line", ["\22"] = "block" })[vim.fn.mode()]
  if not kind then return caret() end
  local a, b = mark("v"), mark(".")
  if a[1] > b[1] or (a[1] == b[1] and a[2] > b[2]) then a, b = b, a end
  return ranges_between(buffer, kind, a, b, is_to_ends())
end

---- The language server ----

local function client_of(buffer)
  for _, client in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)({ name = "mdedit" })) do
    if client.name == "mdedit" and vim.lsp.buf_is_attached(buffer, client.id) then return client end
  end
end

local started
-- Starts the server, if it is not running, for a buffer.
local function start(buffer)
  if client_of(buffer) or vim.fn.executable(options.command[1]) == 0 then return end
  local config = {
    name = "mdedit", cmd = options.command, root_dir = vim.fn.getcwd(),
    init_options = { dialect = options.dialect, dateFormat = options.date_format },
    on_exit = function() started = nil end,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    started = started or vim.lsp.start_client(config)
    if started then vim.lsp.buf_attach_client(buffer, started) end
  end
end

local function encoding_of(client) return client.offset_encoding or "utf-16" end

local function to_server(buffer, place, encoding)
  local line = line_at(buffer, place[1])
  local column = math.min(place[2], #line)
  local scalars, units = vim.str_utfindex(line, column)
  return { line = place[1], character = encoding == "utf-8" and column or encoding == "utf-32" and scalars or units }
end

local function from_server(line, position, encoding)
  if encoding == "utf-8" then return { position.line, position.character } end
  return { position.line, vim.str_byteindex(line, position.character, encoding ~= "utf-32") }
end

-- Asks the server, after sending it the pending changes, and once more if it had another version of the text.
local function request(client, buffer, method, ranges, name, argument)
  for _ = 1, 2 do
    local parameters = {
      textDocument = { uri = vim.uri_from_bufnr(buffer), version = vim.lsp.util.buf_versions[buffer] },
      command = name, argument = argument, ranges = {},
    }
    local function place(position) return to_server(buffer, position, encoding_of(client)) end
    for index, range in ipairs(ranges) do
      parameters.ranges[index] = { start = place(range[1]), ["end"] = place(range[2]) }
    end
    -- With the buffer's own number: 0 would not send what is pending.
    local answer, problem
    if vim.fn.has("nvim-0.11") == 1 then
      answer, problem = client:request_sync(method, parameters, 2000, buffer)
    else
      answer, problem = client.request_sync(method, parameters, 2000, buffer)
    end
    if not answer then return nil, problem end
    if answer.result then return answer.result end
    if not (answer.err and answer.err.code == -32801) then return nil, answer.err and answer.err.message end
  end
  return nil, "The text changed in the meantime."
end

-- The edits of a command, and a function for the selections after them; nil and a sentence if there is nothing to do.
local function plan(buffer, name, ranges, argument)
  if not vim.bo[buffer].modifiable then return nil, "The buffer cannot be changed." end
  if vim.bo[buffer].readonly then return nil, "The file is read-only." end
  if not vim.tbl_contains(commands.names, name) then return nil, ("There is no command “%s”."):format(name) end
  if #ranges == 0 then return nil, "Nothing is selected." end
  start(buffer)
  if vim.fn.executable(options.command[1]) == 0 then return nil, "The program mdedit was not found. Is it on the PATH?" end
  vim.wait(2000, function() return client_of(buffer) ~= nil end, 5)
  local client = client_of(buffer)
  if not client then return nil, "The program mdedit does not start." end
  local result, problem = request(client, buffer, "mdedit/do", ranges, name, argument)
  problem = result and result.unchanged and result.message or problem
  if not result or result.unchanged then
    return nil, problem and problem:gsub("^%l", string.upper) or "The program mdedit does not answer."
  end
  local encoding = encoding_of(client)
  -- The server has the line endings of the file; the lines of a buffer have none.
  local ending = ({ dos = "\r\n", mac = "\r" })[vim.bo[buffer].fileformat] or "\n"
  local edits = vim.tbl_map(function(edit)
    local function place(position) return from_server(line_at(buffer, position.line), position, encoding) end
    return { place(edit.range.start), place(edit.range["end"]), (edit.newText:gsub(ending, "\n")) }
  end, result.edits)
  -- The selection among the lines after the edits.
  local function selection(line_after)
    local first, last = result.selections[1].start, result.selections[#result.selections]["end"]
    return from_server(line_after(first.line), first, encoding), from_server(line_after(last.line), last, encoding)
  end
  return { edits = edits, selection = selection }
end

---- Carrying out ----

local function make_edits(buffer, edits)
  -- The server's text has one more, empty line after the last line ending. A buffer has not.
  local last = edits[#edits]
  local needs_line = last and last[2][1] >= vim.api.nvim_buf_line_count(buffer)
  if needs_line then vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "" }) end
  for index = #edits, 1, -1 do
    local from, to, text = unpack(edits[index])
    vim.api.nvim_buf_set_text(buffer, from[1], from[2], to[1], to[2], vim.split(text, "\n", { plain = true }))
  end
  if needs_line and line_at(buffer, vim.api.nvim_buf_line_count(buffer) - 1) == "" then
    vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})
  end
end

-- Makes the edits of a plan, and moves the cursor to the start of the selection. gv then selects its end too.
local function carry_out(buffer, found, visual)
  make_edits(buffer, found.edits)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  local from, to = unpack(vim.tbl_map(function(place)
    return place[1] <= last and place or { last, #line_at(buffer, last) }
  end, { found.selection(function(row) return line_at(buffer, row) end) }))
  vim.api.nvim_win_set_cursor(0, { from[1] + 1, from[2] })
  if not visual then return end
  vim.api.nvim_buf_set_mark(buffer, "<", from[1] + 1, from[2], {})
  vim.api.nvim_buf_set_mark(buffer, ">", to[1] + 1, before(line_at(buffer, to[1]), to[2]), {})
end

-- Carries out a command on some ranges, by default at the cursor or on the selection. Returns whether it did.
function M.perform(name, argument, ranges, visual)
  local buffer = vim.api.nvim_get_current_buf()
  local found, problem = plan(buffer, name, ranges or selections(buffer), argument ~= "" and argument or nil)
  if found then
    carry_out(buffer, found, visual)
  else
    vim.notify(problem, vim.log.levels.WARN)
  end
  return found ~= nil
end

---- Operators, repeated by . ----

local pending = {}

-- Asks for the argument of a command, once for all its repetitions. Returns false if the user cancels.
local function ask(request)
  local question = commands.questions[request.name]
  if request.argument or not (question and question[1]) then return true end
  local answer = vim.fn.input({ prompt = question[1], cancelreturn = "\27" })
  request.argument = answer ~= "\27" and answer or nil
  return request.argument ~= nil
end

-- Commands that a count repeats. Other commands are carried out on as many lines as the count says.
local function is_repeated(name)
  return name:find("move") or name:find("^table%-%a+%-[rc]") or name:find("cell$")
end

-- The function of 'operatorfunc'.
function M.operate(kind)
  local request, count = pending, vim.v.count
  if not ask(request) then return end
  local buffer, ranges = vim.api.nvim_get_current_buf(), nil
  if request.form ~= "cursor" then
    ranges = ranges_between(buffer, kind, mark("'["), mark("']"), request.to_ends)
  elseif count > 0 and not is_repeated(request.name) then
    local row = vim.api.nvim_win_get_cursor(0)[1] - 1
    local last = math.min(row + count, vim.api.nvim_buf_line_count(buffer)) - 1
    ranges = ranges_between(buffer, "line", { row, 0 }, { last, 0 })
  end
  for _ = 1, request.form == "cursor" and is_repeated(request.name) and math.max(count, 1) or 1 do
    if not M.perform(request.name, request.argument, ranges, request.form == "visual") then break end
  end
  if request.form == "visual" then request.form = "operator" end
end

-- For mappings with expr: returns the keys that start an operator. `form` is "cursor", "operator" or "visual".
function M.keys(name, form)
  pending = { name = name, form = form, to_ends = is_to_ends() }
  vim.o.operatorfunc = "v:lua.require'mdedit'.operate"
  return form == "cursor" and "g@l" or "g@"
end

-- :[range]Mdedit COMMAND [ARGUMENT]
function M.command(call)
  local name, argument = call.args:match("^(%S+)%s*(.*)$")
  local buffer, ranges, visual = vim.api.nvim_get_current_buf(), nil, false
  if call.range > 0 then
    -- A range is lines, but '<,'> as visual mode writes it is the selection.
    visual = vim.fn.histget("cmd", -1):find("^'<,'>%s*Md") ~= nil and vim.fn.line("'<") == call.line1
    local kind = visual and ({ v = "char", ["\22"] = "block" })[vim.fn.visualmode()] or "line"
    if visual then
      ranges = ranges_between(buffer, kind, mark("'<"), mark("'>"))
    else
      ranges = ranges_between(buffer, kind, { call.line1 - 1, 0 }, { call.line2 - 1, 0 })
    end
  end
  M.perform(name, argument, ranges, visual)
end

---- Insert mode: a change is typed, so that . and u are about it and the text around it as about one insertion ----

local function keycodes(text) return vim.api.nvim_replace_termcodes(text, true, false, true) end
local function feed(keys) vim.api.nvim_feedkeys(keys, "ni", true) end
local left, right, delete = keycodes("<C-g>U<Left>"), keycodes("<C-g>U<Right>"), keycodes("<Del>")
local markers = vim.regex([[^\s*\%(>\s*\|\%([-*+]\|\d\{1,9}[.)]\)\s\+\)*\%(\[.\]\s\+\)\?]])
-- What the next calls of M.fit() type: the texts before and after the cursor, and the lines to replace below.
local fits = {}

-- The lines from the first to the last that a plan changes, with the cursor's: their numbers before, and their text after.
-- Also the cursor's line afterwards, and its text before the cursor.
local function changes(buffer, found)
  local first = vim.api.nvim_win_get_cursor(0)[1] - 1
  local last = first
  for _, edit in ipairs(found.edits) do
    first, last = math.min(first, edit[1][1]), math.max(last, edit[2][1])
  end
  local lines = vim.api.nvim_buf_get_lines(buffer, first, last + 1, false)
  -- The server's text has one more, empty line after the last line ending.
  local has_more = #lines <= last - first
  if has_more then lines[#lines + 1] = "" end
  for index = #found.edits, 1, -1 do
    local from, to, text = unpack(found.edits[index])
    local a, b = from[1] - first + 1, to[1] - first + 1
    local new = vim.split(lines[a]:sub(1, from[2]) .. text .. lines[b]:sub(to[2] + 1), "\n", { plain = true })
    for _ = a, b do table.remove(lines, a) end
    for row = #new, 1, -1 do table.insert(lines, a, new[row]) end
  end
  if has_more then last = last - 1 end
  if has_more and lines[#lines] == "" then table.remove(lines) end
  local function line_after(row)
    return lines[row - first + 1] or line_at(buffer, row < first and row or row - #lines + last - first + 1)
  end
  local place = found.selection(line_after)
  return first, last, lines, place[1], line_after(place[1]):sub(1, place[2])
end

-- Replaces the lines from one to before another, of which those that are equal stay as they are.
local function set_lines(buffer, first, past, lines)
  for index = 1, math.min(past - first, #lines) do
    local row = first + index - 1
    if line_at(buffer, row) ~= lines[index] then
      vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, { lines[index] })
    end
  end
  if past - first ~= #lines then
    local same = math.min(past - first, #lines)
    vim.api.nvim_buf_set_lines(buffer, first + same, past, false, vim.list_slice(lines, same + 1))
  end
end

-- How many characters two lists have in common from two places on; `step` is 1 or -1.
local function common(a, b, step)
  local count, i, j = 0, step == 1 and 1 or #a, step == 1 and 1 or #b
  while a[i] and a[i] == b[j] do count, i, j = count + 1, i + step, j + step end
  return count
end

local function characters(text) return vim.fn.split(text, [[\zs]]) end
-- The keys of a text: a tab is not to become blanks.
local function typed_keys(text) return (text:gsub("\t", "\22\t")) end

-- The keys that turn the text before the cursor into another. They do no harm where they are repeated and the user's options
-- indent otherwise: in a line that is all typed, Ctrl-U and Ctrl-D remove what is there.
local function keys_between(old, new, is_all_typed)
  local a, b = characters(old), characters(new)
  local same = common(a, b, 1)
  local rest = common(vim.list_slice(a, same + 1), vim.list_slice(b, same + 1), -1)
  local removed, added = #a - same - rest, #b - same - rest
  if removed > 0 and (is_all_typed or not old:find("%S")) then
    return (old:find("%S") and "\21" or "") .. "0\4" .. typed_keys(new)
  elseif removed + added == 0 then
    return ""
  end
  local text = typed_keys(table.concat(b, "", same + 1, same + added))
  return left:rep(removed + rest) .. delete:rep(removed) .. text .. right:rep(rest)
end

-- Types what makes the texts before and after the cursor the next ones: the user's options may have indented the line.
function M.fit()
  local before, text_after, below = unpack(table.remove(fits, 1))
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  if below then set_lines(0, row, row + below.count, below.lines) end
  local line = line_at(0, row - 1)
  local is_all_typed = row > (vim.b.mdedit_from or { row })[1]
  local added = text_after:sub(1, #text_after - #line + column)
  feed(keys_between(line:sub(1, column), before, is_all_typed) .. typed_keys(added) .. left:rep(#characters(added)))
end

-- Types lines after some keys: the last one goes on with a text after the cursor.
local function type_lines(keys, lines, text_after, below)
  fits = {}
  for index, line in ipairs(lines) do fits[index] = { line, text_after, index == 1 and below or nil } end
  local fit = keycodes("<Cmd>lua require('mdedit').fit()<CR>")
  feed(keys .. fit .. ("\r" .. fit):rep(#lines - 1))
end

-- Carries out a plan. What it replaces must have been typed since insert mode began: typed again elsewhere, the keys would
-- remove other text. Otherwise, as with cursor keys, a new insertion begins.
local function insert(buffer, found, moves)
  local first, last, lines, row, before = changes(buffer, found)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local line, added = cursor[1] - 1, #lines - (last - first + 1)
  local head, rest = line_at(buffer, line):sub(1, cursor[2]), line_at(buffer, line):sub(cursor[2] + 1)
  local text_after = (lines[row - first + 1] or ""):sub(#before + 1)
  local typed = vim.list_slice(lines, line - first + 1, row - first + 1)
  local from = vim.b.mdedit_from or { cursor[1], cursor[2] }
  local can_type = not moves and added >= 0 and row == line + added and vim.endswith(text_after, rest)
  if can_type then
    typed[#typed] = before
    local same = common(characters(head), characters(typed[1]), 1)
    local column = #table.concat(characters(head), "", 1, same)
    can_type = cursor[1] > from[1] or cursor[1] == from[1] and column >= from[2]
  end
  if not can_type then
    vim.cmd("let &undolevels = &undolevels")
    carry_out(buffer, found)
    cursor = vim.api.nvim_win_get_cursor(0)
    vim.b.mdedit_from = cursor
    return feed(keycodes(("<Home><Cmd>call cursor(%d, %d)<CR>"):format(cursor[1], cursor[2] + 1)))
  end
  set_lines(buffer, line + 1, last + 1, vim.list_slice(lines, row - first + 2))
  set_lines(buffer, first, line, vim.list_slice(lines, 1, line - first))
  type_lines("", typed, text_after)
end

-- For mappings of insert mode: a command at the cursor.
function M.at_cursor(name)
  local buffer = vim.api.nvim_get_current_buf()
  local found, problem = plan(buffer, name, caret())
  if not found then return vim.notify(problem, vim.log.levels.WARN) end
  insert(buffer, found)
end

-- Whether a plan is only what the key does by itself.
local function is_own(found, name)
  if #found.edits ~= 1 then return false end
  local from, to, text = unpack(found.edits[1])
  if name == "newline" then return text == "\n" and from[1] == to[1] and from[2] == to[2] end
  return name == "backspace" and text == "" and from[1] == to[1] and to[2] - from[2] == 1
end

-- Carries out the first command of a key that applies; if there is none, types the key.
function M.press(key)
  local buffer = vim.api.nvim_get_current_buf()
  local direction = ({ ["<Tab>"] = 1, ["<S-Tab>"] = -1 })[key]
  if direction and vim.snippet and vim.snippet.active({ direction = direction }) then
    return vim.snippet.jump(direction)
  end
  -- A menu of completions and replace mode keep their keys.
  local is_kept = vim.fn.pumvisible() == 1 or vim.fn.mode() ~= "i"
  for _, name in ipairs(is_kept and {} or commands.typing[key]) do
    local found = plan(buffer, name, caret())
    if found and not is_own(found, name) then return insert(buffer, found, name:find("cell$")) end
  end
  feed(keycodes(key))
end

-- Opens a line as o and O do, with the marker of the next item or quote: what Enter does at the end of the line, or, for the
-- line above, after the markers.
function M.open(key)
  local count, buffer, is_below = vim.v.count1, vim.api.nvim_get_current_buf(), key == "o"
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local text = line_at(buffer, line)
  local place = { line, is_below and #text or select(2, markers:match_str(text)) or 0 }
  local found = vim.fn.foldclosed(line + 1) < 0 and plan(buffer, "newline", { { place, place } })
  if found then
    local first, last, lines, row, before = changes(buffer, found)
    local opened = vim.list_slice(lines, is_below and 2 or 1, is_below and row - line + 1 or 1)
    local text_after = ""
    if is_below and lines[row - line + 1] then
      opened[#opened], text_after = before, lines[row - line + 1]:sub(#before + 1)
    end
    local adds = first == line and row > line and row < line + #lines and not (is_below and lines[1] ~= text)
    if adds and table.concat(opened) ~= "" then
      local rest = vim.list_slice(lines, is_below and row - line + 2 or 2)
      return type_lines(count .. key, opened, text_after, { count = last - line + (is_below and 0 or 1), lines = rest })
    end
  end
  feed(count .. key)
end

---- State ----

local signs = { strong = "B", emphasis = "I", code = "C", strikethrough = "S", highlight = "H" }

-- Finds the marks of the selection.
function M.refresh()
  local buffer = vim.api.nvim_get_current_buf()
  local ranges, client, text = selections(buffer), client_of(buffer), ""
  local found = client and #ranges > 0 and request(client, buffer, "mdedit/state", ranges)
  for _, entry in ipairs(found and found.marks or {}) do
    local sign = entry.presence ~= "off" and signs[entry.mark]
    if sign then text = text .. sign .. (entry.presence == "mixed" and "~" or "") end
  end
  if text == vim.b.mdedit_state then return end
  vim.b.mdedit_state = text
  vim.cmd("redrawstatus")
end

local timer
-- The server is asked when the cursor rests.
local function refresh_soon()
  timer = timer or vim.loop.new_timer()
  timer:stop()
  timer:start(50, 0, vim.schedule_wrap(function() pcall(M.refresh) end))
end

-- The marks of the selection for 'statusline', for example “BI”, with ~ after a mark that only a part has.
function M.status()
  if not vim.b.mdedit_state then
    vim.b.mdedit_state = ""
    vim.api.nvim_create_autocmd(
      { "CursorMoved", "CursorMovedI", "TextChanged", "TextChangedI", "ModeChanged" },
      { buffer = vim.api.nvim_get_current_buf(), callback = refresh_soon })
  end
  return vim.b.mdedit_state
end

---- Mappings ----

-- Maps a key in the buffer, unless the user has mapped the key, or another key to the same command.
local function map(mode, key, plug, title, first)
  local own = vim.fn.maparg(key, mode, false, true)
  -- Neovim 0.11 maps Tab to the next place of a snippet.
  local is_default = (own.desc or ""):find("^vim%.snippet")
  if next(own) and not is_default or vim.fn.hasmapto(plug, mode) == 1 then return end
  vim.keymap.set(mode, key, (first or "") .. plug, { buffer = true, remap = true, desc = title })
end

-- Sets the buffer up as `setup` was told, and starts the server.
function M.attach()
  for name, key in pairs(options.prefix and commands.keys or {}) do
    local plug, title = ("<Plug>(mdedit-%s)"):format(name), commands.title(name)
    map("x", options.prefix .. key, plug, title)
    if vim.tbl_contains(commands.marks, name) then
      map("n", options.prefix .. key, ("<Plug>(mdedit-%s-operator)"):format(name), title)
      key = key .. key
    end
    map("n", options.prefix .. key, plug, title)
  end
  if options.typing then
    map("n", "o", "<Plug>(mdedit-open-below)", "New item below")
    map("n", "O", "<Plug>(mdedit-open-above)", "New item above")
    vim.api.nvim_create_autocmd("InsertEnter", {
      group = vim.api.nvim_create_augroup("mdedit" .. vim.api.nvim_get_current_buf(), {}),
      buffer = vim.api.nvim_get_current_buf(),
      callback = function() vim.b.mdedit_from = vim.api.nvim_win_get_cursor(0) end,
    })
  end
  for key, names in pairs(options.typing and commands.typing or {}) do
    -- Ctrl-] expands an abbreviation, as Enter and Tab do.
    map("i", key, ("<Plug>(mdedit-key-%s)"):format(names[1]), commands.title(names[1]), key ~= "<BS>" and "<C-]>")
  end
  start(vim.api.nvim_get_current_buf())
end

-- Whether the server answers about the buffer.
function M.is_ready() return client_of(vim.api.nvim_get_current_buf()) ~= nil end

return M
