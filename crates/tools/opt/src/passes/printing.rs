//! `--mlir-print-ir-*`: the IR around passes, on the error stream or in a tree of files.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use terrace_asm::{PrintOptions, print_ir, print_op};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Ir, OpHandle, OpRef};
use terrace_pass::pipeline::PassNode;
use terrace_pass::{OpPipeline, PassDef};

use crate::chunk::Session;
use crate::cl::config::PassManagerConfig;
use crate::report::Reporter;

/// The number of elements, other than copies of one, up to which dumps show constants, unless options have another limit.
/// mlir-opt shows all.
const MOST_ELEMENTS: i64 = 1 << 16;

/// The length of the text up to which dumps show a resource, unless options have another limit.
const MOST_RESOURCE_TEXT: u64 = 1 << 20;

/// The printing of IR before and after passes.
pub(super) struct IrPrinting<'a> {
    config: &'a PassManagerConfig,
    options: PrintOptions,
    /// Whether what passes leave is verified.
    verifies: bool,
    tree: Option<Tree>,
}

/// The options of the printer, without the contents of large constants.
fn dump_options(session: &Session<'_>) -> PrintOptions {
    let options = session.print_options();
    if session.config.match_upstream {
        return options;
    }
    let elements = options.elide_elements_above.or(Some(MOST_ELEMENTS));
    let resources = options.elide_resources_above.or(Some(MOST_RESOURCE_TEXT));
    options.elide_elements_above(elements).elide_resources_above(resources)
}

/// Files below a directory: how many passes have run on each op.
struct Tree {
    root: PathBuf,
    counters: FxHashMap<OpHandle, i64>,
}

impl<'a> IrPrinting<'a> {
    /// Whether the options request any printing.
    pub(super) fn wanted(config: &PassManagerConfig) -> bool {
        config.print_before_all
            || config.print_after_all
            || config.print_after_failure
            || !config.print_before.is_empty()
            || !config.print_after.is_empty()
    }

    pub(super) fn new(session: &Session<'a>, _pipeline: &OpPipeline) -> Option<Self> {
        let config = &session.config.pass_manager;
        let tree = (!config.print_tree_dir.is_empty())
            .then(|| Tree { root: session.cwd.join(&config.print_tree_dir), counters: FxHashMap::default() });
        Self::wanted(config).then(|| Self {
            config,
            options: dump_options(session),
            verifies: session.config.verify.each,
            tree,
        })
    }

    pub(super) fn before(&mut self, ir: &Ir, pass: &PassNode, op: OpHandle, reporter: &mut Reporter<'_>) {
        if let Some(tree) = &mut self.tree {
            *tree.counters.entry(op).or_insert(-1) += 1;
        }
        if self.config.print_before_all || self.config.print_before.iter().any(|n| n == pass.def.name) {
            self.print(ir, pass, op, ("Before", ""), reporter);
        }
    }

    pub(super) fn after(
        &mut self,
        ir: &Ir,
        pass: &PassNode,
        op: OpHandle,
        failed: bool,
        changed: bool,
        reporter: &mut Reporter<'_>,
    ) {
        let config = self.config;
        if failed {
            if config.print_after_failure
                || config.print_after_all
                || config.print_after.iter().any(|n| n == pass.def.name)
            {
                self.print(ir, pass, op, ("After", " Failed"), reporter);
            }
            return;
        }
        let wanted = config.print_after_all || config.print_after.iter().any(|n| n == pass.def.name);
        if wanted && !config.print_after_failure && (changed || !config.print_after_change) {
            self.print(ir, pass, op, ("After", ""), reporter);
        }
    }

    /// Prints an op before or after a pass; custom forms only if it is valid.
    fn print(
        &mut self,
        ir: &Ir,
        pass: &PassNode,
        op: OpHandle,
        (when, how): (&str, &str),
        reporter: &mut Reporter<'_>,
    ) {
        let view = ir.op(op);
        let PassDef { class, name, .. } = pass.def;
        let mut out = format!("// -----// IR Dump {when} {class}{how} ({name})").into_bytes();
        let shows_all = self.config.print_module_scope || view.parent_op().is_none();
        let shown = if shows_all { ir.root() } else { Some(view) };
        let is_valid = |op: OpRef<'_>| {
            self.verifies && how.is_empty() || verify(op, VerifyOptions::default().parallel(false)).is_ok()
        };
        let generic = self.options.generic || !self.options.assume_verified && !shown.is_none_or(is_valid);
        let options = self.options.clone().generic(generic);
        if self.config.print_module_scope {
            out.extend(format!(" ('{}' operation", view.name_text()).into_bytes());
            if let Some(name) = view.symbol_name() {
                out.extend(format!(": @{}", name.text(ir.cx())).into_bytes());
            }
            out.push(b')');
        }
        out.extend_from_slice(b" //----- //\n");
        if shows_all {
            // Writing to memory does not fail.
            let _ = print_ir(ir, &options, &mut out);
            // The line after the last one belongs to a file.
            out.pop();
        } else {
            out.extend(print_op(view, &options).into_bytes());
        }
        out.extend_from_slice(b"\n\n");
        match self.tree.as_mut().map(|tree| tree.place(view)) {
            None => reporter.say(&String::from_utf8_lossy(&out)),
            Some((dir, number)) => {
                let path = dir.join(format!("{number}_{}.mlir", pass.def.name));
                let written = std::fs::create_dir_all(&dir).and_then(|()| std::fs::write(&path, &out));
                if let Err(error) = written {
                    reporter.error(&format!("cannot write '{}': {error}", path.display()));
                }
            }
        }
    }
}

impl Tree {
    /// The directory of an op, and the number of the pass that runs on it after those of the ops around it.
    fn place(&mut self, op: OpRef<'_>) -> (PathBuf, String) {
        let (mut names, mut numbers) = (Vec::new(), Vec::new());
        let mut at = Some(op);
        while let Some(op) = at {
            names.push(file_name(op));
            // An op on which nothing has run yet counts as if something had.
            numbers.push(self.counters.entry(op.handle()).or_insert(0).to_string());
            at = op.parent_op();
        }
        names.reverse();
        numbers.reverse();
        (names.into_iter().fold(self.root.clone(), |path, name| path.join(name)), numbers.join("_"))
    }
}

/// The name of an op's directory.
fn file_name(op: OpRef<'_>) -> String {
    let symbol = op.symbol_name().map_or("no-symbol-name", |name| name.text(op.cx()));
    let keep = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    format!("{}_{}", op.name_text(), symbol).chars().map(keep).collect()
}
