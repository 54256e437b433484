//! `terrace completion`: scripts by which shells complete command lines, and the candidates that these ask for.
//!
//! A script calls this command again with the words up to the cursor, so that it completes what the tool has now: commands,
//! flags, passes with their options, and files. [`mod@candidates`] finds them in the tables that help is written from; [`words`]
//! takes a command line apart as a shell does.

pub mod candidates;
pub mod words;

use std::path::Path;
use std::process::ExitCode;

use terrace_opt::Setup;
use terrace_opt::page::{Also, Flag, Page, Section};

use super::args;
use super::show::{show, show_usage};
use candidates::{Candidate, Tool, candidates};
use words::{quoted, split_line};

/// The shells that have a script.
pub const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// The page of the command.
pub const PAGE: Page = Page {
    name: "completion",
    doc: "Writes the script by which a shell completes commands, flags, passes, their options, and files",
    usage: &["bash|zsh|fish|powershell", "--complete=SHELL [--breaks=CHARACTERS] -- WORD.."],
    sections: &[Section {
        title: "Options, for the scripts",
        flags: &[
            Flag::choice(
                "--complete",
                &SHELLS,
                "writes what completes the last word: the words of the command line are given, for bash and powershell \
                 the line up to the cursor as one word",
            ),
            Flag::text("--breaks", "CHARACTERS", "the characters at which bash takes a word apart"),
        ],
    }],
    notes: "bash: eval \"$(terrace completion bash)\" in ~/.bashrc, or the script as a file in \
            ~/.local/share/bash-completion/completions.\n\n\
            zsh: eval \"$(terrace completion zsh)\" in ~/.zshrc, after compinit, or the script as a file in a directory \
            of $fpath.\n\n\
            fish: terrace completion fish | source in ~/.config/fish/config.fish, or the script as a file in \
            ~/.config/fish/completions.\n\n\
            PowerShell: terrace completion powershell | Out-String | Invoke-Expression",
    examples: &["bash"],
    also: Also::Nothing,
};

/// Runs the command with the arguments after its name, for a tool with these commands.
pub fn main(args: &[String], setup: &Setup, pages: &[Page]) -> ExitCode {
    if args.is_empty() {
        return show_usage(&PAGE, setup);
    }
    if args.first().is_some_and(|arg| arg == "--help" || arg == "-h") {
        return show(&setup.page(&PAGE));
    }
    match answer(args, &Tool { setup, pages, cwd: Path::new(".") }) {
        Ok(text) => show(&text),
        Err(message) => {
            eprintln!("error: {message}; see {} completion --help", setup.name);
            ExitCode::from(terrace_opt::exit::WRONG_COMMAND_LINE)
        }
    }
}

/// Returns a script, or the candidates that a script asks for.
///
/// # Errors
///
/// If the arguments are invalid.
pub fn answer(args: &[String], tool: &Tool<'_>) -> Result<String, String> {
    let parsed = args::parse(&PAGE, args)?;
    match (parsed.value("--complete"), parsed.positional()) {
        (Some(shell), words) => {
            let breaks = parsed.value("--breaks").unwrap_or("");
            Ok(lines(shell, breaks, words, tool))
        }
        (None, [shell]) => script(shell, tool.setup.name)
            .ok_or_else(|| format!("there is no completion for '{shell}', but for {}", SHELLS.join(", "))),
        (None, _) => Err("one shell at a time".to_owned()),
    }
}

/// Returns the script of a shell for a tool of this name.
pub fn script(shell: &str, tool: &str) -> Option<String> {
    let text = match shell {
        "bash" => include_str!("script.bash"),
        "zsh" => include_str!("script.zsh"),
        "fish" => include_str!("script.fish"),
        "powershell" => include_str!("script.ps1"),
        _ => return None,
    };
    let names = [tool.to_owned(), format!("{tool}-opt"), format!("{tool}-translate")];
    let id: String = tool.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let list: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let text = text.replace("@TOOL@", tool).replace("@ID@", &id);
    Some(text.replace("@NAMES@", &names.join(" ")).replace("@LIST@", &list.join(", ")))
}

/// The candidates, one a line, as the script of a shell reads them.
fn lines(shell: &str, breaks: &str, words: &[String], tool: &Tool<'_>) -> String {
    let is_line = matches!(shell, "bash" | "powershell");
    let line = split_line(words.first().map_or("", String::as_str), breaks);
    let words = if is_line { &line.words[..] } else { words };
    // fish leaves the quotes of the last word.
    let mut words = words.to_vec();
    if let Some(last) = words.last_mut().filter(|_| shell == "fish") {
        *last = split_line(last, "").words.join(" ");
    }
    let Some((program, words)) = words.split_first() else { return String::new() };
    let found = candidates(program, words, tool);
    let line = |Candidate { text, doc, ends }: &Candidate| {
        // Tabulators and line ends separate what the scripts read.
        let doc = doc.split_whitespace().collect::<Vec<_>>().join(" ");
        match shell {
            "bash" => {
                // What stands before is part of the word, but not of what bash replaces.
                let text = text.get(line.start..).unwrap_or(text);
                let end = if *ends && line.quote.is_none() { " " } else { "" };
                format!("{}{end}\n", quoted(text, line.quote))
            }
            "zsh" => format!("{}\t{text}\t{doc}\n", if *ends { "." } else { "+" }),
            _ => format!("{text}\t{doc}\n"),
        }
    };
    found.iter().map(line).collect()
}
