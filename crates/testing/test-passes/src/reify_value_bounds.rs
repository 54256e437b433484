//! `test-affine-reify-value-bounds`: reifies the bounds that test ops request, and evaluates the comparisons
//! of others.

use terrace_affine::{AffineExpr, AffineMap, BinaryOp, ExprKind};
use terrace_analysis::{BoundKind, ValueBoundsConstraintSet, Variable};
use terrace_dialects_core::arith;
use terrace_dialects_mem::affine::AffineApplyOp;
use terrace_dialects_mem::affine::value_map::ValueMap;
use terrace_dialects_mem::{memref, tensor};
use terrace_dialects_test::value_bounds::{CompareOp, ReifyBoundOp};
use terrace_dialects_vector::scale::VectorScaleOp;
use terrace_ir::def::plain_error;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::value_bounds::{Quantity, Relation};
use terrace_ir::{Attr, Loc, Op, OpKind, OpRef, Rewriter, Type, Value, op_error};
use terrace_pass::pass::{EMPTY_PASS, FUNCTION};
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun, pass_options};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::body_post_order;

use crate::legalize::remark;

pass_options! {
    /// The options of the pass.
    struct TestReifyValueBoundsOptions {
        /// Reify in terms of function args
        reify_to_func_args("reify-to-func-args"): bool = "false",
        /// Reify with arith dialect ops
        use_arith_ops("use-arith-ops"): bool = "false",
    }
}

/// The pass.
pub(crate) static TEST_REIFY_VALUE_BOUNDS: PassDef = PassDef {
    name: "test-affine-reify-value-bounds",
    class: "TestReifyValueBounds",
    doc: "Tests ValueBoundsOpInterface with affine dialect reification",
    options: TestReifyValueBoundsOptions::DEFS,
    requires: Some(FUNCTION),
    make: |options| {
        let options = TestReifyValueBoundsOptions::from(options);
        let pass =
            ReifyValueBounds { to_arguments: options.reify_to_func_args, use_arith: options.use_arith_ops };
        Ok(Pass::Body(Box::new(pass)))
    },
    ..EMPTY_PASS
};

struct ReifyValueBounds {
    to_arguments: bool,
    use_arith: bool,
}

impl BodyPass for ReifyValueBounds {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ops = body_post_order(rw.body());
        let asked: Vec<Op> = ops.iter().copied().filter(|&op| rw.op(op).isa::<ReifyBoundOp>()).collect();
        for op in asked {
            if let Err(message) = self.reify(rw, op) {
                return run.fail(op_error(rw.op(op), message));
            }
        }
        for op in ops.into_iter().filter(|&op| !rw.body().is_erased(op) && rw.op(op).isa::<CompareOp>()) {
            match compare(rw.op(op)) {
                Some(answer) => run.report(remark(rw.op(op), answer.to_string())),
                None => run.report(plain_error(rw.op(op), "unknown")),
            }
        }
        Ok(())
    }
}

/// A bound without views.
struct Bound {
    expr: AffineExpr,
    operands: Vec<(Value, Option<usize>)>,
}

impl Bound {
    fn of(variable: Variable<'_>) -> Bound {
        let operands = variable.operands.iter().map(|quantity| (quantity.value.id(), quantity.dim)).collect();
        Bound { expr: variable.expr, operands }
    }

    fn constant(number: i64) -> Bound {
        Bound { expr: AffineExpr::constant(number), operands: Vec::new() }
    }
}

impl ReifyValueBounds {
    fn reify(&self, rw: &mut Rewriter<'_>, op: Op) -> Result<(), &'static str> {
        let scalable = ReifyBoundOp::view_of(rw.op(op)).scalable();
        let bound = self.bound(rw.op(op))?.ok_or("could not reify bound")?;
        let loc = rw.op(op).loc();
        rw.set_insertion_point_before(op);
        let value = if scalable {
            // There may be several ops for the factor, in any order.
            let scales =
                bound.operands.iter().map(|_| rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc)));
            let operands = scales.collect::<Vec<Value>>();
            apply(rw, loc, bound.expr, &operands)
        } else {
            let operands: Vec<Value> =
                bound.operands.iter().map(|&(value, dim)| materialize(rw, loc, value, dim)).collect();
            if self.use_arith {
                compute(&mut Arith::new(rw, loc), &bound.expr, &operands)
            } else {
                apply(rw, loc, bound.expr, &operands)
            }
        };
        rw.replace_op(op, &[value]);
        Ok(())
    }

    fn bound(&self, op: OpRef<'_>) -> Result<Option<Bound>, &'static str> {
        let (cx, view) = (op.cx(), ReifyBoundOp::view_of(op));
        let rank = view.var().ty().shape(cx).map(|shape| shape.len() as i64);
        match view.dim_attr().and_then(|dim| dim.as_i64(cx)) {
            Some(..0) => return Err("dim must be non-negative"),
            Some(dim) if rank.is_some_and(|rank| dim >= rank) => {
                return Err("invalid dim for shaped type rank");
            }
            _ => {}
        }
        let kind = match view.type_attr().as_str(cx) {
            Some("EQ") => BoundKind::Equal,
            Some("LB") => BoundKind::Lower,
            Some("UB") => BoundKind::Upper,
            _ => return Err("invalid bound type"),
        };
        // Upper bounds are exclusive here.
        let exclusive = i64::from(kind == BoundKind::Upper);
        let dim = view.dim_attr().and_then(|dim| usize::try_from(dim.as_i64(cx)?).ok());
        let value = view.var();
        let variable = Variable::from(Quantity { value, dim });
        let number = |attr: Option<Attr>| attr.and_then(|attr| attr.as_i64(cx));
        let mut bound = if view.constant() {
            ValueBoundsConstraintSet::compute_constant_bound(kind, &variable).map(Bound::constant)
        } else if view.scalable() {
            let (Some(least), Some(most)) = (number(view.vscale_min_attr()), number(view.vscale_max_attr()))
            else {
                return Err("expected `vscale_min` and `vscale_max` to be provided");
            };
            let bound = ValueBoundsConstraintSet::compute_scalable_bound(kind, &variable, least, most);
            return Ok(bound.map(Bound::of));
        } else if self.to_arguments {
            let is_argument = |quantity: Quantity<'_>| {
                let block = quantity.value.owner_block();
                let owner = block.and_then(|block| block.region()?.parent_op());
                owner.is_some_and(|owner| owner.interface::<dyn FunctionOp>().is_some())
            };
            ValueBoundsConstraintSet::compute_bound(kind, &variable, &is_argument).map(Bound::of)
        } else {
            let is_other = |quantity: Quantity<'_>| quantity.value != value;
            ValueBoundsConstraintSet::compute_bound(kind, &variable, &is_other).map(Bound::of)
        };
        if let Some(bound) = &mut bound {
            bound.expr = bound.expr.clone() + AffineExpr::constant(exclusive);
        }
        Ok(bound)
    }
}

/// Materializes an index value as itself, an extent by an op.
fn materialize(rw: &mut Rewriter<'_>, loc: Loc, value: Value, dim: Option<usize>) -> Value {
    let Some(dim) = dim else { return value };
    let is_tensor = rw.value(value).ty().is_tensor(rw.cx());
    let dim = Arith::new(rw, loc).index(dim as i64);
    if is_tensor {
        rw.build_value(tensor::DimOp::of(value, dim).result(Type::INDEX).loc(loc))
    } else {
        rw.build_value(memref::DimOp::of(value, dim).result(Type::INDEX).loc(loc))
    }
}

/// The value of an expression, by an `affine.apply` where that is needed.
fn apply(rw: &mut Rewriter<'_>, loc: Loc, expr: AffineExpr, operands: &[Value]) -> Value {
    let map = AffineMap::new(0, operands.len() as u32, vec![expr]);
    let mut canonical = ValueMap::new(map, operands.iter().map(|&value| rw.value(value)));
    canonical.canonicalize();
    let (map, values) = (canonical.map.clone(), canonical.values());
    match map.results[0].kind() {
        ExprKind::Constant(number) => Arith::new(rw, loc).index(number),
        ExprKind::Dim(position) => values[position as usize],
        ExprKind::Symbol(position) => values[(map.num_dims + position) as usize],
        ExprKind::Binary(..) => rw.build_value(AffineApplyOp::of(&values).loc(loc).map(&map)),
    }
}

/// The value of an expression over symbols by arithmetic.
fn compute(make: &mut Arith<'_, '_>, expr: &AffineExpr, operands: &[Value]) -> Value {
    enum BoundStep<'e> {
        Expr(&'e AffineExpr),
        Op(BinaryOp),
    }
    let (mut steps, mut values) = (vec![BoundStep::Expr(expr)], Vec::new());
    while let Some(step) = steps.pop() {
        match step {
            BoundStep::Expr(expr) => match expr.kind() {
                ExprKind::Constant(number) => values.push(make.index(number)),
                ExprKind::Dim(position) | ExprKind::Symbol(position) => {
                    values.push(operands[position as usize])
                }
                ExprKind::Binary(op, lhs, rhs) => {
                    steps.extend([BoundStep::Op(op), BoundStep::Expr(rhs), BoundStep::Expr(lhs)]);
                }
            },
            BoundStep::Op(op) => {
                let (Some(rhs), Some(lhs)) = (values.pop(), values.pop()) else { continue };
                values.push(match op {
                    BinaryOp::Add => make.binary::<arith::AddIOp>(lhs, rhs),
                    BinaryOp::Mul => make.binary::<arith::MulIOp>(lhs, rhs),
                    BinaryOp::FloorDiv => make.binary::<arith::DivSIOp>(lhs, rhs),
                    BinaryOp::CeilDiv => make.binary::<arith::CeilDivSIOp>(lhs, rhs),
                    BinaryOp::Mod => make.binary::<arith::RemSIOp>(lhs, rhs),
                });
            }
        }
    }
    values.pop().unwrap_or_else(|| make.index(0))
}

/// The answer to a `test.compare`, where it is known.
fn compare(op: OpRef<'_>) -> Option<bool> {
    let (cx, view) = (op.cx(), CompareOp::view_of(op));
    let operands: Vec<Quantity<'_>> = op.operands().map(Quantity::index).collect();
    // Dimensions of a map come before its symbols among its operands; both are symbols of a variable.
    let mut rest = operands.as_slice();
    let mut side = |map: Option<Attr>| {
        let map = map.and_then(|map| map.as_affine_map(cx));
        let inputs = map.map_or(1, |map| map.num_inputs() as usize).min(rest.len());
        let (own, others) = rest.split_at(inputs);
        rest = others;
        let expr = match map {
            Some(map) => {
                let symbols: Vec<AffineExpr> = (0..map.num_inputs()).map(AffineExpr::symbol).collect();
                let (dims, symbols) = symbols.split_at(map.num_dims as usize);
                map.results.first()?.replace_dims_and_symbols(dims, symbols)
            }
            None => AffineExpr::symbol(0),
        };
        (!own.is_empty() || map.is_some()).then(|| Variable { expr, operands: own.to_vec() })
    };
    let (lhs, mut rhs) = (side(view.lhs_map_attr())?, side(view.rhs_map_attr())?);
    let relation = match view.cmp_attr().as_str(cx)? {
        "EQ" => Relation::Equal,
        "LE" => Relation::AtMost,
        "GE" => Relation::AtLeast,
        "LT" => {
            rhs.expr = rhs.expr - AffineExpr::constant(1);
            Relation::AtMost
        }
        "GT" => {
            rhs.expr = rhs.expr + AffineExpr::constant(1);
            Relation::AtLeast
        }
        _ => return None,
    };
    ValueBoundsConstraintSet::strong_compare(&lhs, relation, &rhs)
}
