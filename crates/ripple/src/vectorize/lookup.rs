//! Lookups in small tables of bytes.
//!
//! A table that is an object of static size can be read as a whole: a gather from it is marked with this size.

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::intrinsics::MaskedGatherOp;
use terrace_dialects_llvm::ops::{AddressOfOp, AllocaOp, GEPOp, GepIndex, GlobalOp, parent_module};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Ir, OpHandle, OptionalAttr, Type, Value, op_match};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::reports::RunMask;
use super::values::Original;
use crate::addresses::offset_of;
use crate::evaluate::integer_of_constant;
use crate::functions::ops_of;
use crate::select::TABLE_BYTES;

/// The sizes in bytes of the objects whose addresses are values of a function: globals, allocations, and what
/// parameters are said to point to.
pub(super) fn object_sizes(ir: &Ir, function: OpHandle, layout: &DataLayout) -> FxHashMap<Value, usize> {
    let (view, cx) = (ir.op(function), ir.cx());
    let tables = ir.symbol_tables();
    let size_of = |ty: Type| {
        layout.type_size(cx, ty).ok().filter(|size| !size.scalable).map(|size| size.minimum as usize)
    };
    let mut sizes = FxHashMap::default();
    for op in ops_of(view) {
        let size = op_match!(op, {
            AddressOfOp(address) => {
                let name = address.global_name_attr().as_flat_symbol_ref(cx);
                let global = name.and_then(|name| tables.lookup(parent_module(op)?, name));
                let global = global.and_then(|global| global.cast::<GlobalOp>());
                global.and_then(|global| size_of(global.global_type()))
            }
            AllocaOp(alloca) => {
                let count = alloca.array_size().defining_op().and_then(integer_of_constant);
                size_of(alloca.elem_type()).filter(|_| count == Some(1))
            }
            _ => None,
        });
        sizes.extend(size.map(|size| (op.single_result().id(), size)));
    }
    let attrs = view.inherent_attr("arg_attrs").optional_elements(cx);
    let args = view.region(0).entry().into_iter().flat_map(|entry| entry.args());
    for (arg, attrs) in args.zip(attrs) {
        let size = attrs.dict_get(cx, cx.str("llvm.dereferenceable")).and_then(|size| size.as_u64(cx));
        sizes.extend(size.map(|size| (arg.id(), size as usize)));
    }
    sizes
}

impl Emitter<'_, '_> {
    /// Renders a load of a byte of a small table for each element as a gather, which `ripple-select-instructions`
    /// replaces; `None` if it is another load, or the target cannot pick bytes.
    pub(super) fn lookup_in_registers(&mut self, original: &Original) -> Option<Lanes> {
        let (result, ty) = original.results[0];
        let shape = self.shapes.of(result);
        let (picker, costs) = (self.target.byte_pick()?, self.target.costs());
        if ty != self.integer_type(8) || shape.elements() < costs.least_looked_up {
            return None;
        }
        let gep = self.rw.value(original.operands[0]).defining_op().filter(|&op| self.is_here(op))?;
        let offset = offset_of(gep, &self.layout).filter(|offset| offset.bytes == 0)?;
        let &[(index, 1)] = &offset.terms[..] else { return None };
        let (index, base) = (index.id(), gep.cast::<GEPOp>()?.base().id());
        let size = self
            .memory
            .object_sizes
            .get(&base)
            .copied()
            .filter(|&size| (1..=costs.largest_table).contains(&size))?;
        let index = self.lanes(index);
        // Elements may have tables of their own.
        if index.has_form() || index.shape != shape || !self.shapes.of(base).is_scalar() {
            return None;
        }
        let table = self.lanes(base);
        let table = self.vector_of(&table);
        let index = self.vector_of(&index);
        let chunk = picker.table_bytes();
        (0..size)
            .step_by(chunk)
            .for_each(|from| self.report_run(chunk.min(size - from), 1, RunMask::Unmasked));
        let addresses = self.shaped(self.type_of(table), shape);
        let gep = GEPOp::of_indices(self.cx(), self.loc, table, ty, &[GepIndex::Value(index)]);
        let gep = self.rw.build(gep.res(addresses));
        let size = self.cx().int_attr(Type::I64, size as i64);
        self.rw.set_attr(gep, TABLE_BYTES, size);
        let addresses = self.rw.body().single_result(gep);
        let active = self.all(shape.elements());
        let bytes = self.shaped(ty, shape);
        let other = self.poison(bytes);
        let alignment = self.cx().int_attr(self.i32_type(), 1);
        let gather = MaskedGatherOp::of(addresses, active, &[other]).loc(self.loc).alignment_attr(alignment);
        let value = self.rw.build_value(gather.res(bytes));
        Some(Lanes::opaque(value, ty, shape))
    }
}
