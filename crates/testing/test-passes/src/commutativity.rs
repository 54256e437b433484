//! `test-commutativity-utils` and `test-trait-folder`: what traits of ops permit.

use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_rewrite::commutativity::SORT_COMMUTATIVE_OPERANDS;

use crate::vector_patterns::Patterns;

/// Sorts the operands of commutative ops.
pub(crate) static TEST_COMMUTATIVITY_UTILS: PassDef = PassDef {
    name: "test-commutativity-utils",
    class: "(anonymous namespace)::CommutativityUtils",
    doc: "Test the functionality of the commutativity utility",
    anchor: Some("func.func"),
    make: |_| Patterns::pass(|set, cx| set.add(cx, &SORT_COMMUTATIVE_OPERANDS)),
    ..EMPTY_PASS
};

/// Folds.
pub(crate) static TEST_TRAIT_FOLDER: PassDef = PassDef {
    name: "test-trait-folder",
    class: "(anonymous namespace)::TestTraitFolder",
    doc: "Run trait folding",
    anchor: Some("func.func"),
    make: |_| Patterns::only_folds(),
    ..EMPTY_PASS
};
