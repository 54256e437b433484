//! `terrace help TOPIC`: the tables' documentation of a pass, a pipeline, a dialect, an op, an interface or a trait.

use std::collections::BTreeSet;
use std::fmt::Write;

use terrace_ir::def::{Arity, AttrSyntax, DialectDef, EnumDef, OpDef, Optionality};
use terrace_opt::page::{WIDTH, put_row, wrapped};
use terrace_opt::{Io, Setup};
use terrace_pass::options::OptionDef;
use terrace_pass::{PassDef, PipelineDef};
use terrace_support::spelling::nearest;

/// The column at which descriptions start, if the name leaves room.
const COLUMN: usize = 36;

/// Returns the page about a pass, a pipeline, a dialect, an op, an interface or a trait.
///
/// # Errors
/// If there is nothing of this name: a sentence with the nearest name there is.
pub fn topic(name: &str, setup: &Setup) -> Result<String, String> {
    let name = name.trim_start_matches('-');
    if let Some(page) = exact(name, setup).or_else(|| exact(&name.to_lowercase(), setup)) {
        return Ok(page);
    }
    if let Some(page) = absent_page(name).or_else(|| bearers_page(name, setup)) {
        return Ok(page);
    }
    Err(unknown(name, setup))
}

/// Returns the page of a pass, a pipeline, a dialect or an op of this name.
fn exact(name: &str, setup: &Setup) -> Option<String> {
    if let Some(pass) = setup.registry.pass(name) {
        return Some(setup.text(&pass_page(pass)) + &pass_example(name, setup));
    }
    if let Some(pipeline) = setup.registry.pipeline(name) {
        return Some(setup.text(&pipeline_page(pipeline)) + &pass_example(name, setup));
    }
    if let Some(dialect) = setup.dialects.iter().find(|dialect| dialect.name == name) {
        return Some(dialect_page(dialect, setup.ops_of(dialect).collect()));
    }
    setup.ops().find(|op| op.name == name).map(|op| op_page(op, setup))
}

/// The error for an unknown topic, with the nearest name.
fn unknown(name: &str, setup: &Setup) -> String {
    let message = format!("there is no pass, dialect or op '{name}'");
    if let Some((dialect, _)) = name.split_once('.')
        && !setup.dialects.iter().any(|known| known.name == dialect)
        && absent_page(dialect).is_some()
    {
        return format!(
            "{message}; MLIR's dialect '{dialect}' is not implemented here: {} help {dialect}",
            setup.name
        );
    }
    let hint = setup.registry.hint(name).or_else(|| {
        let dialects = setup.dialects.iter();
        let names = dialects
            .flat_map(|dialect| [dialect.name].into_iter().chain(setup.ops_of(dialect).map(|op| op.name)));
        Some(format!("did you mean '{}'?", nearest(name, names)?))
    });
    hint.map_or_else(|| message.clone(), |hint| format!("{message}; {hint}"))
}

fn pass_page(pass: &PassDef) -> String {
    let mut out = String::new();
    put_text(&mut out, &format!("--{}: {}\n", pass.name, pass.doc));
    match pass.anchor {
        Some(anchor) => put(&mut out, format_args!("\nRuns on {anchor}.\n")),
        None if pass.requires.is_some() => {
            out.push_str("\nRuns on isolated ops that have the interface it needs.\n")
        }
        None => out.push_str("\nRuns on any isolated op.\n"),
    }
    put_options(&mut out, pass.options);
    if !pass.statistics.is_empty() {
        out.push_str("\nStatistics (--mlir-pass-statistics):\n");
        pass.statistics.iter().for_each(|(name, text)| put_row(&mut out, name, text, COLUMN));
    }
    let anchor = pass.anchor.unwrap_or("any");
    let options = pass.options.first().map_or(String::new(), |option| match option.default {
        "" => format!("{{{}=..}}", option.name),
        value => format!("{{{}={value}}}", option.name),
    });
    put(
        &mut out,
        format_args!(
            "\nIn a pipeline:\n  --pass-pipeline='builtin.module({})'\n",
            match anchor {
                "any" | "builtin.module" => format!("{}{options}", pass.name),
                anchor => format!("{anchor}({}{options})", pass.name),
            }
        ),
    );
    out
}

fn pipeline_page(pipeline: &PipelineDef) -> String {
    let mut out = String::new();
    put_text(
        &mut out,
        &format!(
            "--{}: {}\n\nA pipeline of passes; --dump-pass-pipeline shows them.\n",
            pipeline.name, pipeline.doc
        ),
    );
    put_options(&mut out, pipeline.options);
    out
}

fn dialect_page(dialect: &DialectDef, mut ops: Vec<&OpDef>) -> String {
    let mut out = String::new();
    put_text(&mut out, &format!("{}: {}\n", dialect.name, dialect.doc));
    if !ops.is_empty() {
        out.push_str("\nOps:\n");
        ops.sort_unstable_by_key(|op| op.name);
        ops.iter().for_each(|op| put_row(&mut out, op.name, &first_sentence(op.doc), COLUMN));
    }
    for (title, sigil, names) in [
        ("Types", '!', dialect.types.iter().map(|def| def.name).collect::<Vec<_>>()),
        ("Attributes", '#', dialect.attrs.iter().map(|def| def.name).collect()),
    ] {
        if !names.is_empty() {
            put(&mut out, format_args!("\n{title}:\n"));
            names.iter().for_each(|name| put(&mut out, format_args!("  {sigil}{name}\n")));
        }
    }
    out
}

/// An example of each op of the dialects of users: a comment with the name, the text, and an empty line; written by
/// `cargo xtask op-examples`.
pub const OP_EXAMPLES: &str = include_str!("op_examples.mlir");

/// Returns the names of ops that have an example, with the texts, in order.
pub fn op_examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let parts = OP_EXAMPLES.split("\n\n").filter_map(|part| part.trim_end().strip_prefix("// "));
    parts.filter_map(|part| part.split_once('\n'))
}

fn op_page(op: &OpDef, setup: &Setup) -> String {
    let mut out = String::new();
    put_text(&mut out, &format!("{}: {}\n", op.name, op.doc));
    let arity = |arity: Arity| match arity {
        Arity::One => "",
        Arity::Optional => "optional ",
        Arity::Variadic => "any number of ",
    };
    match op.format.or(op.syntax) {
        Some(format) => {
            let format = format.split_whitespace().collect::<Vec<_>>().join(" ");
            put(&mut out, format_args!("\nSyntax:\n{}", wrapped(&format!("  {} ", op.name), &format, 6)));
        }
        None if op.asm.is_some() => {
            out.push_str("\nSyntax: written by hand; --mlir-print-op-generic shows what it stands for.\n");
        }
        None => put(&mut out, format_args!("\nSyntax: the generic form, \"{}\"(..).\n", op.name)),
    }
    if !op.operands.is_empty() {
        out.push_str("\nOperands:\n");
        for operand in op.operands {
            put_row(
                &mut out,
                operand.name,
                &format!("{}{}", arity(operand.arity), operand.constraint.summary),
                COLUMN,
            );
        }
    }
    if !op.results.is_empty() {
        out.push_str("\nResults:\n");
        for result in op.results {
            let text = format!("{}{}", arity(result.arity), result.constraint.summary);
            put_row(&mut out, result.name, &text, COLUMN);
        }
    }
    if !op.props.is_empty() {
        out.push_str("\nAttributes:\n");
        for prop in op.props {
            let presence = match prop.presence {
                Optionality::Required => "",
                Optionality::Optional => " (optional)",
                Optionality::Default(_) | Optionality::OptionalDefault(_) => " (has a default)",
            };
            let choices = match &prop.constraint.syntax {
                AttrSyntax::Enum(def) => format!(": {}", keywords(def)),
                _ => String::new(),
            };
            let text = format!("{}{choices}{presence}", prop.constraint.summary);
            put_row(&mut out, prop.name, &text, COLUMN);
        }
    }
    let mut put_names = |title: &str, mut names: Vec<&str>| {
        let mut listed = BTreeSet::new();
        names.retain(|name| listed.insert(*name));
        if !names.is_empty() {
            put(&mut out, format_args!("\n{}", wrapped(&format!("{title}: "), &names.join(", "), 4)));
        }
    };
    put_names("Regions", op.regions.iter().map(|region| region.name).collect());
    put_names("Successors", op.successors.iter().map(|successor| successor.name).collect());
    put_names("Traits", op.traits.iter().map(terrace_ir::traits::Trait::name).collect());
    let context = setup.new_context();
    let interfaces = context.registered_op(op.name).map(|name| context.op_info(name).interface_names());
    put_names("Interfaces", interfaces.unwrap_or_default());
    if let Some((_, example)) = op_examples().find(|(name, _)| *name == op.name) {
        out.push_str("\nExample:\n");
        put_ir(&mut out, example);
    }
    out
}

/// The inputs of examples of passes and pipelines: a comment with the name and the flag, the text, and an empty line.
pub const PASS_EXAMPLES: &str = include_str!("pass_examples.mlir");

/// Returns the names of passes and pipelines that have an example, with the flags that run them and the inputs, in order.
pub fn pass_examples() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let parts = PASS_EXAMPLES.split("\n\n").filter_map(|part| part.trim_end().strip_prefix("// "));
    parts.filter_map(|part| {
        let (head, text) = part.split_once('\n')?;
        let (name, flag) = head.split_once(": ")?;
        Some((name, flag, text))
    })
}

/// Runs a flag of a pass on a text, as the driver does; `None` after an error.
pub fn run_pass(flag: &str, text: &str, setup: &Setup) -> Option<String> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = text.as_bytes();
    let io = Io::unattended(&mut input, &mut out, &mut err);
    let args = [flag.to_owned(), "--keep-names".to_owned()];
    let code = terrace_opt::run(setup.name, &args, io, setup);
    let text = String::from_utf8(out).ok().filter(|_| code == 0)?;
    let text = format!("{}\n", text.trim_end());
    // A module that the input does not name is not shown.
    let inside = || {
        let at = text
            .find("module {\n")
            .filter(|at| text[..*at].lines().all(|line| line.starts_with(['#', '!'])))?;
        let inside =
            text[at..].strip_prefix("module {\n")?.strip_suffix("}\n").filter(|inside| !inside.is_empty())?;
        let lines: Vec<&str> = inside.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        Some(format!("{}{}\n", &text[..at], lines.join("\n")))
    };
    Some(inside().unwrap_or_else(|| text.clone()))
}

/// The example of a pass: its input, and what it becomes. Empty if there is none.
fn pass_example(name: &str, setup: &Setup) -> String {
    let mut out = String::new();
    if let Some((_, flag, before)) = pass_examples().find(|(each, ..)| *each == name)
        && let Some(after) = run_pass(flag, before, setup)
    {
        let shown = match flag.split_once('=') {
            Some((name, options)) => format!("{name}='{options}'"),
            None => flag.to_owned(),
        };
        put(&mut out, format_args!("\nExample: {} opt {shown}\n", setup.name));
        put_ir(&mut out, before);
        out.push_str("\nbecomes\n");
        put_ir(&mut out, &after);
    }
    out
}

/// The page about a dialect of MLIR that is not implemented.
fn absent_page(name: &str) -> Option<String> {
    let (_, doc) = ABSENT.iter().find(|(absent, _)| *absent == name)?;
    let mut out = wrapped("", &format!("{name}: {doc}"), 4);
    let notes = format!(
        "This is a dialect of MLIR that is not implemented here. With --allow-unregistered-dialect its ops are read and \
         written in their generic form, \"{name}.op\"(..) : (..) -> .., which mlir-opt --mlir-print-op-generic prints; its \
         types (!{name}.type<..>) and attributes (#{name}.attr<..>) are kept as they are. Nothing about them is verified, \
         and passes treat them as ops with unknown effects.\n\n\
         --irdl-file=FILE defines a dialect by a file of the dialect irdl: its ops, types and attributes are verified then."
    );
    for note in notes.split("\n\n") {
        put(&mut out, format_args!("\n{}", wrapped("", note, 0)));
    }
    Some(out)
}

/// The dialects of MLIR 22 that are not implemented.
pub const ABSENT: [(&str, &str); 18] = [
    ("acc", "Directives of OpenACC"),
    ("amdgpu", "Instructions of AMD's graphics processors, on vectors and memrefs"),
    ("amx", "Tiles of Intel's AMX"),
    ("emitc", "Programs in C and C++"),
    ("mpi", "Calls of the message passing interface"),
    ("nvgpu", "Instructions of NVIDIA's graphics processors, on vectors and memrefs"),
    ("nvvm", "NVIDIA's instructions of LLVM IR"),
    ("omp", "Directives of OpenMP"),
    ("rocdl", "AMD's instructions of LLVM IR"),
    ("shard", "Tensors that are distributed over a grid of devices"),
    ("smt", "Formulas for solvers (satisfiability modulo theories)"),
    ("spirv", "Modules of SPIR-V"),
    ("wasmssa", "WebAssembly in SSA form"),
    ("xegpu", "Instructions of Intel's graphics processors, on tiles"),
    ("xevm", "Intel's instructions of LLVM IR for graphics processors"),
    ("test", "Ops of MLIR's own tests"),
    ("test_dyn", "Ops of MLIR's own tests that are defined at run time"),
    ("test_irdl_to_cpp", "Ops of MLIR's own tests of IRDL"),
];

/// The page about an interface or a trait: the ops that have it.
fn bearers_page(name: &str, setup: &Setup) -> Option<String> {
    // Interfaces have their names of MLIR without the ending: `BufferizableOp`, `LoopLike`.
    let whole = name.trim_end_matches("Interface");
    let is_meant = |short: &str| short == whole || whole.strip_suffix("Op") == Some(short);
    let context = setup.new_context();
    let has = |op: &OpDef| {
        let registered = context.registered_op(op.name);
        let interfaces = registered.map(|name| context.op_info(name).interface_names());
        op.traits.iter().any(|of| is_meant(of.name()))
            || interfaces.is_some_and(|names| names.into_iter().any(is_meant))
    };
    let mut ops: Vec<&str> = setup.ops().filter(|op| has(op)).map(|op| op.name).collect();
    ops.sort_unstable();
    let title = format!("{whole}: an interface or a trait of {} ops\n\n", ops.len());
    (!ops.is_empty()).then(|| title + &wrapped("", &ops.join(", "), 0))
}

fn keywords(def: &EnumDef) -> String {
    def.cases.iter().map(|case| case.name).collect::<Vec<_>>().join(", ")
}

/// Returns the first sentence of a text, of which the lines are one paragraph, without its full stop.
pub fn first_sentence(doc: &str) -> String {
    let doc = doc.trim();
    let paragraph = doc.split_once("\n\n").map_or(doc, |(paragraph, _)| paragraph);
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    // A full stop after which no sentence begins is one of an abbreviation.
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_uppercase() || matches!(c, '`' | '%' | '@'));
    let mut ends = text.match_indices(". ").map(|(at, _)| at);
    let end = ends.find(|at| begins(&text[at + 2..]) && !text[..*at].ends_with('.'));
    let first = &text[..end.unwrap_or(text.len())];
    match first.ends_with("..") {
        true => first.to_owned(),
        false => first.trim_end_matches('.').to_owned(),
    }
}

fn put_options(out: &mut String, options: &[OptionDef]) {
    if options.is_empty() {
        return;
    }
    out.push_str("\nOptions:\n");
    for option in options {
        let (left, text) = option.help();
        put_row(out, &left, &text, COLUMN);
    }
}

/// Appends a text, whose lines that are too long are wrapped.
fn put_text(out: &mut String, text: &str) {
    for line in text.lines() {
        match line.chars().count() {
            0..=WIDTH => put(out, format_args!("{line}\n")),
            _ => out.push_str(&wrapped("", line, 0)),
        }
    }
}

/// Appends indented IR; lines that are too long go on in the next one, which the language allows between its words.
fn put_ir(out: &mut String, text: &str) {
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len() + 2;
        let mut rest = format!("{:indent$}{}", "", line.trim_start());
        while rest.chars().count() > WIDTH {
            let (mut quoted, mut last, mut seen) = (false, None, 0);
            for (at, c) in rest.char_indices() {
                seen += 1;
                match c {
                    '"' => quoted = !quoted,
                    ' ' if !quoted && at > indent + 4 && (seen <= WIDTH || last.is_none()) => last = Some(at),
                    _ => {}
                }
            }
            let Some(at) = last else { break };
            put(out, format_args!("{}\n", &rest[..at]));
            rest = format!("{:width$}{}", "", rest[at..].trim_start(), width = indent + 4);
        }
        put(out, format_args!("{}\n", rest.trim_end()));
    }
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}
