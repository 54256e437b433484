//! Passes on the dialect vector.

use terrace_dialects_core::func::FuncOp;
use terrace_ir::OpKind;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{OptionDef, OptionKind, Pass, PassDef};

use super::lower_multi_reduction::{LOWER_TO_INNER_PARALLEL, LOWER_TO_INNER_REDUCTION};
use super::lower_transfer::LOWER_MASKED_TRANSFERS;
use super::shuffle_tree::TO_FROM_ELEMENTS_TO_SHUFFLE_TREE;
use super::to_scf::CONVERT_VECTOR_TO_SCF;
use terrace_passes_shared::greedy::Greedy;

/// The passes.
pub static PASSES: &[&PassDef] = &[
    &CONVERT_VECTOR_TO_SCF,
    &LOWER_VECTOR_MASK,
    &LOWER_VECTOR_MULTI_REDUCTION,
    &LOWER_VECTOR_TO_FROM_ELEMENTS_TO_SHUFFLE_TREE,
];

/// Lowers `vector.mask`.
pub static LOWER_VECTOR_MASK: PassDef = PassDef {
    name: "lower-vector-mask",
    class: "LowerVectorMaskPass",
    doc: "Lower 'vector.mask' operations",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(Greedy::top_down(LOWER_MASKED_TRANSFERS)))),
    ..EMPTY_PASS
};

/// Lowers `vector.multi_reduction`.
pub static LOWER_VECTOR_MULTI_REDUCTION: PassDef = PassDef {
    name: "lower-vector-multi-reduction",
    class: "LowerVectorMultiReduction",
    doc: "Lower 'vector.multi_reduction' operations",
    anchor: Some(FuncOp::DEF.name),
    options: &[OptionDef {
        name: "lowering-strategy",
        doc: "Select the strategy to control how multi_reduction is lowered.",
        kind: OptionKind::Choice(&["inner-parallel", "inner-reduction"]),
        default: "inner-parallel",
    }],
    make: |options| {
        let patterns = match options.text("lowering-strategy") {
            "inner-reduction" => LOWER_TO_INNER_REDUCTION,
            _ => LOWER_TO_INNER_PARALLEL,
        };
        Ok(Pass::Body(Box::new(Greedy::top_down(patterns))))
    },
    ..EMPTY_PASS
};

/// Lowers `vector.to_elements` and `vector.from_elements` to shuffles.
pub static LOWER_VECTOR_TO_FROM_ELEMENTS_TO_SHUFFLE_TREE: PassDef = PassDef {
    name: "lower-vector-to-from-elements-to-shuffle-tree",
    class: "LowerVectorToFromElementsToShuffleTree",
    doc: "Lower `vector.to_elements` and `vector.from_elements` to a tree of `vector.shuffle` operations",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(Greedy::top_down(TO_FROM_ELEMENTS_TO_SHUFFLE_TREE)))),
    ..EMPTY_PASS
};
