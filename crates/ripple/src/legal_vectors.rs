//! The vectors that functions may hold in registers.

use terrace_dialects_llvm::ops::LLVMFuncOp;
use terrace_ir::{Attr, Context, Ir, OpHandle};
use terrace_target::target_of;

/// The attribute of LLVM that says which vectors a function of x86 must be able to hold in registers.
const LEGAL_WIDTH: &str = "min-legal-vector-width";

/// The attributes of a function that LLVM may use vectors in of no more bits than these, if the program prefers those.
pub(crate) fn legal_width(cx: &Context, bits: usize) -> Attr {
    let pair = [cx.string_attr(LEGAL_WIDTH), cx.string_attr(&bits.to_string())];
    cx.array_attr(&[cx.array_attr(&pair)])
}

/// Lets a function hold the vectors of its processor in registers. Without this LLVM splits those of 512 bits for processors
/// that it prefers 256 bits for, cannot compile their intrinsics, and passes them in other registers than callees expect.
pub(crate) fn allow_vectors(ir: &mut Ir, function: OpHandle) {
    let view = ir.op(function);
    if target_of(view).register_bytes() < 64 {
        return;
    }
    let cx = std::sync::Arc::clone(ir.cx());
    let Some(passed) = view.cast::<LLVMFuncOp>().and_then(|view| view.passthrough()) else { return };
    let is_width = |attr: Attr| {
        let name = attr.as_array(&cx).and_then(|pair| pair.first().copied());
        name.and_then(|name| name.as_str(&cx)) == Some(LEGAL_WIDTH)
    };
    let kept: Vec<Attr> = passed.iter().copied().filter(|&attr| !is_width(attr)).collect();
    if kept.len() < passed.len() {
        let kept = cx.array_attr(&kept);
        ir.rewrite(function.body, |rw| rw.set_attr(function.op, "passthrough", kept));
    }
}
