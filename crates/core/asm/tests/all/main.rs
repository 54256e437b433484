//! The tests of this crate, in one program.

mod depth;
mod formats;
mod identified;
mod params;
mod random;
