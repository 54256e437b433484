//! `view-op-graph`: ops as nodes and uses as edges, for Graphviz or as an SVG image.

mod build;
mod dot;
mod svg;

use std::fs;

use terrace_ir::def::plain_error;
use terrace_ir::print::PrintOptions;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, OptionDef, OptionKind, Options, Pass, PassDef, PassRun};

const fn flag(name: &'static str, doc: &'static str, default: &'static str) -> OptionDef {
    OptionDef { name, doc, kind: OptionKind::Bool, default }
}

/// The pass.
pub static VIEW_OP_GRAPH: PassDef = PassDef {
    name: "view-op-graph",
    class: "PrintOpPass",
    doc: "Print Graphviz visualization of an operation",
    options: &[
        OptionDef {
            name: "max-label-len",
            doc: "Limit attribute/type length to number of chars",
            kind: OptionKind::U32,
            default: "20",
        },
        flag("print-attrs", "Print attributes of operations", "true"),
        flag("print-control-flow-edges", "Print control flow edges", "false"),
        flag("print-data-flow-edges", "Print data flow edges", "true"),
        flag("print-result-types", "Print result types of operations", "true"),
        OptionDef {
            name: "svg",
            doc: "Write an SVG image to this file instead of Graphviz text to the error stream",
            kind: OptionKind::Text,
            default: "",
        },
    ],
    make: |options| Ok(Pass::Ir(Box::new(ViewOpGraph::new(options)))),
    ..EMPTY_PASS
};

/// What the graph shows.
struct Content<'a> {
    max_label_len: usize,
    attrs: bool,
    control_flow: bool,
    data_flow: bool,
    result_types: bool,
    print: &'a PrintOptions,
}

struct ViewOpGraph {
    max_label_len: usize,
    attrs: bool,
    control_flow: bool,
    data_flow: bool,
    result_types: bool,
    svg: String,
}

impl ViewOpGraph {
    fn new(options: &Options) -> Self {
        Self {
            max_label_len: usize::try_from(options.int("max-label-len")).unwrap_or(0),
            attrs: options.bool("print-attrs"),
            control_flow: options.bool("print-control-flow-edges"),
            data_flow: options.bool("print-data-flow-edges"),
            result_types: options.bool("print-result-types"),
            svg: options.text("svg").to_owned(),
        }
    }
}

impl IrPass for ViewOpGraph {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let content = Content {
            max_label_len: self.max_label_len,
            attrs: self.attrs,
            control_flow: self.control_flow,
            data_flow: self.data_flow,
            result_types: self.result_types,
            print: &run.manager.print,
        };
        let view = ir.op(op);
        let graph = build::build(view, &content);
        if self.svg.is_empty() {
            run.text.push_str(&dot::write(&graph));
            return Ok(());
        }
        match fs::write(run.manager.cwd.join(&self.svg), svg::write(&graph)) {
            Ok(()) => Ok(()),
            Err(error) => run.fail(plain_error(view, format!("cannot write '{}': {error}", self.svg))),
        }
    }

    fn only_reads(&self) -> bool {
        true
    }
}
