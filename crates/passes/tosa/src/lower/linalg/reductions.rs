//! Reductions along an axis, and the places of greatest elements.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_core::arith::{
    AddFOp, AddIOp, AndIOp, CmpFPredicate, CmpIPredicate, ExtFOp, IndexCastOp, MaxSIOp, MaximumFOp, MinSIOp,
    MinimumFOp, MulFOp, MulIOp, OrIOp, TruncFOp,
};
use terrace_dialects_linalg::builders::{Loops, make_named};
use terrace_dialects_linalg::map_reduce::ReduceOp;
use terrace_dialects_linalg::named_elementwise::SelectOp;
use terrace_dialects_linalg::region_ops::IndexOp;
use terrace_dialects_tosa::attrs::{NanPropagationMode, NanPropagationModeAttr};
use terrace_dialects_tosa::reductions::{
    ArgMaxOp, ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp, ReduceProductOp, ReduceSumOp,
};
use terrace_dialects_tosa::shapes::int_attr;
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::{
    Attr, AttrData, Context, DYNAMIC, Op, OpDef, OpKind, OpRef, RankedTensorType, Type, TypeData, Value,
};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apfloat::ApFloat;
use terrace_support::apint::ApInt;

use super::make::{Make, replace_with_cast};

/// The element with which a reduction begins.
#[derive(Clone, Copy)]
enum Start {
    Number(i64),
    Least,
    Greatest,
}

impl Start {
    /// The element of a type; `None` if the type has none.
    fn attr(self, cx: &Context, element: Type) -> Option<Attr> {
        if let Some(kind) = element.float_kind(cx) {
            let number = match self {
                Start::Number(number) => ApFloat::from_f64(kind, number as f64),
                Start::Least => extreme(cx, element, true)?,
                Start::Greatest => extreme(cx, element, false)?,
            };
            return Some(cx.float_attr(element, number));
        }
        let TypeData::Integer { width, .. } = *element.data(cx) else { return None };
        let number = match self {
            Start::Number(number) => return Some(cx.int_attr(element, number)),
            Start::Least => ApInt::signed_min(width),
            Start::Greatest => ApInt::signed_max(width),
        };
        Some(cx.attr(AttrData::Integer { ty: element, value: number }))
    }
}

/// The float that is not greater, or not less, than others: an infinity, if there are some. `None` for floats without a sign.
///
/// Upstream takes the finite one, which is greater than infinities are.
pub(super) fn extreme(cx: &Context, element: Type, is_least: bool) -> Option<ApFloat> {
    let kind = element.float_kind(cx).filter(|kind| kind.has_zero())?;
    Some(match kind.has_infinity() && !cx.matches_upstream() {
        true => ApFloat::infinity(kind, is_least),
        false => ApFloat::largest(kind, is_least),
    })
}

/// Combines an element with those before it.
type Combine = fn(&mut Arith<'_, '_>, Value, Value) -> Value;

/// A reduction.
pub(super) struct Reduction {
    pub(super) def: &'static OpDef,
    start: Start,
    floats: Option<Combine>,
    ints: Option<Combine>,
}

macro_rules! reductions {
    ($($op:ident from $start:expr => $([$float:ident])? $int:ident;)*) => {
        &[$(Reduction {
            def: $op::DEF,
            start: $start,
            floats: reductions!(@floats $($float)?),
            ints: Some(|make, a, b| make.binary::<$int>(a, b)),
        }),*]
    };
    (@floats) => { None };
    (@floats $float:ident) => { Some(|make, a, b| make.binary::<$float>(a, b)) };
}

/// The reductions, with the ops on floats and on integers.
pub(super) static REDUCTIONS: &[Reduction] = reductions! {
    ReduceAllOp from Start::Number(1) => AndIOp;
    ReduceAnyOp from Start::Number(0) => OrIOp;
    ReduceMaxOp from Start::Least => [MaximumFOp] MaxSIOp;
    ReduceMinOp from Start::Greatest => [MinimumFOp] MinSIOp;
    ReduceProductOp from Start::Number(1) => [MulFOp] MulIOp;
    ReduceSumOp from Start::Number(0) => [AddFOp] AddIOp;
};

/// The tensor that is reduced, and what it is without the axis.
struct Reduced {
    input: Value,
    axis: usize,
    shape: Vec<i64>,
    sizes: Vec<Value>,
}

impl Reduced {
    fn new(make: &mut Make<'_, '_>, input: Value, axis: usize) -> Option<Self> {
        let mut shape = make.ty(input).shape(make.rw.cx())?.to_vec();
        if axis >= shape.len() {
            return None;
        }
        let dims = (0..shape.len()).filter(|&dim| dim != axis && shape[dim] == DYNAMIC);
        let sizes = dims.map(|dim| make.dim(input, dim)).collect();
        shape.remove(axis);
        Some(Self { input, axis, shape, sizes })
    }

    fn empty(&self, make: &mut Make<'_, '_>, element: Type) -> Value {
        let ty = RankedTensorType::get(make.rw.cx(), &self.shape, element);
        make.empty(ty, &self.sizes)
    }

    /// A tensor of the reduced shape, which has this element everywhere.
    fn filled(&self, make: &mut Make<'_, '_>, number: Attr) -> Option<Value> {
        let element = number.ty(make.rw.cx())?;
        let init = self.empty(make, element);
        let number = make.constant(number)?;
        make.filled(number, init)
    }

    /// The same, with the constant before the tensor.
    fn filled_with(&self, make: &mut Make<'_, '_>, number: Attr) -> Option<Value> {
        let (element, number) = (number.ty(make.rw.cx())?, make.constant(number)?);
        let init = self.empty(make, element);
        make.filled(number, init)
    }

    /// `linalg.reduce` from these elements on.
    fn reduce(
        &self,
        make: &mut Make<'_, '_>,
        inits: &[Value],
        build: impl FnOnce(&mut Arith<'_, '_>, &[Value]) -> Option<Vec<Value>>,
    ) -> Option<Vec<Value>> {
        let inputs = vec![self.input; inits.len()];
        let region =
            make.region_of(&inputs, inits, |make, args| build(&mut Arith::new(make.rw, make.loc), args))?;
        let types: Vec<Type> = inits.iter().map(|&init| make.ty(init)).collect();
        let dims = make.rw.cx().i64_array(&[self.axis as i64]);
        let op = ReduceOp::of().inputs(&inputs).inits(inits).loc(make.loc).dimensions_attr(dims);
        let op = make.rw.build(op.results(&types).combiner(region));
        Some(make.rw.body().results(op).collect())
    }
}

fn nan_mode(op: OpRef<'_>) -> Option<NanPropagationMode> {
    NanPropagationModeAttr::value(op.cx(), op.attr("nan_mode")?)
}

/// Lowers a reduction: to `linalg.reduce`, and an expansion by the axis.
pub(super) fn lower(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    reduction: &Reduction,
) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty) = (view.loc(), view.single_result().ty());
    let element = view.single_operand().ty().element_type(cx)?;
    let axis = usize::try_from(int_attr(view, "axis")?).ok()?;
    let ignores_nan = element.is_float(cx) && nan_mode(view) == Some(NanPropagationMode::Ignore);
    let is_logical = reduction.floats.is_none();
    let combine = if element.is_float(cx) { reduction.floats } else { reduction.ints };
    let (Some(combine), Some(start)) = (combine, reduction.start.attr(cx, element)) else {
        return rw.notify_match_failure(op, "unable to create linalg.generic body for reduce op");
    };
    if is_logical && element != Type::I1 {
        return rw.notify_match_failure(op, "expected truth values");
    }
    // Sums of short floats are of longer ones.
    let is_short = element == Type::BF16 && std::ptr::eq(reduction.def, ReduceSumOp::DEF);
    let start = if is_short { reduction.start.attr(cx, Type::F32)? } else { start };
    let input = adaptor.flat().pop()?;
    let mut make = Make { rw, loc };
    let reduced = Reduced::new(&mut make, input, axis)?;
    let result = match ignores_nan {
        true => reduced.of_numbers(&mut make, element, start, combine)?,
        false => reduced.of_all(&mut make, element, start, combine)?,
    };
    let result = expand(&mut make, result, axis)?;
    replace_with_cast(rw, op, result, ty, loc)
}

impl Reduced {
    /// The reduction of all elements, in the type of the start, and that in the type of the elements.
    fn of_all(&self, make: &mut Make<'_, '_>, element: Type, start: Attr, combine: Combine) -> Option<Value> {
        let init = self.filled(make, start)?;
        let acc = start.ty(make.rw.cx())?;
        let results = self.reduce(make, &[init], |make, args| {
            let &[value, found] = args.first_chunk::<2>()?;
            let value = make.resize::<ExtFOp>(value, acc);
            Some(vec![combine(make, value, found)])
        })?;
        let result = *results.first()?;
        if acc == element {
            return Some(result);
        }
        let init = self.empty(make, element);
        make.map_elements(&[result], init, |make, args| {
            Some(Arith::new(make.rw, make.loc).cast::<TruncFOp>(*args.first()?, element))
        })
    }

    /// The reduction of the floats that are numbers; no number if none is.
    fn of_numbers(
        &self,
        make: &mut Make<'_, '_>,
        element: Type,
        start: Attr,
        combine: Combine,
    ) -> Option<Value> {
        let cx = make.rw.cx();
        let inits = [self.filled(make, start)?, self.filled_with(make, cx.int_attr(Type::I1, 1))?];
        let results = self.reduce(make, &inits, |make, args| {
            let &[value, _, found, all_nan] = args.first_chunk::<4>()?;
            let combined = combine(make, value, found);
            let is_nan = make.compare_floats(CmpFPredicate::Uno, value, value);
            let combined = make.select(is_nan, found, combined);
            Some(vec![combined, make.binary::<AndIOp>(all_nan, is_nan)])
        })?;
        let &[result, all_nan] = results.first_chunk::<2>()?;
        let nan = cx.float_attr(element, ApFloat::nan(element.float_kind(cx)?, false));
        let nans = self.filled_with(make, nan)?;
        let init = self.empty(make, element);
        let select = make_named(make.rw, SelectOp::DEF, &[all_nan, nans, result], &[init], &[], make.loc)?;
        Some(make.rw.body().single_result(select))
    }
}

/// The tensor with a dimension of extent one at a place.
fn expand(make: &mut Make<'_, '_>, value: Value, axis: usize) -> Option<Value> {
    let mut shape = make.ty(value).shape(make.rw.cx())?.to_vec();
    let rank = shape.len();
    let mut groups: Vec<Vec<i64>> =
        (0..rank).map(|dim| vec![if dim > axis { dim + 1 } else { dim } as i64]).collect();
    let group = axis.min(rank.saturating_sub(1));
    groups.iter_mut().skip(group).take(1).for_each(|dims| dims.push(group as i64 + 1));
    shape.insert(axis, 1);
    Some(make.expanded(value, &groups, &shape))
}

/// Lowers `tosa.argmax` to a loop that carries the greatest element and its place.
pub(super) fn lower_argmax(rw: &mut ConversionRewriter<'_>, op: ArgMaxOp, adaptor: &Adaptor) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (loc, ty, mode) = (view.0.loc(), view.output().ty(), view.nan_mode());
    let (element, index_ty) = (view.input().ty().element_type(cx)?, ty.element_type(cx)?);
    let axis = usize::try_from(view.axis()).ok()?;
    let rank = view.input().ty().shape(cx)?.len();
    let Some(least) = Start::Least.attr(cx, element) else {
        return rw.notify_match_failure(op, "unsupported tosa.argmax element type");
    };
    let input = adaptor.of(rw, op).input();
    let mut make = Make { rw, loc };
    let reduced = Reduced::new(&mut make, input, axis)?;
    let inits = [reduced.filled(&mut make, cx.int_attr(index_ty, 0))?, reduced.filled(&mut make, least)?];
    let dims = (0..rank).filter(|&dim| dim != axis).map(|dim| AffineExpr::dim(dim as u32)).collect();
    let kept = AffineMap::new(rank as u32, 0, dims);
    let maps = [AffineMap::identity(rank as u32), kept.clone(), kept];
    let parallel: Vec<bool> = (0..rank).map(|dim| dim != axis).collect();
    let loops = Loops { inputs: &[reduced.input], outputs: &inits, maps: &maps, parallel: &parallel };
    let results = make.generic_of_many(&loops, |make, args| {
        let &[value, place, greatest] = args.first_chunk::<3>()?;
        let dim = make.rw.cx().int_attr(Type::I64, axis as i64);
        let index = make.rw.build_value(IndexOp::of().dim_attr(dim).result(Type::INDEX).loc(make.loc));
        let mut make = Arith::new(make.rw, make.loc);
        let index = make.cast::<IndexCastOp>(index, index_ty);
        let is_greater = match () {
            () if !element.is_float(cx) => make.compare(CmpIPredicate::Sgt, value, greatest),
            () if mode == NanPropagationMode::Ignore => {
                make.compare_floats(CmpFPredicate::Ogt, value, greatest)
            }
            () => {
                // The first element that is not a number is the greatest.
                let is_greater = make.compare_floats(CmpFPredicate::Ugt, value, greatest);
                let is_number = make.compare_floats(CmpFPredicate::Ord, greatest, greatest);
                make.binary::<AndIOp>(is_greater, is_number)
            }
        };
        let greatest = make.select(is_greater, value, greatest);
        let place = make.select(is_greater, index, place);
        Some(vec![place, greatest])
    })?;
    replace_with_cast(rw, op, *results.first()?, ty, loc)
}
