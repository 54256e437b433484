//! `affine.parallel`: a hyperrectangle of parallel iterations.

use std::collections::HashMap;
use terrace_ir::attr_kinds;
use terrace_ir::enum_attr::{EnumValue, enum_attr};

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{AtomicRMWKind, AtomicRMWKindAttr};
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, Operand, PResult, ParseState};
use terrace_ir::attr_kind::{AffineMapAttr, I64ArrayAttr};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::op_error;
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::fold::Change;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::{
    Attr, AttrData, CheckResult, Context, Folded, OpKind, OpRef, RankedTensorType, RegionRef, Signedness,
    Type, TypeData, Value, ValueRef,
};
use terrace_macros::op;
use terrace_support::apint::ApInt;

use super::identifiers::verify_identifiers;
use super::operands::prop_changes;
use super::value_map::ValueMap;

attr_kinds! {
    /// The combining kinds of the loop's results.
    pub ReductionsAttr("Reduction ops") { array_of: AtomicRMWKindAttr }
    /// A dense constant of `i32`.
    pub I32ElementsAttr("32-bit signless integer elements attribute") {
        accepts: |cx, attr| match attr.data(cx) {
            AttrData::DenseElements { ty, .. } => ty.element_type(cx) == Some(Type::I32),
            _ => false,
        },
    }
}

/// Executes its region for each point of a hyperrectangle in parallel, and reduces the yielded values.
///
/// The results of a map are the bounds of all dimensions in order; the groups are the numbers of bounds per
/// dimension.
#[op("affine.parallel",
     traits(MemRefsNormalizable, AutomaticAllocationScope, SingleBlockImplicitTerminator("affine.yield"), RecursivelySpeculatable,
            RecursiveMemoryEffects),
     interfaces(dyn LoopLike), asm = (parse, print),
     syntax = "`(` <induction variables> `)` `=` `(` <lower bounds> `)` `to` `(` <upper bounds> `)` (`step` `(` $steps \
               `)`)? (`reduce` `(` $reductions `)` `->` `(` type($results) `)`)? $region attr-dict",
     verify = verify, fold = fold_parallel)]
pub struct AffineParallelOp {
    mapOperands: VarOperand<INDEX>,
    reductions: Prop<ReductionsAttr>,
    lowerBoundsMap: Prop<AffineMapAttr>,
    lowerBoundsGroups: Prop<I32ElementsAttr>,
    upperBoundsMap: Prop<AffineMapAttr>,
    upperBoundsGroups: Prop<I32ElementsAttr>,
    steps: Prop<I64ArrayAttr>,
    results: VarRes<ANY_TYPE>,
    region: Region<Sized<1>>,
}

fn map(cx: &Context, attr: Attr) -> AffineMap {
    attr.as_affine_map(cx).cloned().unwrap_or_else(AffineMap::empty)
}

/// The sizes of the groups of a map's results, one for each bound; none of an attribute that is no dense constant of `i32`.
pub fn group_sizes(cx: &Context, attr: Attr) -> Vec<usize> {
    let sizes = int_values(cx, attr).into_iter().flatten();
    sizes.map(|size| size.low_u128() as u32 as usize).collect()
}

impl<'a> AffineParallelOpView<'a> {
    /// The step of each dimension.
    pub fn step_values(self) -> Vec<i64> {
        self.steps().iter().collect()
    }

    fn num_lower_operands(self) -> usize {
        map(self.0.cx(), self.lower_bounds_map_attr()).num_inputs() as usize
    }

    /// The operands of the lower bounds' map.
    pub fn lower_operands(self) -> impl Iterator<Item = ValueRef<'a>> {
        self.0.operands().take(self.num_lower_operands())
    }

    /// The operands of the upper bounds' map.
    pub fn upper_operands(self) -> impl Iterator<Item = ValueRef<'a>> {
        self.0.operands().skip(self.num_lower_operands())
    }

    /// The induction variables.
    pub fn induction_vars(self) -> Vec<ValueRef<'a>> {
        self.region().entry().map_or(Vec::new(), |block| block.args().collect())
    }
}

impl LoopLike for AffineParallelOp {
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<RegionRef<'a>> {
        vec![AffineParallelOp::view_of(op).region()]
    }
}

/// The attribute of the sizes of groups.
pub fn group_sizes_attr(cx: &Context, sizes: impl Iterator<Item = usize>) -> Attr {
    let sizes: Vec<ApInt> = sizes.map(|size| ApInt::new(32, size as u64)).collect();
    let ty = RankedTensorType::get(cx, &[sizes.len() as i64], Type::I32);
    int_elements(cx, ty, &sizes).unwrap_or(Attr::NULL)
}

/// Whether a combination is of values of this type.
pub fn kind_fits(cx: &Context, kind: AtomicRMWKind, ty: Type) -> bool {
    use AtomicRMWKind::*;
    let signed =
        |signedness| matches!(ty.data(cx), TypeData::Integer { signedness: s, .. } if *s == signedness);
    match kind {
        Addf | Mulf | Maximumf | Minimumf => ty.is_float(cx),
        Addi | Muli | Ori | Andi => ty.is_integer(cx),
        Maxs | Mins => signed(Signedness::Signed),
        Maxu | Minu => signed(Signedness::Unsigned),
        Assign => true,
        Maxnumf | Minnumf | Xori => false,
    }
}

fn verify(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), AffineParallelOp::view_of(op));
    let (lower, upper) =
        (group_sizes(cx, view.lower_bounds_groups_attr()), group_sizes(cx, view.upper_bounds_groups_attr()));
    let (dims, args) = (view.step_values().len(), view.induction_vars().len());
    if lower.len() != dims || upper.len() != dims || args != dims {
        let (lower, upper) = (lower.len(), upper.len());
        return Err(op_error(
            op,
            format!(
                "the number of region arguments ({args}) and the number of map groups for lower ({lower}) and \
                 upper bound ({upper}), and the number of steps ({dims}) must all match"
            ),
        ));
    }
    let maps = [
        (lower, map(cx, view.lower_bounds_map_attr()), "lower"),
        (upper, map(cx, view.upper_bounds_map_attr()), "upper"),
    ];
    for (groups, map, which) in &maps {
        if groups.contains(&0) {
            return Err(op_error(op, format!("expected {which} bound map to have at least one result")));
        }
        let expected = groups.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
        if map.num_results() != expected {
            return Err(op_error(op, format!("expected {which} bounds map to have {expected} results")));
        }
    }
    let reductions = view.reductions();
    if reductions.len() != op.num_results() {
        return Err(op_error(op, "a reduction must be specified for each output"));
    }
    for (kind, result) in reductions.iter().zip(op.results()) {
        if !kind_fits(cx, kind, result.ty()) {
            return Err(op_error(op, "result type cannot match reduction attribute"));
        }
    }
    verify_identifiers(op, view.lower_operands(), maps[0].1.num_dims as usize)?;
    verify_identifiers(op, view.upper_operands(), maps[1].1.num_dims as usize)
}

/// The parsed bounds of one dimension: expressions over separate operands.
struct Bounds {
    exprs: Vec<AffineExpr>,
    dims: Vec<Operand>,
    symbols: Vec<Operand>,
}

/// Makes each value among `lists` one operand, and returns expressions for the names in each list.
fn unique_operands<'b>(
    p: &mut dyn OpParser,
    lists: impl Iterator<Item = &'b Vec<Operand>>,
    make: fn(u32) -> AffineExpr,
) -> PResult<(Vec<Value>, Vec<Vec<AffineExpr>>)> {
    let mut values: Vec<Value> = Vec::new();
    let mut known: HashMap<Value, u32> = HashMap::new();
    let mut renumbered = Vec::new();
    for list in lists {
        let mut exprs = Vec::with_capacity(list.len());
        for &operand in list {
            let value = p.resolve(operand, Type::INDEX)?;
            let at = *known.entry(value).or_insert_with(|| {
                values.push(value);
                values.len() as u32 - 1
            });
            exprs.push(make(at));
        }
        renumbered.push(exprs);
    }
    Ok((values, renumbered))
}

/// The bounds of all dimensions: `(%a, max(%b, %c + 1))`.
fn parse_bounds(p: &mut dyn OpParser, state: &mut ParseState, lower: bool) -> PResult<()> {
    let (map_name, groups_name, word) = if lower {
        ("lowerBoundsMap", "lowerBoundsGroups", "max")
    } else {
        ("upperBoundsMap", "upperBoundsGroups", "min")
    };
    let mut bounds: Vec<Bounds> = Vec::new();
    p.token("(")?;
    if !p.optional_token(")") {
        loop {
            let (attr, dims, symbols) = if p.optional_token(word) {
                p.affine_map_of_ssa_ids(Delimiter::Paren)?
            } else {
                p.affine_expr_of_ssa_ids()?
            };
            bounds.push(Bounds { exprs: map(p.cx(), attr).results, dims, symbols });
            if !p.optional_token(",") {
                break;
            }
        }
        p.token(")")?;
    }
    let (dims, dim_exprs) = unique_operands(p, bounds.iter().map(|b| &b.dims), AffineExpr::dim)?;
    let (symbols, symbol_exprs) = unique_operands(p, bounds.iter().map(|b| &b.symbols), AffineExpr::symbol)?;
    let mut results = Vec::new();
    for (bounds, (dims, symbols)) in bounds.iter().zip(dim_exprs.iter().zip(&symbol_exprs)) {
        results.extend(bounds.exprs.iter().map(|expr| expr.replace_dims_and_symbols(dims, symbols)));
    }
    let cx = p.cx();
    let map = cx.affine_map_attr(AffineMap::new(dims.len() as u32, symbols.len() as u32, results));
    let groups = group_sizes_attr(cx, bounds.iter().map(|b| b.exprs.len()));
    state.set_prop(cx, map_name, map);
    state.set_prop(cx, groups_name, groups);
    state.operands.extend(dims.into_iter().chain(symbols));
    Ok(())
}

fn parse_steps(p: &mut dyn OpParser, count: usize) -> PResult<Vec<i64>> {
    if !p.optional_token("step") {
        return Ok(vec![1; count]);
    }
    let (attr, ..) = p.affine_map_of_ssa_ids(Delimiter::Paren)?;
    match map(p.cx(), attr).constant_results() {
        Some(steps) => Ok(steps),
        None => {
            let at = p.name_loc();
            Err(p.error(at, "steps must be constant integers".to_string()))
        }
    }
}

fn parse_reductions(p: &mut dyn OpParser) -> PResult<Vec<Attr>> {
    let mut reductions = Vec::new();
    if !p.optional_token("reduce") {
        return Ok(reductions);
    }
    p.token("(")?;
    loop {
        let loc = p.loc();
        let word = p.attr(Type::NONE)?;
        let Some(name) = word.as_str(p.cx()) else {
            return Err(p.error(loc, "invalid kind of attribute specified".to_string()));
        };
        let Some(kind) = AtomicRMWKind::from_keyword(name) else {
            let message = format!("invalid reduction value: \"{name}\"");
            return Err(p.error(loc, message));
        };
        reductions.push(enum_attr(p.cx(), kind));
        if !p.optional_token(",") {
            break;
        }
    }
    p.token(")")?;
    Ok(reductions)
}

fn parse(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let mut ivs = p.argument_list(Delimiter::Paren, false, false)?;
    p.token("=")?;
    parse_bounds(p, state, true)?;
    p.token("to")?;
    parse_bounds(p, state, false)?;
    let steps = parse_steps(p, ivs.len())?;
    let steps: Vec<Attr> = steps.into_iter().map(|step| p.cx().int_attr(Type::I64, step)).collect();
    let steps = p.cx().array_attr(&steps);
    state.set_prop(p.cx(), "steps", steps);
    let reductions = parse_reductions(p)?;
    let reductions = p.cx().array_attr(&reductions);
    state.set_prop(p.cx(), "reductions", reductions);
    let types = p.optional_arrow_type_list()?;
    state.results.extend(types);
    for iv in &mut ivs {
        iv.ty = Type::INDEX;
    }
    let region = p.region(state, &ivs, false)?;
    p.optional_attr_dict(state)?;
    p.ensure_terminator(state, region);
    Ok(())
}

fn print_bounds<'a>(
    p: &mut dyn OpPrinter,
    op: OpRef<'a>,
    bounds: (Attr, Attr),
    operands: impl Iterator<Item = ValueRef<'a>>,
    word: &str,
) {
    let cx = op.cx();
    let (map, groups) = (map(cx, bounds.0), group_sizes(cx, bounds.1));
    let operands: Vec<ValueRef<'a>> = operands.collect();
    let mut start = 0usize;
    for size in groups {
        if start > 0 {
            p.text(", ");
        }
        let end = start.saturating_add(size).min(map.num_results());
        let part: Vec<usize> = (start..end).collect();
        let part = cx.affine_map_attr(map.sub_map(&part));
        if size != 1 {
            p.text(word);
            p.text("(");
        }
        p.affine_map_of_ssa_ids(part, &mut operands.iter().copied());
        if size != 1 {
            p.text(")");
        }
        start = end;
    }
}

fn print(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = AffineParallelOp::view_of(op);
    p.text(" (");
    p.values(&mut view.induction_vars().into_iter());
    p.text(") = (");
    print_bounds(
        p,
        op,
        (view.lower_bounds_map_attr(), view.lower_bounds_groups_attr()),
        view.lower_operands(),
        "max",
    );
    p.text(") to (");
    print_bounds(
        p,
        op,
        (view.upper_bounds_map_attr(), view.upper_bounds_groups_attr()),
        view.upper_operands(),
        "min",
    );
    p.text(")");
    let steps = view.step_values();
    if steps.iter().any(|&step| step != 1) {
        let steps: Vec<String> = steps.iter().map(i64::to_string).collect();
        p.text(&format!(" step ({})", steps.join(", ")));
    }
    let yields = op.num_results() > 0;
    if yields {
        let names: Vec<String> =
            view.reductions().iter().map(|kind| format!("\"{}\"", kind.keyword())).collect();
        p.text(&format!(" reduce ({}) -> (", names.join(", ")));
        p.types_of(&mut op.results());
        p.text(")");
    }
    p.text(" ");
    p.region(view.region(), false, yields);
    p.attr_dict(
        op,
        &[
            "reductions",
            "lowerBoundsMap",
            "lowerBoundsGroups",
            "upperBoundsMap",
            "upperBoundsGroups",
            "steps",
        ],
    );
}

impl<'a> AffineParallelOpView<'a> {
    /// The changes that replace the bounds of the loop. The number of bounds of each dimension must stay the same.
    pub fn with_bounds(self, lower: &ValueMap<'_>, upper: &ValueMap<'_>) -> Vec<Change> {
        let cx = self.0.cx();
        let given = [
            ("lowerBoundsMap", cx.affine_map_attr(lower.map.clone())),
            ("upperBoundsMap", cx.affine_map_attr(upper.map.clone())),
        ];
        let operands = Change::Operands([lower.values(), upper.values()].concat());
        std::iter::once(operands).chain(prop_changes(self.0, &given)).collect()
    }

    /// The bounds as maps of values.
    pub fn bounds(self) -> Option<[ValueMap<'a>; 2]> {
        let map = |attr: Attr| attr.as_affine_map(self.0.cx()).cloned();
        Some([
            ValueMap::new(map(self.lower_bounds_map_attr())?, self.lower_operands()),
            ValueMap::new(map(self.upper_bounds_map_attr())?, self.upper_operands()),
        ])
    }
}

/// Bounds in their canonical form.
fn fold_parallel(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = AffineParallelOp::view_of(op);
    let Some(old) = view.bounds() else { return Folded::Unchanged };
    let mut new = old.clone();
    new.iter_mut().for_each(ValueMap::compose);
    if new == old {
        return Folded::Unchanged;
    }
    let [lower, upper] = &new;
    Folded::Changed(view.with_bounds(lower, upper))
}
