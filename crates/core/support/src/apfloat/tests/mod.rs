//! Fixed results of upstream, and properties.

mod arithmetic;
mod print;
