//! What a memory space allows.

use terrace_ir::{Attr, Context, Type};

/// Implemented by the definitions of attributes that stand for memory spaces.
pub trait MemorySpace: Send + Sync {
    /// Whether a value of this type may be read; or why not.
    fn check_load(&self, _cx: &Context, _space: Attr, _ty: Type) -> Result<(), String> {
        Ok(())
    }
    /// Whether a value of this type may be written; or why not.
    fn check_store(&self, _cx: &Context, _space: Attr, _ty: Type) -> Result<(), String> {
        Ok(())
    }
}

/// A space in which everything is allowed.
pub struct Anything;

impl MemorySpace for Anything {}
