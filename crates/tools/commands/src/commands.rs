//! The subcommands of `terrace`, for any set-up.

use std::path::Path;
use std::process::ExitCode;

use terrace_lsp::{machine, workbench};
use terrace_opt::page::{Page, rows, wrapped};
use terrace_opt::{Setup, exit, start};
use terrace_support::spelling::nearest;

pub use super::show::show;

use super::programs::{OPT, TRANSLATE, stand_in};
use super::search::search;
use super::{bytecode, completion, explain, man, native, reduce, ripple, run, transform, translate};

const HELP: Page = Page {
    notes: "TOPIC is a command, a pass or a pipeline of passes, a dialect, an op, an interface or a trait. If there is none \
            of that name, all that have the words in their names or descriptions are listed.",
    examples: &["one-shot-bufferize", "arith.addi", "loop fusion"],
    ..Page::new("help", "Shows the commands, or what there is to know of a topic", &["[TOPIC..]"])
};

const VERSION: Page = Page::new("version", "Shows the version", &[""]);

/// A command of every tool.
struct BuiltIn {
    page: &'static Page,
    /// Runs the command with the name of the program, the arguments after the command's name, and the set-up.
    run: fn(&str, &[String], &Setup) -> ExitCode,
}

static BUILT_IN: [BuiltIn; 17] = [
    BuiltIn { page: &bytecode::PAGE, run: |_, args, setup| bytecode::main(args, setup) },
    BuiltIn { page: &native::compile::PAGE, run: |_, args, setup| native::compile::main(args, setup) },
    BuiltIn { page: &completion::PAGE, run: |_, args, setup| completion::main(args, setup, &pages(setup)) },
    BuiltIn { page: &explain::PAGE, run: explain::main },
    BuiltIn {
        page: &terrace_lsp::PAGE,
        run: |_, args, setup| serve(args, setup, &terrace_lsp::PAGE, terrace_lsp::main),
    },
    BuiltIn { page: &man::PAGE, run: |_, args, setup| man::main(args, setup, &pages(setup)) },
    BuiltIn { page: &OPT, run: |argv0, args, setup| start::opt(&format!("{argv0} opt"), args, setup) },
    BuiltIn { page: &reduce::PAGE, run: |_, args, setup| reduce::main(args, setup) },
    BuiltIn { page: &ripple::C_PAGE, run: |_, args, setup| ripple::main(args, ripple::Language::C, setup) },
    BuiltIn {
        page: &ripple::CXX_PAGE,
        run: |_, args, setup| ripple::main(args, ripple::Language::Cxx, setup),
    },
    BuiltIn { page: &run::PAGE, run: |_, args, setup| run::main(args, setup) },
    BuiltIn { page: &machine::PAGE, run: |_, args, setup| serve(args, setup, &machine::PAGE, machine::main) },
    BuiltIn { page: &transform::PAGE, run: |_, args, setup| transform::main(args, setup) },
    BuiltIn {
        page: &TRANSLATE,
        run: |argv0, args, setup| translate::main(&format!("{argv0} translate"), args, setup),
    },
    BuiltIn {
        page: &workbench::PAGE,
        run: |_, args, setup| serve(args, setup, &workbench::PAGE, workbench::main),
    },
    BuiltIn { page: &HELP, run: help },
    BuiltIn { page: &VERSION, run: |_, args, setup| version(args, setup) },
];

/// The other spellings of commands.
const ALIASES: [(&str, &str); 4] =
    [("--help", "help"), ("-h", "help"), ("--version", "version"), ("-V", "version")];

/// Runs the command line of a process: as mlir-opt where the program's name is `terrace-opt`, or that of the tool with
/// `-opt`. Commands of the set-up come before those of `terrace`.
pub fn main(argv0: &str, args: &[String], setup: &Setup) -> ExitCode {
    match stand_in(argv0, setup.name) {
        Some("opt") => return start::opt(argv0, args, setup),
        Some("translate") => return translate::main(argv0, args, setup),
        Some("ripple-cc") => return ripple::main(args, ripple::Language::C, setup),
        Some("ripple-c++") => return ripple::main(args, ripple::Language::Cxx, setup),
        _ => {}
    }
    let Some((command, rest)) = args.split_first() else {
        eprint!("{}", page(setup));
        return ExitCode::from(exit::WRONG_COMMAND_LINE);
    };
    if let Some(own) = setup.commands.iter().find(|own| own.name == command) {
        let page = setup.pages.iter().find(|page| page.name == command);
        return match page.filter(|_| asks_for_help(rest)) {
            Some(page) => show(&setup.page(page)),
            None => (own.run)(rest, setup),
        };
    }
    let name = ALIASES.iter().find(|(alias, _)| alias == command).map_or(command.as_str(), |(_, name)| name);
    match BUILT_IN.iter().find(|known| known.page.name == name) {
        Some(known) => (known.run)(argv0, rest, setup),
        None => {
            eprintln!("error: there is no command '{command}'");
            match nearest(command, pages(setup).iter().map(|page| page.name)) {
                Some(meant) => {
                    let name = setup.name;
                    eprintln!("help: did you mean '{meant}'? '{name} help' lists the commands");
                }
                None => eprint!("\n{}", page(setup)),
            }
            ExitCode::from(exit::WRONG_COMMAND_LINE)
        }
    }
}

fn version(args: &[String], setup: &Setup) -> ExitCode {
    match args.first().map(String::as_str) {
        None => show(&format!("{}\n", setup.version_text())),
        Some("--help" | "-h") => show(&setup.page(&VERSION)),
        Some(other) => {
            eprintln!("error: version takes no arguments, not '{other}'");
            ExitCode::from(exit::WRONG_COMMAND_LINE)
        }
    }
}

/// Runs a server with what other commands know.
fn serve(
    args: &[String],
    setup: &Setup,
    page: &Page,
    server: fn(&[String], terrace_lsp::Services<'_>) -> ExitCode,
) -> ExitCode {
    if asks_for_help(args) {
        return show(&setup.page(page));
    }
    let pages = pages(setup);
    let complete = |words: &[String]| {
        let Some((program, words)) = words.split_first() else { return Vec::new() };
        let tool = completion::candidates::Tool { setup, pages: &pages, cwd: Path::new(".") };
        let found = completion::candidates::candidates(program, words, &tool).into_iter();
        found.map(|word| terrace_lsp::CommandWord { text: word.text, doc: word.doc }).collect()
    };
    let services = terrace_lsp::Services {
        setup,
        docs: &|name| super::help::topic(name, setup).ok(),
        complete: &complete,
        import: &|cx, text, name, start| {
            terrace_llvmir::import(cx, text, name, start, terrace_llvmir::ImportOptions::default()).diags
        },
    };
    server(args, services)
}

/// Whether arguments ask for help, before a `--`.
fn asks_for_help(args: &[String]) -> bool {
    args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--help" || arg == "-h")
}

/// Returns the pages of all commands of a tool: its own, then those of `terrace` that these do not override.
pub fn pages(setup: &Setup) -> Vec<Page> {
    let own = setup.commands.iter().map(|command| {
        let described = setup.pages.iter().find(|page| page.name == command.name);
        described.map_or(Page::new(command.name, command.doc, &["[arguments]"]), |page| **page)
    });
    let is_own = |page: &Page| setup.commands.iter().any(|command| command.name == page.name);
    let others = BUILT_IN.iter().map(|known| *known.page).filter(|page| !is_own(page));
    own.chain(others).collect()
}

/// The page of all commands.
fn page(setup: &Setup) -> String {
    let tool = setup.name;
    let mut out = match tool {
        "terrace" => "terrace: a multi-level compiler IR that reads and writes MLIR\n".to_owned(),
        _ => format!("{}\n", setup.version_text()),
    };
    out.push_str(&format!("\nUsage: {tool} <command> [arguments]\n\nCommands:\n"));
    let doc = |page: &Page| {
        let own = setup.commands.iter().find(|command| command.name == page.name);
        own.map_or_else(|| setup.text(page.doc), |command| command.doc.to_owned())
    };
    rows(&mut out, pages(setup).iter().map(|page| (page.name.to_owned(), doc(page))));
    let notes = "terrace help TOPIC and terrace COMMAND --help show more: terrace help one-shot-bufferize, terrace help arith.addi.\n\n\
                 Called as terrace-opt, terrace-translate, ripple-cc or ripple-c++, the program is that command.";
    for note in notes.split("\n\n") {
        out.push_str(&format!("\n{}", wrapped("", &setup.text(note), 0)));
    }
    out
}

/// Shows the pages of all topics, each that of a command or of what else it is. If one is no topic, what has all the words is
/// listed instead; if nothing has, what has each.
fn help(argv0: &str, rest: &[String], setup: &Setup) -> ExitCode {
    if rest.is_empty() || rest.iter().any(|topic| matches!(topic.as_str(), "help" | "--help" | "-h")) {
        return show(&page(setup));
    }
    let all = pages(setup);
    let command =
        |topic: &str| all.iter().map(|page| page.name).find(|name| name.eq_ignore_ascii_case(topic));
    let topics: Vec<(&String, Result<String, String>)> =
        rest.iter().map(|topic| (topic, super::help::topic(topic, setup))).collect();
    if topics.iter().any(|(topic, text)| text.is_err() && command(topic).is_none())
        && let Some(found) = search(rest, setup, &all)
    {
        return show(&found);
    }
    let mut code = ExitCode::SUCCESS;
    for (number, (topic, text)) in topics.into_iter().enumerate() {
        if number > 0 {
            show("\n");
        }
        let command = command(topic);
        if let Some(name) = command {
            code = main(argv0, &[name.to_owned(), "--help".to_owned()], setup);
        }
        let is_command = command.is_some();
        match (text, search(std::slice::from_ref(topic), setup, &all)) {
            // The dialect transform has the name of the command.
            (Ok(text), _) if is_command => code = show(&format!("\n{text}")),
            (Ok(text), _) => code = show(&text),
            (Err(_), _) if is_command => {}
            (Err(_), Some(found)) => code = show(&found),
            (Err(message), None) => {
                eprintln!("error: {message}");
                return ExitCode::from(exit::WRONG_COMMAND_LINE);
            }
        }
    }
    code
}
