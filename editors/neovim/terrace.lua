-- Starts `terrace lsp` for .mlir files. Copy this file to ~/.config/nvim/plugin/.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.mlir",
  callback = function(event)
    vim.bo[event.buf].filetype = "mlir"
    vim.bo[event.buf].commentstring = "// %s"
    local git = vim.fn.finddir(".git", vim.fn.expand("%:p:h") .. ";")
    local config = {
      name = "terrace",
      cmd = { vim.g.terrace_program or "terrace", "lsp", "--stdio" },
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
