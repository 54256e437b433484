//! Masked accesses of targets without instructions for them: calls of a function that a module has for each element
//! size.
//!
//! A back end expands a masked access to a branch and a scalar access for each element. That is much code, which takes
//! long to compile. So active elements are copied from or to a stack slot by a loop out of line.

use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::intrinsics::{MemcpyOp, MemsetOp};
use terrace_dialects_llvm::ops::{CallOp, LoadOp, ReturnOp, StoreOp, ZExtOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, Ir, Loc, Region, Signedness, Type, Value};

use super::accesses::{Access, CopyFunction, Strided, even_step};
use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Computed;
use crate::parallel_loops::build::Build;
use crate::run_time::define_internal_function;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Loads the active elements by a call; others are zero.
    pub(super) fn load_by_call(
        &mut self,
        from: Strided,
        count: usize,
        access: &Access,
        active: Option<Value>,
    ) -> Value {
        let ty = self.vector(access.element, count);
        let zero = self.zero(ty);
        let scratch = self.in_scratch(zero);
        let to = self.consecutive(scratch, access);
        self.copy_active(to, from, access.size, count, active);
        self.read_scratch(scratch, ty)
    }

    /// Stores the active elements by a call.
    pub(super) fn store_by_call(
        &mut self,
        to: Strided,
        value: Value,
        access: &Access,
        active: Option<Value>,
    ) {
        let count = self.count(value);
        let scratch = self.in_scratch(value);
        let from = self.consecutive(scratch, access);
        self.copy_active(to, from, access.size, count, active);
    }

    /// Contiguous elements.
    pub(super) fn consecutive(&mut self, pointer: Value, access: &Access) -> Strided {
        let word = self.i64_type();
        Strided { pointer, step: self.integer(access.size, word) }
    }

    /// The addresses of elements, if they have a uniform stride.
    pub(super) fn strided(&mut self, lanes: &Lanes) -> Option<Strided> {
        let (base, Shape::SCALAR) = lanes.base? else { return None };
        let word = self.i64_type();
        match &lanes.strides[..] {
            [] => {
                let numbers = lanes.numbers(lanes.shape);
                let step = even_step(&numbers)?;
                let pointer = self.after(base, numbers[0]);
                Some(Strided { pointer, step: self.integer(step, word) })
            }
            &[(dim, step)] if lanes.table.is_none() && lanes.shape.dims().eq([dim]) => {
                Some(Strided { pointer: base, step })
            }
            _ => None,
        }
    }

    /// Gathers the active elements; others are zero.
    pub(super) fn gather_by_call(&mut self, pointers: Value, access: &Access, active: Value) -> Value {
        let count = self.count(pointers);
        let ty = self.vector(access.element, count);
        let (zero, addresses) = (self.zero(ty), self.in_memory(pointers));
        let scratch = self.in_scratch(zero);
        let kind = |is_masked| CopyFunction::Gather { size: access.size, is_masked };
        self.call_on_active(kind, &[scratch, addresses], count, Some(active));
        self.read_scratch(scratch, ty)
    }

    /// Scatters the active elements, in order.
    pub(super) fn scatter_by_call(&mut self, pointers: Value, value: Value, access: &Access, active: Value) {
        let count = self.count(pointers);
        let (addresses, scratch) = (self.in_memory(pointers), self.in_scratch(value));
        let kind = |is_masked| CopyFunction::Scatter { size: access.size, is_masked };
        self.call_on_active(kind, &[addresses, scratch], count, Some(active));
    }

    fn copy_active(&mut self, to: Strided, from: Strided, size: i64, count: usize, active: Option<Value>) {
        let kind = |is_masked| CopyFunction::Strided { size, is_masked };
        self.call_on_active(kind, &[to.pointer, to.step, from.pointer, from.step], count, active);
    }

    /// Calls the function for a prefix mask, for another mask, or for all elements.
    fn call_on_active(
        &mut self,
        kind: impl FnOnce(bool) -> CopyFunction,
        args: &[Value],
        count: usize,
        active: Option<Value>,
    ) {
        let word = self.i64_type();
        let prefix = active.and_then(|active| self.prefixes.counts.get(&active).copied());
        let mask = active.filter(|_| prefix.is_none());
        let count = match prefix {
            Some(count) => count,
            None => self.integer(count as i64, word),
        };
        let mut args = [args, &[count]].concat();
        if let Some(mask) = mask {
            args.push(self.mask_in_memory(mask));
        }
        self.call_copy(kind(mask.is_some()), &args);
    }

    /// Calls a function that copies elements.
    pub(super) fn call_copy(&mut self, function: CopyFunction, args: &[Value]) {
        let name = (self.calls.copy_function)(function);
        let call = CallOp::of()
            .loc(self.loc)
            .callee_attr(self.cx().flat_symbol_ref(self.cx().str(&name)))
            .callee_operands(args)
            .op_bundle_operands(&[]);
        self.rw.build(call);
        self.has_copies(self.current);
    }

    /// A mask in memory, with a byte for each element.
    pub(super) fn mask_in_memory(&mut self, active: Value) -> Value {
        self.once(Computed::InMemory(active), |emit| {
            let byte = emit.integer_type(8);
            let bytes = emit.vector(byte, emit.count(active));
            let active = emit.unary::<ZExtOp>(active, bytes);
            emit.in_memory(active)
        })
    }
}

/// Defines a function that copies elements, at the end of a module, by a name that its table reserved.
pub(super) fn define_copy(ir: &mut Ir, symbols: &mut SymbolTable, name: &str, copy: CopyFunction) {
    let cx = std::sync::Arc::clone(ir.cx());
    let pointer: Type = PointerType::get(&cx, 0).into();
    let word = cx.integer(64, Signedness::Signless);
    let (mut inputs, is_masked) = match copy {
        CopyFunction::Strided { is_masked, .. } => (vec![pointer, word, pointer, word, word], is_masked),
        CopyFunction::Gather { is_masked, .. } | CopyFunction::Scatter { is_masked, .. } => {
            (vec![pointer, pointer, word], is_masked)
        }
        CopyFunction::Filled => (vec![pointer, word, pointer, word], false),
        CopyFunction::ByBits { .. } | CopyFunction::MaskedLoad { .. } | CopyFunction::MaskedStore { .. } => {
            return;
        }
    };
    inputs.extend(is_masked.then_some(pointer));
    let loc = Loc::UNKNOWN;
    let function = define_internal_function(ir, symbols, name, (&inputs, None), |rw, region, args| {
        let mut build = Build { rw, loc };
        match (copy, args) {
            (CopyFunction::Filled, &[to, total, from, length]) => {
                let zero = build.integer(0, cx.integer(8, Signedness::Signless));
                build.rw.build(MemsetOp::of(to, zero, total).loc(loc).is_volatile(false));
                build.rw.build(MemcpyOp::of(to, from, length).loc(loc).is_volatile(false));
            }
            (CopyFunction::Strided { size, .. }, &[to, to_step, from, from_step, count, ref mask @ ..]) => {
                let places = [Place::Moving(to, to_step), Place::Moving(from, from_step)];
                copy_each(&mut build, region, places, size, count, mask.first().copied());
            }
            (CopyFunction::Gather { size, .. }, &[to, from, count, ref mask @ ..]) => {
                let step = build.integer(size, word);
                let places = [Place::Moving(to, step), Place::Listed(from)];
                copy_each(&mut build, region, places, size, count, mask.first().copied());
            }
            (CopyFunction::Scatter { size, .. }, &[to, from, count, ref mask @ ..]) => {
                let step = build.integer(size, word);
                let places = [Place::Listed(to), Place::Moving(from, step)];
                copy_each(&mut build, region, places, size, count, mask.first().copied());
            }
            _ => return,
        }
        build.rw.build(ReturnOp::of().loc(loc));
    });
    if let Some(function) = function {
        ir.rewrite(function.body, |rw| rw.set_attr(function.op, "no_inline", Attr::UNIT));
    }
}

/// The addresses of the elements of a copy loop.
#[derive(Clone, Copy)]
enum Place {
    /// The first one at a pointer, with a stride in bytes.
    Moving(Value, Value),
    /// At the pointers in a vector in memory.
    Listed(Value),
}

/// Creates a loop that copies elements, with a mask those whose byte is not zero; the insertion point is after it then.
fn copy_each(
    build: &mut Build<'_, '_>,
    region: Region,
    places: [Place; 2],
    size: i64,
    count: Value,
    mask: Option<Value>,
) {
    let cx = build.cx();
    let loc = build.loc;
    let pointer: Type = PointerType::get(cx, 0).into();
    let (word, byte) = (cx.integer(64, Signedness::Signless), cx.integer(8, Signedness::Signless));
    let element = cx.integer(size as u32 * 8, Signedness::Signless);
    let unaligned = cx.int_attr(word, 1);
    let flags = GEPNoWrapFlags::NONE;
    let header = build.rw.create_block(region, &[(word, loc), (pointer, loc), (pointer, loc)]);
    let [tested, copied, next, done] = [(); 4].map(|()| build.rw.create_block(region, &[]));
    let state: Vec<Value> = build.rw.body().args(header).collect();
    let &[index, target, source] = &state[..] else { return };
    let starts = places.map(|place| match place {
        Place::Moving(pointer, _) | Place::Listed(pointer) => pointer,
    });
    let zero = build.integer(0, word);
    build.branch(header, &[zero, starts[0], starts[1]]);
    build.rw.set_insertion_point_to_end(header);
    let goes_on = build.compare(ICmpPredicate::Ult, index, count);
    build.branch_if(goes_on, (tested, &[]), (done, &[]));
    build.rw.set_insertion_point_to_end(tested);
    match mask {
        Some(mask) => {
            let bit = build.offset(mask, byte, index, flags);
            let bit = build.load(bit, byte);
            let none = build.integer(0, byte);
            let is_active = build.compare(ICmpPredicate::Ne, bit, none);
            build.branch_if(is_active, (copied, &[]), (next, &[]));
        }
        None => _ = build.branch(copied, &[]),
    }
    build.rw.set_insertion_point_to_end(copied);
    let [to, from] = [(places[0], target), (places[1], source)].map(|(place, at)| match place {
        Place::Moving(..) => at,
        Place::Listed(_) => build.load(at, pointer),
    });
    // The alignment of elements may be 1.
    let value = LoadOp::of(from).loc(loc).alignment_attr(unaligned).res(element);
    let value = build.rw.build_value(value);
    build.rw.build(StoreOp::of(value, to).loc(loc).alignment_attr(unaligned));
    build.branch(next, &[]);
    build.rw.set_insertion_point_to_end(next);
    let one = build.integer(1, word);
    let following = build.add(index, one, IntegerOverflowFlags::NUW);
    let [target, source] = [(places[0], target), (places[1], source)].map(|(place, at)| match place {
        Place::Moving(_, step) => build.offset(at, byte, step, flags),
        Place::Listed(_) => build.offset(at, pointer, one, flags),
    });
    build.branch(header, &[following, target, source]);
    build.rw.set_insertion_point_to_end(done);
}
