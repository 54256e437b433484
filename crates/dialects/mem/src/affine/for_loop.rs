//! `affine.for`: a counted loop with affine bounds.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapAttr, IndexAttr};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::effects::{ConditionallySpeculatable, Speculatability};
use terrace_ir::fold::{Change, FoldValue};
use terrace_ir::interfaces::{LoopLike, RegionBranchOp, RegionPoint};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{
    Attr, AttrData, CheckResult, Folded, OpFoldResultRef, OpKind, OpRef, RegionRef, Type, Value, ValueRef,
    View,
};
use terrace_macros::op;

use super::identifiers::verify_identifiers;
use super::loop_ranges::drop_redundant;
use super::operands::{parse_dims_and_symbols, print_dims_and_symbols, prop_changes};
use super::value_map::ValueMap;

/// Runs its region for numbers from the greatest result of one map to the least of another, with a step; carries
/// values from one iteration to the next.
#[op("affine.for",
     traits(AttrSizedOperandSegments, AutomaticAllocationScope, SingleBlockImplicitTerminator("affine.yield"),
            RecursiveMemoryEffects),
     interfaces(dyn LoopLike, dyn RegionBranchOp, dyn ConditionallySpeculatable), asm = (parse, print),
     syntax = "<induction variable> `=` (<number or value> | (`max`)? $lowerBoundMap `(` <dimensions> `)` (`[` <symbols> \
               `]`)?) `to` (<number or value> | (`min`)? $upperBoundMap `(` <dimensions> `)` (`[` <symbols> `]`)?) (`step` \
               $step)? (`iter_args` `(` <argument> `=` $inits `)` `->` `(` type($results) `)`)? $region attr-dict",
     verify_regions = verify_regions, fold = fold_for)]
pub struct AffineForOp {
    lowerBoundOperands: VarOperand<INDEX>,
    upperBoundOperands: VarOperand<INDEX>,
    inits: VarOperand<ANY_TYPE>,
    lowerBoundMap: Prop<AffineMapAttr>,
    upperBoundMap: Prop<AffineMapAttr>,
    step: Prop<IndexAttr>,
    results: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

/// The operand slot of the initial values.
const INITS: usize = 2;

/// The arguments of a region's entry block, from the `skip`th on.
fn entry_args(region: RegionRef<'_>, skip: usize) -> Vec<ValueRef<'_>> {
    region.entry().map_or(Vec::new(), |block| block.args().skip(skip).collect())
}

impl AffineForOpView<'_> {
    /// The lower bound, where it is a constant.
    pub fn constant_lower_bound(self) -> Option<i64> {
        self.lower_bound_map().single_constant()
    }

    /// The upper bound, where it is a constant.
    pub fn constant_upper_bound(self) -> Option<i64> {
        self.upper_bound_map().single_constant()
    }

    /// The step.
    pub fn constant_step(self) -> i64 {
        self.step_attr().as_i64(self.0.cx()).unwrap_or(1)
    }

    /// The trip count; `None` unless the bounds are constants.
    pub fn constant_trip_count(self) -> Option<u64> {
        trip_count(self.constant_lower_bound()?, self.constant_upper_bound()?, self.constant_step())
    }
}

/// The trip count of a loop from `lower` to `upper`; `None` if the step is not positive.
fn trip_count(lower: i64, upper: i64, step: i64) -> Option<u64> {
    if step <= 0 {
        return None;
    }
    let span = i128::from(upper) - i128::from(lower);
    u64::try_from((span.max(0) + i128::from(step) - 1) / i128::from(step)).ok()
}

impl ConditionallySpeculatable for AffineForOp {
    fn speculatability(&self, op: OpRef<'_>) -> Speculatability {
        match AffineForOp::view_of(op).constant_step() {
            1 => Speculatability::Recursive,
            _ => Speculatability::No,
        }
    }
}

impl LoopLike for AffineForOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![AffineForOp::view_of(op).region()]
    }
    fn induction_vars<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        entry_args(AffineForOp::view_of(op).region(), 0).into_iter().take(1).collect()
    }
    fn lower_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        AffineForOp::view_of(op).constant_lower_bound().map(OpFoldResultRef::Static).into_iter().collect()
    }
    fn upper_bounds<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        AffineForOp::view_of(op).constant_upper_bound().map(OpFoldResultRef::Static).into_iter().collect()
    }
    fn steps<'a>(&self, op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        vec![OpFoldResultRef::Static(AffineForOp::view_of(op).constant_step())]
    }
    fn inits(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(INITS)
    }
    fn extensible_slot(&self, _op: OpRef<'_>) -> Option<usize> {
        Some(INITS)
    }
    fn first_iter_arg(&self, _op: OpRef<'_>) -> usize {
        1
    }
    fn iter_args<'a>(&self, op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        entry_args(AffineForOp::view_of(op).region(), 1)
    }
    fn yielded<'a>(&self, op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(AffineForOp::view_of(op).region().entry()?.last()?.operands().collect())
    }
    fn results<'a>(&self, op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        Some(op.results().collect())
    }
}

impl RegionBranchOp for AffineForOp {
    fn successors(&self, op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint> {
        match (AffineForOp::view_of(op).constant_trip_count(), point) {
            (Some(0), RegionPoint::Parent) | (Some(1), RegionPoint::Region(_)) => vec![RegionPoint::Parent],
            (Some(0), RegionPoint::Region(_)) => Vec::new(),
            (Some(_), RegionPoint::Parent) => vec![RegionPoint::Region(0)],
            _ => vec![RegionPoint::Region(0), RegionPoint::Parent],
        }
    }
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>> {
        match target {
            RegionPoint::Parent => op.results().collect(),
            RegionPoint::Region(_) => entry_args(AffineForOp::view_of(op).region(), 1),
        }
    }
    fn entry_successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> std::ops::Range<usize> {
        let inits = AffineForOp::view_of(op).inits().len();
        op.num_operands() - inits..op.num_operands()
    }
}

fn verify_regions(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AffineForOp::view_of(op));
    let args = entry_args(view.region(), 0);
    if args.first().map(|iv| iv.ty()) != Some(Type::INDEX) {
        let rule = "expected body to have a single index argument for the induction variable";
        return Err(op_error(op, rule));
    }
    let (Some(lower), Some(upper)) =
        (view.lower_bound_map_attr().as_affine_map(cx), view.upper_bound_map_attr().as_affine_map(cx))
    else {
        return Ok(());
    };
    if lower.num_inputs() > 0 {
        verify_identifiers(op, view.lower_bound_operands(), lower.num_dims as usize)?;
    }
    if upper.num_inputs() > 0 {
        verify_identifiers(op, view.upper_bound_operands(), upper.num_dims as usize)?;
    }
    for (map, which) in [(lower, "lower"), (upper, "upper")] {
        if map.num_results() == 0 {
            return Err(op_error(op, format!("expected {which} bound map to have at least one result")));
        }
    }
    let results = op.num_results();
    if results == 0 {
        return Ok(());
    }
    if view.inits().len() != results {
        return Err(op_error(op, "mismatch between the number of loop-carried values and results"));
    }
    if args.len() - 1 != results {
        return Err(op_error(op, "mismatch between the number of basic block args and results"));
    }
    Ok(())
}

/// `%n`, `10`, or `max affine_map<...>(%d)[%s]`; returns how many operands were read.
fn parse_bound(p: &mut dyn OpParser, state: &mut ParseState, lower: bool) -> PResult<usize> {
    let (slot, prefix) = if lower { ("lowerBoundMap", "max") } else { ("upperBoundMap", "min") };
    let prefixed = p.optional_token(prefix);
    let fail = |p: &mut dyn OpParser, message: &str| {
        let at = p.name_loc();
        Err(p.error(at, message.to_string()))
    };
    if let Some(operand) = p.optional_operand()? {
        if p.optional_token(",") {
            p.operand()?;
            return fail(p, "expected only one loop bound operand");
        }
        state.operands.push(p.resolve(operand, Type::INDEX)?);
        let map = p.cx().affine_map_attr(AffineMap::symbol_identity());
        state.set_prop(p.cx(), slot, map);
        return Ok(1);
    }
    let loc = p.loc();
    let bound = p.attr(Type::INDEX)?;
    if let Some(value) = bound.as_i64(p.cx()) {
        let map = p.cx().affine_map_attr(AffineMap::constant(value));
        state.set_prop(p.cx(), slot, map);
        return Ok(0);
    }
    let AttrData::AffineMap(map) = bound.data(p.cx()) else {
        return fail(p, "expected valid affine map representation for loop bounds");
    };
    let map = map.clone();
    state.set_prop(p.cx(), slot, bound);
    let (dims, count) = parse_dims_and_symbols(p, state)?;
    if map.num_dims as usize != dims {
        return fail(p, "dim operand count and affine map dim count must match");
    }
    if map.num_inputs() as usize != count {
        return fail(p, "symbol operand count and affine map symbol count must match");
    }
    if map.num_results() > 1 && !prefixed {
        let which = if lower { "lower" } else { "upper" };
        let rule = format!("{which} loop bound affine map with multiple results requires '{prefix}' prefix");
        return Err(p.error(loc, rule));
    }
    Ok(count)
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let mut iv = p.argument(false, false)?;
    iv.ty = Type::INDEX;
    p.token("=")?;
    let lower = parse_bound(p, state, true)?;
    p.token("to")?;
    let upper = parse_bound(p, state, false)?;
    let mut step = p.cx().int_attr(Type::INDEX, 1);
    if p.optional_token("step") {
        let loc = p.loc();
        step = p.attr(Type::INDEX)?;
        let Some((value, _)) = step.as_integer(p.cx()) else {
            return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
        };
        if value.is_negative() {
            let rule = "expected step to be representable as a positive signed integer";
            return Err(p.error(loc, rule.to_string()));
        }
    }
    state.set_prop(p.cx(), "step", step);
    let mut args = vec![iv];
    let mut inits = 0;
    if p.optional_token("iter_args") {
        let (carried, operands) = p.assignment_list()?;
        let types = p.arrow_type_list()?;
        inits = operands.len();
        for (operand, &ty) in operands.into_iter().zip(&types) {
            state.operands.push(p.resolve(operand, ty)?);
        }
        args.extend(carried);
        for (arg, &ty) in args[1..].iter_mut().zip(&types) {
            arg.ty = ty;
        }
        state.results.extend(types);
    }
    state.set_operand_segments(p.cx(), &[lower, upper, inits]);
    if args.len() != state.results.len() + 1 {
        let at = p.name_loc();
        let rule = "mismatch between the number of loop-carried values and results";
        return Err(p.error(at, rule.to_string()));
    }
    let region = p.region(state, &args, false)?;
    p.ensure_terminator(state, region);
    p.optional_attr_dict(state)
}

fn print_bound<'a>(
    p: &mut dyn OpPrinter,
    op: OpRef<'a>,
    attr: Attr,
    mut operands: impl ExactSizeIterator<Item = ValueRef<'a>>,
    prefix: &str,
) {
    let Some(map) = attr.as_affine_map(op.cx()) else { return };
    if let [result] = map.results.as_slice() {
        if let (0, Some(value)) = (map.num_inputs(), result.as_constant()) {
            return p.text(&value.to_string());
        }
        if (map.num_dims, map.num_symbols) == (0, 1)
            && AffineExpr::as_symbol(result).is_some()
            && let Some(value) = operands.next()
        {
            return p.value(value);
        }
    } else {
        p.text(prefix);
    }
    p.attr(attr);
    print_dims_and_symbols(p, operands, map.num_dims as usize);
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AffineForOp::view_of(op);
    let args = entry_args(view.region(), 0);
    let Some((&iv, carried)) = args.split_first() else { return };
    p.text(" ");
    p.argument(iv, false);
    p.argument_loc(iv.loc());
    p.text(" = ");
    print_bound(p, op, view.lower_bound_map_attr(), view.lower_bound_operands(), "max ");
    p.text(" to ");
    print_bound(p, op, view.upper_bound_map_attr(), view.upper_bound_operands(), "min ");
    if view.constant_step() != 1 {
        p.text(" step ");
        p.text(&view.constant_step().to_string());
    }
    let carries = view.inits().len() > 0;
    if carries {
        p.text(" iter_args(");
        for (i, (&arg, init)) in carried.iter().zip(view.inits()).enumerate() {
            if i > 0 {
                p.text(", ");
            }
            p.value(arg);
            p.text(" = ");
            p.value(init);
        }
        p.text(") -> (");
        p.types_of(&mut op.results());
        p.text(")");
    }
    p.text(" ");
    p.region(view.region(), false, carries);
    p.attr_dict(op, &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"]);
}

impl<'a> AffineForOpView<'a> {
    /// The changes that replace the bounds of the loop.
    pub fn with_bounds(self, lower: &ValueMap<'_>, upper: &ValueMap<'_>) -> Vec<Change> {
        let cx = self.0.cx();
        let inits: Vec<Value> = self.inits().map(|value| value.id()).collect();
        let sizes = [lower.operands.len(), upper.operands.len(), inits.len()].map(|size| size as i32);
        let given = [
            ("lowerBoundMap", cx.affine_map_attr(lower.map.clone())),
            ("upperBoundMap", cx.affine_map_attr(upper.map.clone())),
            ("operandSegmentSizes", cx.i32_array(&sizes)),
        ];
        let operands = Change::Operands([lower.values(), upper.values(), inits].concat());
        std::iter::once(operands).chain(prop_changes(self.0, &given)).collect()
    }

    /// The bounds as maps of values.
    pub fn bounds(self) -> Option<[ValueMap<'a>; 2]> {
        let map = |attr: Attr| attr.as_affine_map(self.0.cx()).cloned();
        Some([
            ValueMap::new(map(self.lower_bound_map_attr())?, self.lower_bound_operands()),
            ValueMap::new(map(self.upper_bound_map_attr())?, self.upper_bound_operands()),
        ])
    }
}

/// A bound whose operands are known is a constant.
fn fold_bound(bound: &mut ValueMap<'_>, lower: bool) {
    if bound.map.is_single_constant() {
        return;
    }
    let constants: Vec<Option<i64>> = bound.operands.iter().map(|&value| m_scalar_i64(value)).collect();
    let values: Option<Vec<i64>> = bound.map.known_values(&constants).iter().map(|known| known.0).collect();
    let value =
        values.and_then(|values| if lower { values.into_iter().max() } else { values.into_iter().min() });
    if let Some(value) = value {
        *bound = ValueMap::new(AffineMap::constant(value), []);
    }
}

/// The canonical form of a bound.
fn canonical_bound<'a>(bound: &ValueMap<'a>, lower: bool) -> ValueMap<'a> {
    let mut new = bound.clone();
    if !lower {
        new.map = drop_redundant(&new.map, &new.operands, false);
    }
    new.compose();
    new.canonicalize();
    if lower {
        new.map = drop_redundant(&new.map, &new.operands, true);
    }
    new.map.results.dedup();
    // Operands change only where the map does.
    if new.map == bound.map { bound.clone() } else { new }
}

/// Bounds in their canonical form; a loop that only passes values on returns them.
fn fold_for(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = AffineForOp::view_of(op);
    let Some(old) = view.bounds() else { return Folded::Unchanged };
    let mut new = old.clone();
    for (bound, lower) in new.iter_mut().zip([true, false]) {
        fold_bound(bound, lower);
        *bound = canonical_bound(bound, lower);
    }
    let [lower, upper] = &new;
    let ends = lower.map.single_constant().zip(upper.map.single_constant());
    let count = ends.and_then(|(lower, upper)| trip_count(lower, upper, view.constant_step()));
    if let Some(values) = passed_on(view, count) {
        return Folded::Results(values.into_iter().map(FoldValue::from).collect());
    }
    if new == old {
        return Folded::Unchanged;
    }
    Folded::Changed(view.with_bounds(lower, upper))
}

/// The results of a loop that runs `count` times, if that is known, and does nothing but pass values on.
fn passed_on<'a>(view: View<'a, AffineForOp>, count: Option<u64>) -> Option<Vec<ValueRef<'a>>> {
    let inits: Vec<ValueRef<'a>> = view.inits().collect();
    if view.0.num_results() == 0 {
        return None;
    }
    if count == Some(0) {
        return Some(inits);
    }
    let block = view.region().entry()?;
    let yielded = block.last().filter(|&last| block.first() == Some(last))?;
    let (mut results, mut outside, mut out_of_order) = (Vec::with_capacity(inits.len()), false, false);
    for (i, value) in yielded.operands().enumerate() {
        if value.owner_block().filter(|_| value.defining_op().is_none()).map(|b| b.id()) != Some(block.id()) {
            outside = true;
            results.push(value);
            continue;
        }
        let at = (value.index() as usize).checked_sub(1)?;
        out_of_order |= at != i;
        results.push(inits[at]);
    }
    match count {
        None if outside || out_of_order => None,
        Some(2..) if out_of_order => None,
        _ => Some(results),
    }
}
