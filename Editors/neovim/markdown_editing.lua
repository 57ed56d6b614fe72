-- Marks, headings, lists, quotes, links, tables and keys for Markdown in Neovim (0.7 or later): each edit
-- proved by libcmark, one step to undo, the selection kept. By libmarkdownediting.so.1 where it is there, else by `mdedit lsp`.
--
--   require("markdown_editing").setup({ dialect = "github" })
local M = {}

local defaults = {
  command = { "mdedit", "lsp" },
  library = "libmarkdownediting.so.1", -- false: always the server
  dialect = "github",
  filetypes = { "markdown" },
  -- Keys of normal, visual and insert mode; false: none.
  keys = {
    strong = "<C-b>", emphasis = "<M-i>", code = "<M-e>", strikethrough = "<M-x>",
    ["heading-1"] = "<M-1>", ["heading-2"] = "<M-2>", ["heading-3"] = "<M-3>",
    ["heading-4"] = "<M-4>", ["heading-5"] = "<M-5>", ["heading-6"] = "<M-6>", paragraph = "<M-0>",
    ["bullet-list"] = "<M-8>", ["ordered-list"] = "<M-7>", ["task-list"] = "<M-9>",
    ["task-toggle"] = "<M-CR>", quote = "<M-q>", ["code-block"] = "<M-c>", link = "<M-k>",
    ["move-line-up"] = "<M-Up>", ["move-line-down"] = "<M-Down>",
  },
  -- Enter, Backspace, Tab and Shift-Tab of insert mode do what the commands do where they apply, else
  -- what they did before.
  typing = true,
}
local options = defaults
local signs = { strong = "B", emphasis = "I", code = "C", strikethrough = "S", highlight = "H" }

---- Places: {row, column} from 0, columns in bytes ----

local function line_at(buffer, row)
  return vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ""
end

-- The column behind the character at a column.
local function behind(line, column)
  if column >= #line then return #line end
  local next = column + 1
  while next < #line and line:byte(next + 1) >= 0x80 and line:byte(next + 1) < 0xC0 do
    next = next + 1
  end
  return next
end

-- The column of the character that ends before a column.
local function before(line, column)
  local start = math.max(0, column - 1)
  while start > 0 and line:byte(start + 1) >= 0x80 and line:byte(start + 1) < 0xC0 do
    start = start - 1
  end
  return start
end

-- What is selected, as ranges whose end is not included: a caret in normal and insert mode, a range
-- a line in blockwise visual mode.
local function selections(buffer)
  local mode = vim.fn.mode()
  local cursor = vim.api.nvim_win_get_cursor(0)
  if not mode:find("^[vV\22]") then
    local caret = { cursor[1] - 1, cursor[2] }
    return { { caret, caret } }
  end
  local from, to = vim.fn.getpos("v"), vim.fn.getpos(".")
  local a, b = { from[2] - 1, from[3] - 1 }, { to[2] - 1, to[3] - 1 }
  if a[1] > b[1] or (a[1] == b[1] and a[2] > b[2]) then a, b = b, a end
  if mode == "V" then return { { { a[1], 0 }, { b[1], #line_at(buffer, b[1]) } } } end
  if mode == "v" then
    local first = line_at(buffer, a[1])
    return { { { a[1], math.min(a[2], #first) }, { b[1], behind(line_at(buffer, b[1]), b[2]) } } }
  end
  local left, right = math.min(a[2], b[2]), math.max(a[2], b[2])
  local ranges = {}
  for row = a[1], b[1] do
    local line = line_at(buffer, row)
    if left < #line then
      local start = left
      while start > 0 and line:byte(start + 1) >= 0x80 and line:byte(start + 1) < 0xC0 do
        start = start - 1
      end
      ranges[#ranges + 1] = { { row, start }, { row, behind(line, right) } }
    end
  end
  return ranges
end

---- The library ----

local library
local function load_library()
  if library ~= nil then return library end
  library = false
  local found, ffi = pcall(require, "ffi")
  if not (found and options.library) then return library end
  pcall(ffi.cdef, [[
    typedef struct mde_document mde_document;
    typedef struct { int32_t first, last; } mde_range;
    mde_document *mde_open(const char *, size_t, int32_t *);
    int32_t mde_close(mde_document *);
    int32_t mde_abi_version(void);
    int32_t mde_set_option(mde_document *, int32_t, int32_t);
    int32_t mde_catalogue_number(const char *);
    int32_t mde_plan(
      mde_document *, int32_t, int32_t, int32_t, const char *, size_t, const mde_range *, int32_t);
    int32_t mde_change_count(mde_document *, int32_t);
    const mde_range *mde_change_ranges(mde_document *, int32_t);
    const char *mde_change_text(mde_document *, int32_t);
    int32_t mde_change_text_length(mde_document *, int32_t);
    const char *mde_message(mde_document *);
    int32_t mde_state(mde_document *, int32_t, const mde_range *, int32_t);
    int32_t mde_presence(mde_document *, int32_t);
  ]])
  local loaded, engine = pcall(ffi.load, options.library)
  if loaded and engine.mde_abi_version() == 1 then library = { ffi = ffi, engine = engine } end
  return library
end

local marks = { "strong", "emphasis", "code", "strikethrough", "highlight" }
local dialects = { commonmark = 0, github = 1, obsidian = 2, hugo = 3 }

-- Calls `body` with a document of the buffer, its selections, and a function from bytes to places.
local function with_document(buffer, ranges, body)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local starts, offset = {}, 0
  for row, line in ipairs(lines) do
    starts[row] = offset
    offset = offset + #line + 1
  end
  local text = table.concat(lines, "\n")
  local ffi, engine = library.ffi, library.engine
  local document = engine.mde_open(text, #text, nil)
  if document == nil then return nil, "the text cannot be read" end
  document = ffi.gc(document, engine.mde_close)
  engine.mde_set_option(document, 0, dialects[options.dialect] or 1)
  local numbers = ffi.new("mde_range[?]", #ranges)
  for index, range in ipairs(ranges) do
    numbers[index - 1].first = starts[range[1][1] + 1] + range[1][2]
    numbers[index - 1].last = starts[range[2][1] + 1] + range[2][2]
  end
  local function place(byte)
    local low, high = 1, #starts
    while low < high do
      local middle = math.ceil((low + high) / 2)
      if starts[middle] <= byte then low = middle else high = middle - 1 end
    end
    return { low - 1, byte - starts[low] }
  end
  return body(document, numbers, place)
end

local function plan_by_library(buffer, name, ranges, argument)
  return with_document(buffer, ranges, function(document, numbers, place)
    local engine, ffi = library.engine, library.ffi
    local code = engine.mde_plan(
      document, 0, engine.mde_catalogue_number(name), 0, argument, argument and #argument or 0, numbers,
      #ranges)
    if code ~= 0 then return nil, ffi.string(engine.mde_message(document)) end
    local plan = { edits = {}, offsets = {} }
    local edits = engine.mde_change_ranges(document, 0)
    for index = 0, engine.mde_change_count(document, 0) - 1 do
      local text = ffi.string(
        engine.mde_change_text(document, index), engine.mde_change_text_length(document, index))
      plan.edits[#plan.edits + 1] =
        { place(edits[index].first), place(edits[index].last), text }
    end
    -- Offsets of the text after: they are places once the edits are made.
    local after = engine.mde_change_ranges(document, 1)
    for index = 0, engine.mde_change_count(document, 1) - 1 do
      plan.offsets[#plan.offsets + 1] = { after[index].first, after[index].last }
    end
    return plan
  end)
end

---- The server ----

local function client_of(buffer)
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == "mdedit" then return client end
  end
end

local function to_position(buffer, place, encoding)
  local line = line_at(buffer, place[1])
  local column = math.min(place[2], #line)
  local scalars, units = vim.str_utfindex(line, column)
  local character = encoding == "utf-8" and column or encoding == "utf-32" and scalars or units
  return { line = place[1], character = character }
end

local function to_place(buffer, position, encoding)
  local line = line_at(buffer, position.line)
  if encoding == "utf-8" then return { position.line, position.character } end
  return { position.line, vim.str_byteindex(line, position.character, encoding ~= "utf-32") }
end

-- Asks the server, with the changes that it has not seen yet sent before, and once more where it had
-- another version of the text.
local function ask(client, buffer, method, ranges, name, argument)
  local encoding = client.offset_encoding or "utf-16"
  for _ = 1, 2 do
    local parameters = {
      textDocument = {
        uri = vim.uri_from_bufnr(buffer), version = vim.lsp.util.buf_versions[buffer],
      },
      command = name, argument = argument,
      ranges = {},
    }
    for index, range in ipairs(ranges) do
      parameters.ranges[index] = {
        start = to_position(buffer, range[1], encoding),
        ["end"] = to_position(buffer, range[2], encoding),
      }
    end
    -- With the buffer's own number: 0 would not send what is pending.
    local answer, problem = client.request_sync(method, parameters, 2000, buffer)
    if not answer then return nil, problem end
    if answer.result then return answer.result end
    if not (answer.err and answer.err.code == -32801) then
      return nil, answer.err and answer.err.message
    end
  end
  return nil, "the text has changed meanwhile"
end

local function plan_by_server(buffer, name, ranges, argument)
  local client = client_of(buffer)
  if not client then return nil, "there is neither the library nor a server" end
  local encoding = client.offset_encoding or "utf-16"
  local result, problem = ask(client, buffer, "mdedit/do", ranges, name, argument)
  if not result then return nil, problem end
  if result.unchanged then return nil, result.message end
  local plan = { edits = {}, positions = result.selections, encoding = encoding }
  -- The server has the line endings of the file, the lines of a buffer have none.
  local ending = ({ dos = "\r\n", mac = "\r" })[vim.bo[buffer].fileformat] or "\n"
  for index, edit in ipairs(result.edits) do
    plan.edits[index] = {
      to_place(buffer, edit.range.start, encoding), to_place(buffer, edit.range["end"], encoding),
      (edit.newText:gsub(ending, "\n")),
    }
  end
  return plan
end

---- Making it so ----

local function place_of_offset(buffer, offset)
  local row = 0
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    if offset <= #line then break end
    offset = offset - #line - 1
    row = row + 1
  end
  return { row, offset }
end

local function select(buffer, ranges, was_visual)
  local range = ranges[1]
  if not range then return end
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  local function inside(place)
    return place[1] <= last and place or { last, #line_at(buffer, last) }
  end
  local from, to = inside(range[1]), inside(range[2])
  if not was_visual then
    vim.api.nvim_win_set_cursor(0, { from[1] + 1, from[2] })
    return
  end
  vim.cmd("normal! \27")
  vim.api.nvim_win_set_cursor(0, { from[1] + 1, from[2] })
  if #ranges > 1 then
    -- A block from the first line's start to the last line's end.
    to = inside(ranges[#ranges][2])
    vim.cmd("normal! \22")
  else
    vim.cmd("normal! v")
  end
  vim.api.nvim_win_set_cursor(0, { to[1] + 1, before(line_at(buffer, to[1]), to[2]) })
end

-- What a command would do at the cursor or in what is selected; nil and why where nothing.
local function planned(buffer, name, argument)
  local ranges = selections(buffer)
  if #ranges == 0 then return nil, "nothing is selected" end
  if load_library() then return plan_by_library(buffer, name, ranges, argument) end
  return plan_by_server(buffer, name, ranges, argument)
end

-- Makes the edits of a plan, and selects.
local function carry_out(buffer, plan, mode)
  -- Behind the last line ending the server has one more line, which is empty and which a buffer does not have.
  local count = vim.api.nvim_buf_line_count(buffer)
  local last_edit = plan.edits[#plan.edits]
  local needs_line = last_edit and last_edit[2][1] >= count
  if needs_line then vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "" }) end
  for index = #plan.edits, 1, -1 do
    local from, to, text = unpack(plan.edits[index])
    vim.api.nvim_buf_set_text(
      buffer, from[1], from[2], to[1], to[2], vim.split(text, "\n", { plain = true }))
  end
  if needs_line and line_at(buffer, vim.api.nvim_buf_line_count(buffer) - 1) == "" then
    vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})
  end
  local after = {}
  for index, range in ipairs(plan.offsets or {}) do
    after[index] = { place_of_offset(buffer, range[1]), place_of_offset(buffer, range[2]) }
  end
  for index, range in ipairs(plan.positions or {}) do
    after[index] = {
      to_place(buffer, range.start, plan.encoding), to_place(buffer, range["end"], plan.encoding),
    }
  end
  select(buffer, after, mode:find("^[vV\22]") ~= nil)
  M.refresh()
end

-- Carries out a command of the catalogue at the cursor or on what is selected.
function M.perform(name, argument)
  local buffer = vim.api.nvim_get_current_buf()
  local mode = vim.fn.mode()
  local plan, problem = planned(buffer, name, argument)
  if not plan then
    vim.notify("mdedit: " .. (problem or "no answer"), vim.log.levels.WARN)
    return
  end
  carry_out(buffer, plan, mode)
end

-- Toggles a mark.
function M.toggle(mark) M.perform(mark) end

-- Whether a plan is only what the key does by itself.
local function is_own(plan, name)
  local edit = plan.edits[1]
  if #plan.edits ~= 1 then return false end
  local from, to, text = unpack(edit)
  if name == "newline" then return text == "\n" and from[1] == to[1] and from[2] == to[2] end
  return name == "backspace" and text == "" and from[1] == to[1] and to[2] - from[2] == 1
end

-- Does what a key of insert mode does: the first of some commands that applies, else the key itself.
local function press(key, names)
  local buffer = vim.api.nvim_get_current_buf()
  for _, name in ipairs(names) do
    -- A menu of completions has the keys for itself.
    local plan = vim.fn.pumvisible() == 0 and planned(buffer, name)
    if plan and not is_own(plan, name) then
      -- A step of its own to undo.
      vim.cmd("let &undolevels = &undolevels")
      return carry_out(buffer, plan, "i")
    end
  end
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(key, true, false, true), "in", false)
end

---- State ----

-- What a status line shows: the marks that the selection has, as in “BI”, with ~ where some of it has.
function M.status() return vim.b.markdown_editing or "" end

-- Asks for the state of the selection now.
function M.refresh()
  local buffer = vim.api.nvim_get_current_buf()
  local ranges = selections(buffer)
  local lit = {}
  if #ranges > 0 and load_library() then
    with_document(buffer, ranges, function(document, numbers)
      if library.engine.mde_state(document, 0, numbers, #ranges) ~= 0 then return end
      for _, mark in ipairs(marks) do
        local presence = library.engine.mde_presence(document, library.engine.mde_catalogue_number(mark))
        if presence == 1 or presence == 2 then lit[mark] = presence == 1 and "on" or "mixed" end
      end
    end)
  elseif #ranges > 0 then
    local client = client_of(buffer)
    local result = client and ask(client, buffer, "mdedit/state", ranges)
    for _, entry in ipairs(result and result.marks or {}) do
      if entry.presence ~= "off" then lit[entry.mark] = entry.presence end
    end
  end
  local text = ""
  for _, mark in ipairs(marks) do
    if lit[mark] then text = text .. signs[mark] .. (lit[mark] == "mixed" and "~" or "") end
  end
  vim.b.markdown_editing = text
end

local timer
local function refresh_soon()
  timer = timer or vim.loop.new_timer()
  timer:stop()
  timer:start(50, 0, vim.schedule_wrap(function() pcall(M.refresh) end))
end

---- Setting up ----

local server
local function attach(buffer)
  if not load_library() then
    server = server or vim.lsp.start_client({
      name = "mdedit", cmd = options.command, root_dir = vim.fn.getcwd(),
      init_options = { dialect = options.dialect },
      on_exit = function() server = nil end,
    })
    if server then vim.lsp.buf_attach_client(buffer, server) end
  end
  for mark, key in pairs(options.keys or {}) do
    if key then
      vim.keymap.set({ "n", "x", "i" }, key, function()
        if mark ~= "link" then return M.perform(mark) end
        vim.ui.input({ prompt = "Link to: " }, function(address)
          if address then M.perform("link", address ~= "" and address or nil) end
        end)
      end,
        { buffer = buffer, desc = "Markdown: " .. mark })
    end
  end
  local typed = {
    ["<CR>"] = { "newline" }, ["<BS>"] = { "backspace" },
    ["<Tab>"] = { "table-next-cell", "indent" }, ["<S-Tab>"] = { "table-previous-cell", "outdent" },
  }
  for key, names in pairs(options.typing and typed or {}) do
    vim.keymap.set("i", key, function() press(key, names) end,
      { buffer = buffer, desc = "Markdown: " .. names[#names] })
  end
  vim.api.nvim_create_autocmd({ "CursorMoved", "CursorMovedI", "ModeChanged" }, {
    buffer = buffer, callback = refresh_soon,
  })
end

function M.setup(wanted)
  options = vim.tbl_deep_extend("force", defaults, wanted or {})
  library = nil
  vim.api.nvim_create_user_command("MarkdownToggle", function(call) M.toggle(call.args) end, {
    nargs = 1, range = true, complete = function() return marks end,
  })
  -- :MarkdownDo heading-2, :MarkdownDo link https://example.org
  vim.api.nvim_create_user_command("MarkdownDo", function(call)
    M.perform(call.fargs[1], call.fargs[2] and table.concat(call.fargs, " ", 2))
  end, { nargs = "+", range = true })
  vim.api.nvim_create_autocmd("FileType", {
    pattern = options.filetypes, callback = function(event) attach(event.buf) end,
  })
end

-- How the commands are done here: "library", "server" or nil.
function M.backend()
  if load_library() then return "library" end
  return client_of(vim.api.nvim_get_current_buf()) and "server" or nil
end

return M
