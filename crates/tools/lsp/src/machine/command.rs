//! The command `terrace serve`.

use std::process::ExitCode;

use terrace_opt::exit;
use terrace_opt::page::{Also, Flag, Page, Section};

use super::input::{Input, Line, write};
use super::requests::Server;
use super::sessions::Sessions;
use crate::services::Services;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "serve",
    doc: "Serves programs: passes, differences, runs and explanations by JSON-RPC, and as an MCP server",
    usage: &["[--stdio]"],
    sections: &[Section {
        title: "Options",
        flags: &[Flag::switch("--stdio", "speaks on the standard streams, as without it")],
    }],
    notes: "Each line of standard input is a request of JSON-RPC 2.0, each line of standard output an answer. Texts are \
            held in memory as sessions, by name, with a step for each pipeline. The methods are open, pipeline, back, \
            diff, explain, run, query, steps and close; the same are the tools of a server of the Model Context \
            Protocol, with a schema each (tools/list). docs/use/serve.md has an example of each. Files outside of the \
            working directory are not read.",
    examples: &[],
    also: Also::Nothing,
};

/// Runs the command with the arguments after its name: answers the requests on the standard streams until they end.
pub fn main(args: &[String], services: Services<'_>) -> ExitCode {
    if let Some(unknown) = args.iter().find(|arg| *arg != "--stdio") {
        eprintln!("error: unknown option '{unknown}'; see {} serve --help", services.setup.name);
        return ExitCode::from(exit::WRONG_COMMAND_LINE);
    }
    let mut server = Server { services, sessions: Sessions::default() };
    let input = Input::of_process();
    let mut is_silent = true;
    for line in &input.lines {
        is_silent = false;
        let answer = match line {
            Line::Unreadable(answer) => Some(answer),
            Line::Message(message, job) => {
                // By the protocol, a request that was cancelled has no answer.
                let is_cancelled = || job.cancelled().is_some();
                let answer = if is_cancelled() { None } else { server.answer(&message, &job) };
                input.pending.done(&job);
                answer.filter(|_| !is_cancelled())
            }
        };
        if let Some(error) = answer.and_then(|answer| write(&answer).err()) {
            eprintln!("error: cannot write the answer: {error}");
            return ExitCode::from(exit::REFUSED);
        }
    }
    if is_silent {
        eprintln!("error: the input ended before a client spoke: programs start this command");
        return ExitCode::from(exit::WRONG_COMMAND_LINE);
    }
    ExitCode::SUCCESS
}
