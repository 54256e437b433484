//! Passes that know dialects: [`duplicate_functions`] and [`remove_dead_values`] by themselves, those on arithmetic in
//! [`arith`].

#![forbid(unsafe_code)]

pub mod arith;
pub mod duplicate_functions;
pub mod remove_dead_values;

use std::sync::LazyLock;

use terrace_pass::PassDef;

/// The passes of this crate.
pub static PASSES: LazyLock<Vec<&PassDef>> = LazyLock::new(|| {
    let own: &[&PassDef] =
        &[&duplicate_functions::DUPLICATE_FUNCTION_ELIMINATION, &remove_dead_values::REMOVE_DEAD_VALUES];
    [own, arith::PASSES].concat()
});
