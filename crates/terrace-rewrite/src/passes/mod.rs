//! The passes, one file each, and the tables of them.

pub mod canonicalize;
pub mod composite;
pub mod control_flow_sink;
pub mod cse;
pub mod inline;
pub mod licm;
pub mod mem2reg;
pub mod op_stats;
pub mod sccp;
pub mod sroa;
pub mod strip_debuginfo;
pub mod subset_hoisting;
pub mod symbol_dce;
pub mod symbol_privatize;
pub mod topological_sort;

use terrace_pass::{PassDef, PipelineDef};

/// The passes of this crate.
pub static PASSES: &[&PassDef] = &[
    &canonicalize::CANONICALIZE,
    &composite::COMPOSITE,
    &control_flow_sink::CONTROL_FLOW_SINK,
    &cse::CSE,
    &inline::INLINE,
    &licm::LICM,
    &mem2reg::MEM2REG,
    &op_stats::PRINT_OP_STATS,
    &sccp::SCCP,
    &sroa::SROA,
    &strip_debuginfo::STRIP_DEBUGINFO,
    &subset_hoisting::SUBSET_HOISTING,
    &symbol_dce::SYMBOL_DCE,
    &symbol_privatize::SYMBOL_PRIVATIZE,
    &topological_sort::TOPOLOGICAL_SORT,
];

/// The pipelines of this crate.
pub static PIPELINES: &[&PipelineDef] = &[];
