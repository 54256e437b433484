//! The subcommands of `terrace`, for any set-up.

use std::process::ExitCode;

use terrace_opt::Setup;
use terrace_support::spelling::nearest;

use super::stdout::with_stdout;
use super::{bytecode, explain, native, reduce, ripple, run, start, transform, translate};

const HELP: &str = "\
terrace: a multi-level compiler IR that reads and writes MLIR

Usage: terrace <command> [arguments]

Commands:
  bytecode   Show what is in a bytecode file (terrace bytecode --help)
  compile    Compile a program to machine code with the system's clang (terrace compile --help)
  explain    Say why bufferization copies and allocates, what accesses of Ripple became (terrace explain --help)
  opt        Read, verify and print IR; takes the arguments of mlir-opt (terrace opt --help)
  reduce     Shrink an input for as long as a command fails on it (terrace reduce --help)
  ripple-cc  Compile C that uses Ripple; takes the arguments of clang (terrace ripple-cc --help)
  ripple-c++ The same for C++
  run        Run a program and report what it must not do (terrace run --help)
  transform  Run a script of the dialect transform and show what it does (terrace transform --help)
  translate  Write LLVM IR; takes the arguments of mlir-translate (terrace translate --help)
  help       Show this page, or what there is to know of a command, a pass, a dialect or an op:
             terrace help one-shot-bufferize, terrace help arith.addi
  version    Show the version

Called as terrace-opt or terrace-translate, the program is terrace opt or terrace translate.
";

/// The line that names the program and its version.
pub const VERSION: &str = concat!("terrace ", env!("CARGO_PKG_VERSION"), "\n");

/// Runs the command line of a process: as mlir-opt where the program's name is `terrace-opt`.
pub fn main(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
    match program(argv0) {
        "terrace-opt" => return start::opt(argv0, args, setup),
        "terrace-translate" => return translate::main(argv0, args, setup),
        _ => {}
    }
    match args.split_first().map(|(command, rest)| (command.as_str(), rest)) {
        Some(("opt", rest)) => start::opt(&format!("{argv0} opt"), rest, setup),
        Some(("bytecode", rest)) => bytecode::main(rest, setup),
        Some(("compile", rest)) => native::compile::main(rest, setup),
        Some(("explain", rest)) => explain::main(argv0, rest, setup),
        Some(("reduce", rest)) => reduce::main(rest, setup),
        Some(("ripple-cc", rest)) => ripple::main(rest, ripple::Language::C, setup),
        Some(("ripple-c++", rest)) => ripple::main(rest, ripple::Language::Cxx, setup),
        Some(("run", rest)) => run::main(rest, setup),
        Some(("transform", rest)) => transform::main(rest, setup),
        Some(("translate", rest)) => translate::main(&format!("{argv0} translate"), rest, setup),
        Some(("help" | "--help" | "-h", rest)) => help(argv0, rest, setup),
        Some(("version" | "--version" | "-V", _)) => show(VERSION),
        Some((command, _)) => {
            eprintln!("error: there is no command '{command}'");
            match nearest(command, COMMANDS) {
                Some(meant) => eprintln!("help: did you mean '{meant}'? 'terrace help' lists the commands"),
                None => eprint!("\n{HELP}"),
            }
            ExitCode::from(2)
        }
        None => {
            eprint!("{HELP}");
            ExitCode::from(2)
        }
    }
}

const COMMANDS: [&str; 12] = [
    "bytecode",
    "compile",
    "explain",
    "opt",
    "reduce",
    "ripple-cc",
    "ripple-c++",
    "run",
    "transform",
    "translate",
    "help",
    "version",
];

/// Shows the page of a command, or of what else the topic is.
fn help(argv0: &str, rest: &[String], setup: &Setup) -> ExitCode {
    match rest {
        [] => show(HELP),
        [command, ..]
            if COMMANDS.contains(&command.as_str()) && command != "help" && command != "version" =>
        {
            let code = main(argv0, &[command.clone(), "--help".to_owned()], setup);
            // The dialect transform has the name of the command.
            match super::help::topic(command, setup) {
                Ok(page) => show(&format!("\n{page}")),
                Err(_) => code,
            }
        }
        [topic, ..] => match super::help::topic(topic, setup) {
            Ok(page) => show(&page),
            Err(message) => {
                eprintln!("error: {message}");
                ExitCode::from(2)
            }
        },
    }
}

fn program(argv0: &str) -> &str {
    let name = argv0.rsplit(['/', '\\']).next().unwrap_or(argv0);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Prints a page of help.
pub fn show(text: &str) -> ExitCode {
    // An error of the stream is reported at the end.
    with_stdout(|stdout| {
        let _ = stdout.write_all(text.as_bytes());
        0
    })
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn the_name_decides() {
        assert_eq!(program("/usr/bin/terrace-opt"), "terrace-opt");
        assert_eq!(program("terrace-opt.exe"), "terrace-opt");
        assert_eq!(program("a/terrace"), "terrace");
    }
}
