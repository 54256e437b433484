//! Pads operands of structured ops, so that tiles have static extents or extents of a multiple.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_analysis::value_bounds::{BoundKind, ValueBoundsConstraintSet};
use terrace_dialects_builtin::ub;
use terrace_dialects_core::{arith, complex};
use terrace_dialects_linalg::builders::make_named;
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::named_elementwise::CopyOp;
use terrace_dialects_linalg::reify::reified_shapes;
use terrace_dialects_linalg::structured::{as_structured, has_tensor_semantics};
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::bufferization::MaterializeInDestinationOp;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::index_values::{indices, known_index, split};
use terrace_dialects_mem::make_slices::extract_slice;
use terrace_dialects_mem::slices::mixed_sizes;
use terrace_dialects_mem::tensor::{ExtractSliceOp, PadOp, YieldOp, constant_padding_value};
use terrace_ir::OpFoldResult;
use terrace_ir::OpFoldResultRef;
use terrace_ir::fold::constant_value;
use terrace_ir::tiling::Tile;
use terrace_ir::value_bounds::Quantity;
use terrace_ir::{Attr, DYNAMIC, Loc, Op, OpKind, RankedTensorType, Rewriter, Type, TypeData, Value};

use terrace_passes_shared::arithmetic::zero_attr;
use terrace_support::options;

/// `tensor.pad` with borders at the ends of dimensions and one value in them, at the insertion point.
pub fn make_pad_high(
    rw: &mut Rewriter<'_>,
    source: Value,
    high: &[OpFoldResult],
    value: Value,
    nofold: bool,
    ty: Type,
    loc: Loc,
) -> Option<Op> {
    let low = vec![OpFoldResult::Static(0); high.len()];
    make_pad(rw, source, &[low, high.to_vec()], (value, nofold), ty, loc)
}

/// `tensor.pad` with borders before and after, and one value in them, at the insertion point.
pub(super) fn make_pad(
    rw: &mut Rewriter<'_>,
    source: Value,
    [low, high]: &[Vec<OpFoldResult>; 2],
    (value, nofold): (Value, bool),
    ty: Type,
    loc: Loc,
) -> Option<Op> {
    let point = rw.insertion_point()?;
    let region = rw.new_region();
    let args: Vec<(Type, Loc)> = high.iter().map(|_| (Type::INDEX, loc)).collect();
    let block = rw.create_block(region, &args);
    rw.set_insertion_point_to_end(block);
    rw.build(YieldOp::of(value).loc(loc));
    rw.set_insertion_point(point);
    let op = PadOp::of(source).loc(loc).mixed_low(low).mixed_high(high);
    Some(rw.build(op.nofold_attr(nofold.then_some(Attr::UNIT)).result(ty).region(region)).into())
}

/// The target of the padding of a tensor.
pub struct PadTarget {
    /// The extents; those of a dynamic dimension may be missing, which is not padded then.
    pub shape: Vec<OpFoldResult>,
    /// Whether extents that are values are those to pad to.
    pub pads_dynamic: bool,
    /// The padding value.
    pub value: Value,
    /// Whether the pad stays where it pads nothing.
    pub nofold: bool,
}

impl PadTarget {
    fn ty(&self, rw: &Rewriter<'_>, source: Value) -> Type {
        let (cx, (_, shape)) = (rw.cx(), split(&self.shape));
        RankedTensorType::get(cx, &shape, rw.value(source).ty().element_type_or_self(cx))
    }
}

/// Pads a tensor at the ends of its dimensions; returns the result.
pub fn create_pad_high(rw: &mut Rewriter<'_>, source: Value, to: &PadTarget, loc: Loc) -> Option<Value> {
    let ty = to.ty(rw, source);
    let mut high = vec![OpFoldResult::Static(0); to.shape.len()];
    let difference = AffineMap::new(2, 0, vec![AffineExpr::dim(0) - AffineExpr::dim(1)]);
    for (dim, &size) in to.shape.iter().enumerate() {
        if matches!(size, OpFoldResult::Value(_)) && !to.pads_dynamic {
            continue;
        }
        let own = extent(rw, source, dim, loc);
        high[dim] = composed_apply(rw, &difference, &[size, own], loc);
    }
    let pad = make_pad_high(rw, source, &high, to.value, to.nofold, ty, loc)?;
    rw.body().results(pad).next()
}

/// The padded tensor that a slice is taken from, where padding the slice results in the same tensor: the slice undoes the
/// padding of another slice of the same sizes, through structured ops that write into it.
fn padded_before(rw: &Rewriter<'_>, source: Value, to: &PadTarget) -> Option<Value> {
    let slice = rw.value(source).defining_op()?.cast::<ExtractSliceOp>()?;
    let mut current = slice.source();
    while let Some(maker) = current.defining_op() {
        let Some(structured) = as_structured(maker) else { break };
        let (first, _) = structured.destinations(maker);
        current = maker.operand(first + current.index() as usize);
    }
    let pad = current.defining_op()?.cast::<PadOp>()?;
    if slice.source().ty() != to.ty(rw, source) {
        return None;
    }
    let is_zero = |low: &OpFoldResultRef<'_>| known_index(rw, (*low).into()) == Some(0);
    if !pad.mixed_low().iter().all(is_zero) {
        return None;
    }
    let before = pad.source().defining_op()?.cast::<ExtractSliceOp>()?;
    let same = |(&a, &b): (&OpFoldResult, &OpFoldResult)| {
        a == b || known_index(rw, a).is_some_and(|number| known_index(rw, b) == Some(number))
    };
    let (sizes, sizes_before) = (indices(&mixed_sizes(slice.0)), indices(&mixed_sizes(before.0)));
    if sizes.len() != sizes_before.len() || !sizes.iter().zip(&sizes_before).all(same) {
        return None;
    }
    let value_before = constant_value(constant_padding_value(pad.0)?)?;
    (constant_value(rw.value(to.value))? == value_before)
        .then(|| ExtractSliceOp::view_of(slice.0).source().id())
}

/// Pads a tensor at the ends of its dimensions, unless it is a slice of a tensor that was padded so; returns the result.
pub fn make_composed_pad_high(
    rw: &mut Rewriter<'_>,
    source: Value,
    to: &PadTarget,
    loc: Loc,
) -> Option<Value> {
    match padded_before(rw, source, to) {
        Some(padded) => Some(padded),
        None => create_pad_high(rw, source, to, loc),
    }
}

/// A constant of an element type: of `arith`, of `complex` for an array, or poison.
pub(crate) fn create_padding_value(rw: &mut Rewriter<'_>, attr: Attr, element: Type, loc: Loc) -> Value {
    let cx = rw.cx();
    if cx.attr_params(attr, &ub::POISON).is_some() {
        return rw.build_value(ub::PoisonOp::of().result(element).loc(loc));
    }
    match element.data(cx) {
        TypeData::Complex(_) => {
            rw.build_value(complex::ConstantOp::of().value_attr(attr).complex(element).loc(loc))
        }
        _ => rw.build_value(arith::ConstantOp::of().value_attr(attr).result(element).loc(loc)),
    }
}

/// The values to pad operands with: those given, or else zeros. `None` for an element type without zero.
pub(crate) fn padding_values(rw: &Rewriter<'_>, op: Op, given: &[Attr]) -> Option<Vec<Attr>> {
    if !given.is_empty() {
        return Some(given.to_vec());
    }
    let cx = rw.cx();
    rw.op(op).operands().map(|value| zero_attr(cx, value.ty().element_type_or_self(cx))).collect()
}

/// The op that copies results to the destinations of the op that was padded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum CopyBack {
    /// None: parts of the results of the padded op are used in place.
    #[default]
    None,
    /// `bufferization.materialize_in_destination`.
    Materialize,
    /// `linalg.copy`.
    Copy,
}

options! {
    /// The options for padding a structured op.
    #[derive(Default)]
    pub struct PaddingOptions {
        /// For each operand, its padding value; zeros if there is no entry.
        pub values: Vec<Attr>,
        /// The loops along which operands are padded.
        pub dimensions: Vec<i64>,
        /// For each of those, the number of which the padded extent is a multiple.
        pub multiples: Option<Vec<i64>>,
        /// For each operand, whether it is padded even where nothing is to be added.
        pub nofold: Vec<bool>,
        /// Whether dynamic dimensions are padded to multiples of the extents that they have, rather than to a static bound.
        pub keeps_dynamic: bool,
        /// The op that copies results back.
        pub copy_back: CopyBack,
    }
}

/// The result of padding an op.
pub struct PaddedOp {
    /// The op on padded operands.
    pub op: Op,
    /// The ops that pad.
    pub pads: Vec<Op>,
    /// The replacements of the op's results.
    pub replacements: Vec<Value>,
}

/// For each dimension of an operand that runs along padded loops, the number of which its extent is to be a multiple.
fn multiples_of(map: &AffineMap, options: &PaddingOptions) -> Vec<Option<i64>> {
    let mut multiples = vec![None; map.num_results()];
    for (at, &dim) in options.dimensions.iter().enumerate() {
        let multiple =
            options.multiples.as_ref().map_or(1, |multiples| multiples.get(at).copied().unwrap_or(1));
        for (expr, entry) in map.results.iter().zip(&mut multiples) {
            if u32::try_from(dim).is_ok_and(|dim| expr.is_function_of_dim(dim)) {
                *entry = Some(multiple.max(1));
            }
        }
    }
    multiples
}

/// The extents to which an operand is padded; `None` if one has no static bound.
fn padded_shape(
    rw: &mut Rewriter<'_>,
    operand: Value,
    multiples: &[Option<i64>],
    prescribed: &[Option<OpFoldResult>],
    loc: Loc,
) -> Option<Vec<OpFoldResult>> {
    let shape = rw.value(operand).ty().shape(rw.cx())?.to_vec();
    let mut sizes = Vec::with_capacity(shape.len());
    for (dim, &known) in shape.iter().enumerate() {
        let Some(multiple) = multiples[dim] else {
            sizes.push(extent(rw, operand, dim, loc));
            continue;
        };
        if let Some(size) = prescribed[dim] {
            let rounded =
                AffineExpr::ceil_div(AffineExpr::dim(0), AffineExpr::symbol(0)) * AffineExpr::symbol(0);
            let map = AffineMap::new(1, 1, vec![rounded]);
            sizes.push(composed_apply(rw, &map, &[size, OpFoldResult::Static(multiple)], loc));
            continue;
        }
        let bound = match known {
            DYNAMIC => {
                let quantity = Quantity { value: rw.value(operand), dim: Some(dim) };
                ValueBoundsConstraintSet::compute_constant_bound(BoundKind::Upper, &quantity.into())?
            }
            known => known,
        };
        sizes.push(OpFoldResult::Static(bound.checked_add(multiple - 1)? / multiple * multiple));
    }
    Some(sizes)
}

/// Pads the operands of a structured op on tensors, after it, and computes it on them; the op stays. `None` for another op,
/// and where an operand cannot be padded.
pub fn rewrite_as_padded(rw: &mut Rewriter<'_>, op: Op, options: &PaddingOptions) -> Option<PaddedOp> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let structured = as_structured(view)?;
    let (maps, (first, count)) = (structured.indexing_maps(view), structured.destinations(view));
    let is_on_tensors = has_tensor_semantics(view);
    let (loc, results) = (view.loc(), view.num_results());
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let shapes: Vec<Vec<i64>> =
        view.operands().map(|value| value.ty().shape_or_scalar(cx).to_vec()).collect();
    let mut prescribed: Vec<Vec<Option<OpFoldResult>>> =
        shapes.iter().map(|shape| vec![None; shape.len()]).collect();
    if options.keeps_dynamic && is_on_tensors {
        rw.set_insertion_point_before(op);
        for (operand, shape) in shapes.iter().enumerate() {
            for dim in (0..shape.len()).filter(|&dim| shape[dim] == DYNAMIC) {
                let loc = rw.value(operands[operand]).loc();
                prescribed[operand][dim] = Some(extent(rw, operands[operand], dim, loc));
            }
        }
    }
    let values = padding_values(rw, op, &options.values)?;
    if !is_on_tensors {
        return rw.notify_match_failure(op, "expected operation on tensors");
    }
    rw.set_insertion_point_after(op);
    let (mut padded, mut pads) = (operands.clone(), Vec::new());
    for (at, &operand) in operands.iter().enumerate() {
        let multiples = multiples_of(&maps[at], options);
        let fits = |(&known, multiple): (&i64, &Option<i64>)| {
            multiple.is_none_or(|multiple| known != DYNAMIC && known % multiple == 0)
        };
        let fits = shapes[at].iter().zip(&multiples).all(fits);
        let nofold = options.nofold.get(at).copied().unwrap_or(false);
        if fits && !nofold {
            continue;
        }
        let Some(&attr) = values.get(at) else {
            return rw.notify_match_failure(op, "--no padding value specified");
        };
        let element = rw.value(operand).ty().element_type_or_self(cx);
        let value = create_padding_value(rw, attr, element, loc);
        let shape = match fits {
            true => shapes[at].iter().map(|&known| kept_extent(known, value)).collect(),
            false => match padded_shape(rw, operand, &multiples, &prescribed[at], loc) {
                Some(shape) => shape,
                None => return rw.notify_match_failure(op, "operand cannot be bound statically"),
            },
        };
        let target = PadTarget { shape, pads_dynamic: !fits, value, nofold };
        padded[at] = make_composed_pad_high(rw, operand, &target, loc)?;
        pads.extend(rw.value(padded[at]).defining_op().filter(|op| op.isa::<PadOp>()).map(|op| op.id()));
    }
    let replacements = Vec::with_capacity(results);
    let mut made = compute_padded(rw, op, &padded, PaddedOp { op, pads, replacements })?;
    let inits = &operands[first..first + count];
    for (value, &init) in made.replacements.iter_mut().zip(inits) {
        let ty = rw.value(init).ty();
        *value = match options.copy_back {
            CopyBack::None => continue,
            CopyBack::Materialize => {
                rw.build_value(MaterializeInDestinationOp::of(*value, init).result(ty).loc(loc))
            }
            CopyBack::Copy => {
                let copy = make_named(rw, CopyOp::DEF, &[*value], &[init], &[], loc)?;
                rw.body().results(copy).next()?
            }
        };
    }
    Some(made)
}

/// An unpadded extent: the static size, or `any` value for a dynamic one.
fn kept_extent(known: i64, any: Value) -> OpFoldResult {
    match known {
        DYNAMIC => OpFoldResult::Value(any),
        known => OpFoldResult::Static(known),
    }
}

/// Computes an op on padded operands, at the insertion point, and takes the parts of its results that are no padding.
pub(crate) fn compute_padded(
    rw: &mut Rewriter<'_>,
    op: Op,
    operands: &[Value],
    mut made: PaddedOp,
) -> Option<PaddedOp> {
    let (loc, results) = (rw.op(op).loc(), rw.op(op).num_results());
    let shapes = reified_shapes(rw, op)?;
    let inits = operands.get(operands.len().checked_sub(results)?..)?;
    let types: Vec<Type> = inits.iter().map(|&value| rw.value(value).ty()).collect();
    made.op = copy_with(rw, op, operands, &types)?;
    let values: Vec<Value> = rw.body().results(made.op).collect();
    for (value, sizes) in values.into_iter().zip(shapes) {
        let part = Tile { offsets: vec![OpFoldResult::Static(0); sizes.len()], sizes };
        let slice = extract_slice(rw, value, &part, loc);
        made.replacements.extend(rw.body().results(slice).next());
    }
    Some(made)
}
