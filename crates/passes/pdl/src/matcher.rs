//! The function that matches all patterns.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_pdl::interp::control::{ContinueOp, FinalizeOp, ForEachOp, RecordMatchOp};
use terrace_dialects_pdl::interp::{access, checks, create};
use terrace_dialects_pdl::types::{
    is_attribute, is_operation, operation_type, range_element, range_type, type_type, value_type,
};
use terrace_ir::elements::int_vector;
use terrace_ir::{Attr, Block, Context, Loc, Region, Rewriter, Type, Value, ValueRef};
use terrace_support::apint::ApInt;

use crate::matcher_tree::{MatcherTree, NodeId, NodeKind};
use crate::predicates::{Answer, Position, PositionId, Predicates, Question, QuestionId};
use crate::rewriters::PatternRewriter;

/// Writes the function.
pub struct MatcherWriter<'w, 'r> {
    rw: &'w mut Rewriter<'r>,
    cx: &'w Context,
    all: &'w Predicates,
    tree: &'w MatcherTree,
    rewriters: &'w FxHashMap<usize, PatternRewriter>,
    /// The module of the rewriters.
    module: Attr,
    loc: Loc,
    /// The values at positions known in the current block, in the order of `known`.
    values: FxHashMap<PositionId, Value>,
    known: Vec<PositionId>,
    failures: Vec<Block>,
    /// The ops that predicates were evaluated on, whose locations a match has.
    asked: Vec<Value>,
    is_asked: FxHashSet<Value>,
    constraints: FxHashMap<QuestionId, Vec<Value>>,
}

impl<'w, 'r> MatcherWriter<'w, 'r> {
    /// Returns a writer of a function of which `root` is the argument.
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        rw: &'w mut Rewriter<'r>,
        cx: &'w Context,
        all: &'w Predicates,
        tree: &'w MatcherTree,
        rewriters: &'w FxHashMap<usize, PatternRewriter>,
        module: Attr,
        (root, at): (PositionId, Value),
        loc: Loc,
    ) -> Self {
        let values = [(root, at)].into_iter().collect();
        let (known, failures, asked) = (Vec::new(), Vec::new(), Vec::new());
        let (is_asked, constraints) = (FxHashSet::default(), FxHashMap::default());
        Self {
            rw,
            cx,
            all,
            tree,
            rewriters,
            module,
            loc,
            values,
            known,
            failures,
            asked,
            is_asked,
            constraints,
        }
    }

    /// Writes the tree into a region, and returns the block at which it starts.
    pub fn write(&mut self, region: Region) -> Block {
        self.matcher(self.tree.root, region, None)
    }

    fn matcher(&mut self, node: NodeId, region: Region, block: Option<Block>) -> Block {
        stacker::maybe_grow(64 << 10, 2 << 20, || self.matcher_in(node, region, block))
    }

    fn matcher_in(&mut self, node: NodeId, region: Region, block: Option<Block>) -> Block {
        let block = block.unwrap_or_else(|| self.rw.create_block(region, &[]));
        let scope = self.known.len();
        if matches!(self.tree.nodes[node].kind, NodeKind::Exit) {
            self.rw.set_insertion_point_to_end(block);
            self.rw.build(FinalizeOp::of().loc(self.loc));
            return block;
        }
        // All users of a value are tried before what comes after a failure.
        let failure = match self.tree.nodes[node].failure {
            Some(failure) => {
                let failure = self.matcher(failure, region, None);
                self.failures.push(failure);
                Some(failure)
            }
            None => None,
        };
        let depth = self.failures.len();
        let mut current = block;
        match &self.tree.nodes[node].kind {
            NodeKind::Ask { position, question, children } => {
                let value = self.value_at(&mut current, *position);
                let is_op = is_operation(self.cx, self.rw.value(value).ty());
                if is_op && self.is_asked.insert(value) {
                    self.asked.push(value);
                }
                match children.as_slice() {
                    [(answer, Some(child))] => self.ask(*question, *answer, *child, current, value),
                    _ => self.switch(node, *question, current, value),
                }
                // As upstream, it is no longer recorded, even if it was before.
                if is_op && self.is_asked.remove(&value) {
                    let at = self.asked.iter().rposition(|asked| *asked == value);
                    at.map(|at| self.asked.remove(at));
                }
            }
            NodeKind::Success(pattern) => self.success(*pattern, current),
            NodeKind::Exit => {}
        }
        // Also pops the failure blocks of loops.
        self.failures.truncate(depth);
        if failure.is_some() {
            self.failures.pop();
        }
        for position in self.known.drain(scope..) {
            self.values.remove(&position);
        }
        block
    }

    fn failure(&self) -> Block {
        *self.failures.last().expect("the tree ends with an exit")
    }

    fn loc_of(&self, value: Value) -> Loc {
        self.rw.value(value).loc()
    }

    /// Returns the value at a position; code for it is appended to the current block, which may change.
    fn value_at(&mut self, current: &mut Block, position: PositionId) -> Value {
        if let Some(&value) = self.values.get(&position) {
            return value;
        }
        stacker::maybe_grow(64 << 10, 2 << 20, || {
            let parent = self.all.parent(position).map(|parent| self.value_at(current, parent));
            let value = self.new_value(current, position, parent);
            self.values.insert(position, value);
            self.known.push(position);
            value
        })
    }

    fn new_value(&mut self, current: &mut Block, position: PositionId, parent: Option<Value>) -> Value {
        let cx = self.cx;
        let loc = parent.map_or(Loc::UNKNOWN, |parent| self.loc_of(parent));
        self.rw.set_insertion_point_to_end(*current);
        let ranged = |ty: Type, is_range: bool| if is_range { range_type(cx, ty) } else { ty };
        let data = self.all.position_data(position).clone();
        let Some(from) = parent else {
            return match data {
                Position::AttributeLiteral(value) => {
                    self.rw.build_value(create::CreateAttributeOp::of().loc(loc).value_attr(value))
                }
                Position::TypeLiteral(value) if value.as_type(cx).is_some() => {
                    self.rw.build_value(create::CreateTypeOp::of().loc(loc).value_attr(value))
                }
                Position::TypeLiteral(value) => {
                    self.rw.build_value(create::CreateTypesOp::of().loc(loc).value_attr(value))
                }
                Position::ConstraintResult(question, number) => {
                    let results = self.constraints.get(&question);
                    let result = results.and_then(|results| results.get(number as usize));
                    *result.expect("a constraint is asked before its results are used")
                }
                _ => unreachable!("position {position:?} is taken from no other"),
            };
        };
        match data {
            Position::Operation { .. } if self.all.is_operand_defining_op(position) => {
                self.rw.build_value(access::GetDefiningOpOp::of(from).loc(loc))
            }
            Position::Operand(_, number) => {
                self.rw.build_value(access::GetOperandOp::of(from).loc(loc).index(number.into()))
            }
            Position::OperandGroup(_, number, is_range) => {
                let mut get = access::GetOperandsOp::of(from).loc(loc);
                if let Some(number) = number {
                    get = get.index(number.into());
                }
                self.rw.build_value(get.value(ranged(value_type(cx), is_range)))
            }
            Position::Attribute(_, name) => {
                let name = cx.str_attr(name);
                self.rw.build_value(access::GetAttributeOp::of(from).loc(loc).name_attr(name))
            }
            Position::Result(_, number) => {
                self.rw.build_value(access::GetResultOp::of(from).loc(loc).index(number.into()))
            }
            Position::ResultGroup(_, number, is_range) => {
                let mut get = access::GetResultsOp::of(from).loc(loc);
                if let Some(number) = number {
                    get = get.index(number.into());
                }
                self.rw.build_value(get.value(ranged(value_type(cx), is_range)))
            }
            Position::Type(_) => {
                let ty = self.rw.value(from).ty();
                if is_attribute(cx, ty) {
                    return self.rw.build_value(access::GetAttributeTypeOp::of(from).loc(loc));
                }
                let result = ranged(type_type(cx), range_element(cx, ty).is_some());
                self.rw.build_value(access::GetValueTypeOp::of(from).loc(loc).result(result))
            }
            Position::Users(_) => {
                let element = range_element(cx, self.rw.value(from).ty());
                let value = match element {
                    Some(element) => {
                        let extract = access::ExtractOp::of(from).loc(loc).index(0).result(element);
                        self.rw.build_value(extract)
                    }
                    None => from,
                };
                self.rw.build_value(access::GetUsersOp::of(value).loc(loc))
            }
            Position::ForEach(..) => {
                let region = self.rw.new_region();
                let element = range_element(cx, self.rw.value(from).ty()).unwrap_or(operation_type(cx));
                let body = self.rw.create_block(region, &[(element, loc)]);
                let next = self.rw.create_block(region, &[]);
                let failure = self.failure();
                self.rw.build(ForEachOp::of(from).loc(loc).successor(failure).region(region));
                self.rw.set_insertion_point_to_end(next);
                self.rw.build(ContinueOp::of().loc(loc));
                self.failures.push(next);
                *current = body;
                let variable = self.rw.block(body).args().next().map(ValueRef::id);
                variable.expect("the block was created with an argument")
            }
            // An op that is available already.
            _ => from,
        }
    }

    /// A question with one answer that is of use.
    fn ask(&mut self, question: QuestionId, answer: Answer, child: NodeId, mut current: Block, value: Value) {
        let (cx, loc) = (self.cx, self.loc_of(value));
        let all = self.all;
        let data = all.question_data(question);
        let args: Vec<Value> = match data {
            Question::EqualTo(other) => vec![self.value_at(&mut current, *other)],
            Question::Constraint(call) => {
                call.args.iter().map(|&arg| self.value_at(&mut current, arg)).collect()
            }
            _ => Vec::new(),
        };
        let region = self.rw.body().region_of(current).expect("the block is in a region");
        let success = self.rw.create_block(region, &[]);
        let failure = self.failure();
        self.rw.set_insertion_point_to_end(current);
        let (count, attr, name) = match answer {
            Answer::Count(count) => (i64::from(count), None, None),
            Answer::Attr(attr) => (0, Some(attr), None),
            Answer::Name(name) => (0, None, Some(cx.str_attr(name))),
            Answer::True => (0, None, None),
        };
        match data {
            Question::IsNotNull => {
                let check = checks::IsNotNullOp::of(value).loc(loc);
                self.rw.build(check.true_dest(success).false_dest(failure));
            }
            Question::OperationName => {
                let check = checks::CheckOperationNameOp::of(value).loc(loc).name_attr(name);
                self.rw.build(check.true_dest(success).false_dest(failure));
            }
            Question::Type if range_element(cx, self.rw.value(value).ty()).is_some() => {
                let check = checks::CheckTypesOp::of(value).loc(loc).types_attr(attr);
                self.rw.build(check.true_dest(success).false_dest(failure));
            }
            Question::Type => {
                let check = checks::CheckTypeOp::of(value).loc(loc).type_attr(attr);
                self.rw.build(check.true_dest(success).false_dest(failure));
            }
            Question::Attribute => {
                let check = checks::CheckAttributeOp::of(value).loc(loc).constant_value_attr(attr);
                self.rw.build(check.true_dest(success).false_dest(failure));
            }
            Question::OperandCountAtLeast | Question::OperandCount => {
                let at_least = matches!(data, Question::OperandCountAtLeast);
                self.check_operand_count(value, count, at_least, success, failure);
            }
            Question::ResultCountAtLeast | Question::ResultCount => {
                let at_least = matches!(data, Question::ResultCountAtLeast);
                self.check_result_count(value, count, at_least, success, failure);
            }
            Question::EqualTo(_) => {
                let check = checks::AreEqualOp::of(value, args[0]).loc(loc);
                self.rw.build(check.true_dest(success).false_dest(failure));
            }
            Question::Constraint(call) => {
                let check = checks::ApplyConstraintOp::of(&args)
                    .loc(loc)
                    .name_attr(cx.str_attr(call.name))
                    .is_negated(call.is_negated)
                    .results(&call.result_types)
                    .true_dest(success)
                    .false_dest(failure);
                let check = self.rw.build(check);
                let results = self.rw.op(check).results().map(ValueRef::id).collect();
                self.constraints.insert(question, results);
            }
        }
        self.matcher(child, region, Some(success));
    }

    fn check_operand_count(&mut self, op: Value, count: i64, at_least: bool, success: Block, failure: Block) {
        let loc = self.loc_of(op);
        let check = checks::CheckOperandCountOp::of(op).loc(loc).count(count);
        self.rw.build(check.compare_at_least(at_least).true_dest(success).false_dest(failure));
    }

    fn check_result_count(&mut self, op: Value, count: i64, at_least: bool, success: Block, failure: Block) {
        let loc = self.loc_of(op);
        let check = checks::CheckResultCountOp::of(op).loc(loc).count(count);
        self.rw.build(check.compare_at_least(at_least).true_dest(success).false_dest(failure));
    }

    /// A question that several answers are of use to.
    fn switch(&mut self, node: NodeId, question: QuestionId, current: Block, value: Value) {
        let (cx, loc) = (self.cx, self.loc_of(value));
        let region = self.rw.body().region_of(current).expect("the block is in a region");
        let default = self.failure();
        let question = self.all.question_data(question);
        let children = self.tree.children_in_order(node, self.all);
        if matches!(question, Question::OperandCountAtLeast | Question::ResultCountAtLeast) {
            return self.switch_at_least(question, &children, current, value);
        }
        let mut blocks = Vec::new();
        for &(_, child) in &children {
            blocks.push(self.matcher(child, region, None));
        }
        self.rw.set_insertion_point_to_end(current);
        let attrs: Vec<Attr> = children
            .iter()
            .map(|(answer, _)| match answer {
                Answer::Attr(attr) => *attr,
                Answer::Name(name) => cx.str_attr(*name),
                Answer::Count(_) | Answer::True => Attr::NULL,
            })
            .collect();
        let counts: Vec<u32> = children
            .iter()
            .map(|(answer, _)| if let Answer::Count(count) = answer { *count } else { 0 })
            .collect();
        match question {
            Question::OperandCount => {
                let switch = checks::SwitchOperandCountOp::of(value).loc(loc);
                self.rw.build(
                    switch.case_values_attr(counts_attr(cx, &counts)).default_dest(default).cases(&blocks),
                );
            }
            Question::ResultCount => {
                let switch = checks::SwitchResultCountOp::of(value).loc(loc);
                self.rw.build(
                    switch.case_values_attr(counts_attr(cx, &counts)).default_dest(default).cases(&blocks),
                );
            }
            Question::OperationName => {
                let switch = checks::SwitchOperationNameOp::of(value).loc(loc);
                self.rw.build(
                    switch.case_values_attr(cx.array_attr(&attrs)).default_dest(default).cases(&blocks),
                );
            }
            Question::Type if range_element(cx, self.rw.value(value).ty()).is_some() => {
                let switch = checks::SwitchTypesOp::of(value).loc(loc);
                self.rw.build(
                    switch.case_values_attr(cx.array_attr(&attrs)).default_dest(default).cases(&blocks),
                );
            }
            Question::Type => {
                let switch = checks::SwitchTypeOp::of(value).loc(loc);
                self.rw.build(
                    switch.case_values_attr(cx.array_attr(&attrs)).default_dest(default).cases(&blocks),
                );
            }
            _ => {
                let switch = checks::SwitchAttributeOp::of(value).loc(loc);
                self.rw.build(
                    switch.case_values_attr(cx.array_attr(&attrs)).default_dest(default).cases(&blocks),
                );
            }
        }
    }

    /// Tries the children with at least a given count, the highest count first.
    fn switch_at_least(
        &mut self,
        question: &Question,
        children: &[(Answer, NodeId)],
        current: Block,
        value: Value,
    ) {
        let region = self.rw.body().region_of(current).expect("the block is in a region");
        let default = self.failure();
        self.failures.push(default);
        for &(answer, child) in children {
            let block = self.matcher(child, region, None);
            let predicate = self.rw.create_block_before(block, &[]);
            self.rw.set_insertion_point_to_end(predicate);
            let Answer::Count(count) = answer else { continue };
            match question {
                Question::OperandCountAtLeast => {
                    self.check_operand_count(value, count.into(), true, block, default);
                }
                _ => self.check_result_count(value, count.into(), true, block, default),
            }
            if let Some(failure) = self.failures.last_mut() {
                *failure = predicate;
            }
        }
        if let Some(first) = self.failures.pop() {
            self.rw.move_ops(first, terrace_ir::InsertPoint::End(current));
            self.rw.erase_block(first);
        }
    }

    /// A pattern has matched.
    fn success(&mut self, pattern: usize, mut current: Block) {
        let rewriters = self.rewriters;
        let Some(rewriter) = rewriters.get(&pattern) else { return };
        let cx = self.cx;
        let inputs: Vec<Value> =
            rewriter.inputs.iter().map(|&position| self.value_at(&mut current, position)).collect();
        self.rw.set_insertion_point_to_end(current);
        let name = rewriter.name.as_string(cx);
        let module = self.module.as_string(cx);
        let symbol = module.zip(name).map(|(module, name)| {
            cx.attr(terrace_ir::AttrData::SymbolRef { root: module, nested: [name].into() })
        });
        let generated = (!rewriter.generated.is_empty()).then(|| cx.array_attr(&rewriter.generated));
        let failure = self.failure();
        let record = RecordMatchOp::of()
            .loc(rewriter.loc)
            .inputs(&inputs)
            .matched_ops(&self.asked)
            .rewriter_attr(symbol)
            .root_kind_attr(rewriter.root_kind)
            .generated_ops_attr(generated)
            .benefit_attr(rewriter.benefit)
            .dest(failure);
        self.rw.build(record);
    }
}

/// The numbers of a switch: a vector of `i32`.
fn counts_attr(cx: &Context, counts: &[u32]) -> Option<Attr> {
    let values: Vec<ApInt> = counts.iter().map(|&count| ApInt::new(32, u64::from(count))).collect();
    int_vector(cx, Type::I32, &values)
}
