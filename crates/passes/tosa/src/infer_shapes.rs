//! `tosa-infer-shapes`: shapes of results from those of operands, into the regions of branches and loops.

use rustc_hash::FxHashMap;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_mem::tensor::{CastOp, with_shape};
use terrace_dialects_tosa::control_flow::{IfOp, WhileOp, yielded};
use terrace_dialects_tosa::shapes::{InferShapedType, ShapeInput, tensor_type};
use terrace_ir::{BlockRef, Context, DYNAMIC, Op, OpKind, OpRef, RegionRef, Rewriter, Type, Value, ValueRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};

/// The pass.
pub static TOSA_INFER_SHAPES: PassDef = PassDef {
    name: "tosa-infer-shapes",
    class: "TosaInferShapesPass",
    doc: "Propagate shapes across TOSA operations",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(InferShapes))),
    ..EMPTY_PASS
};

struct InferShapes;

impl BodyPass for InferShapes {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut types = Types::default();
        for &region in rw.body().top_regions() {
            types.infer_region(rw.region(region), 0);
        }
        let changed: Vec<(Value, Type)> =
            types.order.iter().filter_map(|value| Some((*value, *types.known.get(value)?))).collect();
        for (value, ty) in changed {
            refine(rw, value, ty);
        }
        Ok(())
    }
}

/// Changes the type of a value, but for the ops of other dialects that use it.
fn refine(rw: &mut Rewriter<'_>, value: Value, ty: Type) {
    let old = rw.value(value).ty();
    if old == ty {
        return;
    }
    let is_other = |op: &OpRef<'_>| !op.name_text().starts_with("tosa.");
    let users = rw.value(value).uses().map(|(user, _)| user);
    let others: Vec<Op> = users.filter(is_other).map(|user| user.id()).collect();
    let loc = rw.value(value).loc();
    rw.set_type(value, ty);
    if others.is_empty() {
        return;
    }
    match rw.value(value).defining_op().map(|op| op.id()) {
        Some(op) => rw.set_insertion_point_after(op),
        None => match rw.value(value).owner_block().map(|block| block.id()) {
            Some(block) => rw.set_insertion_point_to_start(block),
            None => return,
        },
    }
    let cast = rw.build(CastOp::of(value).dest(old).loc(loc));
    let Some(as_before) = rw.body().results(cast).next() else { return };
    rw.replace_uses_with_if(value, as_before, |_, user, _| others.contains(&user));
}

/// The depth of loops up to which shapes are inferred: what a loop carries takes several walks over its body, each of which
/// walks over those of inner loops as often.
const MAX_DEPTH: usize = 6;

/// Types of values, as far as they are not those in the program.
#[derive(Clone, Default)]
struct Types {
    known: FxHashMap<Value, Type>,
    /// The values in the order in which they first changed.
    order: Vec<Value>,
}

impl Types {
    fn of(&self, value: ValueRef<'_>) -> Type {
        self.known.get(&value.id()).copied().unwrap_or_else(|| value.ty())
    }

    fn all<'a>(&self, values: impl Iterator<Item = ValueRef<'a>>) -> Vec<Type> {
        values.map(|value| self.of(value)).collect()
    }

    fn set(&mut self, value: ValueRef<'_>, ty: Type) {
        if self.of(value) != ty && self.known.insert(value.id(), ty).is_none() {
            self.order.push(value.id());
        }
    }

    fn infer_region(&mut self, region: RegionRef<'_>, depth: usize) {
        for op in region.blocks().flat_map(BlockRef::ops) {
            if let Some(branch) = op.cast::<IfOp>() {
                for region in [branch.then_graph(), branch.else_graph()] {
                    self.join_arguments(region, &self.all(branch.input_list()));
                    self.infer_region(region, depth);
                }
            }
            if let Some(looped) = op.cast::<WhileOp>() {
                let carried = self.all(looped.input_list());
                let carried =
                    if depth < MAX_DEPTH { self.carried(looped.body_graph(), carried, depth) } else { None };
                for region in [looped.cond_graph(), looped.body_graph()] {
                    if let Some(carried) = &carried {
                        self.set_arguments(region, carried);
                    }
                    self.infer_region(region, depth + 1);
                }
            }
            self.infer_results(op);
        }
    }

    /// Joins the types of a branch's arguments with those of the operands.
    fn join_arguments(&mut self, region: RegionRef<'_>, operands: &[Type]) {
        for (arg, &operand) in region.entry().into_iter().flat_map(BlockRef::args).zip(operands) {
            if let Some(ty) = join(region.cx(), self.of(arg), operand.shape(region.cx())) {
                self.set(arg, ty);
            }
        }
    }

    fn set_arguments(&mut self, region: RegionRef<'_>, types: &[Type]) {
        for (arg, &ty) in region.entry().into_iter().flat_map(BlockRef::args).zip(types) {
            self.set(arg, ty);
        }
    }

    /// The types that hold for the first values that a loop carries, and for those that its body yields.
    fn carried(&self, body: RegionRef<'_>, mut types: Vec<Type>, depth: usize) -> Option<Vec<Type>> {
        let cx = body.cx();
        loop {
            let mut inner = self.clone();
            inner.set_arguments(body, &types);
            inner.infer_region(body, depth + 1);
            let yields = inner.all(yielded(body)?.into_iter());
            if yields.len() != types.len() {
                return None;
            }
            let met: Vec<Type> =
                types.iter().zip(&yields).map(|(&one, &other)| meet(cx, one, other)).collect();
            if met == types {
                return Some(types);
            }
            types = met;
        }
    }

    fn infer_results(&mut self, op: OpRef<'_>) {
        let Some(inferred) = op.interface::<dyn InferShapedType>().and_then(|infer| {
            let operands = self.all(op.operands());
            let yields = |region| yielded(region).map_or(Vec::new(), |values| self.all(values.into_iter()));
            let yields: Vec<Vec<Type>> = op.regions().map(yields).collect();
            infer.infer_shapes(&ShapeInput { op, operands: &operands, yields: &yields })
        }) else {
            return;
        };
        for (result, shape) in op.results().zip(inferred) {
            if let Some(ty) = join(op.cx(), self.of(result), shape.as_deref()) {
                self.set(result, ty);
            }
        }
    }
}

/// Returns a type with what is known of a shape, too; `None` if the two contradict.
fn join(cx: &Context, ty: Type, shape: Option<&[i64]>) -> Option<Type> {
    let (Some(shape), true) = (shape, ty.is_tensor(cx)) else { return Some(ty) };
    let Some(own) = ty.shape(cx) else {
        return Some(tensor_type(cx, Some(shape.to_vec()), ty.element_type_or_self(cx)));
    };
    let both = |(&one, &other): (&i64, &i64)| match (one, other) {
        (DYNAMIC, extent) | (extent, DYNAMIC) => Some(extent),
        (one, other) => (one == other).then_some(one),
    };
    let same_rank = own.len() == shape.len();
    let joined = same_rank.then(|| own.iter().zip(shape).map(both).collect::<Option<Vec<i64>>>())??;
    Some(with_shape(cx, ty, &joined))
}

/// Returns what is known of both types.
fn meet(cx: &Context, one: Type, other: Type) -> Type {
    match (one.shape(cx), other.shape(cx)) {
        _ if one == other => one,
        (Some(a), Some(b)) if a.len() == b.len() => {
            let both: Vec<i64> = a.iter().zip(b).map(|(&a, &b)| if a == b { a } else { DYNAMIC }).collect();
            with_shape(cx, one, &both)
        }
        _ => tensor_type(cx, None, one.element_type_or_self(cx)),
    }
}
