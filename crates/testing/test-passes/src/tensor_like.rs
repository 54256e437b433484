//! `test-tensorlike-bufferlike`: the arguments and results of functions whose types are tensors or buffers.

use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::bufferization::types::{is_buffer_like, is_tensor_like};
use terrace_ir::{Context, Ir, NamedAttr, OpHandle, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_TENSORLIKE_BUFFERLIKE: PassDef = PassDef {
    name: "test-tensorlike-bufferlike",
    class: "(anonymous namespace)::TestTensorLikeAndBufferLikePass",
    doc: "Module pass to test custom types that implement TensorLike / BufferLike interfaces",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(FindTypes))),
    ..EMPTY_PASS
};

struct FindTypes;

impl IrPass for FindTypes {
    fn run(&self, ir: &mut Ir, module: OpHandle, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for function in
            post_order(ir, module).into_iter().filter(|op| ir.op(*op).isa::<FuncOp>()).collect::<Vec<_>>()
        {
            let Some((inputs, results)) = ir.signature(function) else { continue };
            let cx = ir.cx().clone();
            let mut found = found_in(&cx, "operand", &inputs);
            found.extend(found_in(&cx, "result", &results));
            if !found.is_empty() {
                let dict = cx.dict(found);
                ir.rewrite(function.body, |rw| rw.set_attr(function.op, "found", dict));
            }
        }
        Ok(())
    }
}

fn found_in(cx: &Context, part: &str, types: &[Type]) -> Vec<NamedAttr> {
    let kind = |ty: Type| {
        if is_tensor_like(cx, ty) {
            Some("is_tensor_like")
        } else {
            is_buffer_like(cx, ty).then_some("is_buffer_like")
        }
    };
    let types = types.iter().enumerate();
    types.filter_map(|(at, &ty)| Some((cx.str(&format!("{part}_{at}")), cx.string_attr(kind(ty)?)))).collect()
}
