//! `convert-llvm-to-ripple`: calls of Ripple's intrinsics become ops of ripple.
//!
//! At the end there are no such calls and no declarations of them. Sizes of 1 at the end of a block's shape, indices of -1 at the
//! end of a slice and dimensions of -1 at the end of those of a chunk are left out.

use terrace_dialects_llvm::ops::{CallIntrinsicOp, LLVMFuncOp};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Diag, Ir, Op, OpHandle, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

use crate::constructs::intrinsic_of;
use crate::diagnostics::{Tag, error};
use crate::functions::{functions, name_of, ops_of};
use crate::intrinsics::{Fault, Intrinsic, IntrinsicCall, PREFIX};

/// The pass.
pub static CONVERT_LLVM_TO_RIPPLE: PassDef = PassDef {
    name: "convert-llvm-to-ripple",
    class: "ConvertLLVMToRipple",
    doc: "Convert calls of Ripple intrinsics to ops of the ripple dialect",
    make: |_| Ok(Pass::Body(Box::new(ConvertLlvmToRipple))),
    ..EMPTY_PASS
};

struct ConvertLlvmToRipple;

impl BodyPass for ConvertLlvmToRipple {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let errors = lift_calls(rw);
        let failed = !errors.is_empty();
        errors.into_iter().for_each(|error| run.report(error));
        if failed { Err(Failed) } else { Ok(()) }
    }
}

/// Replaces the calls of Ripple's intrinsics in a body by ops, and erases declarations of such; returns errors.
pub(crate) fn lift_calls(rw: &mut Rewriter<'_>) -> Vec<Box<Diag>> {
    let mut errors = Vec::new();
    for op in terrace_rewrite::walk::body_pre_order(rw.body()) {
        let view = rw.op(op);
        if view.isa::<LLVMFuncOp>() && name_of(view).starts_with(PREFIX) {
            rw.erase_op(op);
            continue;
        }
        let Some(call) = view.cast::<CallIntrinsicOp>().filter(|call| call.intrin().starts_with(PREFIX))
        else {
            continue;
        };
        match intrinsic_of(call.intrin()) {
            Some(intrinsic) => errors.extend(lift(rw, op, intrinsic).err()),
            None => {
                let message = format!("'{}' is no intrinsic of Ripple", call.intrin());
                errors.push(error(Tag::Type, view.loc(), message));
            }
        }
    }
    errors
}

/// Errors about the calls that are left in the functions of a module.
pub(crate) fn errors_about_calls(ir: &Ir, module: OpHandle) -> Vec<Box<Diag>> {
    let ops = functions(ir, module).flat_map(ops_of);
    let calls = ops.filter_map(|op| op.cast::<CallIntrinsicOp>());
    let left = calls.filter(|call| intrinsic_of(call.intrin()).is_some());
    left.map(|call| {
        let message = format!(
            "a call of '{}' is left; run 'convert-llvm-to-ripple' or 'ripple-prepare' before",
            call.intrin()
        );
        error(Tag::Type, call.0.loc(), message)
    })
    .collect()
}

/// Replaces a call by the op that stands for it.
fn lift(rw: &mut Rewriter<'_>, op: Op, (_, becomes): &Intrinsic) -> Result<(), Box<Diag>> {
    let view = rw.op(op);
    let loc = view.loc();
    let args: Vec<ValueRef<'_>> =
        view.cast::<CallIntrinsicOp>().map(|call| call.args().collect()).unwrap_or_default();
    let result = view.results().next().map(|result| result.ty());
    let name = view.cast::<CallIntrinsicOp>().map_or("", |call| call.intrin()).to_owned();
    let lifted =
        becomes(&IntrinsicCall { args: &args, has_result: result.is_some() }).map_err(
            |fault| match fault {
                Fault::Operands => {
                    error(Tag::Type, loc, format_args!("a call of '{name}' has unexpected operands"))
                }
                Fault::Mark => {
                    error(Tag::LoopForm, loc, "the mark of an annotated loop has unexpected operands")
                }
                Fault::NotConstant => {
                    let message =
                        "non-constant kind of shuffle; make it a literal, or a constant after inlining";
                    error(Tag::NotConstant, loc, message)
                }
            },
        )?;
    rw.set_insertion_point_before(op);
    let types: Vec<Type> = result.into_iter().collect();
    let made = rw.build(lifted.with_results(&types).with_loc(loc));
    if let Err(errors) = verify(rw.op(made), VerifyOptions::default().parallel(false).recursive(false)) {
        rw.erase_op(made);
        let reason = errors.first().map_or("", |error| error.message.as_str()).to_owned();
        return Err(error(Tag::Type, loc, format_args!("a call of '{name}' is not valid: {reason}")));
    }
    let values: Vec<Value> = rw.body().results(made).collect();
    rw.replace_op(op, &values);
    Ok(())
}
