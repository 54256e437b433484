//! `transform.structured.bufferize_to_allocation`: single ops into buffers of their own.

use std::rc::Rc;

use terrace_bufferize::buffers::{buffer_type, fully_dynamic_buffer_type};
use terrace_bufferize::functions::Functions;
use terrace_bufferize::interface::{BufferizeCx, Operand, uses};
use terrace_bufferize::options::BufferizationOptions;
use terrace_bufferize::state::{RequiredInPlaceOnly, State};
use terrace_dialects_linalg::builders::make_named;
use terrace_dialects_linalg::named_elementwise::CopyOp as LinalgCopyOp;
use terrace_dialects_linalg::reify::reified_shape;
use terrace_dialects_mem::bufferization::{MaterializeInDestinationOp, ToBufferOp, ToTensorOp};
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::{index_constant, indices, known_mixed};
use terrace_dialects_mem::make_slices::subview;
use terrace_dialects_mem::memref::causes::OWN_BUFFER;
use terrace_dialects_mem::memref::{AllocSpec, DeallocOp, create_alloc, create_alloca, create_copy};
use terrace_dialects_mem::tensor::{DimOp, PadOp};
use terrace_dialects_vector::MaskOp;
use terrace_ir::OpFoldResult;
use terrace_ir::attr_kind::{AnyAttr, StrAttr, UnitAttr};
use terrace_ir::def::TypeConstraint;
use terrace_ir::effects::{Effect, MemoryEffects};
use terrace_ir::rewriter::{Edit, Listener};
use terrace_ir::tiling::Tile;
use terrace_ir::{
    Attr, Body, BodyId, CheckResult, Context, DYNAMIC, Diag, InsertPoint, Loc, Op, OpHandle, OpKind, OpRef,
    Rewriter, Type, TypeData, Value, ValueHandle,
};
use terrace_macros::op;
use terrace_passes_linalg::destination_style::fill_with_padding;
use terrace_transform::effects::{consumes_handle, modifies_payload, only_reads_handle, produces_handle};
use terrace_transform::types::{AnyOpType, AnyValueType, TRANSFORM_HANDLE};
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

use super::checks::{fail, materialize};

fn alloc(cx: &Context) -> Attr {
    cx.string_attr("memref.alloc")
}

/// `!transform.any_value`.
static ANY_VALUE_TYPE: TypeConstraint =
    TypeConstraint::only("", |cx, ty| ty.isa::<AnyValueType>(cx), |cx| AnyValueType::get(cx).into());
/// `!transform.any_op`.
static ANY_OP_TYPE: TypeConstraint =
    TypeConstraint::only("", |cx, ty| ty.isa::<AnyOpType>(cx), |cx| AnyOpType::get(cx).into());

/// Bufferizes ops into new buffers.
#[op("transform.structured.bufferize_to_allocation", verify = verify_bufferize,
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = BufferizeEffects),
     format = "$target attr-dict `:` type($target)")]
pub struct BufferizeToAllocationOp {
    target: Operand<TRANSFORM_HANDLE>,
    memory_space: OptProp<AnyAttr>,
    memcpy_op: DefaultProp<StrAttr, materialize>,
    alloc_op: DefaultProp<StrAttr, alloc>,
    bufferize_destination_only: OptProp<UnitAttr>,
    emit_dealloc: OptProp<UnitAttr>,
    allocated_buffer: Res<ANY_VALUE_TYPE>,
    new_ops: Res<ANY_OP_TYPE>,
}

fn verify_bufferize(op: OpRef<'_>) -> CheckResult {
    let view = BufferizeToAllocationOp::view_of(op);
    if !["bufferization.materialize_in_destination", "memref.copy", "linalg.copy"].contains(&view.memcpy_op())
    {
        return fail(op, "unsupported memcpy op");
    }
    match ["memref.alloc", "memref.alloca"].contains(&view.alloc_op()) {
        true => Ok(()),
        false => fail(op, "unsupported alloc op"),
    }
}

/// The target is used up, unless its destinations alone are bufferized.
struct BufferizeEffects;

impl MemoryEffects for BufferizeEffects {
    fn effects(&self, op: OpRef<'_>, out: &mut Vec<Effect>) {
        match BufferizeToAllocationOp::view_of(op).bufferize_destination_only() {
            true => only_reads_handle(op.operands(), out),
            false => consumes_handle(op.operands(), out),
        }
        produces_handle(op.results(), out);
        modifies_payload(out);
    }
}

/// The ops that were created and are still there.
#[derive(Default)]
struct CreatedOps(Vec<Op>);

impl Listener for CreatedOps {
    fn edit(&mut self, _id: BodyId, _body: &Body, edit: Edit) {
        match edit {
            Edit::Inserted(op) => self.0.push(op),
            Edit::Erased(op) => self.0.retain(|&created| created != op),
            _ => {}
        }
    }
}

/// The op that copies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memcpy {
    Materialize,
    Memref,
    Linalg,
}

/// The options for bufferizing an op into a new allocation.
struct Allocation {
    space: Option<Attr>,
    memcpy: Memcpy,
    on_stack: bool,
    destination_only: bool,
    frees: bool,
}

impl Allocation {
    /// A buffer for a tensor, at the insertion point.
    fn create(&self, rw: &mut Rewriter<'_>, tensor: Value, loc: Loc) -> Option<Value> {
        let cx = rw.cx();
        let (ty, tensor_loc) = (rw.value(tensor).ty(), rw.value(tensor).loc());
        let shape = ty.shape(cx)?.to_vec();
        let mut sizes = Vec::new();
        if shape.contains(&DYNAMIC) {
            if let Some(reified) = reified_shape(rw, tensor) {
                sizes.extend(reified.into_iter().filter_map(|size| match size {
                    OpFoldResult::Value(value) => Some(value),
                    OpFoldResult::Static(_) => None,
                }));
            } else {
                for dim in (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC) {
                    let number = index_constant(rw, dim as i64, tensor_loc);
                    sizes.push(rw.build_value(DimOp::of(tensor, number).result(Type::INDEX).loc(tensor_loc)));
                }
            }
        }
        let buffer = buffer_type(cx, ty, None, self.space);
        if self.on_stack {
            return Some(create_alloca(rw, AllocSpec::of_sizes(&sizes), buffer, loc, &OWN_BUFFER));
        }
        let made = create_alloc(rw, AllocSpec::of_sizes(&sizes), buffer, loc, &OWN_BUFFER);
        if self.frees {
            let point = rw.insertion_point()?;
            let view = rw.value(tensor);
            let block = view.defining_op().map_or(view.owner_block(), |op| op.block())?;
            let end = block.last()?.id();
            rw.set_insertion_point_before(end);
            rw.build(DeallocOp::of(made).loc(loc));
            rw.set_insertion_point(point);
        }
        Some(made)
    }

    /// Copies a tensor into a buffer, at the insertion point.
    fn copy(&self, rw: &mut Rewriter<'_>, tensor: Value, buffer: Value, loc: Loc) -> Option<()> {
        let cx = rw.cx();
        if self.memcpy == Memcpy::Materialize {
            rw.build(MaterializeInDestinationOp::of(tensor, buffer).loc(loc).writable_attr(Attr::UNIT));
            return Some(());
        }
        let ty = fully_dynamic_buffer_type(cx, rw.value(tensor).ty(), None);
        let source = rw.build_value(ToBufferOp::of(tensor).read_only_attr(Attr::UNIT).buffer(ty).loc(loc));
        match self.memcpy {
            Memcpy::Linalg => {
                make_named(rw, LinalgCopyOp::DEF, &[source], &[buffer], &[], loc)?;
            }
            _ => {
                create_copy(rw, source, buffer, loc, &OWN_BUFFER);
            }
        }
        Some(())
    }

    /// Bufferizes an op; returns the new buffer, which is allocated before `before` or the op. `None` if the
    /// op cannot be bufferized to one buffer.
    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, before: Option<Op>) -> Option<Value> {
        rw.set_insertion_point_before(before.unwrap_or(op));
        if rw.op(op).isa::<PadOp>() {
            return self.bufferize_pad(rw, op);
        }
        if rw.op(op).isa::<MaskOp>() {
            return self.bufferize_mask(rw, op, before);
        }
        let options = BufferizationOptions::of_context(rw.cx());
        let functions = Functions::default();
        let state = State::new(&options, &functions, Rc::new(RequiredInPlaceOnly));
        let (at, copies, result_uses) = out_of_place(rw, op, &state)?;
        let (loc, tensor) = (rw.body().loc(op), rw.op(op).operand(at).id());
        let buffer = self.create(rw, tensor, loc)?;
        if copies {
            self.copy(rw, tensor, buffer, loc)?;
        }
        let ty = rw.value(tensor).ty();
        let own = self.destination_only.then_some(Attr::UNIT);
        let wrapped =
            rw.build_value(ToTensorOp::of(buffer).restrict_attr(own).writable_attr(own).result(ty).loc(loc));
        rw.set_operand(op, at, wrapped);
        if self.destination_only {
            return Some(buffer);
        }
        bufferize_op(rw, op, &options)?;
        mark_restrict(rw, &result_uses);
        Some(buffer)
    }

    fn bufferize_pad(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<Value> {
        let view = PadOp::view_of(rw.op(op));
        let (source, result, loc) = (view.source().id(), view.result(), view.0.loc());
        let (ty, result) = (result.ty(), result.id());
        let (low, high) = (view.mixed_low(), view.mixed_high());
        let pads = low.iter().chain(&high).any(|&border| known_mixed(border) != Some(0));
        let low = indices(&low);
        let buffer = self.create(rw, result, loc)?;
        rw.set_insertion_point_before(op);
        if pads {
            let fill = fill_with_padding(rw, op, buffer, loc)?;
            rw.set_insertion_point_after(fill);
        }
        let part = Tile { offsets: low, sizes: extents(rw, source, loc) };
        let part = subview(rw, buffer, &part, loc)?;
        let part = rw.body().single_result(part);
        self.copy(rw, source, part, loc)?;
        let value = rw.build_value(
            ToTensorOp::of(buffer).restrict_attr(Attr::UNIT).writable_attr(Attr::UNIT).result(ty).loc(loc),
        );
        rw.replace_op(op, &[value]);
        Some(buffer)
    }

    fn bufferize_mask(&self, rw: &mut Rewriter<'_>, op: Op, before: Option<Op>) -> Option<Value> {
        let block = MaskOp::view_of(rw.op(op)).mask_region().entry()?;
        let (inner, end) = (block.ops().next()?.id(), block.last()?.id());
        let buffer = self.bufferize(rw, inner, Some(before.unwrap_or(op)))?;
        if self.destination_only {
            return Some(buffer);
        }
        let options = BufferizationOptions::of_context(rw.cx());
        bufferize_op(rw, end, &options)?;
        let block = MaskOp::view_of(rw.op(op)).mask_region().entry()?;
        let dead: Vec<Op> = block
            .ops()
            .filter(|inner| inner.isa::<ToTensorOp>() && inner.single_result().is_unused())
            .map(|inner| inner.id())
            .collect();
        dead.into_iter().for_each(|dead| rw.erase_op(dead));
        let view = rw.op(op);
        let tensors = view.results().filter(|result| result.ty().is_tensor(view.cx()));
        let result_uses: Vec<(Op, usize)> =
            tensors.flat_map(|result| result.uses()).map(|(user, at)| (user.id(), at)).collect();
        bufferize_op(rw, op, &options)?;
        mark_restrict(rw, &result_uses);
        Some(buffer)
    }
}

/// The operand of an op that gets a buffer of its own, whether it holds something, and the uses of results that alias
/// operands. `None` if there is not one such operand.
fn out_of_place(rw: &Rewriter<'_>, op: Op, state: &State<'_>) -> Option<(usize, bool, Vec<(Op, usize)>)> {
    let view = rw.op(op);
    let cx = view.cx();
    let model = state.bufferizable(view)?;
    let (mut found, mut result_uses): (Vec<usize>, Vec<(Op, usize)>) = (Vec::new(), Vec::new());
    for result in view.results().filter(|result| result.ty().is_tensor(cx)) {
        if !matches!(result.ty().data(cx), TypeData::RankedTensor { .. })
            || model.bufferizes_to_allocation(result)
        {
            return None;
        }
        for alias in state.aliasing_operands(result) {
            if !found.contains(&alias.operand.index) {
                found.push(alias.operand.index);
            }
            result_uses.extend(uses(result).map(|operand| (operand.op.id(), operand.index)));
        }
    }
    for index in 0..view.num_operands() {
        let operand = Operand { op: view, index };
        if !view.operand(index).ty().is_tensor(cx) || !state.bufferizes_to_memory_write(operand) {
            continue;
        }
        if !matches!(view.operand(index).ty().data(cx), TypeData::RankedTensor { .. }) {
            return None;
        }
        if !found.contains(&index) {
            found.push(index);
        }
    }
    let &[at] = found.as_slice() else { return None };
    let copies = !state.find_definitions(Operand { op: view, index: at }).is_empty();
    Some((at, copies, result_uses))
}

/// Bufferizes an op as it is, without copies.
fn bufferize_op(rw: &mut Rewriter<'_>, op: Op, options: &BufferizationOptions) -> Option<()> {
    let functions = Functions::default();
    let state = State::new(options, &functions, Rc::new(RequiredInPlaceOnly));
    let cx = BufferizeCx { options, state: &state, arguments: None };
    let model = state.bufferizable(rw.op(op))?;
    rw.set_insertion_point(InsertPoint::Before(op));
    model.bufferize(rw, op, &cx).ok()
}

/// Marks the operands of uses as `restrict` tensors of new buffers.
fn mark_restrict(rw: &mut Rewriter<'_>, uses: &[(Op, usize)]) {
    for &(user, at) in uses {
        if rw.body().is_erased(user) {
            continue;
        }
        let maker =
            rw.op(user).operand(at).defining_op().filter(|op| op.isa::<ToTensorOp>()).map(|op| op.id());
        if let Some(maker) = maker {
            rw.set_attr(maker, "restrict", Attr::UNIT);
            rw.set_attr(maker, "writable", Attr::UNIT);
        }
    }
}

impl TransformOpInterface for BufferizeToAllocationOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = BufferizeToAllocationOp::view_of(op);
        let allocation = Allocation {
            space: view.memory_space(),
            memcpy: match view.memcpy_op() {
                "memref.copy" => Memcpy::Memref,
                "linalg.copy" => Memcpy::Linalg,
                _ => Memcpy::Materialize,
            },
            on_stack: view.alloc_op() == "memref.alloca",
            destination_only: view.bufferize_destination_only(),
            frees: view.emit_dealloc(),
        };
        let (mut buffers, mut created) = (Vec::new(), Vec::new());
        for target in state.payload_ops(view.target()) {
            let loc = state.op(target).loc();
            let mut own = CreatedOps::default();
            let made = state.rewrite(target.body, |rw| {
                allocation.bufferize(&mut rw.listening(&mut own), target.op, None)
            });
            let Some(value) = made else {
                let error = Diag::error(op.loc(), "failed to bufferize operation");
                return Err(TransformFailure::silenceable(error.note(loc, "target payload op")));
            };
            buffers.push(ValueHandle { body: target.body, value });
            created.extend(own.0.into_iter().map(|op| OpHandle { body: target.body, op }));
        }
        results.set_values(0, buffers);
        results.set(1, created);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
