//! Masked accesses of targets that have none: calls of one function for each size of elements, which a module gets once.
//!
//! A back end writes a masked access out, element by element, with a branch for each. That is a lot of code, which takes
//! long to compile. So elements that are active are copied from or to memory of the function by a loop out of line.

use terrace_dialects_llvm::enums::{GEPNoWrapFlags, ICmpPredicate, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{CallOp, LoadOp, ReturnOp, StoreOp, ZExtOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Attr, Ir, Loc, Signedness, Type, Value};

use super::emit::{Computed, Emitter};
use super::lanes::Lanes;
use super::memory::Access;
use crate::parallel_loops::build::Build;
use crate::run_time::create_internal_function;
use crate::shape::Shape;

/// A function that copies elements, of which each module gets one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct CopyFunction {
    /// The bytes of an element.
    size: i64,
    /// Whether a mask says which elements are copied.
    is_masked: bool,
}

impl CopyFunction {
    /// The name of the function, unless the module has another one by that name.
    pub(super) fn name(self) -> String {
        let masked = if self.is_masked { "masked_" } else { "" };
        format!("__ripple_copy_{masked}{}", self.size)
    }
}

/// Elements in memory: where the first one is, and how many bytes later the next one.
#[derive(Clone, Copy)]
pub(super) struct Strided {
    pub(super) pointer: Value,
    pub(super) step: Value,
}

impl Emitter<'_, '_> {
    /// Reads elements that are active, by a call; others are zero.
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

    /// Writes elements that are active, by a call.
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

    /// Elements that follow each other.
    pub(super) fn consecutive(&mut self, pointer: Value, access: &Access) -> Strided {
        let word = self.i64_type();
        Strided { pointer, step: self.integer(access.size, word) }
    }

    /// The addresses of elements, if they are equally far apart.
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

    /// Copies the first elements of a mask that has only those, those of another mask, or all elements.
    fn copy_active(&mut self, to: Strided, from: Strided, size: i64, count: usize, active: Option<Value>) {
        let word = self.i64_type();
        let prefix = active.and_then(|active| self.prefixes.get(&active).copied());
        let mask = active.filter(|_| prefix.is_none());
        let count = match prefix {
            Some(count) => count,
            None => self.integer(count as i64, word),
        };
        let mut args = vec![to.pointer, to.step, from.pointer, from.step, count];
        if let Some(mask) = mask {
            args.push(self.mask_in_memory(mask));
        }
        let name = (self.copy_function)(CopyFunction { size, is_masked: mask.is_some() });
        let call = CallOp::builder(self.cx(), self.loc)
            .callee_attr(self.cx().flat_symbol_ref(self.cx().str(&name)))
            .callee_operands(&args)
            .op_bundle_operands(&[]);
        self.rw.build(call);
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

/// How many bytes there are from each number to the next, if that is always the same and not none.
pub(super) fn even_step(numbers: &[i64]) -> Option<i64> {
    let step = numbers.get(1)?.checked_sub(numbers[0]).filter(|&step| step != 0)?;
    numbers.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step).then_some(step)
}

/// Defines a function that copies elements, at the end of a module, by a name that its table reserved.
pub(super) fn define_copy(ir: &mut Ir, symbols: &mut SymbolTable, name: &str, copy: CopyFunction) {
    let cx = std::sync::Arc::clone(ir.cx());
    let pointer: Type = PointerType::get(&cx, 0).into();
    let (word, byte) = (cx.integer(64, Signedness::Signless), cx.integer(8, Signedness::Signless));
    let element = cx.integer(copy.size as u32 * 8, Signedness::Signless);
    let unaligned = cx.int_attr(word, 1);
    let mut inputs = vec![pointer, word, pointer, word, word];
    inputs.extend(copy.is_masked.then_some(pointer));
    let loc = Loc::UNKNOWN;
    let Some((function, inner, region)) = create_internal_function(ir, symbols, name, &inputs, None) else {
        return;
    };
    ir.rewrite(function.body, |rw| rw.set_attr(function.op, "no_inline", Attr::UNIT));
    ir.rewrite(inner, |rw| {
        let types: Vec<(Type, Loc)> = inputs.iter().map(|&ty| (ty, loc)).collect();
        let entry = rw.create_block(region, &types);
        let header = rw.create_block(region, &[(word, loc), (pointer, loc), (pointer, loc)]);
        let [tested, copied, next, done] = [(); 4].map(|()| rw.create_block(region, &[]));
        let args: Vec<Value> = rw.body().args(entry).collect();
        let state: Vec<Value> = rw.body().args(header).collect();
        let (&[to, to_step, from, from_step, count, ref mask @ ..], &[index, target, source]) =
            (&args[..], &state[..])
        else {
            return;
        };
        let flags = GEPNoWrapFlags::NONE;
        rw.set_insertion_point_to_end(entry);
        let mut build = Build { rw, loc };
        let zero = build.integer(0, word);
        build.branch(header, &[zero, to, from]);
        build.rw.set_insertion_point_to_end(header);
        let goes_on = build.compare(ICmpPredicate::Ult, index, count);
        build.branch_if(goes_on, (tested, &[]), (done, &[]));
        build.rw.set_insertion_point_to_end(tested);
        match mask {
            &[mask] => {
                let bit = build.offset(mask, byte, index, flags);
                let bit = build.load(bit, byte);
                let none = build.integer(0, byte);
                let is_active = build.compare(ICmpPredicate::Ne, bit, none);
                build.branch_if(is_active, (copied, &[]), (next, &[]));
            }
            _ => {
                build.branch(copied, &[]);
            }
        }
        build.rw.set_insertion_point_to_end(copied);
        // Elements may be aligned as bytes only.
        let value = LoadOp::builder(&cx, loc).addr(source).alignment_attr(unaligned).res(element);
        let value = build.rw.build_value(value);
        build.rw.build(StoreOp::builder(&cx, loc).value(value).addr(target).alignment_attr(unaligned));
        build.branch(next, &[]);
        build.rw.set_insertion_point_to_end(next);
        let one = build.integer(1, word);
        let following = build.add(index, one, IntegerOverflowFlags::NUW);
        let target = build.offset(target, byte, to_step, flags);
        let source = build.offset(source, byte, from_step, flags);
        build.branch(header, &[following, target, source]);
        build.rw.set_insertion_point_to_end(done);
        build.rw.build(ReturnOp::builder(&cx, loc));
    });
}
