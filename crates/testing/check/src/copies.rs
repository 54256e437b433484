//! Semantics of programs whose functions return copies of buffers.
//!
//! Deallocation guarantees that a caller owns the returned buffers. If the function does not own a buffer,
//! such as an argument, it returns a copy, which a program can observe by writing to one and reading the
//! other. So such a program is compared with itself with copies at every return: a buffer that the function
//! owns has no other reference, and cannot be distinguished from its copy.

use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_dialects_mem::bufferization::CloneOp;
use terrace_ir::symbols::{Visibility, visibility};
use terrace_ir::{Ir, Op, OpHandle, Rewriter, TypeData};

/// The functions whose results may be copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copies {
    /// The results of all functions.
    All,
    /// The results of functions that are not private.
    Public,
}

/// Makes functions return copies of buffers.
pub fn copy_returned(ir: &mut Ir, copies: Copies) {
    let Some(root) = ir.root() else { return };
    let functions = root.single_region().blocks().flat_map(|block| block.ops()).filter(|op| {
        let private = || op.symbol_name().is_some() && visibility(*op) == Visibility::Private;
        op.isa::<FuncOp>() && (copies == Copies::All || !private())
    });
    let functions: Vec<OpHandle> = functions.map(|op| op.handle()).collect();
    for function in functions {
        if let Some(body) = ir.op(function).inner_body() {
            ir.rewrite(body, copy_in);
        }
    }
}

fn copy_in(rw: &mut Rewriter<'_>) {
    let blocks = rw.body().top_regions().iter().flat_map(|&region| rw.body().blocks_of(region));
    let ends: Vec<Op> = blocks.filter_map(|block| rw.body().last_op(block)).collect();
    for end in ends.into_iter().filter(|&end| rw.op(end).isa::<ReturnOp>()).collect::<Vec<_>>() {
        for at in 0..rw.op(end).num_operands() {
            let (buffer, loc) = (rw.body().operand(end, at), rw.body().loc(end));
            let ty = rw.body().value_type(buffer);
            if matches!(ty.data(rw.cx()), TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. }) {
                rw.set_insertion_point_before(end);
                let copy = rw.build_value(CloneOp::of(buffer).output(ty).loc(loc));
                rw.set_operand(end, at, copy);
            }
        }
    }
}
