-- Starts `terrace lsp` for .mlir and .ll files, and reads bytecode as text. Copy this file to ~/.config/nvim/plugin/.

-- A window with the result of a command of the server.
local function show(name, result)
  vim.cmd("botright new")
  local text = (result.messages or "") .. (result.text or "")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, "\n"))
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
  vim.bo.filetype = result.language or "mlir"
  vim.b.terrace_command = name
end

-- The commands that code actions and lenses name; `terrace.pipeline` is :TerracePipeline.
for _, name in ipairs({ "terrace.run", "terrace.pipeline", "terrace.call", "terrace.trace", "terrace.explain", "terrace.reduce" }) do
  vim.lsp.commands[name] = function(command)
    local params = { command = command.command, arguments = command.arguments }
    vim.lsp.buf_request(0, "workspace/executeCommand", params, function(failed, result)
      if failed then
        vim.notify(failed.message, vim.log.levels.ERROR)
      else
        show(name, result)
      end
    end)
  end
end

if vim.api.nvim_create_user_command then
  vim.api.nvim_create_user_command("TerracePipeline", function(given)
    local argument = { uri = vim.uri_from_bufnr(0), pipeline = given.args }
    vim.lsp.commands["terrace.pipeline"]({ command = "terrace.pipeline", arguments = { argument } })
  end, { nargs = "+" })
end

local program = function() return vim.g.terrace_program or "terrace" end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.mlir", "*.ll" },
  callback = function(event)
    local is_mlir = event.match:match("%.mlir$") ~= nil
    vim.bo[event.buf].filetype = is_mlir and "mlir" or "llvm"
    vim.bo[event.buf].commentstring = is_mlir and "// %s" or "; %s"
    local git = vim.fn.finddir(".git", vim.fn.expand("%:p:h") .. ";")
    local config = {
      name = "terrace",
      cmd = { program(), "lsp", "--stdio" },
      root_dir = git ~= "" and vim.fn.fnamemodify(git, ":p:h:h") or vim.fn.getcwd(),
    }
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
    else
      -- Before Neovim 0.8, a client is started for each set of files once.
      vim.g.terrace_client = vim.g.terrace_client or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, vim.g.terrace_client)
    end
  end,
})

vim.api.nvim_create_autocmd("BufReadCmd", {
  pattern = "*.mlirbc",
  callback = function(event)
    local args = { program(), "opt", "--allow-unregistered-dialect", vim.fn.expand("<afile>:p") }
    local lines = vim.fn.systemlist(args)
    vim.api.nvim_buf_set_lines(event.buf, 0, -1, false, lines)
    vim.bo[event.buf].filetype = "mlir"
    vim.bo[event.buf].readonly, vim.bo[event.buf].modifiable, vim.bo[event.buf].modified = true, false, false
  end,
})
