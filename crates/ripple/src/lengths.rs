//! Specialization of functions whose blocks depend on the vector length: one copy per length.
//!
//! The vector length of SVE is a multiple of 128 bits and a power of two, known at run time only. Block sizes may be
//! multiples of it (`ripple_scalable`, `svcntw` and similar functions). A function with such a block is copied for each
//! length, which is a constant in the copy: its blocks have constant sizes, and `vscale_range` promises the length, so
//! that vectors fill registers. The function itself calls the copy for the actual length.
//!
//! Entry: ops of ripple, before `ripple-prepare` marks expressions. Exit: no `ripple.scalable`; queries of the vector
//! length are constants in copies.
//!
//! Functions of Ripple that call such functions are copied as well, so that blocks and values with shapes are passed
//! among copies for one length. Other functions multiply by `vscale`.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::attrs::{LinkageAttr, VScaleRangeAttr};
use terrace_dialects_llvm::enums::{ICmpPredicate, IntegerOverflowFlags, Linkage, Visibility};
use terrace_dialects_llvm::intrinsics::{TrapOp, VscaleOp};
use terrace_dialects_llvm::ops::{CallIntrinsicOp, CallOp, LLVMFuncOp, ReturnOp, UnreachableOp};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, Block, Context, InsertPoint, Ir, Loc, Op, OpHandle, OpRef, Str, Type, Value};
use terrace_target::aarch64::counted_bytes;
use terrace_target::{ScalableVectors, target_of};

use crate::dialect::ScalableOp;
use crate::evaluate::integer_of_constant;
use crate::functions::{callee_of, functions, functions_of_ripple, name_of, ops_of};
use crate::parallel_loops::build::Build;
use crate::subprograms::make_subprogram_distinct;
use crate::vectorize::{is_discardable, used_functions};

/// The attribute of copies of a function for lengths of vectors: the name of the function.
pub(crate) const COPY_FOR_LENGTH: &str = "ripple.copy_for_length";

/// The pattern of SVE by which all elements are counted.
const ALL: i64 = 31;

/// A computation from the length of vectors.
#[derive(Clone, Copy)]
enum LengthQuery {
    /// The number of elements for each 128 bits, times how often vectors have those.
    Elements(i64),
    /// The operand, times how often vectors have 128 bits.
    Scaled,
}

fn query_of(op: OpRef<'_>) -> Option<LengthQuery> {
    if op.isa::<VscaleOp>() {
        return Some(LengthQuery::Elements(1));
    }
    if op.isa::<ScalableOp>() {
        return Some(LengthQuery::Scaled);
    }
    let call = op.cast::<CallIntrinsicOp>()?;
    let counts_all = || {
        let pattern = call.args().next().and_then(|pattern| pattern.defining_op());
        pattern.and_then(integer_of_constant) == Some(ALL)
    };
    let bytes = counted_bytes(call.intrin()).filter(|_| counts_all())?;
    Some(LengthQuery::Elements(16 / i64::from(bytes)))
}

fn has_queries(function: OpRef<'_>) -> bool {
    ops_of(function).any(|op| query_of(op).is_some())
}

/// The lengths that vectors may have in a function, in units of 128 bits.
fn lengths_of(function: OpRef<'_>) -> Vec<u32> {
    target_of(function).vector_scales()
}

/// Whether vectors have another length in a function than in those that call it, or it has state of the matrix unit.
fn is_streaming(function: OpRef<'_>) -> bool {
    let Some(view) = function.cast::<LLVMFuncOp>() else { return false };
    view.arm_streaming()
        || view.arm_locally_streaming()
        || view.arm_streaming_compatible()
        || view.arm_new_za()
}

/// Copies functions of Ripple whose blocks depend on the length of vectors for each length, and replaces the numbers that
/// depend on it.
pub(crate) fn specialize_for_lengths(ir: &mut Ir, module: OpHandle) {
    let with_queries: Vec<OpHandle> = functions(ir, module)
        .filter(|&function| has_queries(function))
        .map(|function| function.handle())
        .collect();
    if with_queries.is_empty() {
        return;
    }
    let of_ripple = functions_of_ripple(ir, module);
    let can_be_copied = |ir: &Ir, function: OpHandle| {
        let view = ir.op(function);
        let is_variadic = view.cast::<LLVMFuncOp>().is_some_and(|view| view.is_variadic());
        !is_variadic && !is_streaming(view) && lengths_of(view).len() > 1
    };
    let mut copied: FxHashSet<OpHandle> = FxHashSet::default();
    for &function in &with_queries {
        if of_ripple.contains(&function) && can_be_copied(ir, function) {
            copied.insert(function);
        } else {
            let lengths = lengths_of(ir.op(function));
            replace_queries(ir, function, if let [length] = lengths[..] { Some(length) } else { None });
        }
    }
    loop {
        let callers: Vec<OpHandle> = (of_ripple.iter().copied())
            .filter(|function| !copied.contains(function) && can_be_copied(ir, *function))
            .filter(|&function| {
                ops_of(ir.op(function)).any(|op| called_of(ir, module, op, &copied).is_some())
            })
            .collect();
        if callers.is_empty() {
            break;
        }
        copied.extend(callers);
    }
    let originals: Vec<OpHandle> =
        of_ripple.into_iter().filter(|function| copied.contains(function)).collect();
    let mut symbols = SymbolTable::new(ir.op(module));
    let mut copies: FxHashMap<OpHandle, Vec<(u32, Str)>> = FxHashMap::default();
    for &function in &originals {
        let cx = Arc::clone(ir.cx());
        let name = name_of(ir.op(function)).to_owned();
        let name_for = |length: u32| (length, symbols.reserve(&cx, &format!("{name}.vscale.{length}")));
        let names = lengths_of(ir.op(function)).into_iter().map(name_for).collect();
        copies.insert(function, names);
    }
    for &function in &originals {
        for &(length, name) in &copies[&function] {
            copy_for_length(ir, module, function, length, name, &copies);
        }
    }
    // An original without other callers is erased.
    let candidates: FxHashSet<OpHandle> =
        originals.iter().copied().filter(|&function| is_discardable(ir.op(function))).collect();
    let used = used_functions(ir, module, &candidates);
    for function in originals {
        if candidates.contains(&function) && !used.contains(&function) {
            ir.erase_op(function);
        } else {
            call_copies(ir, function, &copies[&function]);
        }
    }
}

/// The function out of a set that an op calls by name.
fn called_of(ir: &Ir, module: OpHandle, op: OpRef<'_>, set: &FxHashSet<OpHandle>) -> Option<OpHandle> {
    let found = ir.symbol_tables().lookup(ir.op(module), callee_of(op)?)?.handle();
    set.contains(&found).then_some(found)
}

/// Replaces what depends on the length of vectors by constants, or by multiplications if the length is not known.
fn replace_queries(ir: &mut Ir, function: OpHandle, length: Option<u32>) {
    let queries: Vec<(Op, LengthQuery)> =
        ops_of(ir.op(function)).filter_map(|op| Some((op.id(), query_of(op)?))).collect();
    let Some(body) = ir.op(function).inner_body() else { return };
    let counts_units = target_of(ir.op(function)).scalable_vectors() != ScalableVectors::Unused;
    ir.rewrite(body, |rw| {
        for (op, query) in queries {
            rw.set_insertion_point_before(op);
            let (ty, loc) = (rw.body().value_type(rw.body().single_result(op)), rw.body().loc(op));
            let scaled = rw.op(op).operands().next().map(|operand| operand.id());
            let mut build = Build { rw, loc };
            let value = match (query, length) {
                (LengthQuery::Elements(elements), Some(length)) if counts_units => {
                    build.integer(elements * i64::from(length), ty)
                }
                (LengthQuery::Elements(_), _) => continue,
                (LengthQuery::Scaled, length) => {
                    let Some(scaled) = scaled else { continue };
                    let factor = match length {
                        Some(length) => build.integer(i64::from(length), ty),
                        None => build.rw.build_value(VscaleOp::of().loc(loc).res(ty)),
                    };
                    build.mul(scaled, factor, IntegerOverflowFlags::NUW)
                }
            };
            build.rw.replace_op(op, &[value]);
        }
    });
}

/// Copies a function for a length; calls of functions that are copied, too, become calls of their copies for it.
fn copy_for_length(
    ir: &mut Ir,
    module: OpHandle,
    function: OpHandle,
    length: u32,
    name: Str,
    copies: &FxHashMap<OpHandle, Vec<(u32, Str)>>,
) {
    let cx = Arc::clone(ir.cx());
    let Some(block) = ir.op(module).regions().next().and_then(|region| region.entry()) else { return };
    let point = (block.body_id(), InsertPoint::End(block.id()));
    let original = name_of(ir.op(function)).to_owned();
    let copy = ir.clone_op(function, point, &mut IrMapping::new());
    make_subprogram_distinct(ir, copy);
    let is_inlined = ir.op(copy).cast::<LLVMFuncOp>().is_some_and(|view| view.always_inline());
    let bound = cx.int_attr(Type::I32, i64::from(length));
    ir.rewrite(copy.body, |rw| {
        rw.set_attr(copy.op, "sym_name", cx.string_attr(name.text(&cx)));
        rw.set_attr(copy.op, "linkage", LinkageAttr::get(&cx, Linkage::Internal).into());
        rw.set_attr(copy.op, "visibility_", enum_attr(&cx, Visibility::Default));
        rw.set_attr(copy.op, "comdat", Attr::NULL);
        rw.set_attr(copy.op, "vscale_range", VScaleRangeAttr::get(&cx, bound, bound).into());
        if !is_inlined {
            // The callers do not promise the length.
            rw.set_attr(copy.op, "no_inline", Attr::UNIT);
            rw.set_attr(copy.op, "inline_hint", Attr::NULL);
        }
        rw.set_attr(copy.op, COPY_FOR_LENGTH, cx.string_attr(&original));
    });
    let known: FxHashSet<OpHandle> = copies.keys().copied().collect();
    let calls: Vec<(Op, Str)> = ops_of(ir.op(copy))
        .filter_map(|op| {
            let callee = called_of(ir, module, op, &known)?;
            let (_, name) = copies[&callee].iter().find(|(other, _)| *other == length)?;
            Some((op.id(), *name))
        })
        .collect();
    if let Some(body) = ir.op(copy).inner_body() {
        ir.rewrite(body, |rw| {
            for (op, name) in calls {
                rw.set_attr(op, "callee", cx.flat_symbol_ref(name));
            }
        });
    }
    replace_queries(ir, copy, Some(length));
}

/// Replaces the body of a function by calls of its copies, of which the length of vectors chooses one.
fn call_copies(ir: &mut Ir, function: OpHandle, copies: &[(u32, Str)]) {
    let view = ir.op(function);
    let Some(function_view) = view.cast::<LLVMFuncOp>() else { return };
    let convention = function_view.c_conv_attr();
    let (arguments, results) = (view.inherent_attr("arg_attrs"), view.inherent_attr("res_attrs"));
    let result = function_view.signature().map(|ty| ty.return_type(ir.cx()));
    let result = result.filter(|ty| !ty.isa::<terrace_dialects_llvm::types::VoidType>(ir.cx()));
    let Some(body) = view.inner_body() else { return };
    ir.rewrite(body, |rw| {
        let cx: &Context = rw.cx();
        let Some(&region) = rw.body().top_regions().first() else { return };
        let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
        let Some(&old) = blocks.first() else { return };
        // With debug information, calls have locations in the function.
        let loc = {
            let mut ops = blocks.iter().flat_map(|&block| rw.body().ops_of(block));
            ops.find_map(|op| Some(rw.body().loc(op)).filter(|&loc| loc != Loc::UNKNOWN))
        };
        let loc = loc.unwrap_or(Loc::UNKNOWN);
        let types: Vec<(Type, Loc)> =
            rw.body().args(old).map(|arg| (rw.body().value_type(arg), loc)).collect();
        let entry = rw.create_block_before(old, &types);
        let args: Vec<Value> = rw.body().args(entry).collect();
        rw.set_insertion_point_to_end(entry);
        let found = rw.build_value(VscaleOp::of().loc(loc).res(Type::I64));
        for &(length, name) in copies {
            let (chosen, next) = (rw.create_block(region, &[]), rw.create_block(region, &[]));
            let mut build = Build { rw, loc };
            let length = build.integer(i64::from(length), Type::I64);
            let is_chosen = build.compare(ICmpPredicate::Eq, found, length);
            build.branch_if(is_chosen, (chosen, &[]), (next, &[]));
            rw.set_insertion_point_to_end(chosen);
            let mut call = CallOp::of()
                .loc(loc)
                .callee_attr(cx.flat_symbol_ref(name))
                .callee_operands(&args)
                .op_bundle_operands(&[]);
            if let Some(ty) = result {
                call = call.result(ty);
            }
            let call = rw.build(call);
            rw.set_attr(call, "CConv", convention);
            for (name, attrs) in [("arg_attrs", arguments), ("res_attrs", results)] {
                rw.set_attr(call, name, attrs.unwrap_or(Attr::NULL));
            }
            let mut returned = ReturnOp::of().loc(loc);
            if result.is_some() {
                returned = returned.arg(rw.body().single_result(call));
            }
            rw.build(returned);
            rw.set_insertion_point_to_end(next);
        }
        rw.build(TrapOp::of().loc(loc));
        rw.build(UnreachableOp::of().loc(loc));
        rw.erase_blocks(&blocks);
    });
}
