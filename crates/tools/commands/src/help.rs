//! `terrace help TOPIC`: the tables' documentation of a pass, a pipeline, a dialect or an op.

use std::collections::BTreeSet;
use std::fmt::Write;

use terrace_ir::def::{Arity, AttrSyntax, DialectDef, EnumDef, OpDef, Optionality};
use terrace_opt::Setup;
use terrace_pass::options::OptionDef;
use terrace_pass::{PassDef, PipelineDef};
use terrace_support::spelling::nearest;

/// The column at which descriptions start, if the name leaves room.
const COLUMN: usize = 36;

/// Returns the page about a pass, a pipeline, a dialect or an op.
///
/// # Errors
/// If there is nothing of this name: a sentence with the nearest name there is.
pub fn topic(name: &str, setup: &Setup) -> Result<String, String> {
    let name = name.trim_start_matches('-');
    if let Some(pass) = setup.registry.pass(name) {
        return Ok(pass_page(pass));
    }
    if let Some(pipeline) = setup.registry.pipeline(name) {
        return Ok(pipeline_page(pipeline));
    }
    if let Some(dialect) = setup.dialects.iter().find(|dialect| dialect.name == name) {
        return Ok(dialect_page(dialect, setup.ops_of(dialect).collect()));
    }
    if let Some(op) = setup.ops().find(|op| op.name == name) {
        return Ok(op_page(op, setup));
    }
    let message = format!("there is no pass, dialect or op '{name}'");
    let hint = setup.registry.hint(name).or_else(|| {
        let dialects = setup.dialects.iter();
        let names = dialects
            .flat_map(|dialect| [dialect.name].into_iter().chain(setup.ops_of(dialect).map(|op| op.name)));
        Some(format!("did you mean '{}'?", nearest(name, names)?))
    });
    Err(hint.map_or_else(|| message.clone(), |hint| format!("{message}; {hint}")))
}

fn pass_page(pass: &PassDef) -> String {
    let mut out = format!("--{}: {}\n", pass.name, pass.doc);
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
        pass.statistics.iter().for_each(|(name, text)| put_row(&mut out, name, text));
    }
    let anchor = pass.anchor.unwrap_or("any");
    let options = pass.options.first().map_or(String::new(), |option| match option.default {
        "" => format!("{{{}=..}}", option.name),
        value => format!("{{{}={value}}}", option.name),
    });
    put(
        &mut out,
        format_args!(
            "\nIn a pipeline: --pass-pipeline='builtin.module({})'\n",
            match anchor {
                "any" | "builtin.module" => format!("{}{options}", pass.name),
                anchor => format!("{anchor}({}{options})", pass.name),
            }
        ),
    );
    out
}

fn pipeline_page(pipeline: &PipelineDef) -> String {
    let mut out = format!(
        "--{}: {}\n\nA pipeline of passes; --dump-pass-pipeline shows them.\n",
        pipeline.name, pipeline.doc
    );
    put_options(&mut out, pipeline.options);
    out
}

fn dialect_page(dialect: &DialectDef, mut ops: Vec<&OpDef>) -> String {
    let mut out = format!("{}: {}\n", dialect.name, dialect.doc);
    if !ops.is_empty() {
        out.push_str("\nOps:\n");
        ops.sort_unstable_by_key(|op| op.name);
        ops.iter().for_each(|op| put_row(&mut out, op.name, first_sentence(op.doc)));
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
    let mut out = format!("{}: {}\n", op.name, op.doc);
    let arity = |arity: Arity| match arity {
        Arity::One => "",
        Arity::Optional => "optional ",
        Arity::Variadic => "any number of ",
    };
    match op.format.or(op.syntax) {
        Some(format) => {
            let format = format.split_whitespace().collect::<Vec<_>>().join(" ");
            put(&mut out, format_args!("\nSyntax:\n  {} {format}\n", op.name));
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
            );
        }
    }
    if !op.results.is_empty() {
        out.push_str("\nResults:\n");
        for result in op.results {
            put_row(&mut out, result.name, &format!("{}{}", arity(result.arity), result.constraint.summary));
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
            put_row(&mut out, prop.name, &format!("{}{choices}{presence}", prop.constraint.summary));
        }
    }
    let mut put_names = |title: &str, mut names: Vec<&str>| {
        let mut listed = BTreeSet::new();
        names.retain(|name| listed.insert(*name));
        if !names.is_empty() {
            put(&mut out, format_args!("\n{title}: {}\n", names.join(", ")));
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
        example.lines().for_each(|line| put(&mut out, format_args!("  {line}\n")));
    }
    out
}

fn keywords(def: &EnumDef) -> String {
    def.cases.iter().map(|case| case.name).collect::<Vec<_>>().join(", ")
}

fn first_sentence(doc: &str) -> &str {
    let line = doc.trim().lines().next().unwrap_or_default();
    line.split_once(". ").map_or(line, |(first, _)| first).trim_end_matches('.')
}

fn put_options(out: &mut String, options: &[OptionDef]) {
    if options.is_empty() {
        return;
    }
    out.push_str("\nOptions:\n");
    for option in options {
        let (left, text) = option.help();
        put_row(out, &left, &text);
    }
}

fn put_row(out: &mut String, left: &str, text: &str) {
    if left.len() + 2 < COLUMN {
        put(out, format_args!("  {left:width$}{text}\n", width = COLUMN - 2));
    } else {
        put(out, format_args!("  {left}\n{:COLUMN$}{text}\n", ""));
    }
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}
