//! `terrace help TOPIC`: what the tables know of a pass, a pipeline, a dialect or an op.

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
        return Ok(op_page(op));
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

fn op_page(op: &OpDef) -> String {
    let mut out = format!("{}: {}\n", op.name, op.doc);
    let arity = |arity: Arity| match arity {
        Arity::One => "",
        Arity::Optional => "optional ",
        Arity::Variadic => "any number of ",
    };
    if let Some(format) = op.format {
        let format = format.split_whitespace().collect::<Vec<_>>().join(" ");
        put(&mut out, format_args!("\nSyntax:\n  {} {format}\n", op.name));
    } else if op.asm.is_some() {
        out.push_str("\nSyntax: a form of its own; --mlir-print-op-generic shows what it stands for.\n");
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
    let mut put_names = |title: &str, names: Vec<&str>| {
        if !names.is_empty() {
            put(&mut out, format_args!("\n{title}: {}\n", names.join(", ")));
        }
    };
    put_names("Regions", op.regions.iter().map(|region| region.name).collect());
    put_names("Successors", op.successors.iter().map(|successor| successor.name).collect());
    put_names("Traits", op.traits.iter().map(terrace_ir::traits::Trait::name).collect());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_dialect_and_op_has_a_page() {
        let setup = crate::tools::setup();
        let passes = setup.registry.passes().into_iter().map(|pass| pass.name);
        let ops = setup.ops().map(|op| op.name);
        let names = passes.chain(ops).chain(setup.dialects.iter().map(|dialect| dialect.name));
        for name in names {
            let page = topic(name, &setup).expect(name);
            let title = page.lines().next().unwrap_or_default();
            assert!(
                title.trim_start_matches('-').starts_with(name) && title.len() > name.len() + 4,
                "{title}"
            );
        }
    }

    #[test]
    fn options_have_types_defaults_and_choices() {
        let page = topic("canonicalize", &crate::tools::setup()).unwrap();
        for shown in [
            "region-simplify=<name>",
            "(one of disabled, normal, aggressive; default normal)",
            "top-down[=<bool>]",
        ] {
            assert!(page.contains(shown), "{shown}: {page}");
        }
    }

    #[test]
    fn unknown_names_get_the_nearest() {
        let refused = |name| topic(name, &crate::tools::setup()).expect_err(name);
        assert!(refused("arith.adi").ends_with("did you mean 'arith.addi'?"));
        assert!(refused("canonicalise").ends_with("did you mean 'canonicalize'?"));
        assert!(refused("gpu-kernel-outlining").contains("is in mlir-opt 22"));
    }
}
