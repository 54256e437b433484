//! `bufferization-lower-deallocations`: lowers dealloc ops to comparisons of addresses and conditional frees; and
//! `convert-bufferization-to-memref`, which lowers clones to copies, too.
//!
//! Entry: `bufferization.dealloc` in a module or a function. Exit: no such op (nor, for the latter pass,
//! `bufferization.clone`); `memref.dealloc`, or the deallocation of the buffer's allocator, in `scf.if`.
//!
//! A single buffer is compared with the retained ones inline. For several, a helper function is called, so
//! that the code size is linear in the number of buffers, not quadratic.

use terrace_dialects_core::arith::CmpIPredicate;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionRewriter, ConversionTarget, apply_conversion,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::arith::{AndIOp, OrIOp, XOrIOp};
use terrace_dialects_core::func::{CallOp, NewFunction, ReturnOp};
use terrace_dialects_core::scf::{IfOp, YieldOp};
use terrace_dialects_mem::bufferization::{AllocationOpInterface, CloneOp, DeallocOp};
use terrace_dialects_mem::memref as buffers;
use terrace_dialects_mem::memref::causes::DEALLOC_TABLE;
use terrace_dialects_mem::memref::{AllocSpec, create_alloc};
use terrace_ir::def::plain_error;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::symbols::nearest_symbol_table;
use terrace_ir::{
    Attr, BodyId, Context, DYNAMIC, Diag, Ir, Loc, MemRefType, OpHandle, OpKind, Rewriter, Type, Value,
    ValueRef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::build::for_loop;
use terrace_rewrite::walk::walk;

use crate::allocators::{Allocator, Allocators, free, freed_buffer, own_allocator, whole_buffer};
use crate::clone_lowering::lower_clone;
use crate::ownership::state::make_bool;

/// The pass.
pub static LOWER_DEALLOCATIONS: PassDef = PassDef {
    name: "bufferization-lower-deallocations",
    class: "LowerDeallocationsPass",
    doc: "Lowers `bufferization.dealloc` operations to `memref.dealloc` operations",
    make: |_| Ok(Pass::Ir(Box::new(Lower { clones: false }))),
    ..EMPTY_PASS
};

/// The pass for clones too.
pub static CONVERT_BUFFERIZATION_TO_MEMREF: PassDef = PassDef {
    name: "convert-bufferization-to-memref",
    class: "ConvertBufferizationToMemRefPass",
    doc: "Convert operations from the Bufferization dialect to the MemRef dialect",
    make: |_| Ok(Pass::Ir(Box::new(Lower { clones: true }))),
    ..EMPTY_PASS
};

/// The helper function that decides what to free, in each symbol table that needs it.
type Helpers = FxHashMap<OpHandle, Attr>;

struct Lower {
    /// Whether clones become copies, and no op of the dialect may stay.
    clones: bool,
}

impl IrPass for Lower {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let view = ir.op(op);
        if !view.isa::<ModuleOp>() && view.interface::<dyn FunctionOp>().is_none() {
            let diag = Diag::error(view.loc(), "root operation must be a builtin.module or a function");
            return run.fail(diag);
        }
        let freeing = match find_freeing(ir, op) {
            Ok(freeing) => freeing,
            Err(diag) => return run.fail(diag),
        };
        let view = ir.op(op);
        let mut helpers = Helpers::default();
        if view.isa::<ModuleOp>() {
            let (mut tables, mut seen): (Vec<OpHandle>, FxHashSet<OpHandle>) = Default::default();
            walk(view, |op| {
                if op.isa::<DeallocOp>()
                    && DeallocOp::view_of(op).memrefs().len() > 1
                    && let Some(table) = nearest_symbol_table(op).map(|table| table.handle())
                    && seen.insert(table)
                {
                    tables.push(table);
                }
            });
            let loc = view.loc();
            for table in tables {
                helpers.extend(add_helper(ir, table, loc).map(|name| (table, name)));
            }
        }
        let conversion = conversion(ir.cx(), helpers, freeing, self.clones);
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}

/// The interfaces that free buffers which `memref.dealloc` does not, by the bodies that these are in.
type Freeing = FxHashMap<(BodyId, Value), &'static dyn AllocationOpInterface>;

/// Finds how the buffers of dealloc ops are freed.
///
/// # Errors
///
/// If a buffer may be from allocators with different deallocations.
fn find_freeing(ir: &mut Ir, op: OpHandle) -> Result<Freeing, Box<Diag>> {
    let mut freeing = Freeing::default();
    let (mut deallocs, mut with_own): (Vec<OpHandle>, FxHashSet<BodyId>) = Default::default();
    walk(ir.op(op), |op| {
        if op.isa::<DeallocOp>() {
            deallocs.push(op.handle());
        } else if own_allocator(op).is_some() {
            with_own.insert(op.body_id());
        }
    });
    deallocs.retain(|op| with_own.contains(&op.body));
    deallocs.sort_by_key(|op| op.body);
    for deallocs in deallocs.chunk_by(|a, b| a.body == b.body) {
        let body = deallocs[0].body;
        ir.rewrite(body, |rw| {
            let Some(allocators) = Allocators::new(rw) else { return Ok(()) };
            for op in deallocs.iter().map(|op| rw.op(op.op)) {
                for memref in DeallocOp::view_of(op).memrefs() {
                    let allocator = allocators.of(whole_buffer(rw, memref.id()));
                    if allocator == Allocator::Mixed {
                        let message =
                            "a buffer may be from several allocators, which free it in different ways";
                        return Err(plain_error(op, message));
                    }
                    freeing.extend(allocators.interface(allocator).map(|own| ((body, memref.id()), own)));
                }
            }
            Ok(())
        })?;
    }
    Ok(freeing)
}

fn conversion(cx: &Context, helpers: Helpers, freeing: Freeing, clones: bool) -> Conversion {
    let mut target = ConversionTarget::new().legal_dialects(&["memref", "arith", "scf", "func"]);
    if !freeing.is_empty() {
        // Their interfaces create what they like.
        target = target.mark_unknown_op_dynamically_legal(|_| true);
    }
    let mut patterns = ConversionPatterns::new();
    if clones {
        target = target.illegal_dialects(&["bufferization"]);
        patterns.add_with_benefit::<CloneOp>(cx, "CloneOpConversion", 1, lower_clone);
    } else {
        target = target.illegal::<DeallocOp>(cx);
    }
    patterns.add::<DeallocOp>(cx, "DeallocOpConversion", move |rw, op| lower(rw, op, &helpers, &freeing));
    Conversion { target, patterns }
}

/// The parts of a `bufferization.dealloc`.
struct Dealloc {
    memrefs: Vec<Value>,
    /// The op that frees each of them, if not `memref.dealloc`.
    freeing: Vec<Option<&'static dyn AllocationOpInterface>>,
    conditions: Vec<Value>,
    retained: Vec<Value>,
    loc: Loc,
}

fn lower(rw: &mut ConversionRewriter<'_>, op: DeallocOp, helpers: &Helpers, freeing: &Freeing) -> Option<()> {
    let view = rw.op(op);
    let parts = DeallocOp::view_of(view);
    let own = |buffer: ValueRef<'_>| freeing.get(&(view.body_id(), buffer.id())).copied();
    let dealloc = Dealloc {
        freeing: parts.memrefs().map(own).collect(),
        memrefs: parts.memrefs().map(|v| v.id()).collect(),
        conditions: parts.conditions().map(|v| v.id()).collect(),
        retained: parts.retained().map(|v| v.id()).collect(),
        loc: view.loc(),
    };
    let values = match (dealloc.memrefs.len(), dealloc.retained.len()) {
        (0, count) => vec![make_bool(rw, false, dealloc.loc); count],
        (1, 0) => {
            free_if(rw, dealloc.conditions[0], &dealloc, 0);
            Vec::new()
        }
        (1, _) => lower_one(rw, &dealloc),
        _ => {
            let helper = nearest_symbol_table(view).and_then(|table| helpers.get(&table.handle()).copied());
            let Some(helper) = helper else {
                let message = "library function required for generic lowering, but cannot be automatically inserted \
                               when operating on functions";
                let diag = plain_error(view, message);
                rw.report(diag);
                return None;
            };
            lower_several(rw, &dealloc, helper)
        }
    };
    rw.replace_op(op, &values);
    Some(())
}

/// Frees the buffer with this number where a condition holds.
fn free_if(rw: &mut Rewriter<'_>, condition: Value, dealloc: &Dealloc, number: usize) {
    let (buffer, own, loc) = (dealloc.memrefs[number], dealloc.freeing[number], dealloc.loc);
    let buffer = if own.is_some() { freed_buffer(rw, buffer) } else { buffer };
    only_if(rw, condition, loc, |rw| free(rw, own, buffer, loc));
}

/// Does something where a condition holds.
fn only_if(rw: &mut Rewriter<'_>, condition: Value, loc: Loc, work: impl FnOnce(&mut Rewriter<'_>)) {
    let Some(point) = rw.insertion_point() else { return };
    let (yes, no) = (rw.new_region(), rw.new_region());
    let block = rw.create_block(yes, &[]);
    rw.set_insertion_point_to_end(block);
    work(rw);
    rw.build(YieldOp::of(&[]).loc(loc));
    rw.set_insertion_point(point);
    rw.build(IfOp::of(condition).loc(loc).then_region(yes).else_region(no));
}

fn address(rw: &mut Rewriter<'_>, buffer: Value, loc: Loc) -> Value {
    rw.build_value(buffers::ExtractAlignedPointerAsIndexOp::of(buffer).aligned_pointer(Type::INDEX).loc(loc))
}

/// Lowers the deallocation of one buffer: its address is compared with each retained one.
fn lower_one(rw: &mut Rewriter<'_>, dealloc: &Dealloc) -> Vec<Value> {
    let (loc, buffer, condition) = (dealloc.loc, dealloc.memrefs[0], dealloc.conditions[0]);
    let own = address(rw, buffer, loc);
    let mut differs = Vec::new();
    for &retained in &dealloc.retained {
        let other = address(rw, retained, loc);
        differs.push(Arith::new(rw, loc).compare(CmpIPredicate::Ne, own, other));
    }
    let mut free = differs[0];
    for &next in &differs[1..] {
        free = Arith::new(rw, loc).binary::<AndIOp>(free, next);
    }
    let free = Arith::new(rw, loc).binary::<AndIOp>(free, condition);
    free_if(rw, free, dealloc, 0);
    let yes = make_bool(rw, true, loc);
    let owned = |&differs: &Value| {
        let same = Arith::new(rw, loc).binary::<XOrIOp>(differs, yes);
        Arith::new(rw, loc).binary::<AndIOp>(same, condition)
    };
    differs.iter().map(owned).collect()
}

/// The type of a buffer with one dimension.
fn list_type(cx: &Context, size: i64, element: Type) -> Type {
    MemRefType::get(cx, &[size], element)
}

fn new_list(rw: &mut Rewriter<'_>, size: usize, element: Type, loc: Loc) -> Value {
    let ty = list_type(rw.cx(), size as i64, element);
    create_alloc(rw, AllocSpec::default(), ty, loc, &DEALLOC_TABLE)
}

fn without_size(rw: &mut Rewriter<'_>, list: Value, element: Type, loc: Loc) -> Value {
    let ty = list_type(rw.cx(), DYNAMIC, element);
    rw.build_value(buffers::CastOp::of(list).dest(ty).loc(loc))
}

fn store(rw: &mut Rewriter<'_>, value: Value, list: Value, index: Value, loc: Loc) {
    rw.build(buffers::StoreOp::of(value, list, &[index]).loc(loc));
}

fn load(rw: &mut Rewriter<'_>, list: Value, index: Value, ty: Type, loc: Loc) -> Value {
    rw.build_value(buffers::LoadOp::of(list, &[index]).result(ty).loc(loc))
}

/// Lowers a dealloc op with several buffers: their addresses are passed to a helper function, which returns
/// what to free and the ownership of the retained buffers.
fn lower_several(rw: &mut Rewriter<'_>, dealloc: &Dealloc, helper: Attr) -> Vec<Value> {
    let loc = dealloc.loc;
    let (count, kept) = (dealloc.memrefs.len(), dealloc.retained.len());
    let to_free = new_list(rw, count, Type::INDEX, loc);
    let conditions = new_list(rw, count, Type::I1, loc);
    let to_retain = new_list(rw, kept, Type::INDEX, loc);
    let index = |rw: &mut Rewriter<'_>, number: usize| Arith::new(rw, loc).index(number as i64);
    let store_addresses = |rw: &mut Rewriter<'_>, buffers: &[Value], list: Value| {
        for (i, &buffer) in buffers.iter().enumerate() {
            let value = address(rw, buffer, loc);
            let at = index(rw, i);
            store(rw, value, list, at, loc);
        }
    };
    store_addresses(rw, &dealloc.memrefs, to_free);
    for (i, &condition) in dealloc.conditions.iter().enumerate() {
        let at = index(rw, i);
        store(rw, condition, conditions, at, loc);
    }
    store_addresses(rw, &dealloc.retained, to_retain);
    let free_arg = without_size(rw, to_free, Type::INDEX, loc);
    let conditions_arg = without_size(rw, conditions, Type::I1, loc);
    let retain_arg = without_size(rw, to_retain, Type::INDEX, loc);
    let frees = new_list(rw, count, Type::I1, loc);
    let owners = new_list(rw, kept, Type::I1, loc);
    let frees_arg = without_size(rw, frees, Type::I1, loc);
    let owners_arg = without_size(rw, owners, Type::I1, loc);
    let operands = [free_arg, retain_arg, conditions_arg, frees_arg, owners_arg];
    rw.build(CallOp::of(&operands).callee_attr(helper).loc(loc));
    for i in 0..count {
        let at = index(rw, i);
        let free = load(rw, frees, at, Type::I1, loc);
        free_if(rw, free, dealloc, i);
    }
    let mut values = Vec::new();
    for i in 0..kept {
        let at = index(rw, i);
        values.push(load(rw, owners, at, Type::I1, loc));
    }
    for list in [to_free, to_retain, conditions, frees, owners] {
        rw.build(buffers::DeallocOp::of(list).loc(loc));
    }
    values
}

/// Adds the function to a symbol table; returns a reference to it.
fn add_helper(ir: &mut Ir, table: OpHandle, loc: Loc) -> Option<Attr> {
    let cx = ir.cx().clone();
    let (addresses, flags) = (list_type(&cx, DYNAMIC, Type::INDEX), list_type(&cx, DYNAMIC, Type::I1));
    let types = [addresses, addresses, flags, flags, flags];
    let helper = NewFunction { name: "dealloc_helper", inputs: &types, results: &[], private: true, loc };
    let mut symbols = SymbolTable::new(ir.op(table));
    let (function, filled) = helper.create(ir, &mut symbols, |rw, args| fill_helper(rw, args, loc))?;
    filled?;
    Some(cx.flat_symbol_ref(ir.op(function).symbol_name()?))
}

/// The body of the helper function: a buffer is freed if its condition holds and it aliases neither a
/// retained nor a preceding one; a retained one is owned if any buffer that it aliases was.
fn fill_helper(rw: &mut Rewriter<'_>, args: &[Value], loc: Loc) -> Option<()> {
    let &[to_free, to_retain, conditions, frees, owners] = args else { return None };
    let zero = Arith::new(rw, loc).index(0);
    let one = Arith::new(rw, loc).index(1);
    let (yes, no) = (make_bool(rw, true, loc), make_bool(rw, false, loc));
    let count = rw.build_value(buffers::DimOp::of(to_free, zero).result(Type::INDEX).loc(loc));
    let kept = rw.build_value(buffers::DimOp::of(to_retain, zero).result(Type::INDEX).loc(loc));
    for_loop(rw, [zero, kept, one], &[], loc, |rw, i, _| {
        store(rw, no, owners, i, loc);
        Some(Vec::new())
    })?;
    for_loop(rw, [zero, count, one], &[], loc, |rw, at, _| {
        let own = load(rw, to_free, at, Type::INDEX, loc);
        let condition = load(rw, conditions, at, Type::I1, loc);
        let kept_loop = for_loop(rw, [zero, kept, one], &[yes], loc, |rw, i, carried| {
            let other = load(rw, to_retain, i, Type::INDEX, loc);
            let same = Arith::new(rw, loc).compare(CmpIPredicate::Eq, other, own);
            only_if(rw, same, loc, |rw| {
                let owned = load(rw, owners, i, Type::I1, loc);
                let owned = Arith::new(rw, loc).binary::<OrIOp>(owned, condition);
                store(rw, owned, owners, i, loc);
            });
            let differs = Arith::new(rw, loc).compare(CmpIPredicate::Ne, other, own);
            Some(vec![Arith::new(rw, loc).binary::<AndIOp>(carried[0], differs)])
        })?;
        let not_kept = rw.body().single_result(kept_loop);
        let seen_loop = for_loop(rw, [zero, at, one], &[not_kept], loc, |rw, i, carried| {
            let other = load(rw, to_free, i, Type::INDEX, loc);
            let differs = Arith::new(rw, loc).compare(CmpIPredicate::Ne, other, own);
            Some(vec![Arith::new(rw, loc).binary::<AndIOp>(carried[0], differs)])
        })?;
        let not_seen = rw.body().single_result(seen_loop);
        let free = Arith::new(rw, loc).binary::<AndIOp>(not_seen, condition);
        store(rw, free, frees, at, loc);
        Some(Vec::new())
    })?;
    rw.build(ReturnOp::of(&[]).loc(loc));
    Some(())
}
