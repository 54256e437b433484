//! Entities, interning, arbitrary-precision integers and floats for Terrace.

pub mod apfloat;
pub mod apint;
