//! Lookups in small tables of bytes: permutations of registers instead of gathers.
//!
//! Where a table is an object of a known size, all of it can be read, and targets have an instruction that picks bytes of
//! registers by other bytes: `vpermi2b` and `pshufb` on x86, `tbl` on AArch64.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::UAddSatOp;
use terrace_dialects_llvm::ops::{
    AddressOfOp, AllocaOp, GEPOp, GlobalOp, OrOp, SubOp, TruncOp, XOrOp, parent_module,
};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Ir, OpHandle, Type, Value};
use terrace_target::BytePick;

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::Original;
use crate::addresses::offset_of;
use crate::evaluate::integer_of_constant;
use crate::functions::ops_of;

/// The largest size of a table, in bytes.
const MAX_TABLE: usize = 256;

/// The sizes in bytes of the objects whose addresses are values of a function: globals, allocations, and what parameters
/// are said to point to.
pub(super) fn object_sizes(ir: &Ir, function: OpHandle, layout: &DataLayout) -> FxHashMap<Value, usize> {
    let (view, cx) = (ir.op(function), ir.cx());
    let tables = ir.symbol_tables();
    let size_of = |ty: Type| {
        layout.type_size(cx, ty).ok().filter(|size| !size.scalable).map(|size| size.minimum as usize)
    };
    let mut sizes = FxHashMap::default();
    for op in ops_of(view) {
        let size = if let Some(address) = op.cast::<AddressOfOp>() {
            let name = address.global_name_attr().as_flat_symbol_ref(cx);
            let global = name.and_then(|name| tables.lookup(parent_module(op)?, name));
            let global = global.and_then(|global| global.cast::<GlobalOp>());
            global.and_then(|global| size_of(global.global_type()))
        } else if let Some(alloca) = op.cast::<AllocaOp>() {
            let count = alloca.array_size().defining_op().and_then(integer_of_constant);
            size_of(alloca.elem_type()).filter(|_| count == Some(1))
        } else {
            None
        };
        sizes.extend(size.map(|size| (op.single_result().id(), size)));
    }
    let attrs = view.inherent_attr("arg_attrs").and_then(|attrs| attrs.as_array(cx)).unwrap_or_default();
    let args = view.region(0).entry().into_iter().flat_map(|entry| entry.args());
    for (arg, attrs) in args.zip(attrs) {
        let size = attrs.dict_get(cx, cx.str("llvm.dereferenceable")).and_then(|size| size.as_u64(cx));
        sizes.extend(size.map(|size| (arg.id(), size as usize)));
    }
    sizes
}

impl Emitter<'_, '_> {
    /// Renders a load of a byte of a small table for each element; `None` if it is none.
    pub(super) fn lookup(&mut self, original: &Original) -> Option<Lanes> {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let picker = self.target.byte_pick()?;
        if ty != self.integer_type(8) || shape.elements() < 16 {
            return None;
        }
        let gep = self.rw.value(original.operands[0]).defining_op().filter(|&op| self.is_here(op))?;
        let offset = offset_of(gep, &self.layout).filter(|offset| offset.bytes == 0)?;
        let &[(index, 1)] = &offset.terms[..] else { return None };
        let (index, base) = (index.id(), gep.cast::<GEPOp>()?.base().id());
        let size =
            self.memory.object_sizes.get(&base).copied().filter(|&size| (1..=MAX_TABLE).contains(&size))?;
        let index = self.lanes(index);
        if index.has_form() || index.shape != shape {
            return None;
        }
        let table = self.lanes(base);
        let table = self.vector_of(&table);
        let index = self.vector_of(&index);
        let narrow = self.shaped(ty, shape);
        let index = if self.type_of(index) == narrow { index } else { self.unary::<TruncOp>(index, narrow) };
        let value = self.picked_bytes(picker, table, size, index);
        Some(Lanes::opaque(value, ty, shape))
    }

    fn picked_bytes(&mut self, picker: BytePick, table: Value, size: usize, index: Value) -> Value {
        let (count, width) = (self.count(index), picker.width());
        let parts: Vec<Value> = (0..count.div_ceil(width))
            .map(|part| {
                let places: Vec<i32> = (0..width)
                    .map(|at| part * width + at)
                    .map(|at| if at < count { at as i32 } else { -1 })
                    .collect();
                if count == width {
                    return index;
                }
                let ty = self.type_of(index);
                let poison = self.poison(ty);
                self.shuffle([index, poison], &places)
            })
            .collect();
        let chunk = picker.table_bytes();
        let tables: Vec<Value> = (0..size.div_ceil(chunk))
            .map(|at| self.table_part(table, at * chunk, chunk.min(size - at * chunk), chunk))
            .collect();
        let picked: Vec<Value> = parts
            .into_iter()
            .map(|index| match picker {
                BytePick::Permute { of_one, of_two } => self.permute_bytes(&tables, index, of_one, of_two),
                BytePick::Shuffle { intrinsic, bytes } => {
                    self.shuffle_bytes(&tables, index, intrinsic, bytes)
                }
                BytePick::Table { intrinsics } => self.table_bytes(&tables, index, intrinsics),
            })
            .collect();
        let all = self.concatenate_all(picked);
        let places: Vec<usize> = (0..count).collect();
        self.pick(all, &places)
    }

    /// A number of bytes of a table, in a register.
    fn table_part(&mut self, table: Value, from: usize, count: usize, width: usize) -> Value {
        let pointer = self.after(table, from as i64);
        let access = self.bytes_access();
        let value = self.load_run(pointer, count, &access, None);
        if count == width {
            return value;
        }
        let value = if count == 1 { self.splat(value, 1) } else { value };
        let ty = self.type_of(value);
        let poison = self.poison(ty);
        let places: Vec<i32> = (0..width).map(|at| if at < count { at as i32 } else { -1 }).collect();
        self.shuffle([value, poison], &places)
    }

    pub(super) fn intrinsic(&mut self, name: &str, operands: &[Value]) -> Value {
        let ty = self.type_of(operands[0]);
        self.call_of_intrinsic(name, operands, ty)
    }

    fn permute_bytes(&mut self, tables: &[Value], index: Value, of_one: &str, of_two: &str) -> Value {
        let pairs: Vec<Value> = tables
            .chunks(2)
            .map(|pair| match *pair {
                [first, second] => self.intrinsic(of_two, &[first, index, second]),
                _ => self.intrinsic(of_one, &[pair[0], index]),
            })
            .collect();
        let [low, high] = pairs[..] else { return pairs[0] };
        let ty = self.type_of(index);
        let zero = self.integer(0, ty);
        let is_high = self.compare(ICmpPredicate::Slt, index, zero);
        self.select(is_high, high, low)
    }

    fn shuffle_bytes(&mut self, tables: &[Value], index: Value, name: &str, width: usize) -> Value {
        let ty = self.type_of(index);
        let mut all: Option<Value> = None;
        for (number, &table) in tables.iter().enumerate() {
            let places: Vec<usize> = (0..width).map(|at| at % 16).collect();
            let table = self.pick(table, &places);
            // An index of another part of the table gets its highest bit set, for which there is 0.
            let index = if tables.len() == 1 {
                index
            } else {
                let (part, limit) = (self.integer(number as i64 * 16, ty), self.integer(0x70, ty));
                let index = self.binary::<XOrOp>(index, part);
                self.binary::<UAddSatOp>(index, limit)
            };
            let picked = self.intrinsic(name, &[table, index]);
            all = Some(match all {
                Some(other) => self.binary::<OrOp>(other, picked),
                None => picked,
            });
        }
        all.unwrap_or(index)
    }

    fn table_bytes(&mut self, tables: &[Value], index: Value, intrinsics: [&str; 4]) -> Value {
        let ty = self.type_of(index);
        let mut all: Option<Value> = None;
        for (number, part) in tables.chunks(4).enumerate() {
            let from = self.integer(number as i64 * 64, ty);
            let index = if number == 0 { index } else { self.binary::<SubOp>(index, from) };
            let mut operands = part.to_vec();
            operands.push(index);
            let picked = self.intrinsic(intrinsics[part.len() - 1], &operands);
            all = Some(match all {
                Some(other) => self.binary::<OrOp>(other, picked),
                None => picked,
            });
        }
        all.unwrap_or(index)
    }
}
