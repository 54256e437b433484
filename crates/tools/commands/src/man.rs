//! `terrace man`: manual pages, written from the tables of help.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use terrace_opt::Setup;
use terrace_opt::cl::{Category, Described, described};
use terrace_opt::exit;
use terrace_opt::output::os_text;
use terrace_opt::page::{Also, Flag, FlagValue, Page, Section};

use super::args;
use super::show::show;
use super::translate::TRANSLATIONS;

/// The page of the command.
pub const PAGE: Page = Page {
    name: "man",
    doc: "Writes manual pages",
    usage: &["[COMMAND]", "--dir DIR"],
    sections: &[Section {
        title: "Options",
        flags: &[Flag::file(
            "--dir",
            "DIR",
            "writes all pages as files into a directory: terrace.1, terrace-run.1, ..",
        )],
    }],
    notes: "The page of terrace itself, or of a command, in the language of man(7): terrace man run | man -l -",
    examples: &["--dir ~/.local/share/man/man1"],
    also: Also::Nothing,
};

/// Runs the command with the arguments after its name, for a tool with these commands.
pub fn main(args: &[String], setup: &Setup, pages: &[Page]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return show(&setup.page(&PAGE));
    }
    let parsed = match args::parse(&PAGE, args) {
        Ok(parsed) => parsed,
        Err(message) => return misused(&message, setup),
    };
    let all = manuals(setup, pages);
    match (parsed.value("--dir"), parsed.positional()) {
        (Some(dir), []) => match write_all(Path::new(dir), &all) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("error: {message}");
                ExitCode::from(exit::REFUSED)
            }
        },
        (None, []) => show(all.first().map_or("", |(_, text)| text)),
        (None, [command]) => {
            let name = format!("{}-{command}", setup.name);
            match all.iter().find(|(each, _)| *each == name) {
                Some((_, text)) => show(text),
                None => misused(&format!("there is no command '{command}'"), setup),
            }
        }
        _ => misused("one command, or a directory for the pages of all", setup),
    }
}

/// Reports that the command line is wrong.
fn misused(message: &str, setup: &Setup) -> ExitCode {
    eprintln!("error: {message}; see {} man --help", setup.name);
    ExitCode::from(exit::WRONG_COMMAND_LINE)
}

/// Writes all pages into a directory, which is created if there is none.
fn write_all(dir: &Path, all: &[(String, String)]) -> Result<(), String> {
    let refused = |path: &Path, error| format!("cannot write '{}': {}", path.display(), os_text(&error));
    std::fs::create_dir_all(dir).map_err(|error| refused(dir, error))?;
    for (name, text) in all {
        let path = dir.join(format!("{name}.1"));
        std::fs::write(&path, text).map_err(|error| refused(&path, error))?;
    }
    Ok(())
}

/// Returns the manual pages with their names without the section: first that of the tool, then those of its commands.
pub fn manuals(setup: &Setup, pages: &[Page]) -> Vec<(String, String)> {
    let first = (setup.name.to_owned(), tool_manual(setup, pages));
    let others =
        pages.iter().map(|page| (format!("{}-{}", setup.name, page.name), command_manual(setup, page)));
    std::iter::once(first).chain(others).collect()
}

/// Returns the first lines of a page.
fn head(setup: &Setup, name: &str, doc: &str) -> String {
    let title = escaped(&name.to_uppercase());
    let version = escaped(&setup.version_text());
    format!(
        ".TH \"{title}\" \"1\" \"\" \"{version}\" \"\"\n.SH NAME\n{} \\- {}\n",
        escaped(name),
        escaped(doc)
    )
}

fn tool_manual(setup: &Setup, pages: &[Page]) -> String {
    let doc = match setup.name {
        "terrace" => "a multi-level compiler IR that reads and writes MLIR",
        _ => "a compiler that reads and writes MLIR",
    };
    let mut out = head(setup, setup.name, doc);
    let name = escaped(setup.name);
    let _ = write!(out, ".SH SYNOPSIS\n.B {name}\n.I command\n[\\fIarguments\\fR]\n.SH COMMANDS\n");
    for page in pages {
        let _ = write!(out, ".TP\n\\fB{}\\fR\n{}\n", escaped(page.name), line(&setup.text(page.doc)));
    }
    out.push_str(".SH ENVIRONMENT\n.TP\n");
    let _ =
        write!(out, "\\fB{}\\fR\nThe path of clang, for machine code.\n", escaped(&setup.variable("CLANG")));
    out.push_str(".TP\n\\fBNO_COLOR\\fR\nIf it is set, diagnostics have no colours.\n.SH \"SEE ALSO\"\n");
    let names: Vec<String> =
        pages.iter().map(|page| format!("\\fB{name}\\-{}\\fR(1)", escaped(page.name))).collect();
    let _ = writeln!(out, "{}", names.join(", "));
    out
}

fn command_manual(setup: &Setup, page: &Page) -> String {
    let mut out = head(setup, &format!("{}-{}", setup.name, page.name), &setup.text(page.doc));
    let call = format!("{} {}", setup.name, page.name);
    out.push_str(".SH SYNOPSIS\n");
    for (i, usage) in page.usage.iter().enumerate() {
        let start = if i == 0 { "" } else { ".br\n" };
        let _ = writeln!(out, "{start}\\fB{}\\fR {}", escaped(&call), escaped(&setup.text(usage)));
    }
    if !page.notes.is_empty() {
        out.push_str(".SH DESCRIPTION\n");
        let paragraphs: Vec<String> = page.notes.split("\n\n").map(|text| line(&setup.text(text))).collect();
        let _ = writeln!(out, "{}", paragraphs.join("\n.PP\n"));
    }
    if !page.sections.is_empty() || matches!(page.also, Also::Opt | Also::Translate) {
        out.push_str(".SH OPTIONS\n");
    }
    for section in page.sections {
        if page.sections.len() > 1 {
            let _ = writeln!(out, ".SS {}", escaped(section.title));
        }
        for flag in section.flags {
            let _ = write!(out, ".TP\n{}\n{}\n", flag_usage(flag), line(&setup.text(flag.doc)));
        }
    }
    match page.also {
        Also::Opt if page.name == "opt" => {
            put_options(&mut out, setup, &described(false));
            put_passes(&mut out, setup);
        }
        Also::Translate => {
            put_options(&mut out, setup, &described(true));
            out.push_str(".SS Translations\n");
            for translation in TRANSLATIONS {
                let own = [(translation.name, translation.doc)];
                for (name, doc) in own.iter().chain(translation.options) {
                    let _ = write!(out, ".TP\n\\fB{}\\fR\n{}\n", escaped(&format!("--{name}")), line(doc));
                }
            }
        }
        Also::Opt | Also::OptAfterDashes => {
            let opt = format!("{}-opt", setup.name);
            let _ = write!(out, ".PP\nFlags of passes are in \\fB{}\\fR(1).\n", escaped(&opt));
        }
        Also::Nothing | Also::Clang => {}
    }
    if !page.examples.is_empty() {
        out.push_str(".SH EXAMPLES\n.nf\n");
        for example in page.examples {
            let _ = writeln!(out, "{}", line(&format!("{call} {example}")));
        }
        out.push_str(".fi\n");
    }
    let _ = writeln!(out, ".SH \"SEE ALSO\"\n\\fB{}\\fR(1)", escaped(setup.name));
    out
}

/// Adds the options of the table of mlir-opt under their headings.
fn put_options(out: &mut String, setup: &Setup, options: &[Described]) {
    for category in Category::ALL {
        let mut listed =
            options.iter().filter(|option| option.category == category && !option.hidden).peekable();
        if listed.peek().is_some() {
            let _ = writeln!(out, ".SS {}", escaped(category.title()));
        }
        for option in listed {
            let (name, value) = (escaped(&option.name), escaped(&option.value));
            let _ = write!(out, ".TP\n\\fB{name}\\fR{value}\n{}\n", line(&setup.text(option.doc)));
            for (name, doc) in &option.choices {
                let _ = write!(out, ".br\n\\fB{}\\fR: {}\n", escaped(name), escaped(doc));
            }
        }
    }
}

/// Adds the passes and pipelines with their options.
fn put_passes(out: &mut String, setup: &Setup) {
    let registry = &setup.registry;
    let passes = registry.passes().into_iter().map(|pass| (pass.name, pass.doc, pass.options));
    let pipelines =
        registry.pipelines().into_iter().map(|pipeline| (pipeline.name, pipeline.doc, pipeline.options));
    let all: [(&str, Vec<_>); 2] = [("PASSES", passes.collect()), ("PIPELINES", pipelines.collect())];
    for (title, named) in all.iter().filter(|(_, named)| !named.is_empty()) {
        let _ = writeln!(out, ".SH {title}");
        for (name, doc, options) in named {
            let _ =
                write!(out, ".TP\n\\fB{}\\fR\n{}\n", escaped(&format!("--{name}")), line(&setup.text(doc)));
            for option in *options {
                let (left, text) = option.help();
                let _ = write!(out, ".br\n\\fI{}\\fR {}\n", escaped(&left), escaped(&setup.text(&text)));
            }
        }
    }
}

/// Returns a flag with its value: the name is bold, the placeholder in italics.
fn flag_usage(flag: &Flag) -> String {
    let joint = if flag.name.len() > 2 { "=" } else { " " };
    let name = format!("\\fB{}\\fR", escaped(flag.name));
    match flag.value {
        FlagValue::None => name,
        FlagValue::Text(value)
        | FlagValue::Input(value)
        | FlagValue::Output(value)
        | FlagValue::File(value)
        | FlagValue::Passes(value)
        | FlagValue::PassOptions(_, value) => format!("{name}{joint}\\fI{}\\fR", escaped(value)),
        FlagValue::Choice(names) => format!("{name}{joint}\\fB{}\\fR", escaped(&names.join("|"))),
        FlagValue::OptionalChoice(names) => format!("{name}[=\\fB{}\\fR]", escaped(&names.join("|"))),
    }
}

/// Returns a text for the middle of a line of roff.
fn escaped(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words
        .replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('"', "\\(dq")
        .replace('\'', "\\(aq")
        .replace('~', "\\(ti")
}

/// Returns a text as a line of roff: what would be a request at its start is none.
fn line(text: &str) -> String {
    let text = escaped(text);
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}
