//! The command `terrace workbench`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::json;
use terrace_opt::exit;
use terrace_opt::page::{Also, Flag, Page, Section};

use super::server::Workbench;
use crate::machine::requests::Server;
use crate::machine::sessions::Sessions;
use crate::services::Services;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "workbench",
    doc: "Serves a page in the browser: a source, its pipeline, the IR after each pass, values that are followed",
    usage: &["[FILE|DIR] [--port=N] [--no-open]"],
    sections: &[Section {
        title: "Options",
        flags: &[
            Flag::text("--port", "N", "the port; a free one if not given"),
            Flag::switch("--no-open", "prints the address alone, without opening it in the browser"),
        ],
    }],
    notes: "The page is for the files of DIR and below it, or of the directory of FILE; without either, of the working \
            directory. It is served on the loopback interface, to those who know the token in its address; \
            the browser needs no network. The verbs are those of serve. Ctrl-C ends it.",
    examples: &["examples/stencil.mlir"],
    also: Also::Nothing,
};

/// The arguments of the command.
struct Arguments {
    /// The file or directory.
    path: Option<String>,
    port: u16,
    opens: bool,
}

fn parse(args: &[String], tool: &str) -> Result<Arguments, String> {
    let mut parsed = Arguments { path: None, port: 0, opens: true };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let (name, value) =
            arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value)));
        match name {
            "--no-open" if value.is_none() => parsed.opens = false,
            "--port" => {
                let value = value.or_else(|| rest.next().map(String::as_str)).unwrap_or("");
                parsed.port = value
                    .parse()
                    .map_err(|_| format!("--port needs a number from 0 to {}, not '{value}'", u16::MAX))?;
            }
            _ if arg.starts_with('-') => {
                return Err(format!("unknown option '{arg}'; see {tool} workbench --help"));
            }
            _ if parsed.path.is_some() => return Err(format!("there is one file or directory, and '{arg}'")),
            _ => parsed.path = Some(arg.clone()),
        }
    }
    Ok(parsed)
}

/// The directory whose files are served, and the file to begin with, by its name there.
fn places(path: Option<&str>) -> Result<(PathBuf, Option<String>), String> {
    let name = path.unwrap_or(".");
    let refused = |error: std::io::Error| format!("cannot open '{name}': {error}");
    let path = Path::new(name).canonicalize().map_err(refused)?;
    if path.is_dir() {
        return Ok((path, None));
    }
    let file = path.file_name().and_then(|file| file.to_str()).map(str::to_owned);
    match (path.parent(), file) {
        (Some(dir), Some(file)) if path.is_file() => Ok((dir.to_owned(), Some(file))),
        _ => Err(format!("cannot open '{name}': it is neither a file nor a directory")),
    }
}

/// Runs the command with the arguments after its name: serves the page until the process ends.
pub fn main(args: &[String], services: Services<'_>) -> ExitCode {
    let failed = |message: &str, code: u8| {
        eprintln!("error: {message}");
        ExitCode::from(code)
    };
    let Arguments { path, port, opens } = match parse(args, services.setup.name) {
        Ok(parsed) => parsed,
        Err(message) => return failed(&message, exit::WRONG_COMMAND_LINE),
    };
    let (dir, file) = match places(path.as_deref()) {
        Ok(places) => places,
        Err(message) => return failed(&message, exit::REFUSED),
    };
    // Verbs read files of the working directory alone.
    if let Err(error) = std::env::set_current_dir(&dir) {
        return failed(&format!("cannot open '{}': {error}", dir.display()), exit::REFUSED);
    }
    let workbench = match Workbench::listen(port, json!({"file": file})) {
        Ok(workbench) => workbench,
        Err(error) => return failed(&format!("cannot listen at port {port}: {error}"), exit::REFUSED),
    };
    println!("{}", workbench.address);
    if opens {
        open(&workbench.address);
    }
    workbench.answer(Server { services, sessions: Sessions::default() });
    ExitCode::SUCCESS
}

/// Opens an address with the system's program for that.
fn open(address: &str) {
    let words: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["rundll32", "url.dll,FileProtocolHandler"],
        _ => &["xdg-open"],
    };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It is waited for so that nothing is left of it.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => eprintln!("cannot open a browser ({}: {error}): open the address yourself", words[0]),
    }
}
