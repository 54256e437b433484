//! `view-op-graph`: ops as nodes and uses as edges, for Graphviz or as an SVG image.

mod build;
mod dot;
mod svg;

use std::fs;

use terrace_ir::def::plain_error;
use terrace_ir::print::PrintOptions;
use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassOptions, PassRun, pass_options};

pass_options! {
    /// The options of the pass.
    struct ViewOpGraphOptions {
        /// Limit attribute/type length to number of chars
        max_label_len("max-label-len"): u32 = "20",
        /// Print attributes of operations
        print_attrs("print-attrs"): bool = "true",
        /// Print control flow edges
        print_control_flow_edges("print-control-flow-edges"): bool = "false",
        /// Print data flow edges
        print_data_flow_edges("print-data-flow-edges"): bool = "true",
        /// Print result types of operations
        print_result_types("print-result-types"): bool = "true",
        /// Write an SVG image to this file instead of Graphviz text to the error stream
        svg("svg"): Option<String> = "unset",
    }
}

/// The pass.
pub static VIEW_OP_GRAPH: PassDef = PassDef {
    name: "view-op-graph",
    class: "ViewOpGraph",
    doc: "Print Graphviz visualization of an operation",
    options: ViewOpGraphOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(ViewOpGraph::new(options)))),
    ..EMPTY_PASS
};

/// The contents of the graph.
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
    svg: Option<String>,
}

impl ViewOpGraph {
    fn new(options: &PassOptions) -> Self {
        let options = ViewOpGraphOptions::from(options);
        Self {
            max_label_len: usize::try_from(options.max_label_len).unwrap_or(0),
            attrs: options.print_attrs,
            control_flow: options.print_control_flow_edges,
            data_flow: options.print_data_flow_edges,
            result_types: options.print_result_types,
            svg: options.svg,
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
        let Some(path) = &self.svg else {
            run.text.push_str(&dot::write(&graph));
            return Ok(());
        };
        if path == "-" {
            run.text.push_str(&svg::write(&graph));
            return Ok(());
        }
        let written = ir.cx().ask_for_file(path).and_then(|()| {
            let written = fs::write(run.manager.cwd.join(path), svg::write(&graph));
            written.map_err(|error| format!("cannot write '{path}': {error}"))
        });
        written.or_else(|message| run.fail(plain_error(view, message)))
    }

    fn only_reads(&self) -> bool {
        true
    }
}
