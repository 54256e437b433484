//! Starts `terrace lsp` for MLIR in Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Terrace;

impl zed::Extension for Terrace {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree.which("terrace").ok_or("'terrace' is not in the path")?;
        Ok(Command { command, args: vec!["lsp".to_owned(), "--stdio".to_owned()], env: Vec::new() })
    }
}

zed::register_extension!(Terrace);
