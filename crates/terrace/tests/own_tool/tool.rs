//! The tool `ops`: all that terrace does, under its own name, a command and a pipeline of its own.

use std::collections::BTreeMap;
use std::process::ExitCode;

use terrace::passes::{OpPipeline, PassOptions, PipelineDef, Registry, pass_options};
use terrace::tools::{Command, Flag, Page, Section, Setup, args, commands, setup, start};

/// The page of the command `count`: `ops count --help` and `ops man count` print it, and shells complete its flags.
const COUNT: Page =
    Page::new("count", "Counts the ops of a program", &["FILE [options]"]).sections(&[Section {
        title: "Options",
        flags: &[
            Flag::text("--dialect", "NAME", "ops of this dialect alone"),
            Flag::choice("--order", &["name", "number"], "how the list is sorted (name)"),
        ],
    }]);

/// `ops count FILE`: prints the number of ops of each name.
fn count(args: &[String], setup: &Setup) -> ExitCode {
    match counted(args, setup) {
        Ok(text) => commands::show(&text),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn counted(args: &[String], setup: &Setup) -> Result<String, String> {
    let args = args::parse(&COUNT, args)?;
    let [file] = args.positional() else { return Err(format!("one file; see {} count --help", setup.name)) };
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read '{file}': {error}"))?;
    let ir = terrace::parse(&terrace::context_of(setup), &text).map_err(|errors| errors.to_string())?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for op in ir.root().into_iter().flat_map(|root| root.nested_ops()) {
        let name = op.name_text();
        let dialect = name.split('.').next();
        if args.value("--dialect").is_none_or(|wanted| dialect == Some(wanted)) {
            *counts.entry(name.to_owned()).or_default() += 1;
        }
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    if args.value("--order") == Some("number") {
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    }
    Ok(counts.iter().map(|(name, count)| format!("{count:4} {name}\n")).collect())
}

pass_options! {
    /// The options of the pipeline `tidy`.
    pub struct TidyOptions {
        /// Whether calls are inlined first.
        inline("inline"): bool = "false",
    }
}

/// `--tidy`, or `--tidy=inline`: passes that simplify a program.
static TIDY: PipelineDef =
    PipelineDef { name: "tidy", doc: "Simplifies a program", options: TidyOptions::DEFS, build: tidy };

fn tidy(pipeline: &mut OpPipeline, registry: &Registry, options: &PassOptions) -> Result<(), String> {
    let options: TidyOptions = options.into();
    if options.inline {
        pipeline.add_named(registry, "inline", "")?;
        pipeline.add_named(registry, "symbol-dce", "")?;
    }
    pipeline.parse_into("func.func(canonicalize{max-iterations=4},cse)", registry)?;
    Ok(())
}

/// The tool: its name and version, its command and that command's page, its pipeline.
pub fn tool() -> Setup {
    let count = Command { name: COUNT.name, doc: COUNT.doc, run: count };
    setup().named("ops", "1.2.3").commands(&[count]).pages(&[&COUNT]).pipelines(&[&TIDY])
}

/// The program.
pub fn main() -> ExitCode {
    let (argv0, args) = start::arguments();
    commands::main(&argv0, &args, &tool())
}
