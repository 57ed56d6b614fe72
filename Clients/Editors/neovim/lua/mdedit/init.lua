-- Commands for Markdown in Neovim: marks, headings, lists, quotes, links, tables and keys. :help mdedit
local commands = require("mdedit.commands")
local M = {}

local options = {
  command = { "mdedit", "lsp" },
  dialect = "github",
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
  if client_of(buffer) then return end
  local config = {
    name = "mdedit", cmd = options.command, root_dir = vim.fn.getcwd(),
    init_options = { dialect = options.dialect },
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

local function from_server(buffer, position, encoding)
  if encoding == "utf-8" then return { position.line, position.character } end
  local line = line_at(buffer, position.line)
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
  return nil, "the text changed in the meantime"
end

-- The edits of a command, and a function for the selections after them; nil and the reason if there is nothing to do.
local function plan(buffer, name, ranges, argument)
  if #ranges == 0 then return nil, "nothing is selected" end
  start(buffer)
  vim.wait(2000, function() return client_of(buffer) ~= nil end, 5)
  local client = client_of(buffer)
  if not client then return nil, "the server does not start" end
  local result, problem = request(client, buffer, "mdedit/do", ranges, name, argument)
  if not result then return nil, problem end
  if result.unchanged then return nil, result.message end
  local function place(position) return from_server(buffer, position, encoding_of(client)) end
  -- The server has the line endings of the file; the lines of a buffer have none.
  local ending = ({ dos = "\r\n", mac = "\r" })[vim.bo[buffer].fileformat] or "\n"
  local edits = vim.tbl_map(function(edit)
    return { place(edit.range.start), place(edit.range["end"]), (edit.newText:gsub(ending, "\n")) }
  end, result.edits)
  local function selection()
    return place(result.selections[1].start), place(result.selections[#result.selections]["end"])
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
  end, { found.selection() }))
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
    vim.notify("mdedit: " .. (problem or "no answer"), vim.log.levels.WARN)
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

---- Keys of insert mode ----

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
  -- A menu of completions keeps its keys.
  for _, name in ipairs(vim.fn.pumvisible() == 0 and commands.typing[key] or {}) do
    local found = plan(buffer, name, caret())
    if found and not is_own(found, name) then
      vim.cmd("let &undolevels = &undolevels") -- A step of its own to undo.
      return carry_out(buffer, found)
    end
  end
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(key, true, false, true), "in", false)
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
local function map(mode, key, plug, first)
  if vim.fn.maparg(key, mode) ~= "" or vim.fn.hasmapto(plug, mode) == 1 then return end
  vim.keymap.set(mode, key, (first or "") .. plug, { buffer = true, remap = true, desc = plug:match("%((.*)%)") })
end

-- Sets the buffer up as `setup` was told, and starts the server.
function M.attach()
  for name, key in pairs(options.prefix and commands.keys or {}) do
    local plug = ("<Plug>(mdedit-%s)"):format(name)
    map("x", options.prefix .. key, plug)
    if vim.tbl_contains(commands.marks, name) then
      map("n", options.prefix .. key, ("<Plug>(mdedit-%s-operator)"):format(name))
      key = key .. key
    end
    map("n", options.prefix .. key, plug)
  end
  for key, names in pairs(options.typing and commands.typing or {}) do
    -- Ctrl-] expands an abbreviation, as Enter and Tab do.
    map("i", key, ("<Plug>(mdedit-key-%s)"):format(names[1]), key ~= "<BS>" and "<C-]>")
  end
  start(vim.api.nvim_get_current_buf())
end

-- Whether the server answers about the buffer.
function M.is_ready() return client_of(vim.api.nvim_get_current_buf()) ~= nil end

return M
