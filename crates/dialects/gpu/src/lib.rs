//! Internal to Terrace; no promise of stability. The dialects gpu and async: kernels and their launches, and tasks.

#![forbid(unsafe_code)]

/// Constraints that one type alone satisfies.
macro_rules! buildable {
    ($($(#[$meta:meta])* $name:ident = $summary:literal, $ty:ident;)*) => {
        $($(#[$meta])*
        pub static $name: TypeConstraint =
            TypeConstraint::only($summary, |cx, ty| ty.isa::<$ty>(cx), |cx| $ty::get(cx).into());)*
    };
}

pub mod asynchronous;
pub mod gpu;

use terrace_ir::def::DialectDef;

/// The dialects this crate defines.
pub static DIALECTS: &[&DialectDef] = &[&asynchronous::ASYNC, &gpu::GPU];
