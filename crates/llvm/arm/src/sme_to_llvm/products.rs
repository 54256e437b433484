//! Outer products.

use std::sync::Arc;

use terrace_conversion::{Adaptor, ConversionPatterns, ConversionRewriter};
use terrace_dialects_arm::sme::attrs::CombiningKind;
use terrace_dialects_arm::sme::tile::TILE_ID;
use terrace_dialects_arm::sme::*;
use terrace_ir::build::OperationState;
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, Context, Loc, Op, OpKind, Type, Value, ValueRef};
use terrace_llvm_common::converter::LlvmTypeConverter;

use super::slices::all_lanes;
use super::tile_attr;

pub(super) fn populate_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<LlvmTypeConverter>,
) {
    let types = &converter.types;
    patterns.add_with_type_converter::<OuterProductOp>(cx, "OuterProductOpConversion", types, outer_product);
    macro_rules! widening {
        ($($from:ident => $to:ident;)*) => {
            $(patterns.add_with_type_converter::<$from>(
                cx,
                concat!("OuterProductWideningOpConversion<", stringify!($from), ">"),
                types,
                |rw, op, adaptor| widening_product::<$to>(rw, op.into(), adaptor),
            );)*
        };
    }
    widening! {
        FMopa2WayOp => MopaWideIntrOp;
        FMops2WayOp => MopsWideIntrOp;
        SMopa2WayOp => SmopaZa32IntrOp;
        SMops2WayOp => SmopsZa32IntrOp;
        UMopa2WayOp => UmopaZa32IntrOp;
        UMops2WayOp => UmopsZa32IntrOp;
        SMopa4WayOp => SmopaWideIntrOp;
        SMops4WayOp => SmopsWideIntrOp;
        UMopa4WayOp => UmopaWideIntrOp;
        UMops4WayOp => UmopsWideIntrOp;
        SuMopa4WayOp => SumopaWideIntrOp;
        SuMops4WayOp => SumopsWideIntrOp;
        UsMopa4WayOp => UsmopaWideIntrOp;
        UsMops4WayOp => UsmopsWideIntrOp;
    }
}

/// The operands of an outer product intrinsic.
struct Product {
    lhs: Value,
    rhs: Value,
    factor: Type,
    masks: Option<[Value; 2]>,
    acc: Option<Value>,
}

impl Product {
    /// Creates the intrinsic, with a tile of zeros where there is no accumulator.
    fn replace<K: OpKind>(self, rw: &mut ConversionRewriter<'_>, op: Op, tile: Attr) -> Option<()> {
        let (loc, ty): (Loc, Type) = (rw.body().loc(op), rw.op(op).single_result().ty());
        rw.set_insertion_point_before(op);
        let acc = match self.acc {
            Some(acc) => acc,
            None => {
                let zero = rw.build(ZeroOp::of().res(ty).loc(loc));
                rw.set_attr(zero, TILE_ID, tile);
                rw.op(zero).single_result().id()
            }
        };
        let [lhs_mask, rhs_mask] = match self.masks {
            Some(masks) => masks,
            None => [all_lanes(rw, self.factor, loc)?; 2],
        };
        rw.build(
            OperationState::positional::<K>(&[lhs_mask, rhs_mask, self.lhs, self.rhs], &[Some(tile)])
                .with_results(&[])
                .with_loc(loc),
        );
        rw.replace_op(op, &[acc]);
        Some(())
    }
}

fn outer_product(rw: &mut ConversionRewriter<'_>, op: OuterProductOp, _: &Adaptor) -> Option<()> {
    let tile = tile_attr(rw, op.into())?;
    let cx = rw.cx();
    let view = op.view(rw);
    let element = view.result().ty().element_type(cx)?;
    let unsupported = if view.kind() != CombiningKind::Add {
        Some("unsupported kind")
    } else if !element.is_float(cx) {
        Some("unsupported type")
    } else {
        None
    };
    if let Some(message) = unsupported {
        let error = plain_error(view.0, message);
        rw.report(error);
        return None;
    }
    let masks = view.lhs_mask().zip(view.rhs_mask()).map(|(lhs, rhs)| [lhs.id(), rhs.id()]);
    let product = Product {
        lhs: view.lhs().id(),
        rhs: view.rhs().id(),
        factor: view.lhs().ty(),
        masks,
        acc: view.acc().map(ValueRef::id),
    };
    product.replace::<MopaIntrOp>(rw, op.into(), tile)
}

fn widening_product<K: OpKind>(rw: &mut ConversionRewriter<'_>, op: Op, _: &Adaptor) -> Option<()> {
    let tile = tile_attr(rw, op)?;
    let view = WideningOuterProduct::of(rw.op(op))?;
    let product = Product {
        lhs: view.lhs.id(),
        rhs: view.rhs.id(),
        factor: view.lhs.ty(),
        masks: view.lhs_mask.zip(view.rhs_mask).map(|(lhs, rhs)| [lhs.id(), rhs.id()]),
        acc: view.acc.map(ValueRef::id),
    };
    product.replace::<K>(rw, op, tile)
}
