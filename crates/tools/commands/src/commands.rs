//! The subcommands of `terrace`, for any set-up.

use std::process::ExitCode;

use terrace_opt::{Command, Setup};
use terrace_support::spelling::nearest;

use terrace_opt::start;
use terrace_opt::stdout::with_stdout;

use super::{bytecode, explain, native, reduce, ripple, run, transform, translate};

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

/// Runs the command line of a process: as mlir-opt where the program's name is `terrace-opt`. Commands of the set-up come
/// before those of `terrace`.
pub fn main(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
    match program(argv0) {
        "terrace-opt" => return start::opt(argv0, args, setup),
        "terrace-translate" => return translate::main(argv0, args, setup),
        _ => {}
    }
    let Some((command, rest)) = args.split_first() else {
        eprint!("{}", page(setup));
        return ExitCode::from(2);
    };
    if let Some(own) = setup.commands.iter().find(|own| own.name == command) {
        return (own.run)(rest, setup);
    }
    match command.as_str() {
        "opt" => start::opt(&format!("{argv0} opt"), rest, setup),
        "bytecode" => bytecode::main(rest, setup),
        "compile" => native::compile::main(rest, setup),
        "explain" => explain::main(argv0, rest, setup),
        "reduce" => reduce::main(rest, setup),
        "ripple-cc" => ripple::main(rest, ripple::Language::C, setup),
        "ripple-c++" => ripple::main(rest, ripple::Language::Cxx, setup),
        "run" => run::main(rest, setup),
        "transform" => transform::main(rest, setup),
        "translate" => translate::main(&format!("{argv0} translate"), rest, setup),
        "help" | "--help" | "-h" => help(argv0, rest, setup),
        "version" | "--version" | "-V" => show(&format!("{}\n", setup.version_text())),
        command => {
            eprintln!("error: there is no command '{command}'");
            let own = setup.commands.iter().map(|own| own.name);
            match nearest(command, COMMANDS.into_iter().chain(own)) {
                Some(meant) => {
                    let name = setup.name;
                    eprintln!("help: did you mean '{meant}'? '{name} help' lists the commands");
                }
                None => eprint!("\n{}", page(setup)),
            }
            ExitCode::from(2)
        }
    }
}

/// The page of all commands.
fn page(setup: &Setup) -> String {
    if setup.name == "terrace" && setup.commands.is_empty() {
        return HELP.to_owned();
    }
    let mut out = String::new();
    for line in HELP.lines() {
        if line.starts_with("Called as ") {
            // That is of the program terrace.
            break;
        }
        if let Some(own) = line.split_whitespace().next().filter(|_| line.starts_with("  "))
            && setup.commands.iter().any(|command| command.name == own)
        {
            continue;
        }
        match line {
            "Commands:" => {
                out += "Commands:\n";
                for Command { name, doc, .. } in &setup.commands {
                    out += &format!("  {name:10} {doc}\n");
                }
            }
            line if line.starts_with("terrace: ") => out += &format!("{}\n", setup.version_text()),
            line => out += &format!("{}\n", setup.text(line)),
        }
    }
    out
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
        [] => show(&page(setup)),
        [word, ..] if matches!(word.as_str(), "help" | "--help" | "-h" | "version") => show(&page(setup)),
        [command, ..]
            if COMMANDS.contains(&command.as_str())
                || setup.commands.iter().any(|own| own.name == command) =>
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
