//! The accesses that a memory space supports.

use terrace_ir::{Attr, Context, Type};

/// An interface of attributes that are memory spaces.
pub trait MemorySpace: Send + Sync {
    /// Checks that a value of this type may be read.
    ///
    /// # Errors
    ///
    /// Why it may not.
    fn check_load(&self, _cx: &Context, _space: Attr, _ty: Type) -> Result<(), String> {
        Ok(())
    }
    /// Checks that a value of this type may be written.
    ///
    /// # Errors
    ///
    /// Why it may not.
    fn check_store(&self, _cx: &Context, _space: Attr, _ty: Type) -> Result<(), String> {
        Ok(())
    }
}

/// A space in which everything is allowed.
pub struct Anything;

impl MemorySpace for Anything {}
