//! Vectorization of convolutions and poolings along one dimension: operands are read as a whole, and windows are slices
//! of vectors.
//!
//! For each position of the filter there is one slice of the input for all positions of the output, or, with a stride,
//! one for each. Slices are contracted with the filter, scaled by it if the convolution is depthwise, or reduced.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith;
use terrace_dialects_linalg::builders::maps_attr;
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::named::window;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::attrs::{CombiningKind, IteratorType, IteratorTypeAttr, i64_attrs};
use terrace_dialects_vector::types::{mask_of, vector};
use terrace_dialects_vector::{
    ContractionOp, CreateMaskOp, ExtractStridedSliceOp, FMAOp, InsertStridedSliceOp, OuterProductOp,
};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::{Attr, DYNAMIC, Loc, Op, OpRef, Rewriter, TraitSet, Type, Value, ValueRef, VectorType};
use terrace_passes_shared::transfers::{Read, create_read, create_write, extent_values, flags_attr, mask_op};
use terrace_passes_shared::vector_ops::{broadcast, create_shuffle, extract, shape_cast, transpose, zeros};

use super::VectorizeOptions;
use super::generic::{combiner, combining_kind};

/// The most slices that a convolution is split into.
const MOST_SLICES: i64 = 1 << 16;

/// The order of the dimensions of a convolution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    /// One dimension, without channels.
    W,
    /// Batch, width and channel.
    Nwc,
    /// Batch, channel and width.
    Ncw,
    /// Batch, width and channel, each of which has a filter of its own.
    Depthwise,
}

/// The computation for an element of the input and of the filter.
#[derive(Clone, Copy)]
struct Body {
    /// The op that combines with the output.
    reduction: Op,
    kind: CombiningKind,
    /// Whether the input is multiplied by the filter.
    is_product: bool,
    /// The casts of input and filter.
    casts: [Option<Op>; 2],
}

impl Body {
    /// Reads the region of an op; `None` if it is of another form.
    fn of(op: OpRef<'_>) -> Option<Self> {
        let reduction = combiner(op, 0)?;
        let kind = combining_kind(reduction)?;
        let arguments = reduction.operands().filter(|value| value.owner_block().is_some()).count();
        let mut body = Self { reduction: reduction.id(), kind, is_product: false, casts: [None; 2] };
        if arguments == 2 {
            return Some(body);
        }
        let fed = reduction.operands().find(|value| value.owner_block().is_none())?;
        if let Some((0, cast)) = argument(fed) {
            body.casts[0] = cast;
            return Some(body);
        }
        let product = fed.defining_op()?;
        let is_and = product.isa::<arith::AndIOp>() && fed.ty() == Type::I1;
        if !product.isa::<arith::MulIOp>() && !product.isa::<arith::MulFOp>() && !is_and {
            return None;
        }
        body.is_product = true;
        for factor in product.operands() {
            let (at, cast) = argument(factor)?;
            *body.casts.get_mut(at)? = cast;
        }
        Some(body)
    }

    /// Whether the combination is one of those of convolutions, or of poolings.
    fn is_supported(&self) -> bool {
        use CombiningKind::{Add, Maximumf, Maxnumf, Maxsi, Maxui, Minimumf, Minnumf, Minsi, Minui, Or};
        let of_pooling = [Maxnumf, Maximumf, Maxsi, Maxui, Minnumf, Minimumf, Minsi, Minui];
        matches!(self.kind, Add | Or) || !self.is_product && of_pooling.contains(&self.kind)
    }
}

/// The number of the block argument that a value is, or is the cast of, with the cast.
fn argument(value: ValueRef<'_>) -> Option<(usize, Option<Op>)> {
    if value.owner_block().is_some() {
        return Some((value.index() as usize, None));
    }
    let cast = value.defining_op()?;
    if !cast.has_trait(TraitSet::CastLike) || cast.num_operands() != 1 {
        return None;
    }
    let argument = cast.operands().next().filter(|operand| operand.owner_block().is_some())?;
    Some((argument.index() as usize, Some(cast.id())))
}

/// A convolution or pooling along one dimension.
struct Convolution {
    loc: Loc,
    layout: Layout,
    body: Body,
    /// The input, the filter and the output.
    operands: [Value; 3],
    elements: [Type; 3],
    shapes: [Vec<i64>; 3],
    stride: i64,
    dilation: i64,
}

/// Whether a structured op is a convolution, or a pooling, that can be vectorized.
pub(super) fn can_vectorize_convolution(op: OpRef<'_>, options: &VectorizeOptions) -> bool {
    Convolution::of(op, options).is_some()
}

/// The maps of a convolution with its loops in order, and whether these are parallel.
fn form_of(layout: Layout, is_product: bool, stride: i64, dilation: i64) -> (Vec<AffineMap>, Vec<bool>) {
    let dims: Vec<AffineExpr> = (0..5).map(AffineExpr::dim).collect();
    let at = |w: usize, kw: usize| {
        let scaled = |dim: usize, factor: i64| dims[dim].clone() * AffineExpr::constant(factor);
        scaled(w, stride) + scaled(kw, dilation)
    };
    let d = |dim: usize| dims[dim].clone();
    let (results, parallel, reduced) = match (layout, is_product) {
        (Layout::W, _) => ([vec![at(0, 1)], vec![d(1)], vec![d(0)]], 1, 1),
        (Layout::Nwc, true) => {
            ([vec![d(0), at(1, 3), d(4)], vec![d(3), d(4), d(2)], vec![d(0), d(1), d(2)]], 3, 2)
        }
        (Layout::Ncw, true) => {
            ([vec![d(0), d(3), at(2, 4)], vec![d(1), d(3), d(4)], vec![d(0), d(1), d(2)]], 3, 2)
        }
        (Layout::Nwc, false) => ([vec![d(0), at(1, 3), d(2)], vec![d(3)], vec![d(0), d(1), d(2)]], 3, 1),
        (Layout::Ncw, false) => ([vec![d(0), d(1), at(2, 3)], vec![d(3)], vec![d(0), d(1), d(2)]], 3, 1),
        (Layout::Depthwise, _) => {
            ([vec![d(0), at(1, 3), d(2)], vec![d(3), d(2)], vec![d(0), d(1), d(2)]], 3, 1)
        }
    };
    let count = parallel + reduced;
    let maps = results.into_iter().map(|results| AffineMap::new(count as u32, 0, results)).collect();
    (maps, (0..count).map(|dim| dim < parallel).collect())
}

impl Convolution {
    fn of(op: OpRef<'_>, options: &VectorizeOptions) -> Option<Self> {
        let (cx, structured) = (op.cx(), as_structured(op)?);
        let body = Body::of(op).filter(Body::is_supported)?;
        let operands = <[ValueRef<'_>; 3]>::try_from(op.operands().collect::<Vec<_>>()).ok()?;
        let first = |name: &str| window(cx, op.inherent_attr(name)).first().copied().unwrap_or(1);
        let (stride, dilation) = (first("strides"), first("dilations"));
        let (maps, parallel) = (structured.indexing_maps(op), structured.parallel(op));
        let layouts = [Layout::W, Layout::Nwc, Layout::Ncw, Layout::Depthwise];
        let layout = layouts.into_iter().find(|&layout| {
            let may_pool = matches!(layout, Layout::Nwc | Layout::Ncw);
            (body.is_product || may_pool)
                && form_of(layout, body.is_product, stride, dilation) == (maps.clone(), parallel.clone())
        })?;
        let shapes = operands.map(|value| value.ty().shape_or_scalar(cx).to_vec());
        let elements = operands.map(|value| value.ty().element_type_or_self(cx));
        let mut own = Self {
            loc: op.loc(),
            layout,
            body,
            operands: operands.map(ValueRef::id),
            elements,
            shapes,
            stride,
            dilation,
        };
        if layout == Layout::Depthwise && own.shapes[1][1] == DYNAMIC {
            // The size of the vectors is that of the channels.
            let size = *options.sizes.get(2)?;
            own.shapes[1][1] = size;
        }
        if layout == Layout::Depthwise {
            let channels = own.shapes[1][1];
            own.shapes[0][2] = channels;
            own.shapes[2][2] = channels;
        }
        let is_flat =
            options.flatten_1d_depthwise_conv && op.operands().any(|value| !value.ty().has_static_shape(cx));
        (!is_flat && own.shapes.iter().all(|shape| !shape.contains(&DYNAMIC)) && own.fits()).then_some(own)
    }

    /// Whether the sizes of vectors and the number of slices have a limit.
    fn fits(&self) -> bool {
        let [kernel, width] = [self.kernel(), self.width()];
        let span = |count: i64, step: i64| count.checked_sub(1)?.checked_mul(step);
        let extent = span(width, self.stride).zip(span(kernel, self.dilation));
        let is_bounded = extent.and_then(|(a, b)| a.checked_add(b)).is_some_and(|extent| extent < i64::MAX);
        let count = kernel.checked_mul(width / self.step().max(1));
        is_bounded && count.is_some_and(|count| count <= MOST_SLICES)
    }

    /// The number of positions of the filter.
    fn kernel(&self) -> i64 {
        match (self.layout, self.body.is_product) {
            (Layout::Ncw, true) => self.shapes[1][2],
            _ => self.shapes[1][0],
        }
    }

    /// The number of positions of the output.
    fn width(&self) -> i64 {
        match self.layout {
            Layout::W => self.shapes[2][0],
            Layout::Nwc | Layout::Depthwise => self.shapes[2][1],
            Layout::Ncw => self.shapes[2][2],
        }
    }

    /// The number of positions of the output that a slice has.
    fn step(&self) -> i64 {
        if self.stride == 1 { self.width() } else { 1 }
    }

    /// The extent of the input that is read.
    fn input_width(&self) -> i64 {
        (self.width() - 1) * self.stride + (self.kernel() - 1) * self.dilation + 1
    }

    fn filter(&self) -> Value {
        let [_, filter, _] = self.operands;
        filter
    }

    fn output(&self) -> Value {
        let [_, _, output] = self.operands;
        output
    }

    /// The positions of the output at which slices start.
    fn starts(&self) -> impl Iterator<Item = i64> + use<> {
        (0..self.width()).step_by(self.step() as usize)
    }

    /// Reads a vector from the start of an operand.
    fn read(&self, rw: &mut Rewriter<'_>, operand: usize, ty: Type, zero: Value) -> Option<Op> {
        let padding = zeros(rw, self.elements[operand], self.loc)?;
        let rank = vector(rw.cx(), ty).rank();
        let (indices, in_bounds) = (vec![zero; rank], vec![false; rank]);
        let read = Read {
            base: self.operands[operand],
            indices: &indices,
            padding: Some(padding),
            mask: None,
            map: AffineMap::identity(rank as u32),
            in_bounds: &in_bounds,
            ty,
        };
        Some(create_read(rw, &read, self.loc))
    }

    /// Applies the cast of an operand to a vector or an element, which gets elements of the output.
    fn cast(&self, rw: &mut Rewriter<'_>, operand: usize, value: Value) -> Option<Value> {
        let Some(cast) = self.body.casts[operand] else { return Some(value) };
        let (cx, ty) = (rw.cx(), rw.value(value).ty());
        let ty = match ty.is_vector(cx) {
            true => vector(cx, ty).with_element(cx, self.elements[2]),
            false => self.elements[2],
        };
        // Upstream takes all factors for signed ones.
        let as_signed = cx.matches_upstream() && self.body.is_product;
        if as_signed && rw.op(cast).isa::<arith::ExtUIOp>() {
            return Some(rw.build_value(arith::ExtSIOp::of(value).out(ty).loc(self.loc)));
        }
        if as_signed && rw.op(cast).isa::<arith::UIToFPOp>() {
            return Some(rw.build_value(arith::SIToFPOp::of(value).out(ty).loc(self.loc)));
        }
        let cast = copy_with(rw, cast, &[value], &[ty])?;
        Some(rw.body().single_result(cast))
    }

    /// A slice of a vector; all of it as well.
    fn slice(&self, rw: &mut Rewriter<'_>, source: Value, offsets: &[i64], sizes: &[i64]) -> Value {
        let cx = rw.cx();
        let own = vector(cx, rw.value(source).ty());
        let ty = VectorType::get_scalable(cx, sizes, own.scalable, own.element);
        let [offsets, sizes, strides] =
            [offsets, sizes, &vec![1; sizes.len()]].map(|list| i64_attrs(cx, list));
        let slice =
            ExtractStridedSliceOp::of(source).offsets_attr(offsets).sizes_attr(sizes).strides_attr(strides);
        rw.build_value(slice.result(ty).loc(self.loc))
    }

    /// The offsets of a slice that starts at a position of the dimension that is convolved.
    fn offsets(&self, at: i64) -> Vec<i64> {
        if self.layout == Layout::W { vec![at] } else { vec![0, at, 0] }
    }

    /// The slices of the input for each position of the filter, those of the output, and of the filter if it is used.
    fn slices(&self, rw: &mut Rewriter<'_>, vectors: &[Value], sizes: [&[i64]; 2]) -> [Vec<Value>; 3] {
        let (mut inputs, mut filters, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        let &[input, output, ref filter @ ..] = vectors else { return [inputs, filters, outputs] };
        for at in 0..self.kernel() {
            for start in self.starts() {
                let offsets = self.offsets(start * self.stride + at * self.dilation);
                inputs.push(self.slice(rw, input, &offsets, sizes[0]));
            }
        }
        if let Some(&filter) = filter.first() {
            filters.extend((0..self.kernel()).map(|at| extract(rw, filter, &[at], self.loc)));
        }
        for start in self.starts() {
            outputs.push(self.slice(rw, output, &self.offsets(start), sizes[1]));
        }
        [inputs, filters, outputs]
    }

    /// Puts the slices of the output together.
    fn join(&self, rw: &mut Rewriter<'_>, mut output: Value, slices: &[Value]) -> Value {
        let cx = rw.cx();
        for (start, &slice) in self.starts().zip(slices) {
            let (offsets, ty) = (self.offsets(start), rw.value(output).ty());
            let strides = i64_attrs(cx, &vec![1; offsets.len()]);
            let insert = InsertStridedSliceOp::of(slice, output)
                .offsets_attr(i64_attrs(cx, &offsets))
                .strides_attr(strides);
            output = rw.build_value(insert.result(ty).loc(self.loc));
        }
        output
    }

    /// Vectorizes all but depthwise convolutions.
    fn windows(&self, rw: &mut Rewriter<'_>) -> Option<Vec<Value>> {
        let (cx, loc) = (rw.cx(), self.loc);
        let is_product = self.body.is_product;
        let [_, filter, output] = &self.shapes;
        let mut input = vec![self.input_width()];
        let mut channels = [0; 2];
        if self.layout != Layout::W {
            let at = if self.layout == Layout::Nwc { 2 } else { 1 };
            channels = [if is_product { filter[1] } else { output[at] }, output[at]];
            let order = if self.layout == Layout::Nwc { [0, 1] } else { [1, 0] };
            let inner = [input[0], channels[0]];
            input = vec![output[0], inner[order[0]], inner[order[1]]];
        }
        let zero = index_constant(rw, 0, loc);
        let types = [&input, filter, output];
        let read = |rw: &mut Rewriter<'_>, operand: usize| {
            let ty = VectorType::get(cx, types[operand], self.elements[operand]);
            let read = self.read(rw, operand, ty, zero)?;
            Some(rw.body().single_result(read))
        };
        let mut lhs = read(rw, 0)?;
        let mut rhs = if is_product { Some(read(rw, 1)?) } else { None };
        let mut res = read(rw, 2)?;
        if self.layout == Layout::Ncw {
            lhs = transpose(rw, lhs, &[0, 2, 1], loc);
            rhs = rhs.map(|rhs| transpose(rw, rhs, &[2, 1, 0], loc));
            res = transpose(rw, res, &[0, 2, 1], loc);
        }
        let sizes = channels.map(|channels| match self.layout {
            Layout::W => vec![self.step()],
            _ => vec![output[0], self.step(), channels],
        });
        let vectors: Vec<Value> = [lhs, res].into_iter().chain(rhs).collect();
        let [inputs, filters, mut outputs] = self.slices(rw, &vectors, [&sizes[0], &sizes[1]]);
        let count = outputs.len();
        for (at, &input) in inputs.iter().enumerate() {
            let (filter, output) = (filters.get(at / count).copied(), outputs[at % count]);
            outputs[at % count] = match filter {
                Some(filter) if self.layout == Layout::W => self.outer_product(rw, input, filter, output)?,
                Some(filter) => self.contract(rw, input, filter, output)?,
                None => self.pool(rw, input, output)?,
            };
        }
        res = self.join(rw, res, &outputs);
        if self.layout == Layout::Ncw {
            res = transpose(rw, res, &[0, 2, 1], loc);
        }
        let rank = output.len();
        let map = AffineMap::identity(rank as u32);
        let write = create_write(rw, res, self.output(), &vec![zero; rank], &map, &vec![false; rank], loc);
        Some(rw.body().results(write).collect())
    }

    /// The slice of the input times an element of the filter.
    fn outer_product(&self, rw: &mut Rewriter<'_>, lhs: Value, rhs: Value, acc: Value) -> Option<Value> {
        let (lhs, rhs) = (self.cast(rw, 0, lhs)?, self.cast(rw, 1, rhs)?);
        // Upstream adds bits, too.
        let kind = if rw.cx().matches_upstream() { CombiningKind::Add } else { self.body.kind };
        let ty = rw.value(acc).ty();
        Some(rw.build_value(OuterProductOp::of(lhs, rhs).acc(acc).kind(kind).result(ty).loc(self.loc)))
    }

    /// The slice of the input times a matrix of the filter.
    fn contract(&self, rw: &mut Rewriter<'_>, lhs: Value, rhs: Value, acc: Value) -> Option<Value> {
        let cx = rw.cx();
        let (lhs, rhs) = (self.cast(rw, 0, lhs)?, self.cast(rw, 1, rhs)?);
        let map = |dims: &[u32]| AffineMap::new(4, 0, dims.iter().map(|&dim| AffineExpr::dim(dim)).collect());
        let maps = [map(&[0, 1, 3]), map(&[3, 2]), map(&[0, 1, 2])];
        let kinds =
            [IteratorType::Parallel, IteratorType::Parallel, IteratorType::Parallel, IteratorType::Reduction];
        let iterators: Vec<Attr> = kinds.iter().map(|&kind| IteratorTypeAttr::attr(cx, kind)).collect();
        let ty = rw.value(acc).ty();
        let contract =
            ContractionOp::of(lhs, rhs, acc).indexing_maps_attr(maps_attr(cx, &maps)).kind(self.body.kind);
        let contract = contract.iterator_types_attr(cx.array_attr(&iterators));
        Some(rw.build_value(contract.result(ty).loc(self.loc)))
    }

    /// The slice of the input combined with the output.
    fn pool(&self, rw: &mut Rewriter<'_>, lhs: Value, acc: Value) -> Option<Value> {
        let lhs = self.cast(rw, 0, lhs)?;
        let ty = rw.value(acc).ty();
        let reduced = copy_with(rw, self.body.reduction, &[lhs, acc], &[ty])?;
        Some(rw.body().single_result(reduced))
    }

    /// Vectorizes a depthwise convolution, under masks if its number of channels is dynamic.
    fn depthwise(&self, rw: &mut Rewriter<'_>, options: &VectorizeOptions) -> Option<Vec<Value>> {
        let (cx, loc, flat) = (rw.cx(), self.loc, options.flatten_1d_depthwise_conv);
        let [batch, channels] = [self.shapes[2][0], self.shapes[1][1]];
        let filter_shape = rw.value(self.filter()).ty().ranked_shape(cx);
        let is_masked = filter_shape[1] == DYNAMIC;
        let scalable = is_masked && options.scalable.get(2) == Some(&true);
        let ty = |sizes: &[i64], operand: usize| {
            let mut flags = vec![false; sizes.len()];
            flags.iter_mut().next_back().into_iter().for_each(|last| *last = scalable);
            VectorType::get_scalable(cx, sizes, &flags, self.elements[operand])
        };
        let zero = index_constant(rw, 0, loc);
        let types = [
            ty(&[batch, self.input_width(), channels], 0),
            ty(&[self.kernel(), channels], 1),
            ty(&[batch, self.width(), channels], 2),
        ];
        let mut vectors = Vec::new();
        for (operand, &ty) in types.iter().enumerate() {
            let mut read = self.read(rw, operand, ty, zero)?;
            if is_masked {
                read = self.mask(rw, read, operand, ty);
            }
            vectors.push(rw.body().single_result(read));
        }
        let [lhs, rhs, res] = vectors[..] else { return None };
        let size = [batch, self.step(), channels];
        let [inputs, filters, mut outputs] = self.slices(rw, &[lhs, res, rhs], [&size, &size]);
        let count = outputs.len();
        for (at, &input) in inputs.iter().enumerate() {
            let output = outputs[at % count];
            let (mut lhs, mut acc) = (input, output);
            if flat {
                let size = [batch, self.step() * channels];
                lhs = shape_cast(rw, lhs, VectorType::get(cx, &size, self.elements[0]), loc);
                acc = shape_cast(rw, acc, VectorType::get(cx, &size, self.elements[2]), loc);
            }
            acc = self.multiply_and_add(rw, lhs, filters[at / count], acc, flat)?;
            if flat {
                acc = shape_cast(rw, acc, VectorType::get(cx, &size, self.elements[2]), loc);
            }
            outputs[at % count] = acc;
        }
        let res = self.join(rw, res, &outputs);
        let map = AffineMap::identity(3);
        let mut write = create_write(rw, res, self.output(), &[zero; 3], &map, &[false; 3], loc);
        if is_masked {
            write = self.mask(rw, write, 2, types[2]);
        }
        Some(rw.body().results(write).collect())
    }

    /// Masks a transfer of an operand by its extents.
    fn mask(&self, rw: &mut Rewriter<'_>, transfer: Op, operand: usize, ty: Type) -> Op {
        let cx = rw.cx();
        let rank = vector(cx, ty).rank();
        rw.set_attr(transfer, "in_bounds", flags_attr(cx, &vec![true; rank]));
        let sizes = extent_values(rw, self.operands[operand], self.loc);
        let mask = rw.build_value(CreateMaskOp::of(&sizes).result(mask_of(cx, ty)).loc(self.loc));
        mask_op(rw, transfer, mask)
    }

    /// The slice of the input, scaled by an element of the filter for each channel, combined with the output.
    fn multiply_and_add(
        &self,
        rw: &mut Rewriter<'_>,
        lhs: Value,
        rhs: Value,
        acc: Value,
        flat: bool,
    ) -> Option<Value> {
        let (cx, loc, ty) = (rw.cx(), self.loc, rw.value(acc).ty());
        let lhs = self.cast(rw, 0, lhs)?;
        let mut rhs = rhs;
        if flat {
            let channels = self.shapes[1][1];
            let places: Vec<i64> = (0..self.step()).flat_map(|_| 0..channels).collect();
            rhs = create_shuffle(rw, [rhs, rhs], &places, loc);
        }
        let wide = vector(cx, ty).with_element(cx, self.elements[1]);
        let rhs = broadcast(rw, rhs, wide, loc);
        let rhs = self.cast(rw, 1, rhs)?;
        if self.elements[2].is_float(cx) {
            return Some(rw.build_value(FMAOp::of(lhs, rhs, acc).result(ty).loc(loc)));
        }
        let product = rw.build_value(arith::MulIOp::of(lhs, rhs).result(ty).loc(loc));
        // Upstream adds bits, too.
        if self.body.kind == CombiningKind::Or && !cx.matches_upstream() {
            return Some(rw.build_value(arith::OrIOp::of(product, acc).result(ty).loc(loc)));
        }
        Some(rw.build_value(arith::AddIOp::of(product, acc).result(ty).loc(loc)))
    }
}

/// Vectorizes a convolution or pooling at the insertion point; returns its results.
pub(super) fn vectorize_convolution(
    rw: &mut Rewriter<'_>,
    op: Op,
    options: &VectorizeOptions,
) -> Option<Vec<Value>> {
    let convolution = Convolution::of(rw.op(op), options)?;
    match convolution.layout {
        Layout::Depthwise => convolution.depthwise(rw, options),
        _ => convolution.windows(rw),
    }
}
