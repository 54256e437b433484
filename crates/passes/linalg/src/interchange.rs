//! Other orders of the loops of `linalg.generic`.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::builders::maps_attr;
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_ir::{Attr, Op, OpKind, Rewriter, Type, Value};

/// Interchanges the loops of a `linalg.generic`: the new loop `i` is the old loop `order[i]`. `None`, without
/// modifications, for other ops or if the order is not a permutation of its loops.
pub fn interchange(rw: &mut Rewriter<'_>, op: Op, order: &[usize]) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view).filter(|_| view.isa::<GenericOp>())?;
    let generic = GenericOp::view_of(view);
    let kinds: Vec<Attr> = generic.iterator_types_attr().as_array(cx)?.to_vec();
    let mut places: Vec<Option<u32>> = vec![None; kinds.len()];
    for (at, &dim) in order.iter().enumerate() {
        places.get_mut(dim)?.replace(at as u32);
    }
    let places: Option<Vec<AffineExpr>> =
        places.into_iter().map(|place| place.map(AffineExpr::dim)).collect();
    let moved = AffineMap::new(kinds.len() as u32, 0, places.filter(|_| order.len() == kinds.len())?);
    let maps: Vec<AffineMap> = structured.indexing_maps(view).iter().map(|map| map.compose(&moved)).collect();
    let kinds: Vec<Attr> = order.iter().map(|&dim| kinds[dim]).collect();
    let block = generic.region().entry()?;
    let numbers: Vec<(Op, i64)> = block
        .ops()
        .filter(|inner| inner.isa::<IndexOp>())
        .map(|inner| (inner.id(), IndexOp::view_of(inner).dim()))
        .collect();
    rw.set_attr(op, "indexing_maps", maps_attr(cx, &maps));
    rw.set_attr(op, "iterator_types", cx.array_attr(&kinds));
    for (index, dim) in numbers {
        let loc = rw.body().loc(index);
        rw.set_insertion_point_before(index);
        let all: Vec<Value> = (0..kinds.len() as i64)
            .map(|dim| {
                rw.build_value(
                    IndexOp::of().dim_attr(cx.int_attr(Type::I64, dim)).result(Type::INDEX).loc(loc),
                )
            })
            .collect();
        let map = cx.affine_map_attr(moved.sub_map(&[dim as usize]));
        let number = rw.build_value(AffineApplyOp::of(&all).map_attr(map).result(Type::INDEX).loc(loc));
        rw.replace_op(index, &[number]);
    }
    Some(())
}
