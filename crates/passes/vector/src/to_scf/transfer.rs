//! The operands of a transfer, and the condition under which it accesses memory.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::CmpIPredicate;
use terrace_dialects_core::arith::{AndIOp, CmpIOp};
use terrace_dialects_mem::affine::make::{make_apply, map_of_expr};
use terrace_dialects_vector::transfer::Transfer;
use terrace_dialects_vector::types::{Vector, vector};
use terrace_dialects_vector::{ExtractOp, TransferReadOp, TransferWriteOp};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{Attr, Context, DYNAMIC, Loc, Op, OpFoldResult, OpKind, Rewriter, Type, Value, VectorType};

use super::TransferToScfOptions;
use terrace_passes_shared::build::if_else;
use terrace_passes_shared::transfers::{extent_value, flags_attr};

/// The attribute of transfers whose vectors are in buffers.
pub(super) const LABEL: &str = "__vector_to_scf_lowering__";

/// A transfer, without views.
#[derive(Clone)]
pub(super) struct Xfer {
    pub(super) loc: Loc,
    /// The tensor or buffer.
    pub(super) base: Value,
    pub(super) base_ty: Type,
    pub(super) indices: Vec<Value>,
    pub(super) mask: Option<Value>,
    pub(super) map: AffineMap,
    pub(super) in_bounds: Vec<bool>,
    /// The type of the vector.
    pub(super) ty: Type,
    /// The padding value of a read, or the vector that is written.
    pub(super) operand: Value,
    pub(super) is_write: bool,
    /// The attributes that are not its own.
    pub(super) discardable: Attr,
}

impl Xfer {
    /// An op as a transfer.
    pub(super) fn of(rw: &Rewriter<'_>, op: Op) -> Option<Self> {
        let view = rw.op(op);
        let transfer = Transfer::of(view)?;
        let (base, indices, mask, operand, is_write) = match view.cast::<TransferReadOp>() {
            Some(read) => {
                let indices: Vec<Value> = read.indices().map(|index| index.id()).collect();
                (read.base(), indices, read.mask(), read.padding(), false)
            }
            None => {
                let write = TransferWriteOp::view_of(view);
                let indices: Vec<Value> = write.indices().map(|index| index.id()).collect();
                (write.base(), indices, write.mask(), write.value_to_store(), true)
            }
        };
        Some(Self {
            loc: view.loc(),
            base: base.id(),
            base_ty: transfer.shaped,
            indices,
            mask: mask.map(|mask| mask.id()),
            map: transfer.permutation_map(),
            in_bounds: transfer.in_bounds(),
            ty: transfer.vector,
            operand: operand.id(),
            is_write,
            discardable: view.attrs(),
        })
    }

    /// The extents of the vector.
    pub(super) fn vector<'a>(&self, cx: &'a Context) -> Vector<'a> {
        vector(cx, self.ty)
    }

    /// Whether it is one of a tensor.
    pub(super) fn is_tensor(&self, cx: &Context) -> bool {
        self.base_ty.is_tensor(cx)
    }

    /// The type of the tensor that is written to, if it is one.
    pub(super) fn tensor(&self, cx: &Context) -> Option<Type> {
        Some(self.base_ty).filter(|_| self.is_tensor(cx))
    }

    /// Whether the elements of the vector are those of the tensor or buffer.
    pub(super) fn has_same_elements(&self, cx: &Context) -> bool {
        self.base_ty.element_type(cx) == Some(self.vector(cx).element)
    }

    /// Along which dimension of the tensor or buffer the first one of the vector runs; the inner `None` is a broadcast.
    pub(super) fn first_dim(&self) -> Option<Option<usize>> {
        let first = self.map.results.first()?;
        match first.as_constant() {
            Some(0) => Some(None),
            _ => first.as_dim().map(|dim| Some(dim as usize)),
        }
    }

    /// Whether the first dimension of the vector is a broadcast.
    pub(super) fn is_broadcast(&self) -> bool {
        self.first_dim() == Some(None)
    }

    /// The number of dimensions of the mask.
    pub(super) fn mask_rank(&self, rw: &Rewriter<'_>) -> Option<usize> {
        self.mask.map(|mask| vector(rw.cx(), rw.value(mask).ty()).rank())
    }

    /// Its indices where the first dimension of the vector is at `iv`.
    pub(super) fn indices_at(&self, rw: &mut Rewriter<'_>, iv: Value) -> Vec<Value> {
        let mut indices = self.indices.clone();
        if let Some(Some(dim)) = self.first_dim() {
            indices[dim] = self.index_at(rw, dim, iv);
        }
        indices
    }

    fn index_at(&self, rw: &mut Rewriter<'_>, dim: usize, iv: Value) -> Value {
        let sum = map_of_expr(AffineExpr::dim(0) + AffineExpr::dim(1));
        make_apply(rw, self.loc, &sum, &[self.indices[dim], iv].map(OpFoldResult::Value))
    }

    /// The type of a part of the vector along its first dimension.
    pub(super) fn part_ty(&self, cx: &Context) -> Type {
        let own = self.vector(cx);
        VectorType::get_scalable(cx, &own.shape[1..], &own.scalable[1..], own.element)
    }

    /// The transfer of a part along the first dimension: indices, the destination if it is not its own base,
    /// the stored value if it is a write, and a mask.
    pub(super) fn part(
        &self,
        rw: &mut Rewriter<'_>,
        part: &TransferPart<'_>,
        mask: impl FnOnce(&mut Rewriter<'_>) -> Option<Value>,
    ) -> Op {
        let cx = rw.cx();
        let results = self.map.results[1..].to_vec();
        let map = cx.affine_map_attr(AffineMap::new(self.map.num_dims, 0, results));
        let in_bounds = flags_attr(cx, &self.in_bounds[1..]);
        let mask = mask(rw);
        let new: Op = match part.value {
            None => rw
                .build(
                    TransferReadOp::of(part.base, self.operand)
                        .loc(self.loc)
                        .indices(part.indices)
                        .mask(mask)
                        .permutation_map_attr(map)
                        .in_bounds_attr(in_bounds)
                        .vector(part.ty),
                )
                .into(),
            Some(value) => rw
                .build(
                    TransferWriteOp::of(value, part.base)
                        .loc(self.loc)
                        .indices(part.indices)
                        .mask(mask)
                        .permutation_map_attr(map)
                        .in_bounds_attr(in_bounds)
                        .result(self.tensor(cx)),
                )
                .into(),
        };
        if part.label {
            rw.set_attr(new, LABEL, Attr::UNIT);
        }
        new
    }

    /// Emits the condition that the element of the first dimension at `iv` is in bounds and not masked out; `None` if
    /// it always is.
    fn condition(&self, rw: &mut Rewriter<'_>, iv: Value) -> Option<Value> {
        let (cx, loc) = (rw.cx(), self.loc);
        let mut condition = None;
        if let Some(Some(dim)) = self.first_dim()
            && self.in_bounds.first() == Some(&false)
        {
            let size = extent_value(rw, self.base, dim, loc);
            let index = self.index_at(rw, dim, iv);
            let predicate = enum_attr(cx, CmpIPredicate::Sgt);
            condition = Some(
                rw.build_value(CmpIOp::of(size, index).predicate_attr(predicate).result(Type::I1).loc(loc)),
            );
        }
        if let Some(mask) = self.mask
            && self.mask_rank(rw) == Some(1)
            && !self.is_broadcast()
        {
            let bit = extract_at(rw, mask, &[OpFoldResult::Value(iv)], loc);
            condition = Some(match condition {
                Some(condition) => rw.build_value(AndIOp::of(condition, bit).result(Type::I1).loc(loc)),
                None => bit,
            });
        }
        condition
    }

    /// Emits the result of `inside` if the access at `iv` is in bounds and not masked out, that of `outside` otherwise.
    /// Both return no value, or one value each.
    pub(super) fn guarded(
        &self,
        rw: &mut Rewriter<'_>,
        iv: Value,
        inside: impl FnOnce(&mut Rewriter<'_>) -> Option<Value>,
        outside: impl FnOnce(&mut Rewriter<'_>) -> Option<Value>,
    ) -> Option<Value> {
        match self.condition(rw, iv) {
            None => inside(rw),
            Some(condition) => {
                let yes = |rw: &mut Rewriter<'_>| Some(inside(rw).into_iter().collect());
                let no = |rw: &mut Rewriter<'_>| Some(outside(rw).into_iter().collect());
                let op = if_else(rw, condition, self.loc, yes, no)?;
                rw.body().results(op).next()
            }
        }
    }
}

/// A part of a transfer along its first dimension.
pub(super) struct TransferPart<'a> {
    pub(super) base: Value,
    pub(super) indices: &'a [Value],
    pub(super) ty: Type,
    /// The vector to write; `None` for a read.
    pub(super) value: Option<Value>,
    /// Whether it is to be lowered further.
    pub(super) label: bool,
}

/// The numbers of a list of places, and the values among them.
pub(crate) fn split_places(places: &[OpFoldResult]) -> (Vec<i64>, Vec<Value>) {
    let fixed = places.iter().map(|place| match *place {
        OpFoldResult::Static(number) => number,
        OpFoldResult::Value(_) => DYNAMIC,
    });
    let values = places.iter().filter_map(|place| match *place {
        OpFoldResult::Static(_) => None,
        OpFoldResult::Value(value) => Some(value),
    });
    (fixed.collect(), values.collect())
}

/// The part of a vector at places that may be computed.
pub(super) fn extract_at(rw: &mut Rewriter<'_>, value: Value, places: &[OpFoldResult], loc: Loc) -> Value {
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let ty = match places.len() == own.rank() {
        true => own.element,
        false => VectorType::get_scalable(
            cx,
            &own.shape[places.len()..],
            &own.scalable[places.len()..],
            own.element,
        ),
    };
    let (fixed, values) = split_places(places);
    let extract = ExtractOp::of(value).loc(loc).dynamic_position(&values);
    rw.build_value(extract.static_position_attr(cx.i64_array(&fixed)).result(ty))
}

/// Checks that a transfer can be lowered to a loop over its first dimension.
pub(super) fn check(rw: &mut Rewriter<'_>, op: Op, xfer: &Xfer, options: TransferToScfOptions) -> Option<()> {
    let cx = rw.cx();
    let own = xfer.vector(cx);
    if own.rank() <= options.target_rank {
        return rw.notify_match_failure(op, "xferOp vector rank <= transformation target rank");
    }
    if own.scalable[0] {
        return rw.notify_match_failure(op, "scalable dimensions cannot be unrolled at compile time");
    }
    if xfer.is_tensor(cx) && !options.lower_tensors {
        return rw.notify_match_failure(op, "Unpacking for tensors has been disabled.");
    }
    if !xfer.has_same_elements(cx) {
        return rw.notify_match_failure(op, "Mismatching source and destination element types.");
    }
    // A mask with further dimensions for vector elements cannot be unpacked.
    xfer.first_dim().map(|_| ())
}
