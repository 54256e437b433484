//! Creation of ops of linalg on tensors.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::ConversionRewriter;
use terrace_dialects_core::arith::{DivSIOp, DivUIOp};
use terrace_dialects_linalg::builders::{Loops, make_fill, make_generic};
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_mem::extents::extents;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_mem::tensor::{self, CastOp, DimOp, EmptyOp, with_shape};
use terrace_ir::verify::compatible_shapes;
use terrace_ir::{
    Attr, Context, DYNAMIC, Loc, Op, OpFoldResult, RankedTensorType, Region, Rewriter, Signedness, Type,
    TypeData, Value,
};
use terrace_passes_shared::arithmetic::{Arith, zero_attr};
use terrace_passes_shared::reshapes::create_expand;

/// The zero of the elements of a type; `None` if they are no floats and no integers without signedness.
pub(super) fn zero_of(cx: &Context, ty: Type) -> Option<Attr> {
    let element = ty.element_type_or_self(cx);
    let is_signless = matches!(element.data(cx), TypeData::Integer { signedness: Signedness::Signless, .. });
    if is_signless || element.is_float(cx) { zero_attr(cx, element) } else { None }
}

/// An extent of the result of a window that moves over a dimension.
pub(super) struct Window {
    /// The dimension of the input.
    pub(super) dim: usize,
    /// The padding before and after.
    pub(super) pad: [i64; 2],
    pub(super) stride: i64,
    pub(super) dilation: i64,
}

/// The windows along the dimensions between the first and the last one. `None` where an attribute has too few numbers.
pub(super) fn windows(pad: &[i64], stride: &[i64], dilation: &[i64]) -> Option<Vec<Window>> {
    let window = |at: usize| {
        let pad = [*pad.get(2 * at)?, *pad.get(2 * at + 1)?];
        Some(Window { dim: at + 1, pad, stride: stride[at], dilation: *dilation.get(at)? })
    };
    (0..stride.len()).map(window).collect()
}

/// Creates ops at the insertion point, all with one location.
pub(super) struct Make<'b, 'r> {
    pub(super) rw: &'b mut Rewriter<'r>,
    pub(super) loc: Loc,
}

impl Make<'_, '_> {
    pub(super) fn ty(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    pub(super) fn index(&mut self, number: i64) -> Value {
        index_constant(self.rw, number, self.loc)
    }

    pub(super) fn i32(&mut self, number: i64) -> Value {
        Arith::new(self.rw, self.loc).int(number, Type::I32)
    }

    pub(super) fn constant(&mut self, attr: Attr) -> Option<Value> {
        let ty = attr.ty(self.rw.cx())?;
        Some(Arith::new(self.rw, self.loc).constant(attr, ty))
    }

    /// An extent of a tensor.
    pub(super) fn dim(&mut self, source: Value, dim: usize) -> Value {
        let number = self.index(dim as i64);
        self.rw.build_value(DimOp::of(source, number).result(Type::INDEX).loc(self.loc))
    }

    /// The extents of a tensor where a shape has dynamic ones.
    pub(super) fn sizes_like(&mut self, source: Value, shape: &[i64]) -> Vec<Value> {
        let dynamic = shape.iter().enumerate().filter(|(_, extent)| **extent == DYNAMIC);
        dynamic.map(|(dim, _)| self.dim(source, dim)).collect()
    }

    /// A tensor without contents, of a type with these dynamic extents.
    pub(super) fn empty(&mut self, ty: Type, sizes: &[Value]) -> Value {
        self.rw.build_value(EmptyOp::of(sizes).result(ty).loc(self.loc))
    }

    /// A tensor of static extents without contents.
    pub(super) fn static_empty(&mut self, shape: &[i64], element: Type) -> Value {
        let ty = RankedTensorType::get(self.rw.cx(), shape, element);
        self.empty(ty, &[])
    }

    /// A tensor with the same element everywhere.
    pub(super) fn filled(&mut self, element: Value, init: Value) -> Option<Value> {
        let filled = make_fill(self.rw, element, init, self.loc)?;
        Some(self.rw.body().single_result(filled))
    }

    /// The number of places of a window in an extent of the input with its padding.
    pub(super) fn count_places(&mut self, input: Value, kernel: Value, window: &Window) -> Value {
        let mut make = Arith::new(self.rw, self.loc);
        let one = make.index(1);
        let mut padded = input;
        for border in window.pad {
            let border = make.index(border);
            padded = make.add(padded, border);
        }
        let steps = make.sub(kernel, one);
        let dilation = make.index(window.dilation);
        let steps = make.mul(dilation, steps);
        let size = make.add(steps, one);
        let rest = make.sub(padded, size);
        let stride = make.index(window.stride);
        let strides = make.binary::<DivUIOp>(rest, stride);
        make.add(strides, one)
    }

    /// The input with its windows' padding around it.
    pub(super) fn padded(&mut self, input: Value, windows: &[Window], with: Attr) -> Option<Value> {
        let (cx, ty) = (self.rw.cx(), self.ty(input));
        let mut shape = ty.shape(cx)?.to_vec();
        if windows.iter().all(|window| window.pad == [0, 0]) {
            return Some(input);
        }
        let mut borders = [vec![0; shape.len()], vec![0; shape.len()]];
        for window in windows {
            let extent = shape.get_mut(window.dim)?;
            for (side, pad) in borders.iter_mut().zip(window.pad) {
                side[window.dim] = pad;
                if *extent != DYNAMIC {
                    *extent = extent.checked_add(pad)?;
                }
            }
        }
        let with = self.constant(with)?;
        let args = vec![(Type::INDEX, self.loc); shape.len()];
        let region = self.region(&args, |make, _| {
            make.rw.build(tensor::YieldOp::of(with).loc(make.loc));
            Some(())
        })?;
        let [low, high] = borders.map(|side| side.into_iter().map(OpFoldResult::Static).collect::<Vec<_>>());
        let pad = tensor::PadOp::of(input).loc(self.loc).mixed_low(&low).mixed_high(&high);
        Some(self.rw.build_value(pad.result(with_shape(cx, ty, &shape)).region(region)))
    }

    /// The tensor with each dimension expanded to a group of dimensions, of which one may be dynamic.
    pub(super) fn expanded(&mut self, value: Value, groups: &[Vec<i64>], shape: &[i64]) -> Value {
        let (cx, ty) = (self.rw.cx(), self.ty(value));
        let sources = extents(self.rw, value, self.loc);
        let mut sizes: Vec<OpFoldResult> = shape.iter().map(|&extent| OpFoldResult::Static(extent)).collect();
        for (source, group) in sources.into_iter().zip(groups) {
            let OpFoldResult::Value(extent) = source else { continue };
            let extents = || group.iter().map(|&dim| (dim as usize, shape[dim as usize]));
            let product =
                extents().filter(|(_, extent)| *extent != DYNAMIC).map(|(_, extent)| extent).product();
            let product = self.index(product);
            let quotient = DivSIOp::of(extent, product).result(Type::INDEX).loc(self.loc);
            let quotient = OpFoldResult::Value(self.rw.build_or_fold_value(quotient));
            extents().filter(|(_, extent)| *extent == DYNAMIC).for_each(|(dim, _)| sizes[dim] = quotient);
        }
        create_expand(self.rw, value, groups, &sizes, with_shape(cx, ty, shape), self.loc)
    }

    /// A region of a block with these arguments, filled by `build`.
    fn region(
        &mut self,
        args: &[(Type, Loc)],
        build: impl FnOnce(&mut Make<'_, '_>, &[Value]) -> Option<()>,
    ) -> Option<Region> {
        let point = self.rw.insertion_point()?;
        let region = self.rw.new_region();
        let block = self.rw.create_block(region, args);
        self.rw.set_insertion_point_to_end(block);
        let args: Vec<Value> = self.rw.body().args(block).collect();
        let built = build(&mut Make { rw: self.rw, loc: self.loc }, &args);
        self.rw.set_insertion_point(point);
        built.map(|()| region)
    }

    /// `linalg.generic` with one destination, which yields what `build` computes of the elements.
    pub(super) fn generic(
        &mut self,
        loops: &Loops<'_>,
        build: impl FnOnce(&mut Make<'_, '_>, &[Value]) -> Option<Value>,
    ) -> Option<Value> {
        self.generic_of_many(loops, |make, args| Some(vec![build(make, args)?]))?.pop()
    }

    /// `linalg.generic` on elements at the same places of tensors, which yields what `build` computes of them.
    pub(super) fn map_elements(
        &mut self,
        inputs: &[Value],
        output: Value,
        build: impl FnOnce(&mut Make<'_, '_>, &[Value]) -> Option<Value>,
    ) -> Option<Value> {
        let rank = self.ty(output).shape(self.rw.cx())?.len();
        let maps = vec![AffineMap::identity(rank as u32); inputs.len() + 1];
        let parallel = vec![true; rank];
        self.generic(&Loops { inputs, outputs: &[output], maps: &maps, parallel: &parallel }, build)
    }

    /// `linalg.generic`, which yields what `build` computes of the elements. Returns its results.
    pub(super) fn generic_of_many(
        &mut self,
        loops: &Loops<'_>,
        build: impl FnOnce(&mut Make<'_, '_>, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<Vec<Value>> {
        let region = self.region_of(loops.inputs, loops.outputs, build)?;
        let types: Vec<Type> = loops.outputs.iter().map(|&output| self.ty(output)).collect();
        let made = make_generic(self.rw, loops, &types, region, self.loc);
        Some(self.rw.body().results(made).collect())
    }

    /// A region with an argument for the element of each operand, which yields what `build` computes of these.
    pub(super) fn region_of(
        &mut self,
        inputs: &[Value],
        outputs: &[Value],
        build: impl FnOnce(&mut Make<'_, '_>, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<Region> {
        let cx = self.rw.cx();
        let operands = inputs.iter().chain(outputs);
        let operands = operands.map(|&operand| self.rw.value(operand));
        let args: Vec<(Type, Loc)> =
            operands.map(|operand| (operand.ty().element_type_or_self(cx), operand.loc())).collect();
        self.region(&args, |make, args| {
            let values = build(make, args)?;
            make.rw.build(YieldOp::of(&values).loc(make.loc));
            Some(())
        })
    }
}

/// The map of a bias, which has an element for each index of the last dimension, or one for all.
pub(super) fn bias_map(rank: usize, biases: i64) -> AffineMap {
    let result = if biases == 1 { AffineExpr::constant(0) } else { AffineExpr::dim(rank as u32 - 1) };
    AffineMap::new(rank as u32, 0, vec![result])
}

/// Replaces an op by a tensor, with what the type of its result knows of the shape. `None` if that contradicts the tensor's.
pub(super) fn replace_with_cast(
    rw: &mut ConversionRewriter<'_>,
    op: impl Into<Op>,
    result: Value,
    ty: Type,
    loc: Loc,
) -> Option<()> {
    let (cx, own_ty) = (rw.cx(), rw.body().value_type(result));
    if own_ty.element_type(cx) != ty.element_type(cx) || !compatible_shapes(cx, own_ty, ty) {
        return rw.notify_match_failure(op, "the shape of the result is another one");
    }
    let result = rw.build_or_fold_value(CastOp::of(result).dest(ty).loc(loc));
    rw.replace_op(op, &[result]);
    Some(())
}
