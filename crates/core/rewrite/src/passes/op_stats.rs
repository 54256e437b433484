//! `print-op-stats`: counts the ops of each name.

use std::collections::BTreeMap;
use std::fmt::Write;

use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

use crate::walk::walk;

pass_options! {
    /// The options of the pass.
    struct PrintOpStatsOptions {
        /// Print as JSON
        json("json"): bool = "false",
    }
}

/// The pass.
pub static PRINT_OP_STATS: PassDef = PassDef {
    name: "print-op-stats",
    class: "PrintOpStats",
    doc: "Print statistics of operations",
    options: PrintOpStatsOptions::DEFS,
    make: |options| {
        let options = PrintOpStatsOptions::from(options);
        Ok(Pass::Ir(Box::new(PrintOpStats { json: options.json })))
    },
    ..EMPTY_PASS
};

struct PrintOpStats {
    json: bool,
}

impl IrPass for PrintOpStats {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        walk(ir.op(op), |op| *counts.entry(op.name_text()).or_insert(0) += 1);
        let text = if self.json { as_json(&counts) } else { as_table(&counts) };
        run.text.push_str(&text);
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

fn as_table(counts: &BTreeMap<&str, u64>) -> String {
    let split = |name: &str| match name.split_once('.') {
        Some((dialect, op)) if !op.is_empty() => (dialect.to_owned(), op.to_owned()),
        _ => (String::new(), name.to_owned()),
    };
    let widest =
        |part: fn(&(String, String)) -> usize| counts.keys().map(|name| part(&split(name))).fold(0, Ord::max);
    let (dialects, ops) = (widest(|(dialect, _)| dialect.len()), widest(|(_, op)| op.len()));
    let mut out = String::from("Operations encountered:\n-----------------------\n");
    for (name, count) in counts {
        let (dialect, op) = split(name);
        // Nothing can go wrong when writing to a string.
        let _ = match dialect.is_empty() {
            true => writeln!(out, "{:1$}{op:<ops$} , {count}", "", dialects + 3),
            false => writeln!(out, "{dialect:>0$}.{op:<ops$} , {count}", dialects + 2),
        };
    }
    out
}

fn as_json(counts: &BTreeMap<&str, u64>) -> String {
    let lines: Vec<String> = counts.iter().map(|(name, count)| format!("  \"{name}\" : {count}")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
