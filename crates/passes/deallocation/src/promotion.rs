//! `promote-buffers-to-stack`: allocates small buffers that do not escape on the stack.
//!
//! Entry: a bufferized function without deallocations. Exit: the same, with `memref.alloca` for such buffers.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::bufferization::AllocationOpInterface;
use terrace_dialects_mem::memref::RankOp;
use terrace_dialects_ptr::dlti;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Context, Op, OpKind, OpRef, Region, RegionRef, Rewriter, Type, TypeData, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};

use crate::allocations::{allocations, is_control_flow, is_loop};
use crate::blocks::defining_block;
use crate::flow::{BufferViewFlow, is_region_terminator, nested_ops};

pass_options! {
    /// The options of the pass.
    struct PromoteBuffersToStackOptions {
        /// Maximal size in bytes to promote allocations to stack.
        max_alloc_size_in_bytes("max-alloc-size-in-bytes"): u32 = "1024",
        /// Maximal memref rank to promote dynamic buffers.
        max_rank_of_allocated_memref("max-rank-of-allocated-memref"): u32 = "1",
    }
}

/// The pass.
pub static PROMOTE_BUFFERS_TO_STACK: PassDef = PassDef {
    name: "promote-buffers-to-stack",
    class: "PromoteBuffersToStackPass",
    doc: "Promotes heap-based allocations to automatically managed stack-based allocations",
    anchor: Some(FuncOp::DEF.name),
    options: PromoteBuffersToStackOptions::DEFS,
    make: |options| Ok(Pass::Body(Box::new(Promotion { options: options.into() }))),
    ..EMPTY_PASS
};

struct Promotion {
    options: PromoteBuffersToStackOptions,
}

impl Promotion {
    /// Whether a buffer is known, or likely, to be small.
    fn is_small(&self, op: OpRef<'_>) -> bool {
        let (cx, ty) = (op.cx(), op.single_result().ty());
        let (Some(shape), Some(element)) = (ty.shape(cx), ty.element_type(cx)) else { return false };
        if !ty.has_static_shape(cx) {
            // What has as many elements as another buffer has dimensions.
            let rank =
                |size: terrace_ir::ValueRef<'_>| size.defining_op().is_some_and(|op| op.isa::<RankOp>());
            return shape.len() as u32 <= self.options.max_rank_of_allocated_memref
                && op.operands().all(rank);
        }
        let Some(bits) = bits_of(op, element) else { return false };
        let count = shape.iter().fold(1i64, |product, &extent| product.saturating_mul(extent));
        count.saturating_mul(i64::from(bits))
            <= i64::from(self.options.max_alloc_size_in_bytes.wrapping_mul(8))
    }
}

/// The bit width of `index`, from the innermost data layout that specifies it.
fn index_bits(op: OpRef<'_>) -> u32 {
    let cx = op.cx();
    let key = cx.type_attr(Type::INDEX);
    let said = |op: OpRef<'_>| {
        let entries = dlti::entries(cx, op.attr("dlti.dl_spec")?)?;
        let entry = entries.iter().find(|&&entry| dlti::entry_key(cx, entry) == Some(key))?;
        u32::try_from(dlti::entry_value(cx, *entry)?.as_u64(cx)?).ok()
    };
    op.ancestors().find_map(said).unwrap_or(64)
}

/// The number of bits that a value takes in memory at an op; `None` for types without a size.
fn bits_of(op: OpRef<'_>, ty: Type) -> Option<u32> {
    let cx: &Context = op.cx();
    if ty == Type::INDEX {
        return Some(index_bits(op));
    }
    match ty.data(cx) {
        TypeData::Complex(element) => {
            let bits = bits_of(op, *element)?;
            let align = bits.div_ceil(8).next_power_of_two() * 8;
            Some(bits.next_multiple_of(align) + bits)
        }
        TypeData::Vector { shape, element, .. } => {
            let bytes = bits_of(op, *element)?.div_ceil(8);
            let (last, outer) = shape.split_last().map_or((1, &[][..]), |(last, outer)| (*last, outer));
            let count = outer
                .iter()
                .try_fold(u32::try_from(last).ok()?.checked_next_power_of_two()?, |n, &extent| {
                    n.checked_mul(u32::try_from(extent).ok()?)
                })?;
            count.checked_mul(bytes)?.checked_mul(8)
        }
        _ => ty.bit_width(cx),
    }
}

/// Whether an op may be replaced by a stack allocation: it has one result, and the interface.
fn is_promotable(op: OpRef<'_>) -> bool {
    op.num_results() == 1 && op.interface::<dyn AllocationOpInterface>().is_some()
}

impl BodyPass for Promotion {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let small: Vec<Op> = allocations(rw)
            .into_iter()
            .filter(|allocation| !allocation.freed)
            .map(|allocation| allocation.op)
            .filter(|&op| is_promotable(rw.op(op)) && self.is_small(rw.op(op)))
            .collect();
        if small.is_empty() {
            return Ok(());
        }
        let flow = BufferViewFlow::new(rw.body().top_regions().iter().map(|&region| rw.region(region)));
        let mut scopes = Scopes { flow, scopes: FxHashMap::default(), leaving: FxHashMap::default() };
        let fit: Vec<Op> = small.into_iter().filter(|&op| scopes.has_scope(rw.op(op))).collect();
        for op in fit {
            let Some(allocation) = rw.op(op).interface::<dyn AllocationOpInterface>() else { continue };
            let buffer = rw.body().single_result(op);
            rw.set_insertion_point_before(op);
            if let Some(promoted) = allocation.build_promoted_alloc(rw, buffer) {
                rw.replace_op(op, &[promoted]);
            }
        }
        Ok(())
    }
}

/// The region around an op with regions through which control passes once.
fn around(region: RegionRef<'_>) -> Option<RegionRef<'_>> {
    let op = region.parent_op().filter(|op| !is_loop(*op) && is_control_flow(*op))?;
    op.block()?.region()
}

/// The buffers that escape each scope.
struct Scopes {
    flow: BufferViewFlow,
    scopes: FxHashMap<Region, Option<Region>>,
    /// For a region, the values in it that its terminators may forward.
    leaving: FxHashMap<Region, FxHashSet<Value>>,
}

impl Scopes {
    /// Whether an allocation is freed in time where the stack is.
    fn has_scope(&mut self, op: OpRef<'_>) -> bool {
        let buffer = op.single_result().id();
        let mut region = op.block().and_then(|block| block.region());
        while let Some(scope) = region.and_then(|region| self.scope(region)) {
            if !self.leaves(scope, buffer) {
                return true;
            }
            region = around(scope);
        }
        false
    }

    /// The closest enclosing region, or the region itself, at whose end the stack is freed, if control
    /// reaches that end once.
    fn scope<'a>(&mut self, region: RegionRef<'a>) -> Option<RegionRef<'a>> {
        let (mut passed, mut at) = (Vec::new(), Some(region));
        let found = loop {
            let Some(region) = at else { break None };
            if let Some(known) = self.scopes.get(&region.id()) {
                break *known;
            }
            passed.push(region.id());
            if region.parent_op()?.has_trait(TraitSet::AutomaticAllocationScope) {
                break Some(region.id());
            }
            at = around(region);
        };
        self.scopes.extend(passed.into_iter().map(|region| (region, found)));
        found.map(|id| RegionRef::in_body(region.ir(), region.body(), region.body_id(), id))
    }

    fn leaves(&mut self, region: RegionRef<'_>, buffer: Value) -> bool {
        let flow = &self.flow;
        self.leaving.entry(region.id()).or_insert_with(|| leaving(flow, region)).contains(&buffer)
    }
}

/// The values in a region that may alias the operands forwarded by its terminators.
fn leaving(flow: &BufferViewFlow, region: RegionRef<'_>) -> FxHashSet<Value> {
    let body = region.body();
    let inside: FxHashSet<_> = nested_ops(std::iter::once(region))
        .into_iter()
        .flat_map(|op| op.regions())
        .chain([region])
        .flat_map(|region| region.blocks())
        .map(|block| block.id())
        .collect();
    let ends = region.blocks().flat_map(|block| block.ops()).filter(|op| is_region_terminator(*op));
    let mut pending: Vec<Value> = ends.flat_map(|op| op.operands()).map(|value| value.id()).collect();
    let mut found: FxHashSet<Value> = FxHashSet::default();
    while let Some(value) = pending.pop() {
        if defining_block(body, value).is_some_and(|block| inside.contains(&block)) && found.insert(value) {
            pending.extend(flow.sources(value));
        }
    }
    found
}
