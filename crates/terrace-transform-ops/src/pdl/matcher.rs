//! Matches the declarative part of a pattern on payload: the entities of the pattern are bound to those of the payload, from
//! the root of the rewrite to what defines its operands, and from there to other users.

use rustc_hash::FxHashMap;
use terrace_dialects_pdl::groups::{operand_group, result_group};
use terrace_dialects_pdl::matching::{
    ApplyNativeConstraintOp, ApplyNativeConstraintOpView, AttributeOp, AttributeOpView, OperandOp,
    OperandOpView, OperandsOp, OperandsOpView, OperationOp, OperationOpView, ResultOp, ResultOpView,
    ResultsOp, ResultsOpView, TypeOp, TypeOpView, TypesOp, TypesOpView,
};
use terrace_dialects_pdl::native::{NativeConstraint, Payload, PdlValue, native_constraint};
use terrace_dialects_pdl::pattern::PatternOpView;
use terrace_dialects_pdl::types::range_element;
use terrace_ir::{Diag, OpRef, Type, Value, ValueHandle, ValueRef};

/// The name of the rewrite that does nothing: what matched is all that is asked for.
const TRANSFORM_DIALECT: &str = "transform.dialect";

/// A pattern that is ready to be matched.
pub(super) struct PdlMatcher<'p> {
    root: OperationOpView<'p>,
    operations: Vec<OperationOpView<'p>>,
    constraints: Vec<(ApplyNativeConstraintOpView<'p>, NativeConstraint)>,
}

/// What entities of the pattern are bound to.
type Bindings = FxHashMap<Value, PdlValue>;

/// Entities of the pattern with what they are to be bound to.
type Goals<'p> = Vec<(ValueRef<'p>, PdlValue)>;

impl<'p> PdlMatcher<'p> {
    /// Prepares a pattern.
    ///
    /// # Errors
    ///
    /// The op and a message, if the pattern rewrites, or calls a constraint that does not exist.
    pub(super) fn new(pattern: PatternOpView<'p>) -> Result<Self, (OpRef<'p>, String)> {
        let Some(rewriter) = pattern.rewriter() else {
            return Err((pattern.0, "the pattern has no rewrite".to_owned()));
        };
        if rewriter.name() != Some(TRANSFORM_DIALECT) {
            let message = format!("only patterns with the rewriter '{TRANSFORM_DIALECT}' can be matched");
            return Err((rewriter.0, message));
        }
        let ops: Vec<OpRef<'p>> =
            pattern.body_region().entry().into_iter().flat_map(|block| block.ops()).collect();
        let operations: Vec<OperationOpView<'p>> =
            ops.iter().filter(|op| op.isa::<OperationOp>()).map(|&op| OperationOpView(op)).collect();
        let chosen = rewriter.root().and_then(|root| root.defining_op()).map(OperationOpView);
        // Without a root, the first op that no other one uses.
        let is_used = |op: &OperationOpView<'_>| {
            let results =
                op.op().uses().filter(|(user, _)| user.isa::<ResultOp>() || user.isa::<ResultsOp>());
            results
                .flat_map(|(result, _)| result.results())
                .any(|result| result.uses().any(|(user, _)| user.isa::<OperationOp>()))
        };
        let Some(root) = chosen.or_else(|| operations.iter().find(|op| !is_used(op)).copied()) else {
            return Err((pattern.0, "the pattern has no root".to_owned()));
        };
        let mut constraints = Vec::new();
        for &op in ops.iter().filter(|op| op.isa::<ApplyNativeConstraintOp>()) {
            let view = ApplyNativeConstraintOpView(op);
            let name = view.name();
            let known = native_constraint(op.cx(), name);
            let Some(known) = known.filter(|_| view.results().len() == 0) else {
                return Err((op, format!("no native constraint '{name}' is registered")));
            };
            constraints.push((view, known));
        }
        Ok(Self { root, operations, constraints })
    }

    /// Returns whether the pattern matches with `candidate` as its root.
    pub(super) fn matches(&self, candidate: OpRef<'_>, report: &mut dyn FnMut(Box<Diag>)) -> bool {
        if self.root.op_name().is_some_and(|name| name != candidate.name_text()) {
            return false;
        }
        let payload = Matched(Payload::of_ir(candidate.ir()));
        let mut bound = Bindings::default();
        let goals = vec![(self.root.op(), PdlValue::Op(candidate.handle()))];
        if !payload.bind(goals, &mut bound) {
            return false;
        }
        // Ops that are users of what is bound are tried one after the other; those tried last are looked at first.
        let mut pending = vec![bound];
        while let Some(bound) = pending.pop() {
            match self.next_user(&payload, &bound) {
                Some(choices) => {
                    for goals in choices.into_iter().rev() {
                        let mut bound = bound.clone();
                        if payload.bind(goals, &mut bound) {
                            pending.push(bound);
                        }
                    }
                }
                None => {
                    if self.satisfies_constraints(&payload, &bound, report) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The choices for the first op of the pattern that is not bound yet; `None` if all are bound.
    fn next_user(&self, payload: &Matched<'_>, bound: &Bindings) -> Option<Vec<Goals<'p>>> {
        let is_unbound = |op: &&OperationOpView<'_>| !bound.contains_key(&op.op().id());
        let mut unbound = self.operations.iter().filter(is_unbound).peekable();
        unbound.peek()?;
        for operation in unbound {
            for operand in operation.operand_values() {
                let values = match payload.bound_to(operand, bound) {
                    Some(PdlValue::Value(value)) => vec![value],
                    Some(PdlValue::Values(values)) => values,
                    _ => continue,
                };
                let Some(&first) = values.first() else { continue };
                let users = payload.value(first).uses().map(|(user, _)| user.handle());
                return Some(users.map(|user| vec![(operation.op(), PdlValue::Op(user))]).collect());
            }
        }
        // The pattern is connected, so that this is not reached.
        Some(Vec::new())
    }

    fn satisfies_constraints(
        &self,
        payload: &Matched<'_>,
        bound: &Bindings,
        report: &mut dyn FnMut(Box<Diag>),
    ) -> bool {
        self.constraints.iter().all(|(view, constraint)| {
            let args: Option<Vec<PdlValue>> = view.args().map(|arg| payload.bound_to(arg, bound)).collect();
            args.is_some_and(|args| {
                constraint(payload.0, &args, &mut Vec::new(), report) != view.is_negated()
            })
        })
    }
}

/// The IR in which a pattern is matched.
struct Matched<'a>(Payload<'a>);

impl<'a> Matched<'a> {
    fn value(&self, value: ValueHandle) -> ValueRef<'a> {
        self.0.value(value)
    }

    /// What an entity stands for: what it is bound to, a result of what its op is bound to, or the constant that it is.
    fn bound_to(&self, entity: ValueRef<'_>, bound: &Bindings) -> Option<PdlValue> {
        if let Some(known) = bound.get(&entity.id()) {
            return Some(known.clone());
        }
        let def = entity.defining_op()?;
        if def.isa::<ResultOp>() {
            let view = ResultOpView(def);
            let op = self.bound_op(view.parent(), bound)?;
            let index = usize::try_from(view.index()).ok()?;
            return Some(PdlValue::Value(op.results().nth(index)?.handle()));
        }
        if def.isa::<ResultsOp>() {
            let view = ResultsOpView(def);
            let op = self.bound_op(view.parent(), bound)?;
            let group = result_group(op, view.index())?;
            return as_range(entity, group);
        }
        if def.isa::<TypeOp>() {
            return TypeOpView(def).constant_type().map(PdlValue::Type);
        }
        if def.isa::<TypesOp>() {
            return TypesOpView(def).constant_types().map(|types| PdlValue::Types(types.iter().collect()));
        }
        if def.isa::<AttributeOp>() {
            return AttributeOpView(def).value().map(PdlValue::Attr);
        }
        None
    }

    fn bound_op(&self, entity: ValueRef<'_>, bound: &Bindings) -> Option<OpRef<'a>> {
        match bound.get(&entity.id()) {
            Some(PdlValue::Op(op)) => Some(self.0.op(*op)),
            _ => None,
        }
    }

    /// Binds entities, and what they depend on; returns whether everything fits.
    fn bind(&self, mut goals: Goals<'_>, bound: &mut Bindings) -> bool {
        while let Some((entity, value)) = goals.pop() {
            match bound.get(&entity.id()) {
                Some(known) if *known == value => continue,
                Some(_) => return false,
                None => {}
            }
            let Some(def) = entity.defining_op() else { return false };
            if self.expand(def, entity, &value, &mut goals).is_none() {
                return false;
            }
            bound.insert(entity.id(), value);
        }
        true
    }

    /// Checks what an entity says of itself, and adds what follows from it; `None` if it does not fit.
    fn expand<'p>(
        &self,
        def: OpRef<'p>,
        entity: ValueRef<'p>,
        value: &PdlValue,
        goals: &mut Goals<'p>,
    ) -> Option<()> {
        match value {
            PdlValue::Op(op) => expand_operation(OperationOpView(def), self.0.op(*op), goals),
            PdlValue::Value(value) => {
                let value = self.value(*value);
                if def.isa::<OperandOp>() {
                    let ty = OperandOpView(def).value_type();
                    goals.extend(ty.map(|ty| (ty, PdlValue::Type(value.ty()))));
                    return Some(());
                }
                let owner = value.defining_op()?;
                if def.isa::<ResultOp>() {
                    let view = ResultOpView(def);
                    goals.push((view.parent(), PdlValue::Op(owner.handle())));
                    return (view.index() == i64::from(value.index())).then_some(());
                }
                let view = ResultsOpView(def);
                goals.push((view.parent(), PdlValue::Op(owner.handle())));
                (as_range(entity, result_group(owner, view.index())?)? == PdlValue::Value(value.handle()))
                    .then_some(())
            }
            PdlValue::Values(values) => {
                if def.isa::<OperandsOp>() {
                    let types = values.iter().map(|&value| self.value(value).ty()).collect();
                    let ty = OperandsOpView(def).value_type();
                    goals.extend(ty.map(|ty| (ty, PdlValue::Types(types))));
                    return Some(());
                }
                let owner = self.value(*values.first()?).defining_op()?;
                let view = ResultsOpView(def);
                goals.push((view.parent(), PdlValue::Op(owner.handle())));
                let group = result_group(owner, view.index())?;
                (group == *values).then_some(())
            }
            // No entity that is matched is a range of ops.
            PdlValue::Ops(_) => None,
            PdlValue::Type(ty) => match TypeOpView(def).constant_type() {
                Some(wanted) if wanted != *ty => None,
                _ => Some(()),
            },
            PdlValue::Types(types) => match TypesOpView(def).constant_types() {
                Some(wanted) if !wanted.iter().eq(types.iter().copied()) => None,
                _ => Some(()),
            },
            PdlValue::Attr(attr) => {
                let view = AttributeOpView(def);
                if view.value().is_some_and(|wanted| wanted != *attr) {
                    return None;
                }
                let ty = attr.ty(def.cx()).unwrap_or(Type::NONE);
                goals.extend(view.value_type().map(|wanted| (wanted, PdlValue::Type(ty))));
                Some(())
            }
        }
    }
}

/// Checks the name and the numbers of operands and results of an op, and adds its parts.
fn expand_operation<'p>(view: OperationOpView<'p>, op: OpRef<'_>, goals: &mut Goals<'p>) -> Option<()> {
    if view.op_name().is_some_and(|name| name != op.name_text()) {
        return None;
    }
    let fits = |entities: usize, ranges: usize, count: usize| match ranges {
        0 => count == entities,
        _ => count >= entities - ranges,
    };
    let cx = view.0.cx();
    let is_range = |entity: &ValueRef<'_>| range_element(cx, entity.ty()).is_some();
    let (operands, types) = (view.operand_values(), view.type_values());
    if !fits(operands.len(), operands.clone().filter(is_range).count(), op.num_operands())
        || !fits(types.len(), types.clone().filter(is_range).count(), op.num_results())
    {
        return None;
    }
    for (name, value) in view.attribute_value_names().iter().zip(view.attribute_values()) {
        goals.push((value, PdlValue::Attr(op.attr(name)?)));
    }
    // What comes before the first range has a position; groups are those of the op's definition.
    let (only_one, mut has_range) = (operands.len() == 1, false);
    for (i, operand) in operands.enumerate() {
        has_range |= is_range(&operand);
        let group: Vec<ValueHandle> = match has_range {
            true if only_one => op.operands().map(ValueRef::handle).collect(),
            true => operand_group(op, i)?,
            false => vec![op.operands().nth(i)?.handle()],
        };
        goals.push((operand, as_range(operand, group)?));
    }
    let (only_one, mut has_range) = (types.len() == 1, false);
    for (i, ty) in types.enumerate() {
        has_range |= is_range(&ty);
        let group: Vec<ValueHandle> = match has_range {
            true if only_one => op.results().map(ValueRef::handle).collect(),
            true => result_group(op, Some(i as i64))?,
            false => vec![op.results().nth(i)?.handle()],
        };
        let mut found =
            group.iter().map(|value| ValueRef::in_body(op.ir(), op.body(), op.body_id(), value.value).ty());
        let value = match is_range(&ty) {
            true => PdlValue::Types(found.collect()),
            false => PdlValue::Type(found.next().filter(|_| group.len() == 1)?),
        };
        goals.push((ty, value));
    }
    Some(())
}

/// A group as its entity holds it: a range, or the only value; `None` if there is not exactly one.
fn as_range(entity: ValueRef<'_>, group: Vec<ValueHandle>) -> Option<PdlValue> {
    match (range_element(entity.cx(), entity.ty()), group.as_slice()) {
        (Some(_), _) => Some(PdlValue::Values(group)),
        (None, &[value]) => Some(PdlValue::Value(value)),
        (None, _) => None,
    }
}
