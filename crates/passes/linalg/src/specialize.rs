//! `linalg-specialize-generic-ops`: converts generic ops to equivalent named ops.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::{arith, complex, math};
use terrace_dialects_linalg::attrs::TypeFn;
use terrace_dialects_linalg::builders::{make_broadcast, make_fill, make_named, make_transpose, maps_attr};
use terrace_dialects_linalg::generic::GenericOp;
use terrace_dialects_linalg::matmul::{BatchMatmulOp, MatmulOp};
use terrace_dialects_linalg::named::{Named, NamedOp, are_product_and_sum};
use terrace_dialects_linalg::named_elementwise::{AddOp, CopyOp, DivOp, ExpOp, MulOp, SubOp};
use terrace_dialects_linalg::region_ops::YieldOp;
use terrace_dialects_linalg::structured::as_structured;
use terrace_dialects_linalg::{named_convolution, named_pooling};
use terrace_ir::elements::int_elements;
use terrace_ir::pattern::Pattern;
use terrace_ir::{
    Attr, BinaryOpView, BlockRef, Context, Loc, Op, OpDef, OpKind, OpRef, RankedTensorType, Rewriter, Type,
    Value, ValueRef,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};
use terrace_rewrite::equivalence::same_regions;
use terrace_support::apint::ApInt;

use super::same_work::{Counterpart, computes_the_same};
use terrace_passes_shared::greedy::Greedy;

/// The pass.
pub static SPECIALIZE_GENERIC_OPS: PassDef = PassDef {
    name: "linalg-specialize-generic-ops",
    class: "LinalgSpecializeGenericOpsPass",
    doc: "Convert generic ops back to named ops",
    make: |_| Ok(Pass::Body(Box::new(Greedy::new(SPECIALIZE)))),
    ..EMPTY_PASS
};

/// Patterns that write generic ops as named ones.
pub(crate) static SPECIALIZE: &[Pattern] =
    &[Pattern::new("specialize", GenericOp::DEF.name, |rw, op| specialize(rw, op).map(drop))];

/// The components of a generic op.
struct GenericParts<'a> {
    op: OpRef<'a>,
    maps: Vec<AffineMap>,
    parallel: Vec<bool>,
    inputs: usize,
    outputs: usize,
    block: BlockRef<'a>,
}

impl<'a> GenericParts<'a> {
    fn of(op: OpRef<'a>) -> Option<Self> {
        let structured = as_structured(op)?;
        let (inputs, outputs) = structured.destinations(op);
        let (maps, parallel) = (structured.indexing_maps(op), structured.parallel(op));
        Some(Self { op, maps, parallel, inputs, outputs, block: op.single_region().entry()? })
    }

    fn all_parallel(&self) -> bool {
        !self.parallel.contains(&false)
    }

    /// Whether the payload uses an operand.
    fn sees(&self, operand: usize) -> bool {
        self.block.args().nth(operand).is_some_and(|arg| !arg.is_unused())
    }

    /// The only value that is yielded by a computation without ops.
    fn passed_on(&self) -> Option<ValueRef<'a>> {
        let end = self.block.first().filter(|end| end.isa::<YieldOp>() && end.num_operands() == 1)?;
        Some(end.single_operand())
    }

    /// The argument of the block with this number.
    fn arg(&self, number: usize) -> Option<ValueRef<'a>> {
        self.block.args().nth(number)
    }

    /// The only op of a computation on as many inputs, element by element.
    fn only_op(&self, inputs: usize) -> Option<OpRef<'a>> {
        let shaped =
            self.inputs == inputs && self.outputs == 1 && self.maps.iter().all(AffineMap::is_identity);
        if !self.all_parallel() || self.parallel.is_empty() || !shaped || self.sees(inputs) {
            return None;
        }
        let mut ops = self.block.ops();
        let (only, end, None) = (ops.next()?, ops.next()?, ops.next()) else { return None };
        let fits = only.num_operands() == inputs && only.num_results() == 1 && end.num_operands() == 1;
        let yielded = fits && end.single_operand().defining_op() == Some(only);
        (yielded && (0..inputs).all(|i| self.sees(i))).then_some(only)
    }
}

/// The named op that a generic op is equivalent to, with its operands.
enum Form {
    Copy,
    Fill(Value),
    Broadcast(Vec<i64>),
    Transpose(Vec<i64>),
    Elementwise(&'static OpDef, bool),
    /// A product, with which of its inputs are transposed.
    Product(&'static OpDef, [bool; 2]),
}

/// Replaces a `linalg.generic` by the named op that computes the same, and returns that; `None` if there is none.
pub fn specialize(rw: &mut Rewriter<'_>, op: Op) -> Option<Op> {
    let parts = GenericParts::of(rw.op(op))?;
    let form = form_of(&parts);
    let operands: Vec<Value> = parts.op.operands().map(|value| value.id()).collect();
    let (inputs, outputs) = operands.split_at(parts.inputs);
    let loc = parts.op.loc();
    let Some(form) = form else {
        return if is_contraction(&parts).is_some() { None } else { to_convolution(rw, op, inputs, outputs) };
    };
    if rw.cx().matches_upstream() {
        // Upstream's products have the default maps and casts, independent of those of the generic op.
        let made = make(rw, &form, inputs, outputs, &[None, None], loc)?;
        rw.replace_op_with(op, made);
        return Some(made);
    }
    let Some(props) = choices(rw.cx(), &form).into_iter().find(|props| fits(rw, op, &form, props)) else {
        return rw.notify_match_failure(op, "no named op computes what the body does");
    };
    let made = make(rw, &form, inputs, outputs, &props, loc)?;
    rw.replace_op_with(op, made);
    Some(made)
}

/// Whether the op of a form, with these inherent attributes, is equivalent to a generic op, whose body may be
/// of another function, or whose maps may skip elements.
fn fits(rw: &Rewriter<'_>, op: Op, form: &Form, props: &[Option<Attr>]) -> bool {
    let generic = rw.op(op);
    let Some(parts) = GenericParts::of(generic) else { return false };
    let filled = match *form {
        Form::Fill(value) if parts.inputs == 0 => Some(rw.value(value)),
        _ => None,
    };
    let types: Vec<Type> = filled.into_iter().chain(generic.operands()).map(|value| value.ty()).collect();
    rw.try_out(&types, |rw, block| {
        let operands: Vec<Value> = rw.body().args(block).collect();
        let (inputs, outputs) = operands.split_at(parts.inputs + usize::from(filled.is_some()));
        let form = match form {
            Form::Fill(_) => &Form::Fill(inputs[0]),
            form => form,
        };
        let Some(made) = make(rw, form, inputs, outputs, props, Loc::UNKNOWN) else { return false };
        let mut counterparts: Vec<Counterpart<'_>> = filled.map(Counterpart::Value).into_iter().collect();
        counterparts.extend((0..generic.num_operands()).map(Counterpart::Operand));
        if matches!(form, Form::Elementwise(_, true)) {
            counterparts.swap(0, 1);
        }
        computes_the_same(rw.op(made), generic, &counterparts)
    })
}

/// The inherent attributes that the op of a form may have.
fn choices(cx: &Context, form: &Form) -> Vec<Vec<Option<Attr>>> {
    let Form::Product(def, transposed) = *form else { return vec![Vec::new()] };
    let batches = u32::from(std::ptr::eq(def, BatchMatmulOp::DEF));
    let [m, n, k] = [0, 1, 2].map(|dim| batches + dim);
    let operand = |[row, column]: [u32; 2], transposed: bool| {
        let last = if transposed { [column, row] } else { [row, column] };
        let dims = (0..batches).chain(last).map(AffineExpr::dim).collect();
        AffineMap::new(batches + 3, 0, dims)
    };
    let [left, right] = transposed;
    let maps = transposed
        .contains(&true)
        .then(|| maps_attr(cx, &[operand([m, k], left), operand([k, n], right), operand([m, n], false)]));
    [None, Some(TypeFn::CastUnsigned.attr(cx))].map(|cast| vec![maps, cast]).to_vec()
}

/// The op of a form, with inherent attributes.
fn make(
    rw: &mut Rewriter<'_>,
    form: &Form,
    inputs: &[Value],
    outputs: &[Value],
    props: &[Option<Attr>],
    loc: Loc,
) -> Option<Op> {
    match *form {
        Form::Copy => make_named(rw, CopyOp::DEF, inputs, outputs, &[], loc),
        Form::Fill(value) => make_fill(rw, value, outputs[0], loc),
        Form::Broadcast(ref dims) => Some(make_broadcast(rw, inputs[0], outputs[0], dims, loc)),
        Form::Transpose(ref dims) => Some(make_transpose(rw, inputs[0], outputs[0], dims, loc)),
        Form::Elementwise(def, false) => make_named(rw, def, inputs, outputs, &[], loc),
        Form::Elementwise(def, true) => make_named(rw, def, &[inputs[1], inputs[0]], outputs, &[], loc),
        Form::Product(def, _) => make_named(rw, def, inputs, outputs, props, loc),
    }
}

fn form_of(parts: &GenericParts<'_>) -> Option<Form> {
    if parts.all_parallel()
        && let Some(value) = parts.passed_on()
        && parts.outputs == 1
        && let Some(form) = form_of_passing(parts, value)
    {
        return Some(form);
    }
    if let Some(only) = parts.only_op(1) {
        return only.isa::<math::ExpOp>().then_some(Form::Elementwise(ExpOp::DEF, false));
    }
    if let Some(only) = parts.only_op(2) {
        let swapped = Some(BinaryOpView(only).lhs()) != parts.arg(0);
        let pairs: [(&str, &'static OpDef); 4] = [
            (arith::AddFOp::DEF.name, AddOp::DEF),
            (arith::SubFOp::DEF.name, SubOp::DEF),
            (arith::MulFOp::DEF.name, MulOp::DEF),
            (arith::DivFOp::DEF.name, DivOp::DEF),
        ];
        let found = pairs.iter().find(|(name, _)| *name == only.name_text());
        return found.map(|&(_, def)| Form::Elementwise(def, swapped));
    }
    product_of(parts).map(|(def, transposed)| Form::Product(def, transposed))
}

/// Whether the types of input and output agree on each extent of the input, as the named ops require: they
/// reject an extent that is static in one type and dynamic in the other.
fn same_extents(parts: &GenericParts<'_>, dims: &[u32]) -> bool {
    let shape = |i| parts.op.operand(i).ty().shape(parts.op.cx());
    let (Some(from), Some(to)) = (shape(0), shape(1)) else { return true };
    dims.iter().zip(from).all(|(&dim, extent)| to.get(dim as usize) == Some(extent))
}

/// The form of an op that yields its argument.
fn form_of_passing(parts: &GenericParts<'_>, value: ValueRef<'_>) -> Option<Form> {
    let cx = parts.op.cx();
    if parts.inputs == 0 {
        let constant = value.defining_op()?;
        let known = constant.isa::<arith::ConstantOp>() || constant.isa::<complex::ConstantOp>();
        return (known && !parts.sees(0)).then(|| Form::Fill(value.id()));
    }
    let [from, to] = parts.maps.as_slice() else { return None };
    if from.is_identity() && to.is_identity() && Some(value) == parts.arg(0) {
        return Some(Form::Copy);
    }
    if Some(value) != parts.arg(0) {
        return None;
    }
    let input = parts.op.operands().next()?;
    if parts.sees(0) && !parts.sees(1) && input.ty().shape(cx).is_none_or(<[i64]>::is_empty) {
        // A tensor without dimensions is no scalar, but repeats just so.
        if !input.ty().is_shaped(cx) {
            return Some(Form::Fill(input.id()));
        }
    }
    if !to.is_identity() || !input.ty().is_shaped(cx) {
        return None;
    }
    let dims: Vec<u32> = from.results.iter().map(|result| result.as_dim()).collect::<Option<_>>()?;
    if dims.len() < to.num_results() {
        let sorted = dims.windows(2).all(|pair| pair[0] < pair[1]);
        let added = (0..from.num_dims).filter(|dim| !dims.contains(dim)).map(i64::from).collect();
        return (sorted && same_extents(parts, &dims)).then_some(Form::Broadcast(added));
    }
    if !from.is_permutation() || !same_extents(parts, &dims) {
        return None;
    }
    let mut permutation = vec![0; dims.len()];
    for (i, &dim) in dims.iter().enumerate() {
        permutation[dim as usize] = i as i64;
    }
    Some(Form::Transpose(permutation))
}

// Products.

fn behind_unary(mut value: ValueRef<'_>) -> ValueRef<'_> {
    while let Some(op) = value.defining_op().filter(|op| op.num_operands() == 1 && op.num_regions() == 0) {
        value = op.single_operand();
    }
    value
}

/// Whether an op multiplies two inputs and adds to its destination.
pub(super) fn is_contraction_op(op: OpRef<'_>) -> bool {
    GenericParts::of(op).is_some_and(|parts| is_contraction(&parts).is_some())
}

/// The ops that multiply and sum up, where an op multiplies two inputs and adds to the destination.
fn is_contraction<'a>(parts: &GenericParts<'a>) -> Option<(OpRef<'a>, OpRef<'a>)> {
    if (parts.inputs, parts.outputs) != (2, 1) || parts.all_parallel() {
        return None;
    }
    if parts.maps.iter().any(|map| !map.is_projected_permutation(false)) {
        return None;
    }
    let end = parts.block.last().filter(|end| end.num_operands() == 1)?;
    let binary = |value: ValueRef<'a>| {
        value.defining_op().filter(|op| op.num_results() == 1).and_then(BinaryOpView::of)
    };
    let sum = binary(behind_unary(end.single_operand()))?;
    let [left, right] = [sum.lhs(), sum.rhs()].map(behind_unary);
    let [a, b, to] = [parts.arg(0)?, parts.arg(1)?, parts.arg(2)?];
    if left != to && right != to {
        return None;
    }
    let product = binary(if left.defining_op().is_none() { right } else { left })?;
    let [x, y] = [product.lhs(), product.rhs()].map(behind_unary);
    let known = are_product_and_sum(product.0, sum.0);
    (known && ((x, y) == (a, b) || (x, y) == (b, a))).then_some((product.0, sum.0))
}

fn dims(map: &AffineMap) -> Vec<u32> {
    map.results.iter().filter_map(|result| result.as_dim()).collect()
}

/// The product of matrices, or of batches of them, that an op is, one of them perhaps transposed.
fn product_of(parts: &GenericParts<'_>) -> Option<(&'static OpDef, [bool; 2])> {
    let (product, _) = is_contraction(parts)?;
    if product.isa::<arith::AndIOp>() {
        return None;
    }
    let [a, b, c] = [0, 1, 2].map(|i| dims(&parts.maps[i]));
    let loops = parts.parallel.len() as u32;
    let select = |in_a: bool, in_b: bool, in_c: bool, parallel: bool| -> Vec<u32> {
        let fits = |dim: &u32| {
            (a.contains(dim), b.contains(dim), c.contains(dim)) == (in_a, in_b, in_c)
                && parts.parallel[*dim as usize] == parallel
        };
        (0..loops).filter(fits).collect()
    };
    let (batch, m, n) =
        (select(true, true, true, true), select(true, false, true, true), select(false, true, true, true));
    let k: Vec<u32> = (0..loops)
        .filter(|&dim| !parts.parallel[dim as usize] && a.contains(&dim) && b.contains(&dim))
        .collect();
    let (&[m], &[n], &[k]) = (m.as_slice(), n.as_slice(), k.as_slice()) else { return None };
    let lead = batch.len();
    let ranks = [&a, &b, &c].iter().all(|dims| dims.len() == lead + 2);
    if !ranks || loops as usize != lead + 3 {
        return None;
    }
    let in_front = |dims: &[u32]| dims[..lead].iter().copied().eq(0..lead as u32);
    if ![&a, &b, &c].into_iter().all(|dims| in_front(dims)) {
        return None;
    }
    // Whether the dimensions are in this order or transposed.
    let order = |dims: &[u32], row: u32, column: u32| match (dims[lead], dims[lead + 1]) {
        found if found == (row, column) => Some(false),
        found if found == (column, row) => Some(true),
        _ => None,
    };
    match (order(&a, m, k)?, order(&b, k, n)?, order(&c, m, n)?) {
        (true, true, _) | (_, _, true) => None,
        (a, b, _) => Some((if lead == 0 { MatmulOp::DEF } else { BatchMatmulOp::DEF }, [a, b])),
    }
}

// Convolutions.

/// The number of strides or dilations in the maps of a table entry; `letter` is their symbol.
fn factors(entry: &Named, letter: &str) -> usize {
    let text = entry.maps.concat();
    (0..).take_while(|i| text.contains(&format!("*{letter}{i}"))).count()
}

/// The coefficient of a dimension in a result of a map.
fn coefficient(map: &AffineMap, result: usize, dim: u32) -> Option<i64> {
    let mut at = vec![0; map.num_dims as usize];
    let zero = *map.eval(&at, &[])?.get(result)?;
    *at.get_mut(dim as usize)? = 1;
    Some(map.eval(&at, &[])?.get(result)? - zero)
}

/// The strides and dilations with which an entry's maps are these.
fn window_of(entry: &Named, maps: &[AffineMap]) -> Option<[Vec<i64>; 2]> {
    if entry.maps.len() != maps.len() {
        return None;
    }
    let mut found = ["s", "d"].map(|letter| vec![1; factors(entry, letter)]);
    for (text, map) in entry.maps.iter().zip(maps) {
        for (i, subscript) in text.split_whitespace().enumerate() {
            for term in subscript.split('+') {
                let Some((dim, by)) = term.split_once('*') else { continue };
                let list = usize::from(by.starts_with('d'));
                let number: usize = by.get(1..)?.parse().ok()?;
                *found[list].get_mut(number)? = coefficient(map, i, dim.parse().ok()?)?;
            }
        }
    }
    let [strides, dilations] = found;
    (entry.maps(&strides, &dilations)? == maps).then_some([strides, dilations])
}

fn numbers(cx: &Context, list: &[i64]) -> Option<Attr> {
    let values: Vec<ApInt> = list.iter().map(|&number| ApInt::from_i64(64, number)).collect();
    int_elements(cx, RankedTensorType::get(cx, &[list.len() as i64], Type::I64), &values)
}

/// The convolution that an op is, among those of the tables.
fn to_convolution(rw: &mut Rewriter<'_>, op: Op, inputs: &[Value], outputs: &[Value]) -> Option<Op> {
    let cx = rw.cx();
    for &def in named_convolution::OPS.iter().chain(named_pooling::OPS) {
        let parts = GenericParts::of(rw.op(op))?;
        let Some(named) = cx.op_info(cx.op_name(def.name)).interface::<dyn NamedOp>() else { continue };
        let entry = named.entry();
        let kinds = entry.loops.chars().map(|kind| kind == 'p');
        if entry.inputs != parts.inputs || parts.outputs != 1 || !kinds.eq(parts.parallel.iter().copied()) {
            continue;
        }
        let Some([strides, dilations]) = window_of(entry, &parts.maps) else { continue };
        let loc = parts.op.loc();
        let windowed = def.props.iter().any(|prop| prop.name == "strides");
        let props = if windowed { vec![numbers(cx, &strides), numbers(cx, &dilations)] } else { Vec::new() };
        let types = parts.op.operand_types();
        let theirs = parts.op.single_region();
        let same = rw.try_out(&types, |rw, block| {
            let operands: Vec<Value> = rw.body().args(block).collect();
            let (inputs, outputs) = operands.split_at(inputs.len());
            make_named(rw, def, inputs, outputs, &props, loc)
                .is_some_and(|made| same_regions(theirs, rw.op(made).single_region()))
        });
        if same {
            let made = make_named(rw, def, inputs, outputs, &props, loc)?;
            rw.replace_op_with(op, made);
            return Some(made);
        }
    }
    None
}
