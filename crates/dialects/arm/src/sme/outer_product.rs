//! Outer products, and sums of several.

use terrace_dialects_vector::constraints::ANY_NON0_VECTOR;
use terrace_dialects_vector::types::{as_vector, mask_of};
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{Context, OpRef, Type, VectorType};
use terrace_macros::op;

use super::attrs::{CombiningKindAttr, add};
use super::tile::{ResultTile, TileOp, verify_tile_id};
use crate::constraints::*;

fn mask(cx: &Context, ty: Type) -> Option<Type> {
    as_vector(cx, ty).map(|_| mask_of(cx, ty))
}

/// The tile of the products of two vectors.
pub fn tile_of(cx: &Context, factor: Type) -> Option<Type> {
    let factor = as_vector(cx, factor)?;
    let size = *factor.shape.first()?;
    Some(VectorType::get_scalable(cx, &[size, size], &[true, true], factor.element))
}

static LHS_MASK: TypesMatch =
    TypesMatch::new("lhsMask has i1 element type and same shape as lhs", "lhs", "lhsMask", mask);
static RHS_MASK: TypesMatch =
    TypesMatch::new("rhsMask has i1 element type and same shape as rhs", "rhs", "rhsMask", mask);
static RESULT_TILE: TypesMatch =
    TypesMatch::new("resulttype is derived from `lhs` and `rhs`", "lhs", "result", tile_of);
static ACC_TILE: TypesMatch =
    TypesMatch::new("acctype is derived from `lhs` and `rhs`", "lhs", "acc", tile_of);
static ACC_IS_RESULT: TypesMatch =
    TypesMatch::new("`result` and `acc` have the same type", "result", "acc", |_, ty| Some(ty));
static BOTH_MASKS: Predicate = Predicate {
    summary: "both `lhsMask` and `rhsMask` should be provided or neither",
    holds: |op| match op.cast::<OuterProductOp>() {
        Some(view) => view.lhs_mask().is_some() == view.rhs_mask().is_some(),
        None => {
            WideningOuterProduct::of(op).is_none_or(|view| view.lhs_mask.is_some() == view.rhs_mask.is_some())
        }
    },
};

/// An outer product, with an accumulator that it is added to or subtracted from.
#[op("arm_sme.outerproduct",
     traits(Pure, Check(verify_tile_id), AttrSizedOperandSegments, AllTypesMatch(&["lhs", "rhs"]),
            TypesMatchWith(&LHS_MASK), TypesMatchWith(&RHS_MASK), Predicate(&BOTH_MASKS), TypesMatchWith(&RESULT_TILE),
            TypesMatchWith(&ACC_TILE)),
     interfaces(dyn TileOp = ResultTile),
     format = "$lhs `,` $rhs oilist(`kind` `` $kind | `acc` `` `(` $acc `)` | `masks` `` `(` $lhsMask `,` $rhsMask `)`) \
               attr-dict `:` type($lhs) `,` type($rhs)")]
pub struct OuterProductOp {
    lhs: Operand<SLICE>,
    rhs: Operand<SLICE>,
    lhsMask: OptOperand<SLICE_PREDICATE>,
    rhsMask: OptOperand<SLICE_PREDICATE>,
    acc: OptOperand<TILE>,
    kind: DefaultProp<CombiningKindAttr, add>,
    result: Res<TILE>,
}

/// The number of bits of an element of the tile over that of an element of the factors; `None` if there is none.
fn widening(op: OpRef<'_>) -> Option<(u32, u32)> {
    let (cx, view) = (op.cx(), WideningOuterProduct::of(op)?);
    let bits = |ty: Type| ty.element_type_or_self(cx).bit_width(cx);
    Some((bits(op.single_result().ty())?, bits(view.lhs.ty())?))
}

static TWO_WAYS: Predicate = Predicate {
    summary: "tile element size equals input element size * 2",
    holds: |op| widening(op).is_some_and(|(tile, factor)| tile == factor * 2),
};
static FOUR_WAYS: Predicate = Predicate {
    summary: "tile element size equals input element size * 4",
    holds: |op| widening(op).is_some_and(|(tile, factor)| tile == factor * 4),
};

macro_rules! widening_products {
    ($ways:ident, $factor:ident, $tile:ident: $($(#[doc = $doc:literal])* $marker:ident= $name:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name,
             traits(Pure, Check(verify_tile_id), AttrSizedOperandSegments, AllTypesMatch(&["lhs", "rhs"]),
                    TypesMatchWith(&LHS_MASK), TypesMatchWith(&RHS_MASK), Predicate(&BOTH_MASKS),
                    TypesMatchWith(&ACC_IS_RESULT), Predicate(&$ways)),
             interfaces(dyn TileOp = ResultTile),
             format = "$lhs `,` $rhs oilist(`acc` `` `(` $acc `)` | `masks` `` `(` $lhsMask `,` $rhsMask `)`) attr-dict \
                       `:` type($lhs) `,` type($rhs) `into` type($result)")]
        pub struct $marker {
            lhs: Operand<$factor>,
            rhs: Operand<ANY_NON0_VECTOR>,
            lhsMask: OptOperand<ANY_NON0_VECTOR>,
            rhsMask: OptOperand<ANY_NON0_VECTOR>,
            acc: OptOperand<ANY_NON0_VECTOR>,
            result: Res<$tile>,
        }
    )*};
}

widening_products! { TWO_WAYS, WAYS_8_FLOATS, TILE_F32:
    /// Adds the sum of two outer products of floats.
    FMopa2WayOp = "arm_sme.fmopa_2way";
    /// Subtracts the sum of two outer products of floats.
    FMops2WayOp = "arm_sme.fmops_2way";
}

widening_products! { TWO_WAYS, WAYS_8_I16, TILE_I32:
    /// Adds the sum of two outer products of signed integers.
    SMopa2WayOp = "arm_sme.smopa_2way";
    /// Subtracts the sum of two outer products of signed integers.
    SMops2WayOp = "arm_sme.smops_2way";
    /// Adds the sum of two outer products of unsigned integers.
    UMopa2WayOp = "arm_sme.umopa_2way";
    /// Subtracts the sum of two outer products of unsigned integers.
    UMops2WayOp = "arm_sme.umops_2way";
}

widening_products! { FOUR_WAYS, WAYS_I8_OR_I16, TILE_I32_OR_I64:
    /// Adds the sum of four outer products of signed integers.
    SMopa4WayOp = "arm_sme.smopa_4way";
    /// Subtracts the sum of four outer products of signed integers.
    SMops4WayOp = "arm_sme.smops_4way";
    /// Adds the sum of four outer products of unsigned integers.
    UMopa4WayOp = "arm_sme.umopa_4way";
    /// Subtracts the sum of four outer products of unsigned integers.
    UMops4WayOp = "arm_sme.umops_4way";
    /// Adds the sum of four outer products of signed by unsigned integers.
    SuMopa4WayOp = "arm_sme.sumopa_4way";
    /// Subtracts the sum of four outer products of signed by unsigned integers.
    SuMops4WayOp = "arm_sme.sumops_4way";
    /// Adds the sum of four outer products of unsigned by signed integers.
    UsMopa4WayOp = "arm_sme.usmopa_4way";
    /// Subtracts the sum of four outer products of unsigned by signed integers.
    UsMops4WayOp = "arm_sme.usmops_4way";
}

/// A sum of outer products that is wider than its factors, whichever op it is.
#[derive(Clone, Copy)]
pub struct WideningOuterProduct<'a> {
    /// The left factors.
    pub lhs: terrace_ir::ValueRef<'a>,
    /// The right factors.
    pub rhs: terrace_ir::ValueRef<'a>,
    /// The mask of the left factors.
    pub lhs_mask: Option<terrace_ir::ValueRef<'a>>,
    /// The mask of the right factors.
    pub rhs_mask: Option<terrace_ir::ValueRef<'a>>,
    /// The accumulator.
    pub acc: Option<terrace_ir::ValueRef<'a>>,
}

macro_rules! views {
    ($op:ident; $($marker:ident)*) => {
        $(if let Some(view) = $op.cast::<$marker>() {
            return Some(Self {
                lhs: view.lhs(),
                rhs: view.rhs(),
                lhs_mask: view.lhs_mask(),
                rhs_mask: view.rhs_mask(),
                acc: view.acc(),
            });
        })*
    };
}

impl<'a> WideningOuterProduct<'a> {
    /// The operands of such an op; `None` for another op.
    pub fn of(op: OpRef<'a>) -> Option<Self> {
        views! { op;
            FMopa2WayOp FMops2WayOp SMopa2WayOp SMops2WayOp UMopa2WayOp UMops2WayOp SMopa4WayOp SMops4WayOp UMopa4WayOp
            UMops4WayOp SuMopa4WayOp SuMops4WayOp UsMopa4WayOp UsMops4WayOp
        }
        None
    }
}
