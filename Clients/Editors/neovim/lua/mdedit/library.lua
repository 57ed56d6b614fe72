-- Commands by the C library. One document for each buffer stays open, and only the lines that changed are sent to it.
local M = {}
local ffi, engine
local documents = {}
local delimiter = 8
local dialects = { commonmark = 0, github = 1, obsidian = 2, hugo = 3 }

-- Loads the library; returns whether it is there.
function M.load(name)
  if engine ~= nil then return engine end
  engine = false
  local found
  found, ffi = pcall(require, "ffi")
  if not (found and name) then return false end
  pcall(ffi.cdef, [[
    typedef struct mde_document mde_document;
    typedef struct { int32_t first, last; } mde_range;
    mde_document *mde_open(const char *, size_t, int32_t *);
    int32_t mde_close(mde_document *);
    int32_t mde_abi_version(void);
    int32_t mde_length(mde_document *, int32_t);
    int32_t mde_replace(mde_document *, int32_t, int32_t, int32_t, int32_t, const char *, size_t);
    int32_t mde_set_option(mde_document *, int32_t, int32_t);
    int32_t mde_catalogue_number(const char *);
    int32_t mde_plan(
      mde_document *, int32_t, int32_t, int32_t, const char *, size_t, const mde_range *, int32_t);
    int32_t mde_change_count(mde_document *, int32_t);
    const mde_range *mde_change_ranges(mde_document *, int32_t);
    const char *mde_change_text(mde_document *, int32_t);
    int32_t mde_change_text_length(mde_document *, int32_t);
    const char *mde_message(mde_document *);
    int32_t mde_tokens(mde_document *, int32_t, int32_t, int32_t);
    const int32_t *mde_token_numbers(mde_document *);
  ]])
  local loaded, result = pcall(ffi.load, name)
  if loaded and result.mde_abi_version() == 1 then engine = result end
  return engine
end

---- Offsets: bytes from the start of the buffer, with one for each line ending ----

local function offset_of_row(buffer, row)
  local offset = vim.api.nvim_buf_get_offset(buffer, row)
  return offset >= 0 and offset or row -- An empty buffer has no offset after its only line.
end

-- The row and column of an offset.
local function position(buffer, offset)
  local low, high = 0, vim.api.nvim_buf_line_count(buffer) - 1
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if offset_of_row(buffer, middle) <= offset then low = middle else high = middle - 1 end
  end
  return { low, offset - offset_of_row(buffer, low) }
end

---- Documents: the lines of a buffer, with a line ending between two of them ----

local function open(buffer)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local text = table.concat(lines, "\n")
  local handle = engine.mde_open(text, #text, nil)
  if handle == nil then return nil end
  -- The editor itself types, so no mark is pending.
  engine.mde_set_option(handle, 17, 1)
  -- Tab and Enter align the columns of a table.
  engine.mde_set_option(handle, 19, 1)
  -- Rows above and below which nothing has changed since the document was last brought up to date.
  return { handle = ffi.gc(handle, engine.mde_close), count = #lines, above = math.huge, below = math.huge }
end

-- Follows the changes of a buffer, until it is reloaded or closed.
local function follow(buffer, document)
  local function forget()
    if documents[buffer] == document then documents[buffer] = nil end
    return true
  end
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function(_, _, _, first, last, new_last)
      if documents[buffer] ~= document then return true end
      document.count = document.count + new_last - last
      document.above = math.min(document.above, first)
      document.below = math.min(document.below, document.count - new_last)
    end,
    on_reload = forget,
    on_detach = forget,
  })
end

-- Replaces the lines that changed. Returns whether the document then has the length of the buffer.
local function update(buffer, document)
  if document.above == math.huge then return true end
  local count = vim.api.nvim_buf_line_count(buffer)
  if count ~= document.count then return false end
  local first, last = document.above, count - document.below
  -- The last line has no line ending, so the one before it is replaced with it.
  if document.below == 0 then first = math.max(first - 1, 0) end
  local total, length = offset_of_row(buffer, count), engine.mde_length(document.handle, 0)
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, first, last, false), "\n")
  local stop = length
  if document.below > 0 then
    stop = length + 1 - (total - offset_of_row(buffer, last))
    if last > first then text = text .. "\n" end
  end
  document.above, document.below = math.huge, math.huge
  return engine.mde_replace(document.handle, 0, 0, offset_of_row(buffer, first), stop, text, #text) == 0
    and engine.mde_length(document.handle, 0) == total - 1
end

-- The document of a buffer, up to date; nil if the text is not UTF-8 or too long.
local function document_of(buffer, dialect)
  local document = documents[buffer]
  if not (document and update(buffer, document)) then
    document = open(buffer)
    documents[buffer] = document
    if not document then return nil end
    follow(buffer, document)
  end
  if document.dialect ~= dialect then
    engine.mde_set_option(document.handle, 0, dialects[dialect] or 1)
    document.dialect = dialect
  end
  return document.handle
end

local function numbers(buffer, ranges)
  local result = ffi.new("mde_range[?]", #ranges)
  for index, range in ipairs(ranges) do
    result[index - 1].first = offset_of_row(buffer, range[1][1]) + range[1][2]
    result[index - 1].last = offset_of_row(buffer, range[2][1]) + range[2][2]
  end
  return result
end

-- The edits of a command and the selections after it; nil and the reason if there is nothing to do.
function M.plan(buffer, name, ranges, argument, options)
  local document = document_of(buffer, options.dialect)
  if not document then return nil, "the text cannot be read" end
  local code = engine.mde_plan(
    document, 0, engine.mde_catalogue_number(name), 0, argument, argument and #argument or 0,
    numbers(buffer, ranges), #ranges)
  if code ~= 0 then return nil, ffi.string(engine.mde_message(document)) end
  local plan = { edits = {}, selections = {} }
  local edits = engine.mde_change_ranges(document, 0)
  for index = 0, engine.mde_change_count(document, 0) - 1 do
    plan.edits[index + 1] = {
      position(buffer, edits[index].first), position(buffer, edits[index].last),
      ffi.string(engine.mde_change_text(document, index), engine.mde_change_text_length(document, index)),
    }
  end
  local after = engine.mde_change_ranges(document, 1)
  for index = 0, engine.mde_change_count(document, 1) - 1 do
    plan.selections[index + 1] = { after[index].first, after[index].last }
  end
  plan.position = position
  return plan
end

local bits = { strong = 1, emphasis = 2, strikethrough = 4, highlight = 8, code = 16 }

-- The marks of the ranges, "on" or "mixed". Tokens have them, and cost less than the states of all commands.
function M.state(buffer, ranges, marks, options)
  local found, document = {}, document_of(buffer, options.dialect)
  local ends = document and numbers(buffer, ranges)
  local with, without = 0, 0
  for index = 0, document and #ranges - 1 or -1 do
    local count = engine.mde_tokens(document, 0, ends[index].first, math.max(ends[index].last, ends[index].first + 1))
    local tokens = engine.mde_token_numbers(document)
    for at = 0, 4 * count - 4, 4 do
      local kind = tokens[at + 2]
      if kind ~= delimiter or count == 1 then
        with, without = bit.bor(with, tokens[at + 3]), bit.bor(without, bit.bnot(tokens[at + 3]))
      end
    end
  end
  for _, mark in ipairs(marks) do
    if bit.band(with, bits[mark]) ~= 0 then found[mark] = bit.band(without, bits[mark]) == 0 and "on" or "mixed" end
  end
  return found
end

return M
