-- Commands by the language server, `mdedit lsp`.
local M = {}

local function client_of(buffer)
  for _, client in pairs((vim.lsp.get_clients or vim.lsp.get_active_clients)({ name = "mdedit" })) do
    if client.name == "mdedit" and vim.lsp.buf_is_attached(buffer, client.id) then return client end
  end
end
M.client_of = client_of

local started
-- Starts the server, if it is not running, for a buffer.
function M.attach(buffer, options)
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

local function line_at(buffer, row)
  return vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ""
end

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
local function ask(client, buffer, method, ranges, name, argument)
  local encoding = client.offset_encoding or "utf-16"
  for _ = 1, 2 do
    local parameters = {
      textDocument = { uri = vim.uri_from_bufnr(buffer), version = vim.lsp.util.buf_versions[buffer] },
      command = name, argument = argument, ranges = {},
    }
    for index, range in ipairs(ranges) do
      parameters.ranges[index] =
        { start = to_server(buffer, range[1], encoding), ["end"] = to_server(buffer, range[2], encoding) }
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

-- The edits of a command and the selections after it; nil and the reason if there is nothing to do.
function M.plan(buffer, name, ranges, argument, options)
  M.attach(buffer, options)
  vim.wait(2000, function() return client_of(buffer) ~= nil end, 5)
  local client = client_of(buffer)
  if not client then return nil, "there is neither the library nor the server" end
  local encoding = client.offset_encoding or "utf-16"
  local result, problem = ask(client, buffer, "mdedit/do", ranges, name, argument)
  if not result then return nil, problem end
  if result.unchanged then return nil, result.message end
  local plan = { edits = {}, selections = {} }
  -- The server has the line endings of the file; the lines of a buffer have none.
  local ending = ({ dos = "\r\n", mac = "\r" })[vim.bo[buffer].fileformat] or "\n"
  for index, edit in ipairs(result.edits) do
    plan.edits[index] = {
      from_server(buffer, edit.range.start, encoding), from_server(buffer, edit.range["end"], encoding),
      (edit.newText:gsub(ending, "\n")),
    }
  end
  for index, range in ipairs(result.selections) do plan.selections[index] = { range.start, range["end"] } end
  plan.position = function(_, place) return from_server(buffer, place, encoding) end
  return plan
end

-- The marks of the ranges, "on" or "mixed".
function M.state(buffer, ranges)
  local found, client = {}, client_of(buffer)
  local result = client and ask(client, buffer, "mdedit/state", ranges)
  for _, entry in ipairs(result and result.marks or {}) do
    if entry.presence ~= "off" then found[entry.mark] = entry.presence end
  end
  return found
end

return M
