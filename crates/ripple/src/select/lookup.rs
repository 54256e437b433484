//! Lookups in small tables of bytes: permutations of registers instead of gathers.
//!
//! The whole table may be read, and targets have a byte shuffle with variable indices: `vpermi2b` and
//! `pshufb` on x86, `tbl` on AArch64.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{MaskedGatherOp, UAddSatOp};
use terrace_dialects_llvm::ops::{
    CallIntrinsicOp, GEPOp, GepIndex, GepIndexRef, ICmpOp, LoadOp, OrOp, PoisonOp, SelectOp, SubOp, TruncOp,
    XOrOp,
};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::{Loc, Op, OpRef, Rewriter, Type, Value};
use terrace_target::{BytePick, Costs, Target};

use super::TABLE_BYTES;
use crate::evaluate::is_everywhere;
use crate::vectors::{concatenate, lanes_of, number, part_of, shuffle};

/// A gather of bytes from a table is a permutation of registers that hold the table.
pub(super) fn select_lookup(rw: &mut Rewriter<'_>, op: Op, target: &dyn Target) -> Option<()> {
    let view = rw.op(op);
    let lookup = Lookup::of(view, &target.costs())?;
    let picker = target.byte_pick()?;
    let gather = view.cast::<MaskedGatherOp>()?;
    let inactive = match is_everywhere(gather.mask(), -1) {
        true => None,
        false => gather.pass_thru().next().map(|other| (gather.mask().id(), other.id())),
    };
    let (loc, whole) = (view.loc(), gather.res().ty());
    rw.set_insertion_point_before(op);
    let mut picked = Builder { rw, loc, whole, byte: lookup.byte }.picked_bytes(picker, lookup)?;
    if let Some((mask, other)) = inactive {
        picked = rw.build_value(SelectOp::of(mask, picked, other).loc(loc).res(whole));
    }
    rw.replace_op(op, &[picked]);
    Some(())
}

/// A gather of bytes whose addresses are all in one table.
struct Lookup {
    /// The address of the table.
    table: Value,
    /// The number of bytes of the table.
    size: usize,
    /// The numbers of the bytes in the table: a vector of integers of 8 bits or more.
    index: Value,
    /// The number of bits of an index.
    index_bits: u32,
    /// The type of a byte.
    byte: Type,
}

impl Lookup {
    fn of(op: OpRef<'_>, costs: &Costs) -> Option<Self> {
        let cx = op.cx();
        let gather = op.cast::<MaskedGatherOp>()?;
        let is_byte = |ty: Type| ty.is_integer(cx) && ty.bit_width(cx) == Some(8);
        let is_wide_enough = lanes_of(gather.res()).is_some_and(|lanes| lanes >= costs.least_looked_up);
        let addresses = gather.ptrs().defining_op()?;
        let size = addresses.discardable_attr(TABLE_BYTES)?.as_u64(cx)?;
        let gep = addresses.cast::<GEPOp>()?;
        let mut indices = gep.indices();
        let (Some(GepIndexRef::Value(index)), None) = (indices.next(), indices.next()) else { return None };
        let index_bits = index.ty().element_type(cx)?.bit_width(cx)?;
        let is_lookup = is_wide_enough
            && gather.res().ty().element_type(cx).is_some_and(is_byte)
            && is_byte(gep.elem_type())
            && gep.base().ty().element_type(cx).is_none()
            && index_bits >= 8;
        let size = usize::try_from(size).ok().filter(|size| (1..=costs.largest_table).contains(size))?;
        is_lookup.then(|| Self {
            table: gep.base().id(),
            size,
            index: index.id(),
            index_bits,
            byte: gep.elem_type(),
        })
    }
}

/// Creates the ops of a lookup.
struct Builder<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
    /// The type of all bytes that are looked up.
    whole: Type,
    byte: Type,
}

impl Builder<'_, '_> {
    fn picked_bytes(&mut self, picker: BytePick, lookup: Lookup) -> Option<Value> {
        let Lookup { table, size, mut index, index_bits, .. } = lookup;
        if index_bits > 8 {
            index = self.rw.build_value(TruncOp::of(index).loc(self.loc).res(self.whole));
        }
        let (count, width) = (lanes_of(self.rw.value(index))?, picker.width());
        let chunk = picker.table_bytes();
        let tables: Vec<Value> = (0..size)
            .step_by(chunk)
            .map(|from| self.table_part(table, from, chunk.min(size - from), chunk))
            .collect();
        let picked: Vec<Value> = (0..count)
            .step_by(width)
            .map(|first| {
                let index = self.register_of(index, first, (count - first).min(width), width);
                match picker {
                    BytePick::Permute { of_one, of_two } => {
                        self.permute_bytes(&tables, index, of_one, of_two)
                    }
                    BytePick::Shuffle { intrinsic, bytes } => {
                        self.shuffle_bytes(&tables, index, intrinsic, bytes)
                    }
                    BytePick::Table { intrinsics } => self.table_bytes(&tables, index, intrinsics),
                }
            })
            .collect::<Option<_>>()?;
        let all = concatenate(self.rw, &picked, self.loc)?;
        Some(part_of(self.rw, all, 0..count, self.loc))
    }

    /// The elements of a vector in a register that may be wider.
    fn register_of(&mut self, vector: Value, first: usize, count: usize, width: usize) -> Value {
        if lanes_of(self.rw.value(vector)) == Some(width) && count == width {
            return vector;
        }
        let other = self.poison(self.rw.body().value_type(vector));
        let indices = (0..width).map(|at| if at < count { (first + at) as i32 } else { -1 });
        shuffle(self.rw, [vector, other], indices, self.loc)
    }

    /// Bytes of a table, in a register.
    fn table_part(&mut self, table: Value, from: usize, count: usize, width: usize) -> Value {
        let (cx, loc) = (self.rw.cx(), self.loc);
        let mut pointer = table;
        if from > 0 {
            let ty = self.rw.body().value_type(table);
            let at = [GepIndex::Constant(from as i32)];
            pointer = self.rw.build_value(GEPOp::of_indices(cx, loc, table, self.byte, &at).res(ty));
        }
        let part = vector_type(cx, self.byte, count as i64, false);
        let load = LoadOp::of(pointer).loc(loc).alignment_attr(cx.int_attr(Type::I64, 1));
        let value = self.rw.build_value(load.res(part));
        self.register_of(value, 0, count, width)
    }

    fn permute_bytes(&mut self, tables: &[Value], index: Value, of_one: &str, of_two: &str) -> Option<Value> {
        let pairs: Vec<Value> = tables
            .chunks(2)
            .map(|pair| match *pair {
                [first, second] => self.intrinsic(of_two, &[first, index, second]),
                _ => self.intrinsic(of_one, &[pair[0], index]),
            })
            .collect();
        let [low, high] = pairs[..] else { return pairs.first().copied() };
        let (cx, loc) = (self.rw.cx(), self.loc);
        let ty = self.rw.body().value_type(index);
        let zero = number(self.rw, 0, ty, loc);
        let mask = vector_type(cx, Type::I1, lanes_of(self.rw.value(index))? as i64, false);
        let is_high = ICmpOp::of(index, zero).loc(loc).predicate(ICmpPredicate::Slt);
        let is_high = self.rw.build_value(is_high.res(mask));
        Some(self.rw.build_value(SelectOp::of(is_high, high, low).loc(loc).res(ty)))
    }

    fn shuffle_bytes(&mut self, tables: &[Value], index: Value, name: &str, width: usize) -> Option<Value> {
        let ty = self.rw.body().value_type(index);
        let picked = tables.iter().enumerate().map(|(part, &table)| {
            let repeated = match width {
                16 => table,
                _ => shuffle(self.rw, [table, table], (0..width).map(|at| (at % 16) as i32), self.loc),
            };
            // An index of another part of the table gets its highest bit set, which selects 0.
            let mut index = index;
            if tables.len() > 1 {
                let (part, limit) =
                    (number(self.rw, part as i64 * 16, ty, self.loc), number(self.rw, 0x70, ty, self.loc));
                index = self.rw.build_value(XOrOp::of(index, part).loc(self.loc).res(ty));
                index = self.rw.build_value(UAddSatOp::of(index, limit).loc(self.loc).res(ty));
            }
            self.intrinsic(name, &[repeated, index])
        });
        let picked: Vec<Value> = picked.collect();
        self.any_of(picked)
    }

    fn table_bytes(&mut self, tables: &[Value], index: Value, intrinsics: [&str; 4]) -> Option<Value> {
        let ty = self.rw.body().value_type(index);
        let picked = tables.chunks(4).enumerate().map(|(part, registers)| {
            // An index of another part of the table is out of range of the registers, which selects 0.
            let mut index = index;
            if part > 0 {
                let from = number(self.rw, part as i64 * 64, ty, self.loc);
                index = self.rw.build_value(SubOp::of(index, from).loc(self.loc).res(ty));
            }
            let operands: Vec<Value> = registers.iter().copied().chain([index]).collect();
            self.intrinsic(intrinsics[registers.len() - 1], &operands)
        });
        let picked: Vec<Value> = picked.collect();
        self.any_of(picked)
    }

    /// The disjunction of vectors; `None` if there are none.
    fn any_of(&mut self, vectors: Vec<Value>) -> Option<Value> {
        vectors.into_iter().reduce(|any, vector| {
            let ty = self.rw.body().value_type(any);
            self.rw.build_value(OrOp::of(any, vector).loc(self.loc).res(ty))
        })
    }

    /// The call of an intrinsic that returns bytes as its first operand is.
    fn intrinsic(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = self.rw.body().value_type(operands[0]);
        let call = CallIntrinsicOp::of().loc(self.loc).intrin(name).args(operands);
        let op = self.rw.build(call.op_bundle_operands(&[]).results(ty));
        self.rw.body().single_result(op)
    }

    fn poison(&mut self, ty: Type) -> Value {
        self.rw.build_value(PoisonOp::of().loc(self.loc).res(ty))
    }
}
