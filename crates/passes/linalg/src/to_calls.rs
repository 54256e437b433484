//! `convert-linalg-to-std`: structured ops on buffers as calls of functions of a library.

use std::fmt::Write;
use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionRewriter, ConversionTarget, apply_conversion,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_dialects_linalg::contract::ContractOp;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::map_reduce::{MapOp, ReduceOp};
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_linalg::transpose_broadcast::{BroadcastOp, TransposeOp};
use terrace_dialects_mem::layout::{MemRef, memref, strided_layout};
use terrace_dialects_mem::memref::CastOp;
use terrace_dialects_vector::types::as_vector;
use terrace_ir::{Context, DYNAMIC, Ir, Op, OpHandle, OpKind, OpRef, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use terrace_passes_shared::library_calls::{Declaration, DeclarationPlace, declare};

/// The pass.
pub static CONVERT_LINALG_TO_STD: PassDef = PassDef {
    name: "convert-linalg-to-std",
    class: "ConvertLinalgToStandardPass",
    doc: "Convert the operations from the linalg dialect into the Standard dialect",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(ConvertLinalgToStd))),
    ..EMPTY_PASS
};

struct ConvertLinalgToStd;

impl IrPass for ConvertLinalgToStd {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let target = ConversionTarget::new()
            .legal_dialects(&["affine", "arith", "func", "memref", "scf"])
            .legal::<ModuleOp>(&cx)
            .legal::<FuncOp>(&cx)
            .legal::<ReturnOp>(&cx);
        let mut patterns = ConversionPatterns::new();
        patterns.add_match_any("LinalgOpToLibraryCallRewrite", call_library).across_bodies();
        let conversion = Conversion { target, patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::full(), run).map(|_| ())
    }
}

/// The type with a fully dynamic strided layout; other types are unchanged.
fn with_dynamic_strides(cx: &Context, ty: Type) -> Type {
    let Some(buffer) = memref(cx, ty) else { return ty };
    let layout = strided_layout(cx, DYNAMIC, &vec![DYNAMIC; buffer.shape.len()]);
    MemRef { layout: Some(layout), ..buffer }.ty(cx)
}

/// Appends the mangled name of a type; `None` if it has none.
fn mangle(cx: &Context, name: &mut String, ty: Type) -> Option<()> {
    if let Some(buffer) = memref(cx, ty) {
        name.push_str("view");
        for &extent in buffer.shape {
            let _ = match extent {
                DYNAMIC => write!(name, "sx"),
                extent => write!(name, "{extent}x"),
            };
        }
        mangle(cx, name, buffer.element)?;
        if let Some(space) = buffer.space {
            let _ = write!(name, "as{}", space.as_i64(cx)?);
        }
        return Some(());
    }
    if let Some(vector) = as_vector(cx, ty) {
        let extents: Vec<String> = vector.shape.iter().map(i64::to_string).collect();
        let _ = write!(name, "vector{}", extents.join("x"));
        return mangle(cx, name, vector.element);
    }
    let is_scalar = ty == Type::INDEX || ty.is_float(cx) || ty.is_signless_integer(cx);
    is_scalar.then(|| name.push_str(&cx.type_text(ty)))
}

/// The function that a structured op is: that of its attribute, or one that is named after the op and its types.
fn library_call_name(op: OpRef<'_>) -> Option<String> {
    let cx = op.cx();
    // One name for all others, as upstream has it, calls one function for different computations.
    let default = cx.matches_upstream().then_some("op_has_no_registered_library_name");
    if op.isa::<GenericOp>() {
        return GenericOp::view_of(op).library_call().or(default).map(str::to_owned);
    }
    let is_registered = !op.isa::<BroadcastOp>()
        && !op.isa::<ContractOp>()
        && !op.isa::<MapOp>()
        && !op.isa::<ReduceOp>()
        && !op.isa::<TransposeOp>();
    if let Some(default) = default.filter(|_| !is_registered) {
        return Some(default.to_owned());
    }
    let mut name = op.name_text().replace('.', "_");
    name.push('_');
    for (at, ty) in op.operand_types().into_iter().enumerate() {
        if at > 0 {
            name.push('_');
        }
        mangle(cx, &mut name, ty)?;
    }
    Some(name)
}

fn call_library(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    as_structured(view)?;
    let Some(name) = library_call_name(view) else {
        return rw.notify_match_failure(op, "No library call defined for: ");
    };
    if view.num_results() > 0 {
        let reason =
            "Library call for linalg operation can be generated only for ops that have void return types";
        return rw.notify_match_failure(op, reason);
    }
    let operands: Vec<Value> = view.operands().map(|operand| operand.id()).collect();
    let inputs: Vec<Type> = view.operand_types().into_iter().map(|ty| with_dynamic_strides(cx, ty)).collect();
    let (loc, from, name) = (view.loc(), view.handle(), cx.str(&name));
    let declaration = Declaration {
        name,
        inputs: &inputs,
        results: &[],
        loc,
        attrs: &["llvm.emit_c_interface"],
        place: DeclarationPlace::BeforeLast,
    };
    if !rw.with_ir(|ir| declare(ir, from, &declaration)) {
        return rw.notify_match_failure(op, "a symbol of the function's name is no function");
    }
    rw.set_insertion_point_before(op);
    let mut values = Vec::new();
    for (&operand, &ty) in operands.iter().zip(&inputs) {
        values.push(match ty.is_memref(cx) {
            true => rw.build_value(CastOp::of(operand).dest(ty).loc(loc)),
            false => operand,
        });
    }
    let callee = cx.flat_symbol_ref(name);
    rw.build(CallOp::of(&values).loc(loc).callee_attr(callee).results(&[]));
    rw.erase_op(op);
    Some(())
}
