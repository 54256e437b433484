//! Simplification of expanding and collapsing reshapes, for tensors and for buffers.

use terrace_dialects_core::arith::MulIOp;
use terrace_ir::build::OperationState;
use terrace_ir::interfaces::mixed_values;
use terrace_ir::{
    Attr, AttrData, Context, DYNAMIC, Folded, Loc, Op, OpFoldResult, OpFoldResultRef, OpKind, OpRef,
    Rewriter, Type, Value, ValueRef,
};

use crate::index_values::{fixed_attr, index_constant, indices, known_mixed, split};
use crate::layout::memref as memref_of;
use crate::reassociation::groups;
use crate::{memref, tensor};

/// The ops of one kind of container.
pub trait Reshapes {
    /// Expands dimensions to several each.
    type Expand: OpKind;
    /// Collapses several dimensions to one.
    type Collapse: OpKind;
    /// Changes the static extents of a shape.
    type Cast: OpKind;
}

/// Groups of dimensions as an attribute.
pub fn groups_attr(cx: &Context, groups: &[Vec<i64>]) -> Attr {
    let list = |group: &Vec<i64>| {
        let items: Vec<Attr> = group.iter().map(|&dim| cx.int_attr(Type::I64, dim)).collect();
        cx.array_attr(&items)
    };
    let lists: Vec<Attr> = groups.iter().map(list).collect();
    cx.array_attr(&lists)
}

/// An op that expands or collapses dimensions.
pub trait ReassociativeReshape: Send + Sync {
    /// The reshaped value.
    fn src<'a>(&self, op: OpRef<'a>) -> ValueRef<'a>;
    /// The groups of dimensions.
    fn reassociation(&self, op: OpRef<'_>) -> Attr;
    /// The extents of the result, if the op takes dimensions apart.
    fn output_shape<'a>(&self, _op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        Vec::new()
    }
}

macro_rules! reassociative_reshapes {
    ($($op:ty = $view:path $(, $output_shape:ident, $static_output_shape:ident)?;)*) => {
        $(
            impl ReassociativeReshape for $op {
                fn src<'a>(&self, op: OpRef<'a>) -> ValueRef<'a> {
                    $view(op).src()
                }
                fn reassociation(&self, op: OpRef<'_>) -> Attr {
                    $view(op).reassociation_attr()
                }
                $(
                    fn output_shape<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
                        let view = $view(op);
                        mixed_values(&view.$static_output_shape().to_vec(), view.$output_shape())
                    }
                )?
            }
        )*
    };
}

reassociative_reshapes! {
    memref::CollapseShapeOp = memref::CollapseShapeOpView;
    memref::ExpandShapeOp = memref::ExpandShapeOpView, output_shape, static_output_shape;
    tensor::CollapseShapeOp = tensor::CollapseShapeOpView;
    tensor::ExpandShapeOp = tensor::ExpandShapeOpView, output_shape, static_output_shape;
}

/// The operand of a reshape; `None` for other ops.
pub fn reshape_source(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    Some(op.interface::<dyn ReassociativeReshape>()?.src(op))
}

/// The groups of an op that has some.
pub fn groups_of(op: OpRef<'_>) -> Vec<Vec<i64>> {
    let reshape = op.interface::<dyn ReassociativeReshape>();
    reshape.map_or(Vec::new(), |reshape| groups(op.cx(), reshape.reassociation(op)))
}

/// The extents of the result of an op that expands dimensions.
pub fn output_shape(op: OpRef<'_>) -> Vec<OpFoldResultRef<'_>> {
    op.interface::<dyn ReassociativeReshape>().map_or(Vec::new(), |reshape| reshape.output_shape(op))
}

/// Creates an expanding op at the insertion point.
pub fn make_expand<R: Reshapes>(
    rw: &mut Rewriter<'_>,
    source: Value,
    groups: &[Vec<i64>],
    shape: &[OpFoldResult],
    ty: Type,
    loc: Loc,
) -> Value {
    let cx = rw.cx();
    let operands: Vec<Value> = std::iter::once(source).chain(split(shape).0).collect();
    let expand = OperationState::positional::<R::Expand>(&operands, &[]).with_results(&[ty]).with_loc(loc);
    let expand = expand.with_attr("reassociation", groups_attr(cx, groups));
    rw.build_value(expand.with_attr("static_output_shape", fixed_attr(cx, shape)))
}

/// Creates a collapsing op at the insertion point.
pub fn make_collapse<R: Reshapes>(
    rw: &mut Rewriter<'_>,
    source: Value,
    groups: &[Vec<i64>],
    ty: Type,
    loc: Loc,
) -> Value {
    let collapse = OperationState::unary::<R::Collapse>(source).with_results(&[ty]).with_loc(loc);
    rw.build_value(collapse.with_attr("reassociation", groups_attr(rw.cx(), groups)))
}

fn num_dynamic(shape: &[i64]) -> usize {
    shape.iter().filter(|&&extent| extent == DYNAMIC).count()
}

fn part<'a>(shape: &'a [i64], group: &[i64]) -> &'a [i64] {
    let start = group.first().map_or(0, |&first| first as usize);
    shape.get(start..start + group.len()).unwrap_or(&[])
}

/// The elements of a constant under another shape.
pub fn reshaped(cx: &Context, elements: Attr, ty: Type) -> Option<Attr> {
    match elements.data(cx) {
        AttrData::DenseElements { data, splat, .. } if ty.has_static_shape(cx) => {
            Some(cx.attr(AttrData::DenseElements { ty, data: data.clone(), splat: *splat }))
        }
        _ => None,
    }
}

/// A shape that does not change, and one that `Inverse` brought about and that is changed back.
pub fn fold_reshape<Inverse: OpKind>(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let Some(source) = reshape_source(op) else { return Folded::Unchanged };
    let ty = op.single_result().ty();
    if source.ty() == ty {
        return source.into();
    }
    if let Some(elements) = constants.first().copied().flatten().and_then(|attr| reshaped(cx, attr, ty)) {
        return elements.into();
    }
    let inner = source.defining_op().filter(|inner| inner.isa::<Inverse>());
    let Some((inner, original)) = inner.and_then(|inner| Some((inner, reshape_source(inner)?))) else {
        return Folded::Unchanged;
    };
    let (Some(shape), Some(between)) = (original.ty().shape(cx), source.ty().shape(cx)) else {
        return Folded::Unchanged;
    };
    if original.ty() != ty {
        return Folded::Unchanged;
    }
    let groups = groups_of(op);
    // Where two extents of a group are unknown, they need not be those there were.
    let determined = num_dynamic(shape) < 2
        || groups == groups_of(inner)
            && (shape.len() < between.len()
                || groups.iter().all(|group| num_dynamic(part(shape, group)) < 2));
    determined.then_some(original).into()
}

fn has_layout(cx: &Context, ty: Type) -> bool {
    memref_of(cx, ty).is_some_and(|buffer| !buffer.has_identity_layout(cx))
}

/// The inner op and its source, if neither it nor the outer one involves layouts.
fn inner_of<K: OpKind>(op: OpRef<'_>, result: bool) -> Option<(OpRef<'_>, ValueRef<'_>)> {
    let between = reshape_source(op)?;
    let inner = between.defining_op().filter(|inner| inner.isa::<K>())?;
    let source = reshape_source(inner)?;
    let plain = |value: ValueRef<'_>| !has_layout(op.cx(), value.ty());
    (plain(source) && plain(between) && (!result || plain(op.single_result()))).then_some((inner, source))
}

/// The groups of two steps in one direction.
fn compose_groups(first: Vec<Vec<i64>>, second: Vec<Vec<i64>>) -> Option<Vec<Vec<i64>>> {
    let (fine, coarse) = match first.len().cmp(&second.len()) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => (first, second),
        std::cmp::Ordering::Less => (second, first),
    };
    if coarse.is_empty() {
        return Some(Vec::new());
    }
    if fine.len() != coarse.iter().map(Vec::len).sum::<usize>() {
        return None;
    }
    let union = |group: &Vec<i64>| -> Option<Vec<i64>> {
        let parts: Option<Vec<&Vec<i64>>> =
            group.iter().map(|&i| fine.get(usize::try_from(i).ok()?)).collect();
        Some(parts?.into_iter().flatten().copied().collect())
    };
    coarse.iter().map(union).collect()
}

/// Taking apart in two steps is one.
pub fn compose_expand<R: Reshapes>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (inner, source) = inner_of::<R::Expand>(view, true)?;
    let groups = compose_groups(groups_of(inner), groups_of(view))?;
    let (source, ty, loc) = (source.id(), view.single_result().ty(), view.loc());
    let shape = indices(&output_shape(view));
    rw.set_insertion_point_before(op);
    let made = make_expand::<R>(rw, source, &groups, &shape, ty, loc);
    rw.replace_op(op, &[made]);
    Some(())
}

/// Putting together in two steps is one.
pub fn compose_collapse<R: Reshapes>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let (inner, source) = inner_of::<R::Collapse>(view, true)?;
    let groups = compose_groups(groups_of(inner), groups_of(view))?;
    let (source, ty, loc) = (source.id(), view.single_result().ty(), view.loc());
    rw.set_insertion_point_before(op);
    let made = make_collapse::<R>(rw, source, &groups, ty, loc);
    rw.replace_op(op, &[made]);
    Some(())
}

/// Taking apart and putting together is whichever of the two does more, where their groups nest.
pub fn collapse_of_expand<R: Reshapes>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (inner, source) = inner_of::<R::Expand>(view, false)?;
    let (from, to) = (source.ty(), view.single_result().ty());
    let (from_rank, to_rank) = (from.shape(cx)?.len(), to.shape(cx)?.len());
    if from == to {
        return None;
    }
    let (apart, together) = (groups_of(inner), groups_of(view));
    let (fine, coarse) = if from_rank > to_rank { (&apart, &together) } else { (&together, &apart) };
    let mut composed = Vec::with_capacity(coarse.len());
    let mut next = 0;
    for group in coarse {
        let (mut members, end) = (Vec::new(), *group.last()?);
        while let Some(inner) = fine.get(next) {
            let last = *inner.last()?;
            if last > end {
                return None;
            }
            members.push(next as i64);
            next += 1;
            if last == end {
                break;
            }
        }
        composed.push(members);
    }
    let (source, loc) = (source.id(), view.loc());
    let sizes: Vec<Vec<OpFoldResult>> = {
        let shape = output_shape(inner);
        let one = |&dim: &i64| {
            shape.get(dim as usize).map(|&size| known_mixed(size).map_or(size.into(), OpFoldResult::Static))
        };
        together.iter().map(|group| group.iter().filter_map(one).collect()).collect()
    };
    rw.set_insertion_point_before(op);
    let made = match from_rank.cmp(&to_rank) {
        std::cmp::Ordering::Greater => make_collapse::<R>(rw, source, &composed, to, loc),
        std::cmp::Ordering::Less => {
            let shape: Vec<OpFoldResult> = sizes.iter().map(|sizes| product(rw, sizes, loc)).collect();
            make_expand::<R>(rw, source, &composed, &shape, to, loc)
        }
        std::cmp::Ordering::Equal => {
            rw.build_value(OperationState::unary::<R::Cast>(source).with_results(&[to]).with_loc(loc))
        }
    };
    rw.replace_op(op, &[made]);
    Some(())
}

/// The product of sizes.
fn product(rw: &mut Rewriter<'_>, sizes: &[OpFoldResult], loc: Loc) -> OpFoldResult {
    let (values, fixed) = split(sizes);
    let number = fixed.iter().filter(|&&n| n != DYNAMIC).fold(1i64, |all, &n| all.wrapping_mul(n));
    let mut values = values.into_iter();
    let Some(mut result) = values.next() else { return OpFoldResult::Static(number) };
    for value in values {
        result = rw.build_value(MulIOp::of(result, value).result(Type::INDEX).loc(loc));
    }
    if number != 1 {
        let number = index_constant(rw, number, loc);
        result = rw.build_value(MulIOp::of(result, number).result(Type::INDEX).loc(loc));
    }
    OpFoldResult::Value(result)
}

/// Putting together and taking apart is one of the two, where each group is.
pub fn expand_of_collapse<R: Reshapes>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (inner, source) = inner_of::<R::Collapse>(view, false)?;
    if has_layout(cx, inner.single_result().ty()) {
        return None;
    }
    let to = view.single_result().ty();
    let (from_shape, to_shape) = (source.ty().shape(cx)?, to.shape(cx)?);
    let (together, apart) = (groups_of(inner), groups_of(view));
    let (source, loc) = (source.id(), view.loc());
    let made = match from_shape.len().cmp(&to_shape.len()) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => {
            let groups = groups_between(&together, &apart, from_shape, to_shape)?;
            rw.set_insertion_point_before(op);
            make_collapse::<R>(rw, source, &groups, to, loc)
        }
        std::cmp::Ordering::Less => {
            let groups = groups_between(&apart, &together, to_shape, from_shape)?;
            let shape = indices(&output_shape(view));
            rw.set_insertion_point_before(op);
            make_expand::<R>(rw, source, &groups, &shape, to, loc)
        }
    };
    rw.replace_op(op, &[made]);
    Some(())
}

/// The groups that make `to` of `from`, within groups that make the same shape of either.
fn groups_between(
    from_groups: &[Vec<i64>],
    to_groups: &[Vec<i64>],
    from: &[i64],
    to: &[i64],
) -> Option<Vec<Vec<i64>>> {
    if from_groups.is_empty() {
        return collapsing_groups(from, to);
    }
    let mut out = Vec::with_capacity(to.len());
    for (group, other) in from_groups.iter().zip(to_groups) {
        let (wide, narrow) = (part(from, group), part(to, other));
        if num_dynamic(wide) >= 2 && num_dynamic(narrow) >= 2 {
            return None;
        }
        let start = *group.first()?;
        if wide.len() == narrow.len() {
            if wide != narrow {
                return None;
            }
            out.extend((0..wide.len() as i64).map(|i| vec![start + i]));
            continue;
        }
        let inner = collapsing_groups(wide, narrow)?;
        out.extend(inner.iter().map(|group| group.iter().map(|dim| start + dim).collect::<Vec<i64>>()));
    }
    Some(out)
}

/// First and last dimension of a group.
type Range = (usize, usize);

/// The group, at or after `start`, that a dynamic extent is collapsed from: up to the first dynamic one.
fn dynamic_range(from: &[i64], start: usize, greedy: bool) -> Option<Range> {
    let found = (start..from.len()).find(|&i| from[i] == DYNAMIC)?;
    Some((start, if greedy { from.len() - 1 } else { found }))
}

/// The first group, at or after `start`, whose product is `size`; `greedy` takes along ones after.
fn sized_range(from: &[i64], start: usize, size: i64, greedy: bool) -> Option<Range> {
    let (mut left, mut right, mut product) = (start, start, 1i64);
    loop {
        let extent = *from.get(right)?;
        if extent == DYNAMIC {
            (left, right, product) = (right + 1, right + 1, 1);
            continue;
        }
        product = product.wrapping_mul(extent);
        while product > size && left < right {
            product /= from[left].max(1);
            left += 1;
        }
        if product == size {
            break;
        }
        right += 1;
    }
    if greedy {
        while from.get(right + 1) == Some(&1) {
            right += 1;
        }
    }
    Some((left, right))
}

/// A group for each extent of `to`, from left to right.
fn ranges(from: &[i64], to: &[i64]) -> Option<Vec<Range>> {
    let mut out: Vec<Range> = Vec::with_capacity(to.len());
    let mut next = 0;
    for (i, &size) in to.iter().enumerate() {
        let greedy = i + 1 == to.len();
        let (left, right) = match size {
            DYNAMIC => dynamic_range(from, next, greedy)?,
            size => sized_range(from, next, size, greedy)?,
        };
        if left > next {
            // What was skipped can only belong to an unknown extent before.
            if i == 0 || to[i - 1] != DYNAMIC {
                return None;
            }
            out.last_mut()?.1 = left - 1;
        }
        next = right + 1;
        out.push((left, right));
    }
    (next == from.len()).then_some(out)
}

/// The groups of dimensions of `from` that collapse to `to`; `None` if they are ambiguous.
pub fn collapsing_groups(from: &[i64], to: &[i64]) -> Option<Vec<Vec<i64>>> {
    if from.len() <= to.len() {
        return None;
    }
    if to.is_empty() {
        return from.iter().all(|&extent| extent == 1 || extent == DYNAMIC).then(Vec::new);
    }
    let forward = ranges(from, to)?;
    let reversed = |list: &[i64]| list.iter().rev().copied().collect::<Vec<i64>>();
    let last = from.len() - 1;
    let backward = ranges(&reversed(from), &reversed(to))?;
    let backward = backward.iter().rev().map(|&(left, right)| (last - right, last - left));
    for (&(left, right), (other_left, other_right)) in forward.iter().zip(backward) {
        // Where reading from either end differs, it may only be by ones.
        let in_both = |i: usize| i >= left.max(other_left) && i <= right.min(other_right);
        let differs = (left.min(other_left)..=right.max(other_right)).filter(|&i| !in_both(i));
        let in_either = |i: &usize| (left..=right).contains(i) || (other_left..=other_right).contains(i);
        if differs.filter(in_either).any(|i| from[i] != 1) {
            return None;
        }
    }
    Some(forward.iter().map(|&(left, right)| (left as i64..=right as i64).collect()).collect())
}
