//! Propagation of reshapes past structured ops: an op takes the expanded dimensions, so that no reshape
//! separates it from the next op.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_linalg::builders::{Loops, make_generic, make_transpose, tensor_types};
use terrace_dialects_linalg::copies::copy_with;
use terrace_dialects_linalg::named_elementwise::{CopyOp, FillOp};
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_linalg::structured::{Structured, as_structured, has_tensor_semantics};
use terrace_dialects_linalg::transpose_broadcast::TransposeOp;
use terrace_dialects_mem::affine::make::composed_apply;
use terrace_dialects_mem::extents::{extent, extents};
use terrace_dialects_mem::index_values::{indices, known_mixed, value_of};
use terrace_dialects_mem::reshape_patterns::{groups_attr, groups_of, output_shape};
use terrace_dialects_mem::tensor::{
    CollapseShapeOp, ExpandShapeOp, PadOp, constant_padding_value, with_shape,
};
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{DYNAMIC, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, ValueRef, pattern};
use terrace_rewrite::motion::{Dominance, move_value_definitions};

use super::pad::make_pad;

/// The patterns, for ops and reshapes whose results are used once.
pub(super) fn patterns() -> Vec<Pattern> {
    vec![
        pattern!("expand_producer", ExpandShapeOp, |rw, op| expand_producer(rw, op.into())),
        Pattern::having(
            "expand_consumer",
            |info| info.interface::<dyn Structured>().is_some(),
            expand_consumer,
        ),
        pattern!("expand_pad", PadOp, expand_pad),
        pattern!("expand_before_collapse", ExpandShapeOp, |rw, op| expand_before_collapse(rw, op.into())),
    ]
}

/// Whether the op that a value is a result of has no other use.
fn is_made_for_one(value: ValueRef<'_>) -> bool {
    value
        .defining_op()
        .is_some_and(|op| op.results().map(|result| result.uses().take(2).count()).sum::<usize>() == 1)
}

/// Whether a structured op can take the loops of a reshaped operand.
fn is_expandable(op: OpRef<'_>, operand: usize) -> bool {
    let Some(structured) = as_structured(op) else { return false };
    let maps = structured.indexing_maps(op);
    has_tensor_semantics(op)
        && maps.iter().all(|map| map.is_projected_permutation(false))
        && maps.get(operand).is_some_and(|map| map.num_results() > 0)
}

/// The type with these extents, of the element and encoding of another.
fn type_of(rw: &Rewriter<'_>, like: Type, shape: &[OpFoldResult]) -> Type {
    let extents: Vec<i64> = shape
        .iter()
        .map(|extent| match *extent {
            OpFoldResult::Static(extent) => extent,
            OpFoldResult::Value(value) => {
                known_mixed(terrace_ir::OpFoldResultRef::Value(rw.value(value))).unwrap_or(DYNAMIC)
            }
        })
        .collect();
    with_shape(rw.cx(), like, &extents)
}

fn make_expand(
    rw: &mut Rewriter<'_>,
    source: Value,
    groups: &[Vec<i64>],
    shape: &[OpFoldResult],
    ty: Type,
    loc: Loc,
) -> Value {
    let op = ExpandShapeOp::of(source).loc(loc).mixed_output_shape(shape);
    rw.build_value(op.reassociation_attr(groups_attr(rw.cx(), groups)).result(ty))
}

fn make_collapse(rw: &mut Rewriter<'_>, source: Value, groups: &[Vec<i64>], ty: Type, loc: Loc) -> Value {
    let op = CollapseShapeOp::of(source).loc(loc);
    rw.build_value(op.reassociation_attr(groups_attr(rw.cx(), groups)).result(ty))
}

/// The loops that an op's loops become: for each, the new ones, and their extents.
struct Expansion {
    loops: Vec<Vec<u32>>,
    extents: Vec<Vec<OpFoldResult>>,
    count: u32,
}

impl Expansion {
    /// The expansion by an operand whose dimensions are expanded in groups.
    fn of(
        rw: &mut Rewriter<'_>,
        op: Op,
        operand: usize,
        groups: &[Vec<i64>],
        shape: &[OpFoldResult],
    ) -> Option<Self> {
        let structured = as_structured(rw.op(op))?;
        let (maps, loc) = (structured.indexing_maps(rw.op(op)), rw.body().loc(op));
        let num_loops = structured.parallel(rw.op(op)).len();
        let mut extents: Vec<Vec<OpFoldResult>> = vec![Vec::new(); num_loops];
        for (result, group) in maps[operand].results.iter().zip(groups) {
            let first = usize::try_from(*group.first()?).ok()?;
            extents[result.as_dim()? as usize] = shape.get(first..first + group.len())?.to_vec();
        }
        for (dim, list) in extents.iter_mut().enumerate().filter(|(_, list)| list.is_empty()) {
            let place =
                maps.iter().enumerate().find_map(|(i, map)| Some((i, map.result_position(dim as u32)?)));
            let (of, at) = place?;
            let value = rw.op(op).operand(of).id();
            list.push(extent(rw, value, at, loc));
        }
        let (mut loops, mut count) = (Vec::new(), 0);
        for list in &extents {
            let next = count + list.len() as u32;
            loops.push((count..next).collect());
            count = next;
        }
        Some(Self { loops, extents, count })
    }

    fn dims<'e>(&'e self, map: &'e AffineMap) -> impl Iterator<Item = usize> + 'e {
        map.results.iter().filter_map(|result| result.as_dim()).map(|dim| dim as usize)
    }

    fn map(&self, map: &AffineMap) -> AffineMap {
        let dims = self.dims(map).flat_map(|dim| self.loops[dim].iter().copied());
        AffineMap::new(self.count, map.num_symbols, dims.map(AffineExpr::dim).collect())
    }

    fn shape(&self, map: &AffineMap) -> Vec<OpFoldResult> {
        self.dims(map).flat_map(|dim| self.extents[dim].iter().copied()).collect()
    }

    /// The groups of dimensions of an operand with this map that were one.
    fn groups(&self, map: &AffineMap) -> Vec<Vec<i64>> {
        let mut next = 0;
        self.dims(map)
            .map(|dim| {
                let first = next;
                next += self.loops[dim].len() as i64;
                (first..next).collect()
            })
            .collect()
    }
}

/// Expands an op by a reshape that collapses or expands an operand, which is given by index. Returns the
/// replacements of its results; the op is left for the caller to replace.
fn expanded(rw: &mut Rewriter<'_>, op: Op, operand: usize, reshape: Op) -> Option<Vec<Value>> {
    let loc = rw.body().loc(op);
    let (expands, groups) = (rw.op(reshape).isa::<ExpandShapeOp>(), groups_of(rw.op(reshape)));
    let source = rw.op(reshape).operands().next()?.id();
    let shape = if expands {
        let shape = indices(&output_shape(rw.op(reshape)));
        let values: Vec<Value> = shape
            .iter()
            .filter_map(|extent| if let OpFoldResult::Value(value) = *extent { Some(value) } else { None })
            .collect();
        move_value_definitions(rw, &values, op, &mut Dominance::default()).ok()?;
        rw.set_insertion_point_before(op);
        shape
    } else {
        rw.set_insertion_point_before(op);
        extents(rw, source, loc)
    };
    let expansion = Expansion::of(rw, op, operand, &groups, &shape)?;
    let structured: &'static dyn Structured = as_structured(rw.op(op))?;
    let (maps, parallel) = (structured.indexing_maps(rw.op(op)), structured.parallel(rw.op(op)));
    let (first, count) = structured.destinations(rw.op(op));
    let operands: Vec<Value> = rw.op(op).operands().map(|value| value.id()).collect();
    let mut new = Vec::with_capacity(operands.len());
    for (at, &value) in operands.iter().enumerate().take(first + count) {
        if at == operand && !expands {
            new.push(source);
            continue;
        }
        let ty = rw.value(value).ty();
        if !ty.is_tensor(rw.cx()) {
            new.push(value);
            continue;
        }
        let shape = expansion.shape(&maps[at]);
        let to = type_of(rw, ty, &shape);
        let groups = expansion.groups(&maps[at]);
        new.push(if to == ty { value } else { make_expand(rw, value, &groups, &shape, to, loc) });
    }
    let types = tensor_types(rw, &new[first..]);
    let made =
        expanded_op(rw, TransposeOp::assume(op), &expansion, (&new, first), (&maps, &parallel), &types)?;
    rw.set_insertion_point_after(made);
    let mut results = Vec::new();
    let old: Vec<Type> = rw.op(op).result_types();
    for (i, ty) in old.into_iter().enumerate() {
        let result = rw.body().result(made, i);
        let groups = expansion.groups(&maps[first + i]);
        results.push(if rw.value(result).ty() == ty {
            result
        } else {
            make_collapse(rw, result, &groups, ty, loc)
        });
    }
    Some(results)
}

/// The op with more loops: of the same kind if that has fixed maps, generic otherwise.
fn expanded_op(
    rw: &mut Rewriter<'_>,
    op: TransposeOp,
    expansion: &Expansion,
    (operands, first): (&[Value], usize),
    (maps, parallel): (&[AffineMap], &[bool]),
    types: &[Type],
) -> Option<Op> {
    let loc = rw.body().loc(op);
    if rw.op(op).isa::<FillOp>() || rw.op(op).isa::<CopyOp>() {
        return copy_with(rw, op.into(), operands, types);
    }
    if rw.op(op).isa::<TransposeOp>() {
        let permutation = op.view(rw).permutation().to_vec();
        let groups = expansion.groups(maps.first()?);
        let dims: Vec<i64> = permutation
            .iter()
            .filter_map(|&dim| groups.get(usize::try_from(dim).ok()?))
            .flat_map(|group| group.iter().copied())
            .collect();
        let &[input, init] = operands else { return None };
        return Some(make_transpose(rw, input, init, &dims, loc));
    }
    let maps: Vec<AffineMap> = maps.iter().map(|map| expansion.map(map)).collect();
    let parallel: Vec<bool> = parallel
        .iter()
        .zip(&expansion.loops)
        .flat_map(|(&kind, loops)| loops.iter().map(move |_| kind))
        .collect();
    let (inputs, outputs) = operands.split_at(first);
    let (from, region) = (rw.op(op).single_region().id(), rw.new_region());
    rw.clone_region(from, region, &mut IrMapping::new())?;
    let made =
        make_generic(rw, &Loops { inputs, outputs, maps: &maps, parallel: &parallel }, types, region, loc);
    let block = rw.op(made).single_region().entry()?;
    let found: Vec<Op> = block.ops().filter(|op| op.isa::<IndexOp>()).map(OpRef::id).collect();
    for index in found {
        replace_index(rw, index, expansion)?;
    }
    rw.set_insertion_point_after(made);
    Some(made)
}

/// The number of an iteration of a loop is computed of those of the loops that it became.
fn replace_index(rw: &mut Rewriter<'_>, index: Op, expansion: &Expansion) -> Option<()> {
    let loc = rw.body().loc(index);
    let dim = usize::try_from(rw.op(index).cast::<IndexOp>()?.dim()).ok()?;
    let (loops, sizes) = (expansion.loops.get(dim)?, expansion.extents.get(dim)?);
    rw.set_insertion_point_before(index);
    let number = |rw: &mut Rewriter<'_>, dim: u32| {
        let dim = rw.cx().int_attr(Type::I64, i64::from(dim));
        rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(loc))
    };
    let (&first, rest) = loops.split_first()?;
    let inner: Vec<Value> = rest.iter().map(|&dim| number(rw, dim)).collect();
    let mut sum = OpFoldResult::Value(number(rw, first));
    let next = AffineExpr::dim(0) + AffineExpr::dim(1) * AffineExpr::symbol(0);
    let next = AffineMap::new(2, 1, vec![next]);
    for (value, &size) in inner.into_iter().zip(&sizes[1..]) {
        sum = composed_apply(rw, &next, &[OpFoldResult::Value(value), sum, size], loc);
    }
    let sum = value_of(rw, sum, loc);
    rw.replace_op(index, &[sum]);
    Some(())
}

/// Computes an expanded result of a structured op directly.
fn expand_producer(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let source = rw.op(op).operands().next()?;
    let producer = source.defining_op()?;
    let (first, _) = as_structured(producer)?.destinations(producer);
    let number = source.index() as usize;
    if !is_expandable(producer, first + number) || !is_made_for_one(source) {
        return None;
    }
    let producer = producer.id();
    let results = expanded(rw, producer, first + number, op)?;
    let result = *results.get(number)?;
    let collapsed = rw.value(result).defining_op().filter(|op| op.isa::<CollapseShapeOp>());
    let replacement = collapsed.and_then(|op| Some(op.operands().next()?.id())).unwrap_or(result);
    rw.replace_op(op, &[replacement]);
    rw.replace_op(producer, &results);
    Some(())
}

/// Expands a structured op that uses a collapsed value, so that it uses the source.
fn expand_consumer(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (first, _) = as_structured(view)?.destinations(view);
    let (operand, reshape) = (0..first).find_map(|operand| {
        let value = view.operand(operand);
        let reshape = value.defining_op().filter(|op| op.isa::<CollapseShapeOp>())?;
        (is_expandable(view, operand) && is_made_for_one(value)).then_some((operand, reshape.id()))
    })?;
    let results = expanded(rw, op, operand, reshape)?;
    rw.replace_op(op, &results);
    Some(())
}

/// Borders along dimensions that were not put together are added before others are.
fn expand_pad(rw: &mut Rewriter<'_>, op: PadOp) -> Option<()> {
    let view = op.view(rw);
    let reshape = view.source().defining_op().filter(|op| op.isa::<CollapseShapeOp>())?;
    let value = constant_padding_value(view.0)?.id();
    if !is_made_for_one(view.source()) {
        return None;
    }
    let (groups, source) = (groups_of(reshape), reshape.operands().next()?);
    let mut shape = source.ty().shape(rw.cx())?.to_vec();
    let padded = view.result().ty().shape(rw.cx())?;
    let borders = [view.mixed_low(), view.mixed_high()];
    let mut new = [Vec::new(), Vec::new()];
    for (i, group) in groups.iter().enumerate() {
        if group.len() > 1 && borders.iter().any(|list| known_mixed(list[i]) != Some(0)) {
            return None;
        }
        if let [only] = group[..] {
            *shape.get_mut(usize::try_from(only).ok()?)? = padded[i];
        }
        for (new, list) in new.iter_mut().zip(&borders) {
            new.extend(group.iter().flat_map(|_| indices(&[list[i]])));
        }
    }
    let (ty, nofold, loc) = (view.result().ty(), view.nofold(), view.0.loc());
    let (source, source_ty) = (source.id(), source.ty());
    rw.set_insertion_point_before(op);
    let to = with_shape(rw.cx(), source_ty, &shape);
    let made = make_pad(rw, source, &new, (value, nofold), to, loc)?;
    let result = rw.body().single_result(made);
    let collapsed = make_collapse(rw, result, &groups, ty, loc);
    rw.replace_op(op, &[collapsed]);
    Some(())
}

/// Moves expansions of dimensions before collapses of others.
fn expand_before_collapse(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let collapse = view.operands().next()?.defining_op().filter(|op| op.isa::<CollapseShapeOp>())?;
    let (apart, together) = (groups_of(view), groups_of(collapse));
    if apart.is_empty() || apart.len() != together.len() {
        return None;
    }
    let (cx, source) = (rw.cx(), collapse.operands().next()?);
    let (from, to) = (source.ty().shape(cx)?, view.single_result().ty().shape(cx)?);
    let part = |shape: &[i64], group: &[i64]| -> Option<Vec<i64>> {
        let first = usize::try_from(*group.first()?).ok()?;
        Some(shape.get(first..first + group.len())?.to_vec())
    };
    for (apart, together) in apart.iter().zip(&together) {
        let fits = match apart.len() == together.len() {
            true => part(from, together)? == part(to, apart)?,
            false => apart.len() == 1 || together.len() == 1,
        };
        if !fits {
            return None;
        }
    }
    let (ty, loc) = (view.single_result().ty(), view.loc());
    let new_sizes = indices(&output_shape(view));
    let (source, source_ty) = (source.id(), source.ty());
    rw.set_insertion_point_before(op);
    let old_sizes = extents(rw, source, loc);
    let (mut shape, mut expanded, mut collapsed) = (Vec::new(), Vec::new(), Vec::new());
    let (mut next, mut after) = (0_i64, 0_i64);
    for (apart, together) in apart.iter().zip(&together) {
        let takes_apart = together.len() == 1 && apart.len() != 1;
        let (list, group) = if takes_apart || apart.len() == together.len() {
            (&new_sizes, apart)
        } else {
            (&old_sizes, together)
        };
        let first = usize::try_from(*group.first()?).ok()?;
        let sizes = list.get(first..first + group.len())?;
        shape.extend_from_slice(sizes);
        let range: Vec<i64> = (next..next + sizes.len() as i64).collect();
        let each = range.iter().map(|&dim| vec![dim]);
        match (takes_apart, apart.len() == together.len()) {
            (true, _) => {
                collapsed.extend(each);
                expanded.push((after..after + sizes.len() as i64).collect());
            }
            (false, true) => {
                collapsed.extend(each);
                expanded.extend((after..after + sizes.len() as i64).map(|dim| vec![dim]));
            }
            (false, false) => {
                collapsed.push(range);
                expanded.extend((after..after + sizes.len() as i64).map(|dim| vec![dim]));
            }
        }
        next += sizes.len() as i64;
        after = next;
    }
    let middle = type_of(rw, source_ty, &shape);
    let made = make_expand(rw, source, &expanded, &shape, middle, loc);
    let made = make_collapse(rw, made, &collapsed, ty, loc);
    rw.replace_op(op, &[made]);
    Some(())
}
