//! Passes that know dialects: [`duplicate_functions`] by itself, those on arithmetic in [`arith`].

#![forbid(unsafe_code)]

pub mod arith;
pub mod duplicate_functions;

use std::sync::LazyLock;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: LazyLock<Vec<&PassDef>> = LazyLock::new(|| {
    let own: &[&PassDef] = &[&duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION];
    [own, arith::PASSES].concat()
});
