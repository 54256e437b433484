//! Computing indices.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_builtin::ub::poison_attr;
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapAttr, DenseI64ArrayAttr, UnitProp};
use terrace_ir::build::OperationState;
use terrace_ir::constraints::INDEX;
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::effects::{ConditionallySpeculatable, Speculatability};
use terrace_ir::fold::Change;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::value_bounds::ValueBounds;
use terrace_ir::{
    Attr, CheckResult, Context, DYNAMIC, Folded, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef,
};
use terrace_macros::op;

use super::canonicalize_index::*;
use super::identifiers::Identifiers;
use super::loop_ranges::simplify_divisions;
use super::operands::{parse_dims_and_symbols, parse_map, print_dims_and_symbols, resolve_indices};
use super::value_map::{ValueMap, operand_at};
use crate::constraints::no;
use crate::slices::numbers;

/// The only result of a map applied to values.
#[op("affine.apply", traits(Pure, MayBeUndefined), asm = (parse_apply, print_map),
     syntax = "$map `(` <dimensions> `)` (`[` <symbols> `]`)? attr-dict",
     verify = verify_apply,
     fold = fold_apply, canonicalize(simplify_map: simplify_map::<AffineApplyOp>),
     interfaces(dyn ValueBounds, dyn InferIntRange, dyn ConditionallySpeculatable))]
pub struct AffineApplyOp {
    mapOperands: VarOperand<INDEX>,
    map: Prop<AffineMapAttr>,
    _result: Res<INDEX>,
}

/// Whether all divisors of an op's map are known to be positive; for others it is undefined.
fn has_positive_divisors(op: OpRef<'_>) -> bool {
    let Some(map) = map_of(op) else { return true };
    let mut positive = true;
    let known = |divisor: &AffineExpr| match divisor.kind() {
        ExprKind::Constant(number) => Some(number),
        ExprKind::Dim(_) | ExprKind::Symbol(_) => m_scalar_i64(op.operand(operand_at(map, divisor)?)),
        ExprKind::Binary(..) => None,
    };
    for result in &map.results {
        result.walk(|part| {
            if let ExprKind::Binary(BinaryOp::Mod | BinaryOp::FloorDiv | BinaryOp::CeilDiv, _, divisor) =
                part.kind()
            {
                positive &= known(divisor).is_some_and(|number| number > 0);
            }
        });
    }
    positive
}

macro_rules! speculatable_with_positive_divisors {
    ($($name:ident)*) => {
        $(impl ConditionallySpeculatable for $name {
            fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
                Speculatability::where_defined(op, || has_positive_divisors(op))
            }
        })*
    };
}

speculatable_with_positive_divisors! { AffineApplyOp AffineMaxOp AffineMinOp }

impl ConditionallySpeculatable for AffineDelinearizeIndexOp {
    /// Extents are positive where the op is executed.
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        let view = AffineDelinearizeIndexOp::view_of(op);
        let known =
            || view.dynamic_basis().all(|extent| m_scalar_i64(extent).is_some_and(|number| number > 0));
        Speculatability::where_defined(op, known)
    }
}

/// The map of any op that has one, as an attribute.
fn map_attr_of(op: OpRef<'_>) -> Option<Attr> {
    op.inherent_attr("map")
}

/// The map of any op that has one.
pub fn map_of(op: OpRef<'_>) -> Option<&AffineMap> {
    map_attr_of(op).and_then(|map| map.as_affine_map(op.cx()))
}

fn parse_apply(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let (attr, map) = parse_map(p)?;
    state.set_prop(p.cx(), "map", attr);
    let (dims, count) = parse_dims_and_symbols(p, state)?;
    p.optional_attr_dict(state)?;
    if map.num_dims as usize != dims || map.num_inputs() as usize != count {
        let at = p.name_loc();
        return Err(p.error(at, "dimension or symbol index mismatch".to_string()));
    }
    state.results.extend(map.results.iter().map(|_| Type::INDEX));
    Ok(())
}

fn print_map(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    if let Some(map) = map_attr_of(op) {
        p.attr(map);
    }
    print_dims_and_symbols(p, op.operands(), map_of(op).map_or(0, |map| map.num_dims as usize));
    p.attr_dict(op, &["map"]);
}

/// Verifies that there are as many operands as the map has dimensions and symbols.
fn verify_count(op: OpRef<'_>) -> CheckResult {
    if map_of(op).is_some_and(|map| map.num_inputs() as usize != op.num_operands()) {
        return Err(op_error(op, "operand count and affine map dimension and symbol count must match"));
    }
    Ok(())
}

fn verify_apply(op: OpRef<'_>) -> CheckResult {
    verify_count(op)?;
    let Some(map) = map_of(op) else { return Ok(()) };
    if map.num_results() != 1 {
        return Err(op_error(op, "mapping must produce one value"));
    }
    if map.num_symbols == 0 {
        return Ok(());
    }
    let mut identifiers = Identifiers::around(op);
    for symbol in op.operands().skip(map.num_dims as usize) {
        if identifiers.is_dim(symbol) && !identifiers.is_symbol(symbol) {
            return Err(plain_error(op, "dimensional operand cannot be used as a symbol"));
        }
    }
    Ok(())
}

macro_rules! min_max_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full, traits(Pure, MayBeUndefined), interfaces(dyn ValueBounds, dyn ConditionallySpeculatable), asm = (parse_min_max, print_map),
                 syntax = "$map `(` <dimensions> `)` (`[` <symbols> `]`)? attr-dict",
                 verify = verify_min_max, fold = fold_min_max,
                 canonicalize(single_to_apply, unique_results: unique_results::<$name>,
                              merge_producers: merge_producers::<$name>, simplify_map: simplify_map::<$name>,
                              order_results: order_results::<$name>))]
            pub struct $name {
                operands: VarOperand<INDEX>,
                map: Prop<AffineMapAttr>,
                _result: Res<INDEX>,
            }
        )*
    };
}

min_max_ops! {
    /// The greatest result of a map applied to values.
    AffineMaxOp = "affine.max";
    /// The least result of a map applied to values.
    AffineMinOp = "affine.min";
}

fn parse_min_max(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let (attr, _) = parse_map(p)?;
    state.set_prop(p.cx(), "map", attr);
    let mut operands = p.operand_list(Delimiter::Paren)?;
    operands.extend(p.operand_list(Delimiter::OptionalSquare)?);
    p.optional_attr_dict(state)?;
    resolve_indices(p, state, operands)?;
    state.results.push(Type::INDEX);
    Ok(())
}

fn verify_min_max(op: OpRef<'_>) -> CheckResult {
    verify_count(op)?;
    if map_of(op).is_some_and(|map| map.num_results() == 0) {
        return Err(op_error(op, "affine map expect at least one result"));
    }
    Ok(())
}

/// An index into a box as indices of its dimensions; the first extent may be left out.
#[op("affine.delinearize_index", interfaces(dyn ValueBounds, dyn ConditionallySpeculatable), traits(Pure, MayBeUndefined), customs(&DYNAMIC_INDEX_LIST), verify = verify_delinearize,
     fold = fold_delinearize, canonicalize(cancel_exact_tail, drop_unit_extents, split_last_argument),
     format = "$linear_index `into` \
               custom<DynamicIndexList>($dynamic_basis, $static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") \
               attr-dict `:` type($multi_index)")]
pub struct AffineDelinearizeIndexOp {
    linear_index: Operand<INDEX>,
    dynamic_basis: VarOperand<INDEX>,
    static_basis: Prop<DenseI64ArrayAttr>,
    multi_index: VarRes<INDEX>,
}

/// Linearizes a multi-dimensional index; the outermost basis element may be omitted. `disjoint` asserts that
/// each index is within its basis.
#[op("affine.linearize_index", interfaces(dyn ValueBounds), traits(Pure, AttrSizedOperandSegments), customs(&DYNAMIC_INDEX_LIST),
     verify = verify_linearize, fold = fold_linearize,
     canonicalize(cancel_delinearized, drop_leading_zero, drop_unit_components),
     format = "(`disjoint` $disjoint^)? ` ` `[` $multi_index `]` `by` \
               custom<DynamicIndexList>($dynamic_basis, $static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") \
               attr-dict `:` type($linear_index)")]
pub struct AffineLinearizeIndexOp {
    multi_index: VarOperand<INDEX>,
    dynamic_basis: VarOperand<INDEX>,
    static_basis: Prop<DenseI64ArrayAttr>,
    disjoint: DefaultProp<UnitProp, no>,
    linear_index: Res<INDEX>,
}

fn verify_dynamic_basis(op: OpRef<'_>, basis: &[i64], values: usize) -> CheckResult {
    if basis.iter().filter(|&&extent| extent == DYNAMIC).count() == values {
        return Ok(());
    }
    Err(op_error(
        op,
        "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- \
         this can only happen due to an incorrect fold/rewrite",
    ))
}

fn verify_delinearize(op: OpRef<'_>) -> CheckResult {
    let view = AffineDelinearizeIndexOp::view_of(op);
    let basis = numbers(op.cx(), view.static_basis_attr());
    let results = op.num_results();
    if results != basis.len() && results != basis.len() + 1 {
        return Err(op_error(op, "should return an index for each basis element and up to one extra index"));
    }
    verify_dynamic_basis(op, &basis, view.dynamic_basis().len())?;
    if basis.iter().any(|&extent| extent <= 0 && extent != DYNAMIC) {
        return Err(op_error(op, "no basis element may be statically non-positive"));
    }
    Ok(())
}

fn verify_linearize(op: OpRef<'_>) -> CheckResult {
    let view = AffineLinearizeIndexOp::view_of(op);
    let basis = numbers(op.cx(), view.static_basis_attr());
    let indices = view.multi_index().len();
    if indices != basis.len() && indices != basis.len() + 1 {
        return Err(op_error(
            op,
            "should be passed a basis element for each index except possibly the first",
        ));
    }
    verify_dynamic_basis(op, &basis, view.dynamic_basis().len())
}

/// The integers among the constant operands.
fn known_ints(cx: &Context, constants: &[Option<Attr>]) -> Vec<Option<i64>> {
    constants.iter().map(|constant| constant.and_then(|attr| attr.as_i64(cx))).collect()
}

/// A map that returns one of its operands, or a constant.
fn fold_apply(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let Some((map, result)) = map_of(op).and_then(|map| Some((map, map.results.first()?))) else {
        return Folded::Unchanged;
    };
    if let Some(at) = operand_at(map, result).filter(|&at| at < op.num_operands()) {
        return op.operand(at).into();
    }
    match map.known_values(&known_ints(cx, constants))[0] {
        (_, true) => poison_attr(cx).into(),
        (value, false) => value.map(|value| cx.int_attr(Type::INDEX, value)).into(),
    }
}

/// Substitutes constant results for expressions; folds to a constant if all are.
fn fold_min_max(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let cx = op.cx();
    let Some(map) = map_of(op) else { return Folded::Unchanged };
    let known = map.known_values(&known_ints(cx, constants));
    if let Some(values) = known.iter().map(|known| known.0).collect::<Option<Vec<i64>>>() {
        let folded = match op.isa::<AffineMaxOp>() {
            true => values.into_iter().max(),
            false => values.into_iter().min(),
        };
        return folded.map(|value| cx.int_attr(Type::INDEX, value)).into();
    }
    let fold = |(expr, known): (&AffineExpr, &(Option<i64>, bool))| match known.0 {
        Some(value) => AffineExpr::constant(value),
        None => expr.clone(),
    };
    let results: Vec<AffineExpr> = map.results.iter().zip(&known).map(fold).collect();
    if results == map.results {
        return Folded::Unchanged;
    }
    let map = cx.affine_map_attr(AffineMap::new(map.num_dims, map.num_symbols, results));
    Change::Prop(map_slot(op), map).into()
}

/// The slot of an op's map.
fn map_slot(op: OpRef<'_>) -> usize {
    let names = op.def().map_or(&[][..], |def| def.props);
    names.iter().position(|prop| prop.name == "map").expect("an op with a map")
}

/// The number of the first operand that belongs to the map of an op.
pub(super) fn first_index(op: OpRef<'_>) -> usize {
    // Its operands are in the last slot.
    op.def().map_or(0, |def| def.operands.len() - 1)
}

/// Replaces an op by the same with another map and other operands of it.
fn replace_map<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, map: AffineMap, operands: &[Value]) {
    let view = rw.op(op);
    let at = first_index(view);
    let mut all: Vec<Value> = view.operands().take(at).map(|value| value.id()).collect();
    all.extend(operands);
    let map = rw.cx().affine_map_attr(map);
    let new = OperationState::positional::<K>(&all, &[]).with_attrs_of(view).with_attr("map", map);
    rw.replace(op, new);
}

/// Composes an op's map with those that compute its operands, and simplifies it.
pub(super) fn simplify_map<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let old = ValueMap::new(map_of(view)?.clone(), view.operands().skip(first_index(view)));
    let mut new = old.clone();
    new.compose();
    new.canonicalize();
    new.map = simplify_divisions(&new.map, &new.operands);
    if new == old {
        return None;
    }
    let operands = new.values();
    let map = new.map;
    replace_map::<K>(rw, op, map, &operands);
    Some(())
}

/// A least or greatest of one is that.
fn single_to_apply(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    if map_of(view)?.num_results() != 1 {
        return None;
    }
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let map = map_attr_of(view);
    rw.replace(op, AffineApplyOp::of(&operands).map_attr(map));
    Some(())
}

fn replace_results<K: OpKind>(rw: &mut Rewriter<'_>, op: Op, results: Vec<AffineExpr>) -> Option<()> {
    let view = rw.op(op);
    let map = map_of(view)?;
    let map = AffineMap::new(map.num_dims, map.num_symbols, results);
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    replace_map::<K>(rw, op, map, &operands);
    Some(())
}

/// Drops duplicate results.
fn unique_results<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let map = map_of(rw.op(op))?;
    let mut seen = std::collections::HashSet::new();
    let results: Vec<AffineExpr> = map.results.iter().filter(|&expr| seen.insert(expr)).cloned().collect();
    if results.len() == map.num_results() {
        return None;
    }
    replace_results::<K>(rw, op, results)
}

/// The order of numbers does not matter: those with small coefficients come first.
fn order_results<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let sorted = map_of(rw.op(op))?.sort_results()?;
    replace_results::<K>(rw, op, sorted.results)
}

/// Merges the results of a producing minimum into a minimum; the same for maxima.
fn merge_producers<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let view = rw.op(op);
    let map = map_of(view)?;
    let (mut results, mut producers) = (Vec::new(), Vec::new());
    for expr in &map.results {
        let operand = operand_at(map, expr).map(|at| view.operand(at));
        match operand.and_then(|value| value.defining_op()).filter(|def| def.isa::<K>()) {
            Some(producer) => producers.push(producer),
            None => results.push(expr.clone()),
        }
    }
    if producers.is_empty() {
        return None;
    }
    let all: Vec<ValueRef<'_>> = view.operands().collect();
    let (dims, symbols) = all.split_at(map.num_dims as usize);
    let (mut dims, mut symbols) = (dims.to_vec(), symbols.to_vec());
    for producer in producers {
        let map = map_of(producer)?;
        let shift =
            |expr: &AffineExpr| expr.shift_dims(dims.len() as u32, 0).shift_symbols(symbols.len() as u32, 0);
        results.extend(map.results.iter().map(shift));
        let at = map.num_dims as usize;
        dims.extend(producer.operands().take(at));
        symbols.extend(producer.operands().skip(at));
    }
    let map = AffineMap::new(dims.len() as u32, symbols.len() as u32, results);
    let operands: Vec<Value> = dims.iter().chain(&symbols).map(|value| value.id()).collect();
    replace_map::<K>(rw, op, map, &operands);
    Some(())
}
