//! The emitter of the vectorized function: its state, and the helpers that create ops.

use smallvec::SmallVec;
use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::intrinsics::{ExpectOp, VectorReduceOrOp};
use terrace_dialects_llvm::ops::{
    BitcastOp, ConstantOp, ExtractElementOp, ICmpOp, InlineAsmOp, InsertElementOp, LandingpadOp, OrOp,
    PoisonOp, SelectOp, ShuffleVectorOp, ZeroOp,
};
use terrace_dialects_llvm::reader::KEPT;
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::build::OperationState;
use terrace_ir::data_layout::DataLayout;
use terrace_ir::dominance::DomTree;
use terrace_ir::{
    Attr, Block, Context, Diag, Loc, Op, OpKind, OpSpec, OptionalAttr, Region, Rewriter, Signedness, Type,
    Value,
};
use terrace_target::{Target, TargetKey};

use super::accesses::{Memory, Prefixes, Scratch};
use super::lanes::{Anchor, Lanes, Mask};
use super::reports::Reports;
use super::requests::{Blocks, Calls};
use super::values::{Computed, Original, Values};
use crate::analysis::Shapes;
use crate::diagnostics::{Tag, error, remark};
use crate::dialect::is_mark;
use crate::shape::Shape;
use crate::vectors;
use crate::watches::WatchedVariables;

/// Writes a function anew.
pub(crate) struct Emitter<'e, 'r> {
    pub rw: &'e mut Rewriter<'r>,
    pub shapes: &'e Shapes,
    pub layout: DataLayout,
    /// The target of the function.
    pub target: &'e dyn Target,
    /// The target attributes of the function.
    pub key: TargetKey,
    pub tree: DomTree,
    pub region: Region,
    /// The block that is being written.
    pub current: Block,
    /// The location of the op that is being rendered.
    pub loc: Loc,
    /// The block of the original that is rendered.
    pub block: Block,
    /// Whether something is written at a place before.
    pub is_elsewhere: bool,
    /// Whether what is written is seldom carried out, and shall be short.
    pub is_unlikely: bool,
    pub(super) values: Values,
    pub(super) memory: Memory,
    pub(super) prefixes: Prefixes,
    pub(super) scratch: Scratch,
    pub(super) blocks: Blocks,
    pub(super) calls: Calls<'e>,
    pub errors: Vec<Box<Diag>>,
    /// Remarks on ops that are not rendered well.
    pub remarks: Vec<Box<Diag>>,
    /// The reports of accesses.
    pub(super) reports: Reports,
    /// The variables that a debugger is told of, once one was met.
    pub watched: Option<WatchedVariables>,
}

impl<'r> Emitter<'_, 'r> {
    pub(crate) fn cx(&self) -> &'r Context {
        self.rw.cx()
    }

    pub(super) fn original(&self, op: Op) -> Original {
        let view = self.rw.op(op);
        Original {
            op,
            name: view.name(),
            operands: view.operands().map(|operand| operand.id()).collect(),
            results: view.results().map(|result| (result.id(), result.ty())).collect(),
            props: view.props().to_vec(),
            attrs: view.attrs(),
            loc: view.loc(),
        }
    }

    pub(crate) fn error(&mut self, tag: Tag, message: impl std::fmt::Display) {
        self.errors.push(error(tag, self.loc, message));
    }

    /// Memory may be written here, or control comes from elsewhere: what was read before may not be there any more.
    pub(crate) fn forget_loads(&mut self) {
        self.memory.loaded.clear();
        self.memory.load_groups.clear();
        self.memory.writes += 1;
    }

    pub(crate) fn remark(&mut self, tag: Tag, message: impl std::fmt::Display) {
        // The remark on each access includes this advice.
        let is_advice = matches!(tag, Tag::Gather | Tag::Stride | Tag::Dimension | Tag::Reload);
        if self.reports.is_wanted && is_advice {
            return;
        }
        self.remarks.push(remark(tag, self.loc, message));
    }

    /// Moves on to the end of a block.
    pub(crate) fn enter(&mut self, block: Block) {
        self.values.computed.clear();
        self.scratch.in_use.clear();
        self.current = block;
        self.rw.set_insertion_point_to_end(block);
    }

    /// A new block without arguments.
    pub(crate) fn new_block(&mut self) -> Block {
        let block = self.rw.create_block(self.region, &[]);
        self.rw.set_insertion_point_to_end(self.current);
        block
    }

    /// Adds an argument to a new block.
    pub(crate) fn add_argument(&mut self, block: Block, ty: Type) -> Value {
        self.rw.add_argument(block, ty, self.loc)
    }

    /// The place after all that is written.
    pub(crate) fn anchor(&self) -> Anchor {
        match self.rw.body().last_op(self.current) {
            Some(op) => Anchor::After(op),
            None => Anchor::Start(self.current),
        }
    }

    /// Writes something at a place before, then goes on where it was.
    pub(crate) fn at<R>(&mut self, anchor: Anchor, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.rw.insertion_point();
        let was_elsewhere = std::mem::replace(&mut self.is_elsewhere, true);
        match anchor {
            Anchor::After(op) => self.rw.set_insertion_point_after(op),
            // A landing pad stays the first op of its block.
            Anchor::Start(block) => match self.rw.body().first_op(block) {
                Some(op) if self.rw.op(op).isa::<LandingpadOp>() => self.rw.set_insertion_point_after(op),
                _ => self.rw.set_insertion_point_to_start(block),
            },
            Anchor::Before(op) => self.rw.set_insertion_point_before(op),
        }
        let result = work(self);
        self.is_elsewhere = was_elsewhere;
        if let Some(before) = before {
            self.rw.set_insertion_point(before);
        }
        result
    }

    /// The value that is computed so, from before in the block if it is there.
    pub(super) fn once(&mut self, how: Computed, make: impl FnOnce(&mut Self) -> Value) -> Value {
        if self.is_elsewhere {
            return make(self);
        }
        if let Some(&known) = self.values.computed.get(&how) {
            return known;
        }
        let value = make(self);
        self.values.computed.insert(how, value);
        value
    }

    pub(crate) fn type_of(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    /// The type of a value of a shape with elements of a type.
    pub(crate) fn shaped(&self, element: Type, shape: Shape) -> Type {
        if shape.is_scalar() { element } else { self.vector(element, shape.elements()) }
    }

    pub(crate) fn vector(&self, element: Type, count: usize) -> Type {
        vector_type(self.cx(), element, count as i64, false)
    }

    /// The type of the elements of a vector, or the type itself.
    pub(crate) fn element(&self, ty: Type) -> Type {
        ty.element_type(self.cx()).unwrap_or(ty)
    }

    pub(crate) fn integer_type(&self, width: u32) -> Type {
        self.cx().integer(width, Signedness::Signless)
    }

    pub(crate) fn bool_type(&self) -> Type {
        self.integer_type(1)
    }

    pub(crate) fn i64_type(&self) -> Type {
        self.integer_type(64)
    }

    pub(crate) fn i32_type(&self) -> Type {
        self.integer_type(32)
    }

    /// A constant integer, or one in all elements of a vector.
    pub(crate) fn integer(&mut self, number: i64, ty: Type) -> Value {
        match ty.element_type(self.cx()) {
            Some(_) => vectors::number(self.rw, number, ty, self.loc),
            None => self.once(Computed::Integer(number, ty), |emit| {
                let value = emit.cx().int_attr(ty, number);
                emit.constant(value, ty)
            }),
        }
    }

    /// A vector of constant integers.
    pub(crate) fn integers(&mut self, numbers: &[i64], element: Type) -> Value {
        let ty = self.vector(element, numbers.len());
        vectors::numbers(self.rw, numbers, ty, self.loc)
    }

    pub(crate) fn constant(&mut self, value: Attr, ty: Type) -> Value {
        self.rw.build_value(ConstantOp::of().loc(self.loc).value_attr(value).res(ty))
    }

    pub(crate) fn poison(&mut self, ty: Type) -> Value {
        self.rw.build_value(PoisonOp::of().loc(self.loc).res(ty))
    }

    pub(crate) fn zero(&mut self, ty: Type) -> Value {
        self.rw.build_value(ZeroOp::of().loc(self.loc).res(ty))
    }

    /// An op of one type without flags.
    pub(crate) fn binary<K: OpKind>(&mut self, lhs: Value, rhs: Value) -> Value {
        let ty = self.type_of(lhs);
        self.rw.build_value(OperationState::binary::<K>(lhs, rhs).with_results(&[ty]).with_loc(self.loc))
    }

    pub(crate) fn unary<K: OpKind>(&mut self, operand: Value, ty: Type) -> Value {
        self.rw.build_value(OperationState::unary::<K>(operand).with_results(&[ty]).with_loc(self.loc))
    }

    pub(crate) fn compare(&mut self, predicate: ICmpPredicate, lhs: Value, rhs: Value) -> Value {
        let ty = self.type_of(lhs);
        let bool_type = self.bool_type();
        let result = match ty.element_type(self.cx()) {
            Some(_) => ty.with_element(self.cx(), bool_type).unwrap_or(bool_type),
            None => bool_type,
        };
        self.rw.build_value(ICmpOp::of(lhs, rhs).loc(self.loc).predicate(predicate).res(result))
    }

    pub(crate) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        if yes == no {
            return yes;
        }
        let ty = self.type_of(yes);
        if let Some(inner) = self.selected_within(condition, yes, no) {
            return inner;
        }
        if let Some(selected) = self.select_by_copy(condition, yes, no) {
            return selected;
        }
        let op = SelectOp::of(condition, yes, no).loc(self.loc).res(ty);
        self.rw.build_value(op)
    }

    /// Elements of two vectors of a type; -1 for any.
    pub(crate) fn shuffle(&mut self, vectors: [Value; 2], indices: &[i32]) -> Value {
        let ty = self.type_of(vectors[0]);
        self.rw.build_value(ShuffleVectorOp::of_mask(self.cx(), self.loc, vectors, ty, indices))
    }

    /// Elements of a vector, or an element for one index.
    pub(crate) fn pick(&mut self, vector: Value, indices: &[usize]) -> Value {
        if let &[index] = indices {
            return self.extract(vector, index);
        }
        let count = self.count(vector);
        if indices.len() == count && indices.iter().enumerate().all(|(at, &index)| at == index) {
            return vector;
        }
        if let Some(parts) = self.permuted(vector, indices, indices.len()) {
            return parts[0];
        }
        if let Some(picked) = self.pick_of_parts(vector, indices) {
            return picked;
        }
        let ty = self.type_of(vector);
        let other = self.poison(ty);
        let indices: Vec<i32> = indices.iter().map(|&index| index as i32).collect();
        self.shuffle([vector, other], &indices)
    }

    /// The number of elements of a vector, 1 for anything else.
    pub(crate) fn count(&self, vector: Value) -> usize {
        let (cx, ty) = (self.cx(), self.type_of(vector));
        if ty.is_shaped(cx) { ty.ranked_shape(cx)[0] as usize } else { 1 }
    }

    pub(crate) fn extract(&mut self, vector: Value, index: usize) -> Value {
        let ty = self.i64_type();
        let index = self.integer(index as i64, ty);
        self.extract_at(vector, index)
    }

    pub(crate) fn extract_at(&mut self, vector: Value, index: Value) -> Value {
        let ty = self.element(self.type_of(vector));
        self.rw.build_value(ExtractElementOp::of(vector, index).loc(self.loc).res(ty))
    }

    pub(crate) fn insert_at(&mut self, vector: Value, value: Value, index: Value) -> Value {
        let ty = self.type_of(vector);
        let op = InsertElementOp::of(vector, value, index).loc(self.loc).res(ty);
        self.rw.build_value(op)
    }

    /// A vector of one value.
    pub(crate) fn splat(&mut self, value: Value, count: usize) -> Value {
        let ty = self.vector(self.type_of(value), count);
        let poison = self.poison(ty);
        let i64_type = self.i64_type();
        let zero = self.integer(0, i64_type);
        let first = self.insert_at(poison, value, zero);
        self.shuffle([first, poison], &vec![0; count])
    }

    /// A value of one shape in a larger one.
    pub(crate) fn broadcast(&mut self, value: Value, from: Shape, to: Shape) -> Value {
        if from == to {
            return value;
        }
        if from.is_scalar() {
            return self.splat(value, to.elements());
        }
        let projection = to.projection(from);
        self.pick(value, &projection)
    }

    /// Vectors one after the other.
    pub(crate) fn concatenate(&mut self, mut parts: Vec<Value>) -> Value {
        let scalars = parts.iter().all(|&part| self.type_of(part).element_type(self.cx()).is_none());
        if scalars {
            let ty = self.vector(self.type_of(parts[0]), parts.len());
            let mut all = self.poison(ty);
            for (at, part) in parts.into_iter().enumerate() {
                let i64_type = self.i64_type();
                let index = self.integer(at as i64, i64_type);
                all = self.insert_at(all, part, index);
            }
            return all;
        }
        let whole = parts.clone();
        while parts.len() > 1 {
            let mut next = Vec::with_capacity(parts.len().div_ceil(2));
            for pair in parts.chunks(2) {
                let &[a, b] = pair else {
                    next.push(pair[0]);
                    continue;
                };
                // A shuffle takes two vectors of one length.
                let (first, second) = (self.count(a), self.count(b));
                let length = first.max(second);
                let (a, b) = (self.lengthen(a, length), self.lengthen(b, length));
                let indices: Vec<i32> =
                    (0..first).chain(length..length + second).map(|at| at as i32).collect();
                next.push(self.shuffle([a, b], &indices));
            }
            parts = next;
        }
        let length = self.count(whole[0]);
        if length > 1 && whole.len() > 1 && whole.iter().all(|&part| self.count(part) == length) {
            self.values.parts.insert(parts[0], whole);
        }
        parts[0]
    }

    /// Elements of a vector that was put together, out of one or two of its parts.
    fn pick_of_parts(&mut self, vector: Value, indices: &[usize]) -> Option<Value> {
        let parts = self.values.parts.get(&vector)?;
        let length = self.count(parts[0]);
        let mut used: SmallVec<[usize; 2]> = SmallVec::new();
        for part in indices.iter().map(|index| index / length) {
            if !used.contains(&part) {
                used.push(part);
            }
        }
        let places = |part: usize| parts.get(part).copied();
        match used[..] {
            [part] => {
                let part_of = places(part)?;
                let indices: Vec<usize> = indices.iter().map(|index| index % length).collect();
                Some(self.pick(part_of, &indices))
            }
            // A strided shuffle may become part of an interleaved group of loads.
            [first, second] if indices.windows(2).all(|pair| pair[1] == pair[0] + 1) => {
                let pair = [places(first)?, places(second)?];
                let second_at = |index: usize| if index / length == first { 0 } else { length };
                let indices: Vec<i32> =
                    indices.iter().map(|&index| (index % length + second_at(index)) as i32).collect();
                Some(self.shuffle(pair, &indices))
            }
            _ => None,
        }
    }

    /// A vector with elements after its own that have no value.
    pub(crate) fn lengthen(&mut self, vector: Value, length: usize) -> Value {
        let count = self.count(vector);
        if count == length {
            return vector;
        }
        let ty = self.type_of(vector);
        let poison = self.poison(ty);
        let indices: Vec<i32> = (0..length).map(|at| if at < count { at as i32 } else { -1 }).collect();
        self.shuffle([vector, poison], &indices)
    }

    pub(crate) fn or(&mut self, a: Value, b: Value) -> Value {
        if a == b { a } else { self.binary::<OrOp>(a, b) }
    }

    /// A bit that is set if any bit of a vector of bits is set.
    pub(crate) fn any_bit(&mut self, vector: Value) -> Value {
        let ty = self.bool_type();
        if self.type_of(vector) == ty {
            return vector;
        }
        self.unary::<VectorReduceOrOp>(vector, ty)
    }

    pub(crate) fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        if self.type_of(value) == ty { value } else { self.unary::<BitcastOp>(value, ty) }
    }

    /// A value of a register that LLVM knows nothing of: it goes through an empty piece of assembly.
    pub(crate) fn hidden(&mut self, value: Value, constraints: &str) -> Value {
        let ty = self.type_of(value);
        let passed = InlineAsmOp::of(&[value])
            .loc(self.loc)
            .asm_string_attr(self.cx().string_attr(""))
            .constraints_attr(self.cx().string_attr(constraints))
            .res(ty);
        self.rw.build_value(passed)
    }

    /// The same for memory at an address: what was read from other objects stays.
    pub(super) fn forget_loads_of(&mut self, address: Value) {
        let mut loaded = std::mem::take(&mut self.memory.loaded);
        let written = self.object_of(address);
        loaded.retain(|&(from, _), _| self.are_other_objects(written, from));
        self.forget_loads();
        self.memory.loaded = loaded;
    }

    pub(super) fn all(&mut self, count: usize) -> Value {
        let bool_type = self.bool_type();
        let ty = self.vector(bool_type, count);
        self.integer(-1, ty)
    }

    /// Creates an op like the original with other operands and types of results.
    pub(super) fn create_like(&mut self, original: &Original, operands: &[Value], results: &[Type]) -> Op {
        // Attributes of scalars, such as those for extension, do not apply to vectors.
        let is_same = original.results.iter().map(|&(_, ty)| ty).eq(results.iter().copied());
        let attrs = if is_same { original.attrs } else { without_kept(self.cx(), original.attrs) };
        self.rw.create_op(&OpSpec {
            name: original.name,
            operands,
            results,
            props: &original.props,
            attrs,
            successors: &[],
            loc: original.loc,
        })
    }

    /// The replacement of a value of the original.
    pub(crate) fn lanes(&mut self, value: Value) -> Lanes {
        match self.values.lanes.get(&value) {
            Some(lanes) => lanes.clone(),
            // A value that control does not reach from here.
            None => {
                let (shape, ty) = (self.shapes.of(value), self.type_of(value));
                let poison = self.shaped(ty, shape);
                let poison = self.poison(poison);
                Lanes::opaque(poison, ty, shape)
            }
        }
    }

    pub(crate) fn set(&mut self, value: Value, lanes: Lanes) {
        self.values.unwrapped.remove(&value);
        self.values.lanes.insert(value, lanes);
    }

    /// An attribute of an original by its name.
    pub(super) fn attribute(&self, original: &Original, name: &str) -> Option<Attr> {
        self.rw.op(original.op).inherent_attr(name)
    }

    /// Whether an original is an op of a kind.
    pub(super) fn is<K: OpKind>(&self, original: &Original) -> bool {
        self.rw.op(original.op).isa::<K>()
    }

    /// Whether an original returns its first operand, of which it says something.
    pub(super) fn is_same_as_operand(&self, original: &Original) -> bool {
        let view = self.rw.op(original.op);
        is_mark(view) || view.isa::<ExpectOp>()
    }

    /// The mask as a vector for a shape, or `None` if all elements are active.
    pub(crate) fn mask_vector(&mut self, mask: Option<&Mask>, shape: Shape) -> Option<Value> {
        let mask = mask?.clone();
        Some(self.reshape_mask(&mask, shape))
    }
}

/// Attributes of an op without what an import of LLVM IR kept.
fn without_kept(cx: &Context, attrs: Attr) -> Attr {
    let entries = attrs.optional_entries(cx);
    match entries.iter().any(|&(name, _)| name.text(cx) == KEPT) {
        true => cx.dict(entries.iter().copied().filter(|&(name, _)| name.text(cx) != KEPT).collect()),
        false => attrs,
    }
}
