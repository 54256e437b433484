//! Buffers of tensors: types, look-up, allocation and copies.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use terrace_dialects_mem::bufferization::types::{BufferizationType, TensorLikeType};
use terrace_dialects_mem::bufferization::{
    ToBufferOp, ToTensorOp, cast_or_realloc, fold_to_buffer_of_to_tensor,
};
use terrace_dialects_mem::layout::{memory_space, strided_layout};
use terrace_dialects_mem::memref;
use terrace_ir::build::OperationState;
use terrace_ir::def::plain_error;
use terrace_ir::element_types::is_memref_element;
use terrace_ir::types::DYNAMIC;
use terrace_ir::{
    Attr, CheckResult, Context, Diag, InsertPoint, Loc, Op, OpKind, OpRef, Rewriter, Type, TypeData, Value,
    ValueRef,
};

use crate::interface::{BufferRelation, BufferizeCx, owner};
use crate::options::{BufferizationOptions, LayoutMap};
use crate::provenance::Cause;

/// Infers the types of buffers. In loops, types depend on themselves: the type that satisfies all constraints
/// is found by iteration from the initial types (the greatest fixed point: a type only ever becomes less
/// precise).
pub struct BufferTypes<'a> {
    /// The options, and the information that is available without an analysis.
    pub cx: &'a BufferizeCx<'a>,
    /// The values whose types are being found, with how often.
    open: FxHashMap<Value, u32>,
    /// The types that were found in this round.
    done: FxHashMap<Value, Type>,
    /// The types that are assumed for values that depend on themselves.
    assumed: FxHashMap<Value, Type>,
    /// Whether an assumption was wrong, so that another iteration is needed.
    again: bool,
    /// Whether something was left out whose type was being found.
    skipped: bool,
    /// The values whose types were found in this round, with their own types, and whether they are arguments.
    found: Vec<(Value, Type, Type, bool)>,
}

/// Types of the buffers of block arguments, while a body is bufferized. They are as they were found until an op turns out
/// to have another buffer than was expected of it.
#[derive(Default, Debug)]
pub struct ArgumentTypes {
    /// For each argument, its own type and that of its buffer.
    args: RefCell<FxHashMap<Value, (Type, Type)>>,
    /// The types that results of ops were expected to have.
    results: RefCell<FxHashMap<Value, Type>>,
}

impl ArgumentTypes {
    fn get(&self, arg: ValueRef<'_>) -> Option<Type> {
        let known = self.args.borrow();
        known.get(&arg.id()).filter(|(tensor, _)| *tensor == arg.ty()).map(|&(_, buffer)| buffer)
    }

    fn found(&self, value: Value, tensor: Type, buffer: Type, is_arg: bool) {
        if is_arg {
            self.args.borrow_mut().insert(value, (tensor, buffer));
        } else {
            self.results.borrow_mut().insert(value, buffer);
        }
    }

    /// The inferred types of the tensor results of an op; `None` for results that were not queried.
    pub(crate) fn expected(&self, op: OpRef<'_>) -> Vec<Option<Type>> {
        let known = self.results.borrow();
        let tensors = op.results().filter(|result| result.ty().is_tensor_like(op.cx()));
        tensors.map(|result| known.get(&result.id()).copied()).collect()
    }

    /// Records the actual buffer types of an op's results, the last ones of `buffers`, which may differ from
    /// the `expected` ones.
    pub(crate) fn turned_out(&self, expected: &[Option<Type>], buffers: &[Type]) {
        let found = buffers.len().checked_sub(expected.len()).map_or(&[][..], |from| &buffers[from..]);
        let as_expected = |(i, expected): (usize, &Option<Type>)| {
            expected.is_none_or(|expected| found.get(i).is_some_and(|&found| found == expected))
        };
        if !expected.iter().enumerate().all(as_expected) {
            self.args.borrow_mut().clear();
            self.results.borrow_mut().clear();
        }
    }
}

impl<'a> BufferTypes<'a> {
    /// Creates an inference without queries.
    pub fn new(cx: &'a BufferizeCx<'a>) -> Self {
        let (open, done, assumed, found) = Default::default();
        Self { cx, open, done, assumed, again: false, skipped: false, found }
    }

    /// The type of a tensor's buffer.
    ///
    /// # Errors
    ///
    /// If it cannot be inferred; the error is about the op that the value belongs to.
    pub fn of(&mut self, value: ValueRef<'_>) -> Result<Type, Box<Diag>> {
        if !self.open.is_empty() {
            return self.of_one(value);
        }
        // A type changes twice at most: what is not the same everywhere may be anything.
        let mut rounds = 0;
        loop {
            (self.again, self.skipped) = (false, false);
            self.found.clear();
            let found = self.of_one(value)?;
            self.done.clear();
            rounds += 1;
            if !self.again {
                if let Some(known) = self.cx.arguments.filter(|_| !self.skipped) {
                    for (value, tensor, buffer, is_arg) in self.found.drain(..) {
                        known.found(value, tensor, buffer, is_arg);
                    }
                }
                return Ok(found);
            }
            if rounds > 2 * self.assumed.len() + 2 {
                return Ok(found);
            }
        }
    }

    fn of_one(&mut self, value: ValueRef<'_>) -> Result<Type, Box<Diag>> {
        let id = value.id();
        if let Some(&known) = self.done.get(&id) {
            return Ok(known);
        }
        if let Some(known) = self.cx.arguments.and_then(|known| known.get(value)) {
            return Ok(known);
        }
        let Some(op) = owner(value) else {
            return Ok(unknown_buffer_type(value.cx(), value.ty(), None, self.cx));
        };
        if self.times_open(value) > 0
            && let Some(&assumed) = self.assumed.get(&id)
        {
            return Ok(assumed);
        }
        *self.open.entry(id).or_default() += 1;
        let found = stacker::maybe_grow(64 << 10, 1 << 20, || match self.cx.state.bufferizable(op) {
            Some(model) => model.buffer_type(value, self),
            None => match self.cx.options.default_memory_space(value.cx(), value.ty()) {
                Some(space) => Ok(unknown_buffer_type(value.cx(), value.ty(), space, self.cx)),
                None => Err(plain_error(op, "could not infer memory space")),
            },
        });
        match self.open.get_mut(&id) {
            Some(times) if *times > 1 => {
                *times -= 1;
                self.assume(value, *found.as_ref().unwrap_or(&value.ty()));
            }
            _ => {
                self.open.remove(&id);
                if let Ok(found) = found {
                    self.done.insert(id, found);
                    if self.cx.arguments.is_some() {
                        self.found.push((id, value.ty(), found, value.owner_block().is_some()));
                    }
                    if let Some(assumed) = self.assumed.get_mut(&id).filter(|assumed| **assumed != found) {
                        *assumed = found;
                        self.again = true;
                    }
                }
            }
        }
        found
    }

    /// The number of times that a value is on the path to the value whose type is being computed.
    pub fn times_open(&self, value: ValueRef<'_>) -> u32 {
        self.open.get(&value.id()).copied().unwrap_or(0)
    }

    /// Whether a value whose type is being found has none yet that could be taken for it.
    pub fn is_unknown_yet(&mut self, value: ValueRef<'_>) -> bool {
        let unknown = self.times_open(value) > 0 && !self.assumed.contains_key(&value.id());
        self.skipped |= unknown;
        unknown
    }

    /// Assumes a type for a value while it depends on itself, unless another one is known.
    pub fn assume(&mut self, value: ValueRef<'_>, ty: Type) {
        self.assumed.entry(value.id()).or_insert(ty);
    }
}

/// The buffer type of a tensor type, with a layout and in a memory space: a memref, or what the type's [`TensorLikeType`]
/// returns, which takes no layout. The type itself if it is no tensor, or one that buffers cannot hold, which
/// [`check_elements`] reports.
pub fn buffer_type(cx: &Context, tensor: Type, layout: Option<Attr>, space: Option<Attr>) -> Type {
    let buffer = match tensor.data(cx) {
        TypeData::RankedTensor { shape, element, .. } => {
            TypeData::MemRef { shape: shape.clone(), element: *element, layout, space }
        }
        TypeData::UnrankedTensor(element) => TypeData::UnrankedMemRef { element: *element, space },
        _ => {
            let interface = cx.type_interface::<dyn TensorLikeType>(tensor);
            return interface.and_then(|own| own.buffer_type(cx, tensor, space)).unwrap_or(tensor);
        }
    };
    cx.ty_checked(buffer).unwrap_or(tensor)
}

/// The memref type with any strides and offset.
pub fn fully_dynamic_buffer_type(cx: &Context, tensor: Type, space: Option<Attr>) -> Type {
    let rank = tensor.shape(cx).map_or(0, <[i64]>::len);
    let layout = strided_layout(cx, DYNAMIC, &vec![DYNAMIC; rank]);
    let layout = tensor.shape(cx).map(|_| layout);
    buffer_type(cx, tensor, layout, space)
}

/// The memref type of a tensor with a fully dynamic layout.
pub fn unknown_buffer_type(cx: &Context, tensor: Type, space: Option<Attr>, buf: &BufferizeCx<'_>) -> Type {
    match buf.options.unknown_type_conversion {
        LayoutMap::Identity => buffer_type(cx, tensor, None, space),
        _ => fully_dynamic_buffer_type(cx, tensor, space),
    }
}

/// By default, the buffer of a result has the type of the equivalent operand; other types are unknown.
///
/// # Errors
///
/// If no buffer can have the elements, or the memory space is to be inferred and cannot be.
pub fn default_buffer_type(value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
    let cx = value.cx();
    let Some(op) = owner(value) else { return Ok(buffer_type(cx, value.ty(), None, None)) };
    check_elements(op, [value.ty()])?;
    if value.owner_block().is_some() {
        return Ok(unknown_buffer_type(cx, value.ty(), None, types.cx));
    }
    let aliases = types.cx.state.aliasing_operands(value);
    if let Some(alias) = aliases.first().filter(|alias| alias.relation == BufferRelation::Equivalent) {
        return types.of(alias.operand.value());
    }
    match types.cx.options.default_memory_space(cx, value.ty()) {
        Some(space) => Ok(unknown_buffer_type(cx, value.ty(), space, types.cx)),
        None => Err(plain_error(op, "could not infer memory space")),
    }
}

/// Checks that buffers may hold the tensors among `types`.
///
/// # Errors
///
/// The first that they may not hold; the error is about `op`.
pub fn check_elements(op: OpRef<'_>, types: impl IntoIterator<Item = Type>) -> CheckResult {
    let cx = op.cx();
    for tensor in types.into_iter().filter(|ty| ty.is_tensor_like(cx)) {
        if let Some(element) = tensor.element_type(cx).filter(|&element| !is_memref_element(cx, element)) {
            let (tensor, element) = (cx.type_text(tensor), cx.type_text(element));
            let message = format!(
                "cannot bufferize value of type '{tensor}': element type '{element}' is not a valid memref element type"
            );
            return Err(plain_error(op, message));
        }
        if buffer_type(cx, tensor, None, None) == tensor {
            let tensor = cx.type_text(tensor);
            let message = format!("cannot bufferize value of type '{tensor}': the type has no buffer type");
            return Err(plain_error(op, message));
        }
    }
    Ok(())
}

/// The buffer of a tensor: the source of its `to_tensor`, or a `to_buffer` after its definition.
///
/// # Errors
///
/// If the type of the buffer cannot be inferred.
pub fn get_buffer(rw: &mut Rewriter<'_>, value: Value, cx: &BufferizeCx<'_>) -> Result<Value, Box<Diag>> {
    let made = rw.value(value).defining_op();
    if let Some(made) = made.and_then(OpRef::cast::<ToTensorOp>) {
        return Ok(made.buffer().id());
    }
    let point = rw.insertion_point();
    match made.map(|op| op.id()) {
        Some(op) if rw.body().next_op(op).is_some() => rw.set_insertion_point_after(op),
        // What ends a block has nothing after it.
        Some(_) => {}
        None => {
            if let Some(block) = rw.value(value).owner_block().map(|block| block.id()) {
                rw.set_insertion_point_to_start(block);
            }
        }
    }
    let ty = BufferTypes::new(cx).of(rw.value(value))?;
    let loc = rw.value(value).loc();
    let buffer = rw.build_value(ToBufferOp::of(value).buffer(ty).loc(loc));
    if let Some(point) = point {
        rw.set_insertion_point(point);
    }
    Ok(buffer)
}

/// The buffer of an operand.
///
/// # Errors
///
/// If the type of the buffer cannot be inferred.
pub fn operand_buffer(
    rw: &mut Rewriter<'_>,
    op: Op,
    index: usize,
    cx: &BufferizeCx<'_>,
) -> Result<Value, Box<Diag>> {
    let value = rw.body().operand(op, index);
    get_buffer(rw, value, cx)
}

/// The type of the buffer of a value.
///
/// # Errors
///
/// If it cannot be inferred.
pub fn get_buffer_type(rw: &Rewriter<'_>, value: Value, cx: &BufferizeCx<'_>) -> Result<Type, Box<Diag>> {
    BufferTypes::new(cx).of(rw.value(value))
}

/// The alignment of new buffers, if specified.
pub fn alignment(cx: &Context, options: &BufferizationOptions) -> Option<Attr> {
    let alignment = options.buffer_alignment;
    (alignment != 0).then(|| cx.int_attr(Type::I64, alignment as i64))
}

/// A new buffer at the insertion point, with values for the extents that are not known, and why there is one.
pub fn create_alloc(
    rw: &mut Rewriter<'_>,
    ty: Type,
    sizes: &[Value],
    loc: Loc,
    cx: &BufferizeCx<'_>,
    cause: Cause,
) -> Value {
    let alignment = alignment(rw.cx(), cx.options);
    let op =
        rw.build(memref::AllocOp::of().loc(loc).dynamic_sizes(sizes).alignment_attr(alignment).memref(ty));
    cx.state.record(rw, cause, &[op.into()]);
    rw.body().single_result(op)
}

/// Copies one buffer to another at the insertion point, for a cause.
pub fn create_copy(
    rw: &mut Rewriter<'_>,
    from: Value,
    to: Value,
    loc: Loc,
    cx: &BufferizeCx<'_>,
    cause: Cause,
) {
    let op = rw.build(memref::CopyOp::of(from, to).loc(loc));
    cx.state.record(rw, cause, &[op.into()]);
}

/// Folds a `to_buffer` of a `to_tensor` to the source buffer, or to a copy of it if the types require one.
pub fn fold_to_buffer(rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Option<()> {
    let alignment = alignment(rw.cx(), cx.options);
    let copied = |rw: &Rewriter<'_>, made: [Op; 2]| cx.state.record(rw, Cause::BufferType(op), &made);
    fold_to_buffer_of_to_tensor(rw, ToBufferOp::assume(op), alignment, copied)
}

/// The buffer of an operand as one of another ranked type, at the insertion point: a cast, or a copy.
pub fn cast_or_copy(
    rw: &mut Rewriter<'_>,
    buffer: Value,
    to: Type,
    cx: &BufferizeCx<'_>,
    cause: Cause,
) -> Option<Value> {
    let alignment = alignment(rw.cx(), cx.options);
    cast_or_realloc(rw, buffer, to, alignment, |rw, made| cx.state.record(rw, cause, &made))
}

/// Replaces an op; the buffers among the values are cast to tensors for those who use these results.
pub fn replace_op_with_bufferized_values(rw: &mut Rewriter<'_>, op: Op, values: &[Value]) {
    let cx = rw.cx();
    let point = rw.insertion_point();
    let mut new = Vec::with_capacity(values.len());
    for (i, &value) in values.iter().enumerate() {
        let ty = rw.op(op).result(i).ty();
        if !ty.is_tensor_like(cx) {
            new.push(value);
            continue;
        }
        rw.set_insertion_point(InsertPoint::after(rw.body(), op));
        let loc = rw.value(value).loc();
        new.push(rw.build_value(ToTensorOp::of(value).result(ty).loc(loc)));
    }
    if let Some(point) = point.filter(|&point| point != InsertPoint::Before(op)) {
        rw.set_insertion_point(point);
    }
    rw.replace_op(op, &new);
}

/// Replaces an op by a new one of a kind, created before it, with buffer results in place of tensor results.
pub fn replace_op_with_new_bufferized_op<K: OpKind>(
    rw: &mut Rewriter<'_>,
    op: Op,
    operands: &[Value],
    props: &[Option<Attr>],
    results: &[Type],
) -> Op {
    rw.set_insertion_point_before(op);
    let loc = rw.body().loc(op);
    let new = rw.build(OperationState::positional::<K>(operands, props).with_results(results).with_loc(loc));
    let values: Vec<Value> = rw.body().results(new).collect();
    replace_op_with_bufferized_values(rw, op, &values);
    new
}

/// The type of a value once it is bufferized: its own, or that of its buffer.
///
/// # Errors
///
/// If the type of the buffer cannot be inferred.
pub fn bufferized_type(rw: &Rewriter<'_>, value: Value, cx: &BufferizeCx<'_>) -> Result<Type, Box<Diag>> {
    let ty = rw.value(value).ty();
    if ty.is_tensor_like(rw.cx()) { get_buffer_type(rw, value, cx) } else { Ok(ty) }
}

/// A value as it is once it is bufferized: itself, or its buffer.
///
/// # Errors
///
/// If the type of the buffer cannot be inferred.
pub fn bufferized_value(
    rw: &mut Rewriter<'_>,
    value: Value,
    cx: &BufferizeCx<'_>,
) -> Result<Value, Box<Diag>> {
    if rw.value(value).ty().is_tensor_like(rw.cx()) { get_buffer(rw, value, cx) } else { Ok(value) }
}

/// A buffer as one of another type, at the insertion point; `op` needs it.
///
/// # Errors
///
/// If buffers of its type cannot be cast to the other.
pub fn cast_buffer(rw: &mut Rewriter<'_>, op: Op, buffer: Value, ty: Type) -> Result<Value, Box<Diag>> {
    let from = rw.value(buffer).ty();
    if from == ty {
        return Ok(buffer);
    }
    if !memref::cast_compatible(rw.cx(), &[from], &[ty]) {
        return Err(other_buffer_type(rw.op(op), from, ty));
    }
    let loc = rw.value(buffer).loc();
    Ok(rw.build_value(memref::CastOp::of(buffer).dest(ty).loc(loc)))
}

/// An error of an op that needs a buffer of one type as one of another, to which it cannot be cast.
pub fn other_buffer_type(op: OpRef<'_>, from: Type, to: Type) -> Box<Diag> {
    let cx = op.cx();
    let what = if memory_space(cx, from) == memory_space(cx, to) { "layout" } else { "memory space" };
    let (from, to) = (cx.type_text(from), cx.type_text(to));
    let message =
        format!("buffer of type '{from}' is needed as one of type '{to}', which has another {what}");
    plain_error(op, message)
}

/// Changes the arguments of a block to buffer types; their users get `to_tensor`s of the buffers.
pub fn retype_arguments(rw: &mut Rewriter<'_>, block: terrace_ir::Block, types: &[Type]) {
    let args: Vec<Value> = rw.body().args(block).collect();
    rw.set_insertion_point_to_start(block);
    for (&arg, &ty) in args.iter().zip(types) {
        retype_argument(rw, arg, ty);
    }
}

/// Changes an argument of a block to a buffer type; its users get a `to_tensor`, created at the insertion
/// point.
pub fn retype_argument(rw: &mut Rewriter<'_>, arg: Value, ty: Type) {
    let tensor = rw.value(arg).ty();
    if tensor == ty {
        return;
    }
    let (unused, loc) = (rw.value(arg).is_unused(), rw.value(arg).loc());
    let users: Vec<(Op, usize)> = rw.value(arg).uses().map(|(op, index)| (op.id(), index)).collect();
    rw.set_type(arg, ty);
    if unused {
        return;
    }
    let cast = rw.build_value(ToTensorOp::of(arg).result(tensor).loc(loc));
    for (user, index) in users {
        rw.set_operand(user, index, cast);
    }
}

/// Creates a copy of an op before it, with its regions, but with other operands and result types; replaces
/// and erases the original op.
pub fn rebuild(rw: &mut Rewriter<'_>, op: Op, operands: &[Value], results: &[Type], keep_attrs: bool) -> Op {
    rw.set_insertion_point_before(op);
    let regions = rw.take_regions(op);
    let view = rw.op(op);
    let (name, props, loc) = (view.name(), view.props().to_vec(), view.loc());
    let attrs = if keep_attrs { view.attrs() } else { Attr::EMPTY_DICT };
    let spec = terrace_ir::OpSpec { name, operands, results, props: &props, attrs, successors: &[], loc };
    let new = rw.create_op_with_regions(&spec, &regions);
    let values: Vec<Value> = rw.body().results(new).collect();
    replace_op_with_bufferized_values(rw, op, &values);
    new
}
