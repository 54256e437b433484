//! Functions of floats that the standard library computes differently or not at all: those of the system's C
//! library, so that folding returns what a compiled program would.

#![allow(unsafe_code)]

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident, $single:ident;)*) => {
        // SAFETY: these are functions of the C standard, with these types.
        unsafe extern "C" {
            $($(#[$doc])* pub safe fn $name(x: f64) -> f64;
            $(#[$doc])* pub safe fn $single(x: f32) -> f32;)*
        }
    };
}

functions! {
    /// The inverse of the hyperbolic cosine.
    acosh, acoshf;
    /// The inverse of the hyperbolic sine.
    asinh, asinhf;
    /// The inverse of the hyperbolic tangent.
    atanh, atanhf;
    /// The Gauss error function.
    erf, erff;
    /// One minus the Gauss error function.
    erfc, erfcf;
}
