//! Elements in other places: reversed, repeated, looked up.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_core::arith::{AndIOp, ExtSIOp, IndexCastOp, ShLIOp, ShRUIOp};
use terrace_dialects_linalg::builders::Loops;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::tensor::ExtractOp;
use terrace_dialects_tosa::canonicalize::build_const_shape;
use terrace_dialects_tosa::data_layout::{ReshapeOp, ReverseOp, TileOp};
use terrace_dialects_tosa::images::{GatherOp, TableOp};
use terrace_dialects_tosa::shapes::const_shape_values;
use terrace_dialects_tosa::types::is_integer_of;
use terrace_dialects_tosa::variables::IdentityOp;
use terrace_ir::{DYNAMIC, RankedTensorType, Type, Value};
use terrace_passes_shared::arithmetic::Arith;
use terrace_passes_shared::reshapes::create_collapse;

use super::make::{Make, replace_with_cast};

/// Lowers `tosa.identity`.
pub(super) fn lower_identity(rw: &mut ConversionRewriter<'_>, op: IdentityOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, input, ty) = (view.0.loc(), view.input1().id(), view.output().ty());
    replace_with_cast(rw, op, input, ty, loc)
}

impl Make<'_, '_> {
    /// The index of a loop, in the body of a `linalg.generic`.
    pub(super) fn loop_index(&mut self, dim: usize) -> Value {
        let dim = self.rw.cx().int_attr(Type::I64, dim as i64);
        self.rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(self.loc))
    }

    /// An element of a tensor.
    pub(super) fn extract(&mut self, tensor: Value, indices: &[Value]) -> Value {
        let element = self.ty(tensor).element_type_or_self(self.rw.cx());
        self.rw.build_value(ExtractOp::of(tensor, indices).result(element).loc(self.loc))
    }
}

/// Lowers `tosa.reverse` to a loop that extracts elements from the end on.
pub(super) fn lower_reverse(rw: &mut ConversionRewriter<'_>, op: ReverseOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), view.input1().id(), view.output().ty());
    let (own_ty, axis) = (view.input1().ty(), usize::try_from(view.axis()).ok()?);
    let shape = own_ty.shape(cx)?;
    let rank = shape.len();
    if axis >= rank || ty.shape(cx).is_none() {
        return None;
    }
    let mut make = Make { rw, loc };
    let sizes = make.sizes_like(input, shape);
    let extent = make.dim(input, axis);
    let init = make.empty(RankedTensorType::get(cx, shape, own_ty.element_type(cx)?), &sizes);
    let result = make.map_elements(&[], init, |make, _| {
        let mut indices = Vec::with_capacity(rank);
        for dim in 0..rank {
            let mut index = make.loop_index(dim);
            if dim == axis {
                let mut make = Arith::new(make.rw, make.loc);
                let one = make.index(1);
                let last = make.sub(extent, one);
                index = make.sub(last, index);
            }
            indices.push(index);
        }
        Some(make.extract(input, &indices))
    })?;
    replace_with_cast(rw, op, result, ty, loc)
}

/// Lowers `tosa.tile`: to a loop with a dimension for the copies before each dimension, and a reshape.
pub(super) fn lower_tile(rw: &mut ConversionRewriter<'_>, op: TileOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, input, ty) = (view.0.loc(), view.input1().id(), view.output().ty());
    let multiples = const_shape_values(view.multiples())?;
    let (shape, result_shape) = (view.input1().ty().shape(cx)?, ty.shape(cx)?);
    let rank = shape.len();
    // Upstream takes the extents of the input for multiples that are not known.
    let are_known = multiples.iter().all(|&multiple| multiple >= 1) || cx.matches_upstream();
    if multiples.len() != rank || result_shape.len() != rank || !are_known {
        return rw.notify_match_failure(op, "expected constant multiples");
    }
    let element = ty.element_type_or_self(cx);
    let count = |multiple: i64| if multiple < 0 { DYNAMIC } else { multiple };
    let counts: Vec<i64> = multiples.iter().map(|&multiple| count(multiple)).collect();
    let tiled: Vec<i64> = counts.iter().zip(shape).flat_map(|(&count, &extent)| [count, extent]).collect();
    let mut make = Make { rw, loc };
    let mixed =
        counts.iter().zip(shape).map(|(&count, &extent)| if count == DYNAMIC { count } else { extent });
    let sizes = make.sizes_like(input, &mixed.collect::<Vec<i64>>());
    let init = make.empty(RankedTensorType::get(cx, &tiled, element), &sizes);
    let dims = (0..rank).map(|dim| AffineExpr::dim(2 * dim as u32 + 1)).collect();
    let maps = [AffineMap::new(2 * rank as u32, 0, dims), AffineMap::identity(2 * rank as u32)];
    let parallel = vec![true; 2 * rank];
    let loops = Loops { inputs: &[input], outputs: &[init], maps: &maps, parallel: &parallel };
    let copies = make.generic(&loops, |_, args| args.first().copied())?;
    if result_shape.iter().filter(|&&extent| extent == DYNAMIC).count() > 1 {
        // A shape leaves one extent open.
        let groups: Vec<Vec<i64>> = (0..rank as i64).map(|dim| vec![2 * dim, 2 * dim + 1]).collect();
        let product = |(&count, &extent): (&i64, &i64)| match extent {
            DYNAMIC => Some(DYNAMIC),
            extent => count.checked_mul(extent),
        };
        let collapsed: Option<Vec<i64>> = counts.iter().zip(shape).map(product).collect();
        let collapsed = RankedTensorType::get(cx, &collapsed?, element);
        let result = create_collapse(make.rw, copies, &groups, collapsed, loc);
        return replace_with_cast(rw, op, result, ty, loc);
    }
    let target: Vec<i64> =
        result_shape.iter().map(|&extent| if extent == DYNAMIC { -1 } else { extent }).collect();
    let target = build_const_shape(make.rw, &target);
    rw.replace(op, ReshapeOp::of(copies, target).output(ty));
    Some(())
}

/// Lowers `tosa.gather` to a loop that extracts elements of the rows that the indices name.
pub(super) fn lower_gather(rw: &mut ConversionRewriter<'_>, op: GatherOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty) = (view.0.loc(), view.output().ty());
    let are_ranked = [view.values().ty(), view.indices().ty(), ty].iter().all(|ty| ty.shape(cx).is_some());
    if !are_ranked {
        return rw.notify_match_failure(op, "unranked tensors not supported");
    }
    let operands = adaptor.of(rw, op);
    let (values, indices) = (operands.values(), operands.indices());
    let mut make = Make { rw, loc };
    let sizes =
        [(values, 0), (indices, 1), (values, 2)].map(|(source, dim)| extent(make.rw, source, dim, loc));
    let init = empty(make.rw, &sizes, ty.element_type_or_self(cx), loc);
    let maps = [AffineMap::new(3, 0, vec![AffineExpr::dim(0), AffineExpr::dim(1)]), AffineMap::identity(3)];
    let loops = Loops { inputs: &[indices], outputs: &[init], maps: &maps, parallel: &[true; 3] };
    let result = make.generic(&loops, |make, args| {
        let batch = make.loop_index(0);
        let row = Arith::new(make.rw, make.loc).cast::<IndexCastOp>(*args.first()?, Type::INDEX);
        let channel = make.loop_index(2);
        Some(make.extract(values, &[batch, row, channel]))
    })?;
    replace_with_cast(rw, op, result, ty, loc)
}

/// Lowers `tosa.table` to a loop that extracts elements of the table.
pub(super) fn lower_table(rw: &mut ConversionRewriter<'_>, op: TableOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty) = (view.0.loc(), view.output().ty());
    let (input, table) = (view.input1().id(), view.table().id());
    let types = [view.input1().ty(), view.table().ty(), ty];
    let is_short = match types.map(|ty| ty.element_type_or_self(cx)) {
        [Type::I8, table, result] if table == result && is_integer_of(cx, table, 8) => true,
        [Type::I16, Type::I16, Type::I32] => false,
        _ => return rw.notify_match_failure(op, "unable to create body for tosa.table op"),
    };
    let [shape, table_shape, result_shape] = types.map(|ty| ty.shape(cx));
    let (shape, rank) = (shape?, result_shape?.len());
    if table_shape?.len() != 1 || shape.len() != rank {
        return None;
    }
    let mut make = Make { rw, loc };
    let sizes = make.sizes_like(input, shape);
    let init = make.empty(RankedTensorType::get(cx, shape, ty.element_type_or_self(cx)), &sizes);
    let result = make.map_elements(&[input], init, |make, args| {
        let value = *args.first()?;
        Some(if is_short { looked_up(make, table, value) } else { interpolated(make, table, value) })
    })?;
    replace_with_cast(rw, op, result, ty, loc)
}

/// The element of a table of 256, for an integer of 8 bits.
fn looked_up(make: &mut Make<'_, '_>, table: Value, value: Value) -> Value {
    let mut arith = Arith::new(make.rw, make.loc);
    let index = arith.cast::<IndexCastOp>(value, Type::INDEX);
    let offset = arith.index(128);
    let index = arith.add(index, offset);
    make.extract(table, &[index])
}

/// The number between two elements of a table of 513, for an integer of 16 bits: its upper nine bits name the first of the two,
/// and its lower seven the place between them. The result has seven bits more than the elements.
fn interpolated(make: &mut Make<'_, '_>, table: Value, value: Value) -> Value {
    let mut arith = Arith::new(make.rw, make.loc);
    let value = arith.cast::<ExtSIOp>(value, Type::I32);
    let [offset, seven, one, mask] = [32768, 7, 1, 127].map(|number| arith.int(number, Type::I32));
    let value = arith.add(value, offset);
    let index = arith.binary::<ShRUIOp>(value, seven);
    let place = arith.binary::<AndIOp>(value, mask);
    let next = arith.add(index, one);
    let indices = [index, next].map(|index| arith.cast::<IndexCastOp>(index, Type::INDEX));
    let elements = indices.map(|index| make.extract(table, &[index]));
    let mut arith = Arith::new(make.rw, make.loc);
    let [base, next] = elements.map(|element| arith.cast::<ExtSIOp>(element, Type::I32));
    let scaled = arith.binary::<ShLIOp>(base, seven);
    let slope = arith.sub(next, base);
    let rise = arith.mul(slope, place);
    arith.add(scaled, rise)
}
