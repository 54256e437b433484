//! Hexagon, of which LLVM's choices are left to LLVM.

use crate::object_files::{Layouts, one};
use crate::target::Target;

/// The data layout.
pub(crate) const LAYOUTS: Layouts =
    one("e-m:e-p:32:32:32-a:0-n16:32-i64:64:64-i32:32:32-i16:16:16-i1:8:8-f32:32:32-f64:64:64-v32:32:32-\
     v64:64:64-v512:512:512-v1024:1024:1024-v2048:2048:2048");

/// A Hexagon processor.
#[derive(Debug)]
pub struct Hexagon;

impl Target for Hexagon {
    fn register_bytes(&self) -> usize {
        16
    }
}
