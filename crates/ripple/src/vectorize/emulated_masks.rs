//! Masked accesses to elements that follow each other, for targets without instructions for them whose pages are known.
//!
//! If an element of a page may be read, all of the page may be. So a vector with an active element that is in one page
//! is loaded as a whole. Inactive elements are never written: they may be another thread's. A vector is stored as a whole
//! if all its elements are active, and otherwise one by one, from the lowest bit of the mask that is set to the next.
//! Branches on the bits themselves took three times as long where they were random.
//!
//! The accesses are masked ones until stores are merged. Functions that are inlined, unless they are many, take their place
//! then.

use terrace_dialects_llvm::attrs::CConvAttr;
use terrace_dialects_llvm::enums::{CConv, GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::intrinsics::{CountTrailingZerosOp, MaskedLoadOp, MaskedStoreOp};
use terrace_dialects_llvm::ops::{
    BitcastOp, CallOp, LLVMFuncOp, LoadOp, ReturnOp, SelectOp, StoreOp, ZExtOp, ZeroOp,
};
use terrace_dialects_llvm::types::{PointerType, vector_type};
use terrace_ir::data_layout::{DataLayout, TypeSize};
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, Block, Ir, Loc, Op, OpRef, Region, Rewriter, Signedness, Type, Value};

use super::accesses::{Access, CopyFunction};
use super::emit::Emitter;
use crate::faults::{Fault, is_planted};
use crate::legal_vectors::set_target;
use crate::parallel_loops::build::Build;
use crate::run_time::define_internal_function;
use crate::vectors::lanes_of;
use terrace_target::{Quirk, TargetKey};

/// The most bytes that are accessed at once.
const MOST: i64 = 64;

/// The most accesses of a function that become branches. LLVM takes a time for each that grows with their number.
const MOST_INLINED: usize = 64;

/// The size of pages of x86, or a divisor of it.
const PAGE: i64 = 4096;

impl Emitter<'_, '_> {
    /// Loads elements that follow each other as masked loads for which [`lower`] creates calls; `None` where it does not.
    pub(super) fn load_emulated(
        &mut self,
        (pointer, count): (Value, usize),
        access: &Access,
        active: Value,
    ) -> Option<Value> {
        let parts = self.emulated_parts(count, access)?;
        let masks = self.parts_of_mask(active, &parts);
        let parts = parts.into_iter().zip(masks).map(|(members, active)| {
            let lanes = members.len();
            let from = self.after(pointer, members[0] as i64 * access.size);
            let part = self.load_masked(from, lanes, access, active);
            if lanes == 1 { self.splat(part, 1) } else { part }
        });
        let parts = parts.collect();
        Some(self.concatenate_all(parts))
    }

    /// Stores elements as [`Self::load_emulated`] loads them; returns whether it does.
    pub(super) fn store_emulated(
        &mut self,
        (pointer, value): (Value, Value),
        access: &Access,
        active: Value,
    ) -> bool {
        let Some(parts) = self.emulated_parts(self.count(value), access) else { return false };
        let masks = self.parts_of_mask(active, &parts);
        for (members, active) in parts.into_iter().zip(masks) {
            let value = self.pick_vector(value, &members);
            let to = self.after(pointer, members[0] as i64 * access.size);
            self.store_masked(to, value, access, active);
        }
        true
    }

    /// The parts of a mask, before any access: they are computed in one block of what the calls become.
    fn parts_of_mask(&mut self, active: Value, parts: &[Vec<usize>]) -> Vec<Value> {
        parts.iter().map(|members| self.part_of_mask(active, members)).collect()
    }

    /// Whether a masked access to `count` elements is one to whole vectors where that is allowed.
    pub(super) fn is_emulated(&self, count: usize, access: &Access) -> bool {
        self.memory.reads_pages
            && self.is_masked_by_call(count, access)
            && access.element.bit_width(self.cx()).is_some()
    }

    /// The elements that are accessed at once: as many as a power of two each.
    fn emulated_parts(&self, count: usize, access: &Access) -> Option<Vec<Vec<usize>>> {
        // The functions are inlined, and pass the mask from block to block.
        let passed = self.target.has_quirk(Quirk::WideMaskPassed).then_some(self.target.register_bytes());
        let most = self.is_emulated(count, access).then_some((MOST / access.size) as usize)?;
        let most = passed.map_or(most, |passed| most.min(passed));
        let (mut parts, mut first) = (Vec::new(), 0);
        while first < count {
            let rest = count - first;
            let lanes = most.min(1 << rest.ilog2());
            parts.push((first..first + lanes).collect());
            first += lanes;
        }
        Some(parts)
    }
}

/// Whether a sanitizer checks the accesses of a function: then it reads active elements alone.
pub(super) fn is_sanitized(function: OpRef<'_>) -> bool {
    let passed = function.cast::<LLVMFuncOp>().and_then(|view| view.passthrough());
    let is_sanitizer =
        |attr: &Attr| attr.as_str(function.cx()).is_some_and(|name| name.starts_with("sanitize_"));
    passed.is_some_and(|passed| passed.iter().any(is_sanitizer))
}

/// Replaces masked accesses to elements below a size, in bytes, by calls of functions that a module has for them.
pub(super) fn lower(
    rw: &mut Rewriter<'_>,
    region: Region,
    least_masked: Option<i64>,
    function: &mut dyn FnMut(CopyFunction) -> String,
) {
    let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| rw.body().ops_of(block)).collect();
    let is_masked = |op: &&Op| rw.op(**op).isa::<MaskedLoadOp>() || rw.op(**op).isa::<MaskedStoreOp>();
    let is_long = ops.iter().filter(is_masked).count() > MOST_INLINED;
    for op in ops {
        let view = rw.op(op);
        let load = view.cast::<MaskedLoadOp>();
        let store = view.cast::<MaskedStoreOp>();
        let vector = match (&load, &store) {
            (Some(load), _) => load.0.single_result(),
            (None, Some(store)) => store.value(),
            (None, None) => continue,
        };
        let cx = view.cx();
        let (Some(lanes), Some(bits)) =
            (lanes_of(vector), vector.ty().element_type(cx).and_then(|element| element.bit_width(cx)))
        else {
            continue;
        };
        let size = i64::from(bits / 8);
        let is_lacking = matches!(bits, 8 | 16 | 32 | 64) && least_masked.is_none_or(|least| size < least);
        if !is_lacking || !(2..=64).contains(&lanes) || lanes as i64 * size > MOST {
            continue;
        }
        let numbers = vector_type(cx, cx.integer(bits, Signedness::Signless), lanes as i64, false);
        if let Some(load) = load {
            let (from, mask) = (load.data().id(), load.mask().id());
            let other =
                load.pass_thru().filter(|other| !other.defining_op().is_some_and(|op| op.isa::<ZeroOp>()));
            let (other, ty) = (other.map(|other| other.id()), vector.ty());
            let name = function(CopyFunction::MaskedLoad { size, lanes });
            function(CopyFunction::ByBits { size });
            let loc = rw.body().loc(op);
            rw.set_insertion_point_before(op);
            let loaded = call(rw, (loc, is_long), &name, &[from, mask], Some(numbers));
            let Some(mut value) = loaded.map(|loaded| cast(rw, loc, loaded, ty)) else { continue };
            if let Some(other) = other {
                value = rw.build_value(SelectOp::of(mask, value, other).loc(loc).res(ty));
            }
            rw.replace_op(op, &[value]);
        } else if let Some(store) = store {
            let (value, to, mask) = (store.value().id(), store.data().id(), store.mask().id());
            let name = function(CopyFunction::MaskedStore { size, lanes });
            function(CopyFunction::ByBits { size });
            let loc = rw.body().loc(op);
            rw.set_insertion_point_before(op);
            let value = cast(rw, loc, value, numbers);
            call(rw, (loc, is_long), &name, &[to, value, mask], None);
            rw.erase_op(op);
        }
    }
}

fn cast(rw: &mut Rewriter<'_>, loc: Loc, value: Value, ty: Type) -> Value {
    match rw.body().value_type(value) == ty {
        true => value,
        false => rw.build_value(BitcastOp::of(value).loc(loc).res(ty)),
    }
}

fn call(
    rw: &mut Rewriter<'_>,
    (loc, stays): (Loc, bool),
    name: &str,
    args: &[Value],
    result: Option<Type>,
) -> Option<Value> {
    let cx = rw.cx();
    let call = CallOp::of().loc(loc).callee_attr(cx.flat_symbol_ref(cx.str(name)));
    let call = call.callee_operands(args).op_bundle_operands(&[]);
    let op: Op = match result {
        Some(ty) => rw.build(call.result(ty)).into(),
        None => rw.build(call).into(),
    };
    if stays {
        rw.set_attr(op, "no_inline", Attr::UNIT);
    }
    result.map(|_| rw.body().single_result(op))
}

/// Defines one of the functions by a name that its table reserved, given the target of its callers, if that matters, and
/// the name of the function that copies elements by bits.
pub(super) fn define(
    ir: &mut Ir,
    symbols: &mut SymbolTable,
    name: &str,
    (copy, target): (CopyFunction, Option<TargetKey>),
    by_bits: &str,
) {
    let cx = std::sync::Arc::clone(ir.cx());
    let pointer: Type = PointerType::get(&cx, 0).into();
    let convention = convention_of(ir.op(symbols.op()));
    let vectors = |size: i64, lanes: usize| {
        let of = |element| vector_type(&cx, element, lanes as i64, false);
        (of(cx.integer(size as u32 * 8, Signedness::Signless)), of(Type::I1))
    };
    let (inputs, result) = match copy {
        CopyFunction::ByBits { .. } => (vec![pointer, pointer, Type::I64], None),
        CopyFunction::MaskedLoad { size, lanes } => {
            let (numbers, mask) = vectors(size, lanes);
            (vec![pointer, mask], Some(numbers))
        }
        CopyFunction::MaskedStore { size, lanes } => {
            let (numbers, mask) = vectors(size, lanes);
            (vec![pointer, numbers, mask], None)
        }
        _ => return,
    };
    let function = define_internal_function(ir, symbols, name, (&inputs, result), |rw, region, args| {
        let mut body = Body { build: Build { rw, loc: Loc::UNKNOWN }, region, by_bits, convention };
        match (copy, args) {
            (CopyFunction::ByBits { size }, &[to, from, bits]) => body.copy([to, from], size, bits),
            (CopyFunction::MaskedLoad { size, lanes }, &[from, mask]) => {
                body.load(from, mask, lanes as i64 * size);
            }
            (CopyFunction::MaskedStore { .. }, &[to, value, mask]) => body.store(to, value, mask),
            _ => {}
        }
    });
    let Some(function) = function else { return };
    let is_apart = matches!(copy, CopyFunction::ByBits { .. });
    ir.rewrite(function.body, |rw| {
        if is_apart {
            let convention = CConvAttr::get(rw.cx(), convention);
            rw.set_attr(function.op, "CConv", convention.into());
        }
        rw.set_attr(function.op, if is_apart { "no_inline" } else { "always_inline" }, Attr::UNIT);
        if let Some(target) = target.filter(|_| !is_planted(Fault::TargetsNotCompared)) {
            set_target(rw, function, target);
        }
    });
}

/// The convention of the function that copies elements by bits. It is called seldom, from where vectors are in
/// registers, and preserves them all. LLVM does so for 64 bits alone.
fn convention_of(module: OpRef<'_>) -> CConv {
    let cx = module.cx();
    let bits = DataLayout::of(module).type_size_in_bits(cx, PointerType::get(cx, 0).into());
    if bits.is_ok_and(|bits| bits == TypeSize::fixed(64)) { CConv::PreserveAll } else { CConv::C }
}

/// Creates the body of a function.
struct Body<'b, 'r> {
    build: Build<'b, 'r>,
    region: Region,
    by_bits: &'b str,
    convention: CConv,
}

impl Body<'_, '_> {
    fn block(&mut self, types: &[Type]) -> Block {
        let types: Vec<(Type, Loc)> = types.iter().map(|&ty| (ty, self.build.loc)).collect();
        self.build.rw.create_block(self.region, &types)
    }

    fn enter(&mut self, block: Block) -> Vec<Value> {
        self.build.rw.set_insertion_point_to_end(block);
        self.build.rw.body().args(block).collect()
    }

    fn done(&mut self, value: Option<Value>) {
        self.build.rw.build(ReturnOp::of().arg(value).loc(self.build.loc));
    }

    /// Copies the elements of the bits that are set.
    fn copy(&mut self, [to, from]: [Value; 2], size: i64, bits: Value) {
        let (word, element) = (Type::I64, self.build.integer_type(size as u32 * 8));
        let (header, copied, done) = (self.block(&[word]), self.block(&[]), self.block(&[]));
        self.build.branch(header, &[bits]);
        let rest = self.enter(header)[0];
        let zero = self.build.integer(0, word);
        let goes_on = self.build.compare(ICmpPredicate::Ne, rest, zero);
        self.build.branch_if(goes_on, (copied, &[]), (done, &[]));
        self.enter(copied);
        let index = CountTrailingZerosOp::of(rest).loc(self.build.loc).is_zero_poison(true);
        let index = self.build.rw.build_value(index);
        let [to, from] = [to, from].map(|base| self.build.offset(base, element, index, GEPNoWrapFlags::NONE));
        let value = self.unaligned_load(from, element);
        self.unaligned_store(value, to);
        let less = self.build.integer(-1, word);
        let less = self.build.add(rest, less, IntegerOverflowFlags::NONE);
        let rest = self.build.and(rest, less);
        self.build.branch(header, &[rest]);
        self.enter(done);
        self.done(None);
    }

    fn unaligned_load(&mut self, from: Value, ty: Type) -> Value {
        let alignment = self.build.cx().int_attr(Type::I64, 1);
        self.build.rw.build_value(LoadOp::of(from).loc(self.build.loc).alignment_attr(alignment).res(ty))
    }

    fn unaligned_store(&mut self, value: Value, to: Value) {
        let alignment = self.build.cx().int_attr(Type::I64, 1);
        self.build.rw.build(StoreOp::of(value, to).loc(self.build.loc).alignment_attr(alignment));
    }

    /// A number with a bit for each element of a mask.
    fn bits(&mut self, mask: Value) -> Value {
        let lanes = lanes_of(self.build.rw.value(mask)).unwrap_or(1) as u32;
        let ty = self.build.integer_type(lanes);
        let loc = self.build.loc;
        let bits = self.build.rw.build_value(BitcastOp::of(mask).loc(loc).res(ty));
        if lanes == 64 { bits } else { self.build.rw.build_value(ZExtOp::of(bits).loc(loc).res(Type::I64)) }
    }

    fn copy_by_bits(&mut self, to: Value, from: Value, bits: Value) {
        let (cx, loc) = (self.build.cx(), self.build.loc);
        let call = CallOp::of().loc(loc).callee_attr(cx.flat_symbol_ref(cx.str(self.by_bits)));
        let call = call.callee_operands(&[to, from, bits]).op_bundle_operands(&[]);
        self.build.rw.build(call.c_conv(self.convention));
    }

    /// Loads so many bytes if they are in one page, or else those of active elements.
    fn load(&mut self, from: Value, mask: Value, bytes: i64) {
        let word = Type::I64;
        let (cx, loc) = (self.build.cx(), self.build.loc);
        let lanes = lanes_of(self.build.rw.value(mask)).unwrap_or(1) as i64;
        let ty = vector_type(cx, cx.integer((bytes / lanes * 8) as u32, Signedness::Signless), lanes, false);
        let pointer: Type = PointerType::get(cx, 0).into();
        let (tested, whole, each, last) =
            (self.block(&[]), self.block(&[]), self.block(&[]), self.block(&[ty]));
        let scratch = self.build.slot(ty);
        let bits = self.bits(mask);
        let none = self.build.integer(0, word);
        let zero = self.build.rw.build_value(ZeroOp::of().loc(loc).res(ty));
        let is_any = self.build.compare(ICmpPredicate::Ne, bits, none);
        self.build.branch_if(is_any, (tested, &[]), (last, &[zero]));
        self.enter(tested);
        let last_place = if is_planted(Fault::PagesNotCompared) { PAGE - 1 } else { PAGE - bytes };
        let (most, least) = (self.build.integer(PAGE - 1, word), self.build.integer(last_place, word));
        let number = self.build.address_number(from, word);
        let place = self.build.and(number, most);
        let is_in_page = self.build.compare(ICmpPredicate::Ule, place, least);
        self.build.branch_if(is_in_page, (whole, &[]), (each, &[]));
        self.enter(whole);
        // LLVM must not conclude from the access that the object extends that far, and must not shift what was loaded from
        // around there, which it does bit by bit in an integer of all of it.
        let unknown = self.build.call("llvm.launder.invariant.group.p0", &[from], pointer);
        let value = self.unaligned_load(unknown, ty);
        let value = self.build.select(mask, value, zero);
        self.build.branch(last, &[value]);
        self.enter(each);
        self.unaligned_store(zero, scratch);
        self.copy_by_bits(scratch, from, bits);
        let value = self.unaligned_load(scratch, ty);
        self.build.branch(last, &[value]);
        let value = self.enter(last)[0];
        self.done(Some(value));
    }

    /// Stores all elements at once if all are active, or else those that are.
    fn store(&mut self, to: Value, value: Value, mask: Value) {
        let ty = self.build.ty(value);
        let (whole, tested, each, done) =
            (self.block(&[]), self.block(&[]), self.block(&[]), self.block(&[]));
        let scratch = self.build.slot(ty);
        let bits = self.bits(mask);
        let lanes = lanes_of(self.build.rw.value(mask)).unwrap_or(1);
        let all = if lanes >= 64 { -1 } else { (1_i64 << lanes) - 1 };
        let (all, none) = (self.build.integer(all, Type::I64), self.build.integer(0, Type::I64));
        let is_whole = match is_planted(Fault::InactiveStored) {
            true => self.build.compare(ICmpPredicate::Ne, bits, none),
            false => self.build.compare(ICmpPredicate::Eq, bits, all),
        };
        self.build.branch_if(is_whole, (whole, &[]), (tested, &[]));
        self.enter(whole);
        self.unaligned_store(value, to);
        self.build.branch(done, &[]);
        self.enter(tested);
        let is_any = self.build.compare(ICmpPredicate::Ne, bits, none);
        self.build.branch_if(is_any, (each, &[]), (done, &[]));
        self.enter(each);
        self.unaligned_store(value, scratch);
        self.copy_by_bits(to, scratch, bits);
        self.build.branch(done, &[]);
        self.enter(done);
        self.done(None);
    }
}
