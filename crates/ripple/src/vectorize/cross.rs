//! Operations across elements: reductions, broadcasts, slices, shuffles.

use terrace_dialects_llvm::enums::FastmathFlags;
use terrace_dialects_llvm::intrinsics::*;
use terrace_dialects_llvm::ops::{
    AddOp, AndOp, FAddOp, FMulOp, FPTruncOp, GEPOp, LoadOp, MulOp, OrOp, StoreOp, XOrOp,
};
use terrace_ir::{OpKind, Type, Value};
use terrace_support::apfloat::{ApFloat, FloatKind};
use terrace_target::{Bfloat, Quirk};

use super::emit::Emitter;
use super::lanes::{Anchor, Lanes, Mask};
use super::values::Original;
use crate::constants::constant_integer_by;
use crate::diagnostics::Tag;
use crate::dialect::*;
use crate::shape::{MAX_DIMS, Shape};

impl Emitter<'_, '_> {
    /// The number that a constant operand of a call is.
    fn number(&mut self, value: Value) -> i64 {
        constant_integer_by(&self.tree, self.rw.value(value), self.shapes).unwrap_or_else(|| {
            self.error(
                Tag::NotConstant,
                "non-constant operand; make it a literal, or a constant after inlining",
            );
            0
        })
    }

    /// Renders an op of ripple.
    pub(super) fn ripple(&mut self, rule: BlockRule, original: &Original, mask: Option<&Mask>) {
        if rule == BlockRule::Mark {
            self.error(
                Tag::LoopForm,
                "the annotation of a loop is left: it does not precede a loop in the form that it takes",
            );
            return;
        }
        let Some(&(result, ty)) = original.results.first() else { return };
        let shape = self.shapes.of(result);
        if let Some(lanes) = self.across_elements(rule, original, (ty, shape), mask) {
            self.set(result, lanes);
        }
    }

    /// The result of an op of ripple, or `None` after an error.
    fn across_elements(
        &mut self,
        rule: BlockRule,
        original: &Original,
        (ty, shape): (Type, Shape),
        mask: Option<&Mask>,
    ) -> Option<Lanes> {
        let view = self.rw.op(original.op);
        Some(match rule {
            BlockRule::Reduction => {
                let reduced = Reduced::of(view)?;
                let (value, kind) = (reduced.value.id(), reduced.kind);
                Lanes::opaque(self.reduce(value, kind, shape, mask), ty, shape)
            }
            BlockRule::Broadcast => {
                let value = Broadcast::of(view)?.value.id();
                self.lanes(value).in_shape(shape)
            }
            BlockRule::Shuffle => {
                let shuffle = Shuffle::of(view)?;
                let (first, second) = (shuffle.first.id(), shuffle.second.map(|second| second.id()));
                self.shuffled(original, first, second, shape)
            }
            BlockRule::SetShape => Lanes::opaque(self.zero(ty), ty, shape),
            BlockRule::Index => {
                let dim = IndexOp::view_of(view).dim().id();
                let dim = self.number(dim) as usize;
                let numbers: Vec<i64> =
                    (0..shape.elements()).map(|flat| shape.coordinates(flat)[dim] as i64).collect();
                let anchor = self.anchor();
                Lanes::constants(numbers, ty, shape, anchor)
            }
            BlockRule::Size => {
                let query = GetSizeOp::view_of(view);
                let (block, dim) = (query.block().id(), query.dim().id());
                let dim = self.number(dim) as usize;
                let size = self.shapes.block(block).map_or(1, |block| block.size(dim));
                let anchor = self.anchor();
                Lanes::constants(vec![i64::from(size)], ty, shape, anchor)
            }
            BlockRule::Slice => self.slice(original, shape),
            BlockRule::Stack => {
                let outermost = shape.dims().next_back().unwrap_or(0);
                let part = shape.with(outermost, 1);
                let mut parts = Vec::new();
                let values: Vec<Value> = StackOp::view_of(view).values().map(|value| value.id()).collect();
                for operand in values.into_iter().take(shape.size(outermost) as usize) {
                    let lanes = self.lanes(operand).in_shape(part);
                    parts.push(self.vector_of(&lanes));
                }
                let value = self.concatenate(parts);
                Lanes::opaque(value, ty, shape)
            }
            BlockRule::Reinterpretation => {
                let value = ReinterpOp::view_of(view).value().id();
                self.reinterpreted(value, ty, shape)
            }
            BlockRule::Row => {
                let row = RowOp::view_of(view);
                let (value, index) = (row.value().id(), row.index().id());
                self.row(value, index, shape)
            }
            BlockRule::FloatCast | BlockRule::Mark => {
                self.error(Tag::Type, "conversions of the original's internal form are not supported");
                return None;
            }
        })
    }

    fn slice(&mut self, original: &Original, shape: Shape) -> Lanes {
        let view = SliceOp::view_of(self.rw.op(original.op));
        let (value, indices) = (view.value().id(), view.indices().map(|index| index.id()));
        let indices: Vec<Value> = indices.collect();
        let mut chosen = [0; MAX_DIMS];
        for (chosen, index) in chosen.iter_mut().zip(indices) {
            // Dimensions that are kept have -1.
            *chosen = usize::try_from(self.number(index)).unwrap_or(0);
        }
        let lanes = self.lanes(value);
        let from = lanes.shape;
        let picked: Vec<usize> = (0..shape.elements())
            .map(|flat| {
                let mut at = shape.coordinates(flat);
                for dim in from.without(shape).dims() {
                    at[dim] = chosen[dim];
                }
                from.flat(&at)
            })
            .collect();
        if from == shape {
            return lanes;
        }
        // Lanes at constant offsets from a base remain in that form.
        if lanes.strides.is_empty() && lanes.base_shape().is_scalar() {
            let all = lanes.numbers(from);
            let numbers: Vec<i64> = picked.iter().map(|&flat| all[flat]).collect();
            let anchor = self.anchor();
            return match lanes.base {
                None => Lanes::constants(numbers, lanes.ty, shape, anchor),
                Some(base) if !shape.is_scalar() => Lanes::sum(
                    lanes.ty,
                    shape,
                    Some(base),
                    Some((shape, numbers.into())),
                    lanes.strides.clone(),
                    anchor,
                )
                .exact(lanes.signed, lanes.unsigned),
                Some(base) => {
                    let sum = Lanes::sum(
                        lanes.ty,
                        shape,
                        Some(base),
                        Some((shape, numbers.into())),
                        lanes.strides.clone(),
                        anchor,
                    );
                    let value = self.vector_of(&sum);
                    Lanes::opaque(value, lanes.ty, shape)
                }
            };
        }
        let vector = self.vector_of(&lanes);
        let value = self.pick(vector, &picked);
        Lanes::opaque(value, lanes.ty, shape)
    }

    /// The elements with an index in the outermost dimension: all are written to memory where they are computed.
    fn row(&mut self, value: Value, index: Value, shape: Shape) -> Lanes {
        let lanes = self.lanes(value);
        if lanes.shape == shape {
            return lanes;
        }
        let (element, elements) = (lanes.ty, shape.elements() as i64);
        let vector = self.vector_of(&lanes);
        let memory = match self.memory.rows.get(&vector) {
            Some(&memory) => memory,
            None => {
                let ty = self.type_of(vector);
                let memory = self.slot(ty);
                let anchor = match self.rw.value(vector).defining_op().map(|op| op.id()) {
                    Some(op) => Anchor::After(op),
                    None => {
                        Anchor::Start(self.rw.value(vector).owner_block().map_or(self.current, |b| b.id()))
                    }
                };
                self.at(anchor, |emit| {
                    emit.rw.build(StoreOp::of(vector, memory).loc(emit.loc));
                });
                self.memory.rows.insert(vector, memory);
                memory
            }
        };
        let index = self.lanes(index);
        let index = self.vector_of(&index);
        let ty = self.type_of(index);
        let count = self.integer(elements, ty);
        let first = self.binary::<MulOp>(index, count);
        let pointer = self.type_of(memory);
        let address = self.rw.build_value(
            GEPOp::of_indices(self.cx(), self.loc, memory, element, &[first.into()]).res(pointer),
        );
        let size = crate::addresses::stride(self.cx(), &self.layout, element).unwrap_or(1);
        let alignment = self.cx().int_attr(self.i64_type(), size);
        let whole = self.shaped(element, shape);
        let load = LoadOp::of(address).loc(self.loc).alignment_attr(alignment).res(whole);
        let value = self.rw.build_value(load);
        Lanes::opaque(value, element, shape)
    }

    /// The elements of a value, or of two, in another order.
    fn shuffled(&mut self, original: &Original, first: Value, second: Option<Value>, shape: Shape) -> Lanes {
        let is_pair = second.is_some();
        let a = self.lanes(first).in_shape(shape);
        let b = self.lanes(second.unwrap_or(first)).in_shape(shape);
        let ty = a.ty;
        let Some(indices) = self.shapes.shuffles.get(&original.op).cloned() else { return a };
        if shape.is_scalar() {
            return if is_pair && indices.first() == Some(&1) { b } else { a };
        }
        let x = self.vector_of(&a);
        let y = if is_pair { self.vector_of(&b) } else { x };
        let indices: Vec<i32> = indices.iter().map(|&index| index as i32).collect();
        let y = if is_pair {
            y
        } else {
            let whole = self.type_of(x);
            self.poison(whole)
        };
        let value = match is_pair && is_splat(&b) {
            true => self.shifted([x, y], &indices),
            false => None,
        };
        let value = value.unwrap_or_else(|| self.shuffle([x, y], &indices));
        Lanes::opaque(value, ty, shape)
    }

    /// A register shifted by elements, with equal ones in their places, for AVX-512 ([`Quirk::ZerosShiftedIn`]): LLVM
    /// makes `vexpandps` of it if it sees that these are zeros, which takes longer than `valignd`.
    fn shifted(&mut self, [x, equal]: [Value; 2], indices: &[i32]) -> Option<Value> {
        let count = indices.len() as i32;
        let bits = self.width(self.element(self.type_of(x)));
        let bytes = indices.len() * bits as usize / 8;
        if !self.target.has_quirk(Quirk::ZerosShiftedIn)
            || !(32..=64).contains(&bits)
            || ![32, 64].contains(&bytes)
        {
            return None;
        }
        let is_shift = |by: i32| {
            (0..count).zip(indices).all(|(at, &from)| match (0..count).contains(&(at + by)) {
                true => from == at + by,
                false => from >= count,
            })
        };
        let by = (1 - count..count).find(|&by| by != 0 && is_shift(by))?;
        let order: Vec<i32> = (0..count).map(|at| (at + by).rem_euclid(2 * count)).collect();
        let equal = self.hidden(equal, "=v,0");
        Some(self.shuffle([x, equal], &order))
    }

    fn reinterpreted(&mut self, value: Value, ty: Type, shape: Shape) -> Lanes {
        let lanes = self.lanes(value);
        let value = self.vector_of(&lanes);
        let whole = self.shaped(ty, shape);
        let value = self.bitcast(value, whole);
        Lanes::opaque(value, ty, shape)
    }

    /// Combines the elements of a value in the dimensions that `shape` lacks.
    fn reduce(&mut self, value: Value, kind: Reduction, shape: Shape, mask: Option<&Mask>) -> Value {
        let lanes = self.lanes(value);
        let (from, mut ty) = (lanes.shape, lanes.ty);
        let mut vector = self.vector_of(&lanes);
        if from == shape {
            return vector;
        }
        // Element types without target arithmetic are reduced as `float`; the result is rounded.
        let chooses =
            matches!(kind, Reduction::FMax | Reduction::FMin | Reduction::FMaximum | Reduction::FMinimum);
        let is_rounded = match ty.float_kind(self.cx()) {
            Some(FloatKind::BF16) => self.target.bfloat() != Bfloat::Computed,
            // A choice is exact; back ends for x86 call a function for each.
            Some(FloatKind::F16) => chooses && !self.target.chooses_halves(),
            _ => false,
        };
        if is_rounded {
            ty = Type::F32;
            let whole = self.shaped(ty, from);
            vector = self.extended(vector, from, whole);
        }
        let combined = self.combined_elements(vector, ty, kind, (from, shape), mask);
        if !is_rounded {
            return combined;
        }
        let whole = self.shaped(lanes.ty, shape);
        match lanes.ty.float_kind(self.cx()) {
            Some(FloatKind::BF16) => self.narrow_to_bfloat(combined, shape, whole),
            _ => self.unary::<FPTruncOp>(combined, whole),
        }
    }

    fn combined_elements(
        &mut self,
        mut vector: Value,
        ty: Type,
        kind: Reduction,
        (from, shape): (Shape, Shape),
        mask: Option<&Mask>,
    ) -> Value {
        if let Some(active) = self.mask_vector(mask, from) {
            let neutral = self.neutral(kind, ty);
            let neutral = self.splat(neutral, from.elements());
            vector = self.select(active, vector, neutral);
        }
        // Back ends for x86 combine elements one after the other where these may be NaN.
        let chooses =
            matches!(kind, Reduction::FMax | Reduction::FMin | Reduction::FMaximum | Reduction::FMinimum);
        let by_halves = chooses && !self.target.reduces_choices();
        if shape.is_scalar() && !by_halves {
            return self.reduce_all(vector, kind, ty);
        }
        let mut at = from;
        for dim in from.without(shape).dims().collect::<Vec<_>>().into_iter().rev() {
            while at.size(dim) > 1 {
                let size = at.size(dim);
                let half = size / 2;
                let rest = at.with(dim, half);
                let first = self.range_of(vector, at, rest, dim, 0);
                let second = self.range_of(vector, at, rest, dim, half as usize);
                let mut sum = self.combine(kind, first, second);
                if size % 2 == 1 {
                    let single = at.with(dim, 1);
                    let last = self.slice_of(vector, at, single, dim, size as usize - 1);
                    if half == 1 {
                        sum = self.combine(kind, sum, last);
                    } else {
                        let head = self.slice_of(sum, rest, single, dim, 0);
                        let head = self.combine(kind, head, last);
                        sum = self.replace_slice(sum, rest, head, single, dim);
                    }
                }
                vector = sum;
                at = rest;
            }
        }
        vector
    }

    /// The elements whose index in a dimension begins at `start`, as many as `rest` has.
    fn range_of(&mut self, value: Value, shape: Shape, rest: Shape, dim: usize, start: usize) -> Value {
        let picked: Vec<usize> = (0..rest.elements())
            .map(|flat| {
                let mut at = rest.coordinates(flat);
                at[dim] += start;
                shape.flat(&at)
            })
            .collect();
        self.pick(value, &picked)
    }

    /// A value whose elements with index 0 in a dimension are others.
    fn replace_slice(&mut self, value: Value, shape: Shape, slice: Value, rest: Shape, dim: usize) -> Value {
        let spread = self.broadcast(slice, rest, shape);
        let count = shape.elements();
        let indices: Vec<i32> = (0..count)
            .map(|flat| if shape.coordinates(flat)[dim] == 0 { (count + flat) as i32 } else { flat as i32 })
            .collect();
        self.shuffle([value, spread], &indices)
    }

    fn combine(&mut self, kind: Reduction, a: Value, b: Value) -> Value {
        let ty = self.type_of(a);
        match kind {
            Reduction::Add => self.binary::<AddOp>(a, b),
            Reduction::Mul => self.binary::<MulOp>(a, b),
            Reduction::And => self.binary::<AndOp>(a, b),
            Reduction::Or => self.binary::<OrOp>(a, b),
            Reduction::Xor => self.binary::<XOrOp>(a, b),
            Reduction::SMax => self.rw.build_value(SMaxOp::of(a, b).res(ty).loc(self.loc)),
            Reduction::SMin => self.rw.build_value(SMinOp::of(a, b).res(ty).loc(self.loc)),
            Reduction::UMax => self.rw.build_value(UMaxOp::of(a, b).res(ty).loc(self.loc)),
            Reduction::UMin => self.rw.build_value(UMinOp::of(a, b).res(ty).loc(self.loc)),
            Reduction::FAdd => self.binary::<FAddOp>(a, b),
            Reduction::FMul => self.binary::<FMulOp>(a, b),
            Reduction::FMax => self.rw.build_value(MaxNumOp::of(a, b).res(ty).loc(self.loc)),
            Reduction::FMin => self.rw.build_value(MinNumOp::of(a, b).res(ty).loc(self.loc)),
            Reduction::FMaximum => self.rw.build_value(MaximumOp::of(a, b).res(ty).loc(self.loc)),
            Reduction::FMinimum => self.rw.build_value(MinimumOp::of(a, b).res(ty).loc(self.loc)),
        }
    }

    fn reduce_all(&mut self, vector: Value, kind: Reduction, ty: Type) -> Value {
        match kind {
            Reduction::Add => self.unary::<VectorReduceAddOp>(vector, ty),
            Reduction::Mul => self.unary::<VectorReduceMulOp>(vector, ty),
            Reduction::And => self.unary::<VectorReduceAndOp>(vector, ty),
            Reduction::Or => self.unary::<VectorReduceOrOp>(vector, ty),
            Reduction::Xor => self.unary::<VectorReduceXorOp>(vector, ty),
            Reduction::SMax => self.unary::<VectorReduceSmaxOp>(vector, ty),
            Reduction::SMin => self.unary::<VectorReduceSminOp>(vector, ty),
            Reduction::UMax => self.unary::<VectorReduceUmaxOp>(vector, ty),
            Reduction::UMin => self.unary::<VectorReduceUminOp>(vector, ty),
            Reduction::FAdd => {
                let start = self.neutral(kind, ty);
                let op = VectorReduceFaddOp::of(start, vector).loc(self.loc);
                self.rw.build_value(op.fastmath_flags(FastmathFlags::REASSOC).res(ty))
            }
            Reduction::FMul => {
                let start = self.neutral(kind, ty);
                let op = VectorReduceFmulOp::of(start, vector).loc(self.loc);
                self.rw.build_value(op.fastmath_flags(FastmathFlags::REASSOC).res(ty))
            }
            Reduction::FMax => self.unary::<VectorReduceFmaxOp>(vector, ty),
            Reduction::FMin => self.unary::<VectorReduceFminOp>(vector, ty),
            Reduction::FMaximum => self.unary::<VectorReduceFmaximumOp>(vector, ty),
            Reduction::FMinimum => self.unary::<VectorReduceFminimumOp>(vector, ty),
        }
    }

    /// The value that changes nothing in a combination.
    fn neutral(&mut self, kind: Reduction, ty: Type) -> Value {
        let width = ty.bit_width(self.cx()).unwrap_or(64);
        let number = match kind {
            Reduction::Add | Reduction::Or | Reduction::Xor | Reduction::UMax => 0,
            Reduction::Mul => 1,
            Reduction::And | Reduction::UMin => -1,
            Reduction::SMax => i64::MIN >> (64 - width.min(64)),
            Reduction::SMin => i64::MAX >> (64 - width.min(64)),
            _ => return self.neutral_float(kind, ty),
        };
        self.integer(number, ty)
    }

    fn neutral_float(&mut self, kind: Reduction, ty: Type) -> Value {
        let number = match kind {
            Reduction::FAdd => -0.0,
            Reduction::FMul => 1.0,
            Reduction::FMaximum => f64::NEG_INFINITY,
            Reduction::FMinimum => f64::INFINITY,
            _ => f64::NAN,
        };
        let cx = self.cx();
        let value = match ty.float_kind(cx) {
            Some(format) => cx.float_attr(ty, ApFloat::from_f64(format, number)),
            None => terrace_ir::Attr::UNIT,
        };
        self.constant(value, ty)
    }
}

/// Whether all elements are the same.
fn is_splat(lanes: &Lanes) -> bool {
    let numbers = lanes.numbers(lanes.shape);
    lanes.base_shape().is_scalar()
        && lanes.strides.is_empty()
        && numbers.iter().all(|number| *number == numbers[0])
}
