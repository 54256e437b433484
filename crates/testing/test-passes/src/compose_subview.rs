//! `test-compose-subview`: composes subviews of subviews.

use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_passes_memref_tensor::memref::compose_subviews::COMPOSE_SUBVIEWS;

use crate::vector_patterns::Patterns;

/// The pass.
pub(crate) static TEST_COMPOSE_SUBVIEW: PassDef = PassDef {
    name: "test-compose-subview",
    class: "(anonymous namespace)::TestComposeSubViewPass",
    doc: "Test combining composed subviews",
    make: |_| Patterns::pass(|set, cx| set.add_all(cx, COMPOSE_SUBVIEWS)),
    ..EMPTY_PASS
};
