//! The conditions for a pattern to match, as predicates on positions.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_pdl::matching::{
    ApplyNativeConstraintOp, AttributeOp, OperandOp, OperandsOp, OperationOp, ResultOp, ResultsOp, TypeOp,
    TypesOp,
};
use terrace_dialects_pdl::pattern::PatternOp;
use terrace_dialects_pdl::types::range_element;
use terrace_ir::def::op_error;
use terrace_ir::{Diag, OpKind, OpRef, Value, ValueRef, View, op_match};

use crate::predicates::{
    Answer, NativeConstraintCall, Position, PositionId, PositionalPredicate, Predicates, Question,
};
use crate::root_ordering::{Edge, RootGraph, optimal_branching};

/// A pattern that is about to be compiled.
pub struct PatternPredicates<'p> {
    /// The pattern.
    pub pattern: View<'p, PatternOp>,
    /// The op at which matching starts.
    pub root: ValueRef<'p>,
    /// The predicates, in the order of their discovery.
    pub predicates: Vec<PositionalPredicate>,
    /// The positions of the pattern's values.
    pub positions: FxHashMap<Value, PositionId>,
}

/// Whether a value of a pattern is a range.
pub(crate) fn is_range(value: ValueRef<'_>) -> bool {
    range_element(value.cx(), value.ty()).is_some()
}

/// The index of a slot of upstream's unsigned numbers.
fn index(index: i64) -> u32 {
    u32::try_from(index).expect("the indices of results are checked first")
}

struct Builder<'p, 'a> {
    all: &'a mut Predicates,
    found: Vec<PositionalPredicate>,
    positions: FxHashMap<Value, PositionId>,
    pending: Vec<PredicateStep<'p>>,
}

/// The pending steps, the next one last.
enum PredicateStep<'p> {
    /// Adds a predicate.
    Ask(PositionId, Question, Answer),
    /// Looks at the value that is at a position.
    Value(ValueRef<'p>, PositionId),
}

/// Returns what must hold for a pattern to match.
///
/// # Errors
///
/// If the pattern uses a value that nothing in what it matches determines, or a result with a negative number.
pub fn pattern_predicates<'p>(
    pattern: View<'p, PatternOp>,
    all: &mut Predicates,
) -> Result<PatternPredicates<'p>, Box<Diag>> {
    let fail = |message: &str| op_error(pattern.0, message.to_owned());
    for op in body_ops(pattern) {
        let index = match op.cast::<ResultOp>() {
            Some(result) => Some(result.index()),
            None => op.cast::<ResultsOp>().and_then(|results| results.index()),
        };
        if index.is_some_and(|index| u32::try_from(index).is_err()) {
            return Err(op_error(op, "requires an index that is not negative"));
        }
    }
    let operations: Vec<View<'p, OperationOp>> =
        body_ops(pattern).filter_map(|op| op.cast::<OperationOp>()).collect();
    let chosen = pattern.rewriter().and_then(|rewriter| rewriter.root());
    let roots = candidate_roots(&operations, chosen);
    let graph = CostGraph::new(&roots);
    let number = |value: ValueRef<'p>| roots.iter().position(|root| root.id() == value.id());
    let disconnected = || fail("has roots that nothing connects");
    let (best, edges) = match chosen {
        Some(chosen) => {
            let at = number(chosen).ok_or_else(|| fail("has a root that it does not match"))?;
            let (_, edges) = optimal_branching(&graph.edges, at, roots.len()).ok_or_else(disconnected)?;
            (chosen, edges)
        }
        None => {
            let mut best: Option<(u32, ValueRef<'p>, Vec<(usize, Option<usize>)>)> = None;
            for (at, &root) in roots.iter().enumerate() {
                let (cost, edges) =
                    optimal_branching(&graph.edges, at, roots.len()).ok_or_else(disconnected)?;
                if best.as_ref().is_none_or(|(known, ..)| *known > cost) {
                    best = Some((cost, root, edges));
                }
            }
            let (_, root, edges) = best.ok_or_else(|| fail("has no root"))?;
            (root, edges)
        }
    };
    let root = all.root();
    let mut builder =
        Builder { all, found: Vec::new(), positions: FxHashMap::default(), pending: Vec::new() };
    builder.visit(best, root);
    for (number, &(target, source)) in edges.iter().enumerate() {
        let Some(source) = source.filter(|_| !builder.positions.contains_key(&roots[target].id())) else {
            continue;
        };
        let edge =
            graph.edges.0.get(&target).and_then(|edges| edges.get(&source)).ok_or_else(disconnected)?;
        let mut at = edge.connector;
        let mut position = *builder.positions.get(&at).ok_or_else(disconnected)?;
        while at != roots[target].id() {
            let (parent, operand) =
                graph.parents[target].get(&at).copied().flatten().ok_or_else(disconnected)?;
            position = builder.visit_upward(parent, operand, position, number as u32);
            at = parent.id();
        }
    }
    builder.visit_others(pattern)?;
    let Builder { found: predicates, positions, .. } = builder;
    Ok(PatternPredicates { pattern, root: best, predicates, positions })
}

fn body_ops(pattern: View<'_, PatternOp>) -> impl Iterator<Item = OpRef<'_>> {
    pattern.body_region().entry().into_iter().flat_map(|block| block.ops())
}

/// The op of which a value is a result, or some of them.
fn parent_of(result: OpRef<'_>) -> Option<ValueRef<'_>> {
    let of_result = result.cast::<ResultOp>().map(|view| view.parent());
    of_result.or_else(|| result.cast::<ResultsOp>().map(|view| view.parent()))
}

/// The ops whose results no other op of the pattern uses, and the one that the rewrite names.
fn candidate_roots<'p>(
    operations: &[View<'p, OperationOp>],
    chosen: Option<ValueRef<'p>>,
) -> Vec<ValueRef<'p>> {
    let operands = operations.iter().flat_map(|op| op.operand_values());
    let mut used: FxHashSet<Value> =
        operands.filter_map(|operand| Some(parent_of(operand.defining_op()?)?.id())).collect();
    if let Some(chosen) = chosen {
        used.remove(&chosen.id());
    }
    operations.iter().map(|op| op.op()).filter(|op| !used.contains(&op.id())).collect()
}

/// A value over another one, and which of its operands that is; no number for a range of all operands.
type Parent<'p> = Option<(ValueRef<'p>, Option<u32>)>;

/// The edges between roots, and for each root how to get to it from what is under it.
struct CostGraph<'p> {
    edges: RootGraph,
    parents: Vec<FxHashMap<Value, Parent<'p>>>,
}

impl<'p> CostGraph<'p> {
    fn new(roots: &[ValueRef<'p>]) -> Self {
        let mut graph = CostGraph { edges: RootGraph::default(), parents: Vec::new() };
        let mut order: Vec<Value> = Vec::new();
        let mut depths: FxHashMap<Value, Vec<(usize, u32)>> = FxHashMap::default();
        for (number, &root) in roots.iter().enumerate() {
            let mut parents: FxHashMap<Value, Parent<'p>> = FxHashMap::default();
            let mut pending: VecDeque<(ValueRef<'p>, Parent<'p>, u32)> = VecDeque::from([(root, None, 0)]);
            while let Some((value, parent, depth)) = pending.pop_front() {
                if parents.contains_key(&value.id()) {
                    continue;
                }
                parents.insert(value.id(), parent);
                let known = depths.entry(value.id()).or_insert_with(|| {
                    order.push(value.id());
                    Vec::new()
                });
                known.push((number, depth));
                let Some(op) = value.defining_op() else { continue };
                op_match!(op, {
                    OperationOp(view) => {
                        let operands = view.operand_values();
                        let all_in_one = operands.len() == 1 && operands.clone().all(is_range);
                        for (i, operand) in operands.enumerate() {
                            let at = (!all_in_one).then_some(i as u32);
                            pending.push_back((operand, Some((value, at)), depth + 1));
                        }
                    }
                    ResultOp(view) => {
                        pending.push_back((view.parent(), Some((value, Some(index(view.index())))), depth));
                    }
                    ResultsOp(view) => {
                        pending.push_back((view.parent(), Some((value, view.index().map(index))), depth));
                    }
                    _ => {}
                });
            }
            graph.parents.push(parents);
        }
        let mut next = 0;
        for connector in order {
            let depths = &depths[&connector];
            for (i, &(source, _)) in depths.iter().enumerate() {
                for (j, &(target, depth)) in depths.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    let edges = graph.edges.0.entry(target).or_default();
                    let edge = edges.entry(source).or_insert_with(|| {
                        next += 1;
                        Edge { cost: (u32::MAX, next - 1), connector }
                    });
                    if edge.cost.0 > depth {
                        edge.cost.0 = depth;
                        edge.connector = connector;
                    }
                }
            }
        }
        graph
    }
}

impl<'p> Builder<'p, '_> {
    fn ask(&mut self, position: PositionId, question: Question, answer: Answer) {
        let question = self.all.question(question);
        self.found.push(PositionalPredicate { position, question, answer });
    }

    /// Looks at a value at a position, and at all that it determines.
    fn visit(&mut self, value: ValueRef<'p>, position: PositionId) {
        self.pending.push(PredicateStep::Value(value, position));
        self.run();
    }

    fn run(&mut self) {
        while let Some(step) = self.pending.pop() {
            match step {
                PredicateStep::Ask(position, question, answer) => self.ask(position, question, answer),
                PredicateStep::Value(value, position) => {
                    let start = self.pending.len();
                    self.visit_value(value, position);
                    // Positions are visited in the order of their discovery.
                    self.pending[start..].reverse();
                }
            }
        }
    }

    fn later(&mut self, position: PositionId, question: Question, answer: Answer) {
        self.pending.push(PredicateStep::Ask(position, question, answer));
    }

    fn visit_value(&mut self, value: ValueRef<'p>, position: PositionId) {
        let Some(op) = value.defining_op() else { return };
        if let Some(&known) = self.positions.get(&value.id()) {
            let is_entity = op.isa::<AttributeOp>()
                || op.isa::<OperandOp>()
                || op.isa::<OperandsOp>()
                || op.isa::<OperationOp>()
                || op.isa::<TypeOp>();
            if is_entity {
                let (nearer, farther) = self.by_depth(position, known);
                self.later(farther, Question::EqualTo(nearer), Answer::True);
            }
            return;
        }
        self.positions.insert(value.id(), position);
        match self.all.position_data(position) {
            Position::Attribute(..) => self.visit_attribute(op, position),
            Position::Operation { .. } => self.visit_operation(OperationOp::view_of(op), position, None),
            Position::Type(_) => self.visit_type(op, position),
            _ => self.visit_operand(op, position),
        }
    }

    /// Both positions, that of fewer ops first; the first one where they are equal.
    fn by_depth(&self, first: PositionId, second: PositionId) -> (PositionId, PositionId) {
        if self.all.depth(second) < self.all.depth(first) { (second, first) } else { (first, second) }
    }

    fn type_at(&mut self, position: PositionId) -> PositionId {
        self.all.position(Position::Type(position))
    }

    fn visit_attribute(&mut self, op: OpRef<'p>, position: PositionId) {
        self.later(position, Question::IsNotNull, Answer::True);
        let Some(view) = op.cast::<AttributeOp>() else { return };
        if let Some(ty) = view.value_type() {
            let at = self.type_at(position);
            self.pending.push(PredicateStep::Value(ty, at));
        } else if let Some(value) = view.value() {
            self.later(position, Question::Attribute, Answer::Attr(value));
        }
    }

    fn visit_type(&mut self, op: OpRef<'p>, position: PositionId) {
        let of_type = op.cast::<TypeOp>().and_then(|view| view.constant_type_attr());
        let constant = of_type.or_else(|| op.cast::<TypesOp>()?.constant_types_attr());
        if let Some(constant) = constant {
            self.later(position, Question::Type, Answer::Attr(constant));
        }
    }

    fn visit_operand(&mut self, op: OpRef<'p>, position: PositionId) {
        let has_number = !matches!(self.all.position_data(position), Position::OperandGroup(_, None, _));
        let value_type = match (op.cast::<OperandOp>(), op.cast::<OperandsOp>()) {
            (Some(view), _) => {
                self.later(position, Question::IsNotNull, Answer::True);
                view.value_type()
            }
            (_, Some(view)) => {
                if has_number {
                    self.later(position, Question::IsNotNull, Answer::True);
                }
                view.value_type()
            }
            _ => return self.visit_result(op, position),
        };
        if let Some(ty) = value_type {
            let at = self.type_at(position);
            self.pending.push(PredicateStep::Value(ty, at));
        }
    }

    /// An operand that is a result of another op.
    fn visit_result(&mut self, op: OpRef<'p>, position: PositionId) {
        let (number, parent) = match (op.cast::<ResultOp>(), op.cast::<ResultsOp>()) {
            (Some(view), _) => (Some(index(view.index())), view.parent()),
            (_, Some(view)) => (view.index().map(index), view.parent()),
            _ => return,
        };
        if number.is_some() {
            self.later(position, Question::IsNotNull, Answer::True);
        }
        let defining = self.all.operation_at(position);
        self.later(defining, Question::IsNotNull, Answer::True);
        let result = match number {
            Some(number) if op.isa::<ResultOp>() => Position::Result(defining, number),
            number => Position::ResultGroup(defining, number, op.results().all(is_range)),
        };
        let result = self.all.position(result);
        self.later(result, Question::EqualTo(position), Answer::True);
        self.pending.push(PredicateStep::Value(parent, defining));
    }

    fn visit_operation(&mut self, view: View<'p, OperationOp>, position: PositionId, ignored: Option<u32>) {
        let cx = view.0.cx();
        let is_root = matches!(self.all.position_data(position), Position::Operation { depth: 0, .. });
        if !is_root {
            self.later(position, Question::IsNotNull, Answer::True);
        }
        if let Some(name) = view.op_name() {
            self.later(position, Question::OperationName, Answer::Name(cx.str(name)));
        }
        let (operands, types) = (view.operand_values(), view.type_values());
        let fixed = operands.clone().filter(|operand| !is_range(*operand)).count();
        if fixed == operands.len() {
            self.later(position, Question::OperandCount, Answer::Count(fixed as u32));
        } else if fixed > 0 {
            self.later(position, Question::OperandCountAtLeast, Answer::Count(fixed as u32));
        }
        let fixed = types.clone().filter(|ty| !is_range(*ty)).count();
        if fixed == types.len() {
            self.later(position, Question::ResultCount, Answer::Count(fixed as u32));
        } else if fixed > 0 {
            self.later(position, Question::ResultCountAtLeast, Answer::Count(fixed as u32));
        }
        for (name, attr) in view.attribute_value_names().iter().zip(view.attribute_values()) {
            let at = self.all.position(Position::Attribute(position, cx.str(name)));
            self.pending.push(PredicateStep::Value(attr, at));
        }
        if operands.len() == 1 && operands.clone().all(is_range) {
            // If the op was reached from its operands, they have been visited.
            if is_root || self.all.is_operand_defining_op(position) {
                let at = self.all.position(Position::OperandGroup(position, None, true));
                self.pending.extend(operands.map(|operand| PredicateStep::Value(operand, at)));
            }
        } else {
            let mut follows_range = false;
            for (number, operand) in (0_u32..).zip(operands) {
                follows_range |= is_range(operand);
                if ignored == Some(number) {
                    continue;
                }
                let at = match follows_range {
                    true => Position::OperandGroup(position, Some(number), is_range(operand)),
                    false => Position::Operand(position, number),
                };
                let at = self.all.position(at);
                self.pending.push(PredicateStep::Value(operand, at));
            }
        }
        if types.len() == 1 && types.clone().all(is_range) {
            let results = self.all.position(Position::ResultGroup(position, None, true));
            let at = self.type_at(results);
            self.pending.extend(types.map(|ty| PredicateStep::Value(ty, at)));
            return;
        }
        let mut follows_range = false;
        for (number, ty) in (0_u32..).zip(types) {
            follows_range |= is_range(ty);
            let result = match follows_range {
                true => Position::ResultGroup(position, Some(number), is_range(ty)),
                false => Position::Result(position, number),
            };
            let result = self.all.position(result);
            self.later(result, Question::IsNotNull, Answer::True);
            let at = self.type_at(result);
            self.pending.push(PredicateStep::Value(ty, at));
        }
    }

    /// Visits the op that defines `value` in the pattern and uses the value at `position`, and returns its position.
    fn visit_upward(
        &mut self,
        value: ValueRef<'p>,
        operand: Option<u32>,
        position: PositionId,
        number: u32,
    ) -> PositionId {
        let Some(op) = value.defining_op() else { return position };
        let Some(view) = op.cast::<OperationOp>() else {
            let result = match operand {
                Some(operand) if op.isa::<ResultOp>() => Position::Result(position, operand),
                operand => Position::ResultGroup(position, operand, is_range(value) || operand.is_none()),
            };
            let result = self.all.position(result);
            self.positions.entry(value.id()).or_insert(result);
            return result;
        };
        let users = self.all.position(Position::Users(position));
        let each = self.all.position(Position::ForEach(users, number));
        let user = self.all.operation_at(each);
        let operands: Vec<ValueRef<'p>> = view.operand_values().collect();
        let compared = match operand {
            None => Position::OperandGroup(user, None, true),
            Some(at) if operands.iter().take(at as usize + 1).any(|operand| is_range(*operand)) => {
                let variadic = operands.get(at as usize).is_some_and(|operand| is_range(*operand));
                Position::OperandGroup(user, Some(at), variadic)
            }
            Some(at) => Position::Operand(user, at),
        };
        let compared = self.all.position(compared);
        self.ask(compared, Question::EqualTo(position), Answer::True);
        self.positions.entry(value.id()).or_insert(user);
        self.visit_operation(view, user, operand);
        self.pending.reverse();
        self.run();
        user
    }

    /// Looks at what no traversal of ops has found.
    fn visit_others(&mut self, pattern: View<'p, PatternOp>) -> Result<(), Box<Diag>> {
        for op in body_ops(pattern) {
            op_match!(op, {
                AttributeOp(view) => {
                    self.literal(view.attr(), view.value().map(Position::AttributeLiteral))?;
                }
                ApplyNativeConstraintOp(_) => {
                    self.visit_constraint(ApplyNativeConstraintOp::view_of(op))?;
                }
                ResultOp(view) => {
                    self.other_result(view)?;
                }
                ResultsOp(view) => {
                    self.other_results(view)?;
                }
                TypeOp(view) => {
                    self.literal(view.result(), view.constant_type_attr().map(Position::TypeLiteral))?;
                }
                TypesOp(view) => {
                    self.literal(view.result(), view.constant_types_attr().map(Position::TypeLiteral))?;
                }
                _ => {}
            });
        }
        Ok(())
    }

    fn literal(&mut self, value: ValueRef<'p>, literal: Option<Position>) -> Result<(), Box<Diag>> {
        if self.positions.contains_key(&value.id()) {
            return Ok(());
        }
        match (literal, value.defining_op()) {
            (Some(literal), _) => {
                let at = self.all.position(literal);
                self.positions.insert(value.id(), at);
                Ok(())
            }
            (None, Some(op)) => Err(undetermined(op)),
            (None, None) => Ok(()),
        }
    }

    fn position_of(&self, value: ValueRef<'p>, user: OpRef<'p>) -> Result<PositionId, Box<Diag>> {
        let known = self.positions.get(&value.id()).copied();
        known.ok_or_else(|| undetermined(value.defining_op().unwrap_or(user)))
    }

    fn other_result(&mut self, view: View<'p, ResultOp>) -> Result<(), Box<Diag>> {
        if self.positions.contains_key(&view.val().id()) {
            return Ok(());
        }
        let parent = self.position_of(view.parent(), view.0)?;
        let result = self.all.position(Position::Result(parent, index(view.index())));
        self.positions.insert(view.val().id(), result);
        self.ask(result, Question::IsNotNull, Answer::True);
        Ok(())
    }

    fn other_results(&mut self, view: View<'p, ResultsOp>) -> Result<(), Box<Diag>> {
        if self.positions.contains_key(&view.val().id()) {
            return Ok(());
        }
        let parent = self.position_of(view.parent(), view.0)?;
        let number = view.index().map(index);
        let result = self.all.position(Position::ResultGroup(parent, number, is_range(view.val())));
        self.positions.insert(view.val().id(), result);
        if number.is_some() {
            self.ask(result, Question::IsNotNull, Answer::True);
        }
        Ok(())
    }

    fn visit_constraint(&mut self, view: View<'p, ApplyNativeConstraintOp>) -> Result<(), Box<Diag>> {
        let cx = view.0.cx();
        let mut args = Vec::new();
        for arg in view.args() {
            args.push(self.position_of(arg, view.0)?);
        }
        // It is evaluated once the last of its arguments is available.
        let Some(&first) = args.first() else { return Ok(()) };
        let deeper = |best: PositionId, &arg: &PositionId| {
            if self.all.depth(best) < self.all.depth(arg) { arg } else { best }
        };
        let position = args.iter().fold(first, deeper);
        let question = Question::Constraint(NativeConstraintCall {
            name: cx.str(view.name()),
            args: args.into(),
            result_types: view.results().map(|result| result.ty()).collect(),
            is_negated: view.is_negated(),
        });
        let id = self.all.question(question.clone());
        for (number, result) in (0_u32..).zip(view.results()) {
            let here = self.all.position(Position::ConstraintResult(id, number));
            match self.positions.get(&result.id()).copied() {
                None => drop(self.positions.insert(result.id(), here)),
                Some(known) => {
                    let (nearer, farther) = self.by_depth(here, known);
                    self.ask(farther, Question::EqualTo(nearer), Answer::True);
                }
            }
        }
        self.ask(position, question, Answer::True);
        Ok(())
    }
}

fn undetermined(op: OpRef<'_>) -> Box<Diag> {
    op_error(op, "is not determined by what the pattern matches")
}
