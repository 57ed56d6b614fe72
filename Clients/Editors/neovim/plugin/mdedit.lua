-- The command :Mdedit, and a <Plug> mapping for each command of mdedit. No key is mapped here.
if vim.g.loaded_mdedit then return end
vim.g.loaded_mdedit = 1
local commands = require("mdedit.commands")

vim.api.nvim_create_user_command("Mdedit", function(call) require("mdedit").command(call) end, {
  nargs = "+", range = true, complete = commands.complete,
})
for _, name in ipairs(commands.names) do
  local plug = "<Plug>(mdedit-" .. name
  local function map(mode, lhs, form)
    vim.keymap.set(mode, lhs, function() return require("mdedit").keys(name, form) end, { expr = true })
  end
  map("n", plug .. ")", "cursor")
  map("n", plug .. "-operator)", "operator")
  map("x", plug .. ")", "visual")
  vim.keymap.set("i", plug .. ")", function() require("mdedit").at_cursor(name) end)
end
for key, names in pairs(commands.typing) do
  vim.keymap.set("i", ("<Plug>(mdedit-key-%s)"):format(names[1]), function() require("mdedit").press(key) end)
end
vim.keymap.set("n", "<Plug>(mdedit-open-below)", function() require("mdedit").open("o") end)
vim.keymap.set("n", "<Plug>(mdedit-open-above)", function() require("mdedit").open("O") end)
