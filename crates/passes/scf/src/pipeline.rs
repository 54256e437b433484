//! Software pipelining: ops of a loop are spread over stages, and an iteration of the new loop runs each
//! stage for another iteration of the old one. The prologue before the loop fills the pipeline, the epilogue
//! after it drains it.
//!
//! For each value of the loop, [`Pipeline`] keeps its versions: that of iteration `i` of the prologue or the epilogue,
//! counted from the first one in flight. Values that live from one stage to a later one are carried by the new loop, one
//! more for each stage between the two.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use terrace_dialects_core::arith::{CmpIPredicate, DivSIOp, MaxSIOp, SelectOp};
use terrace_dialects_core::scf::{ForOp, YieldOp};
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Diag, Loc, Op, OpKind, Rewriter, Type, Value, op_error};
use terrace_passes_shared::arithmetic::Arith;
use terrace_rewrite::walk::nested_post_order;
use terrace_support::options;

use super::build::is_inside;

/// The part of a pipelined loop that an op belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelinerPart {
    /// Before the loop.
    Prologue,
    /// In the loop.
    Kernel,
    /// After the loop.
    Epilogue,
}

/// Predicates an op, in its place, with a condition. Returns the op with the results; `None` if it cannot be
/// predicated.
pub type PredicateFn<'f> = &'f dyn Fn(&mut Rewriter<'_>, Op, Value) -> Option<Op>;

/// Is called with each copy of an op, its part of the loop and the iteration in that part.
pub type AnnotateFn<'f> = &'f dyn Fn(&mut Rewriter<'_>, Op, PipelinerPart, usize);

options! {
    /// The options of pipelining.
    #[derive(Clone, Copy, Default)]
    pub struct PipeliningOptions<'f> {
        /// The iterations that drain the pipeline stay in the loop, under predicates.
        pub keep_epilogue: bool,
        /// Loops may have a number of iterations that is not known, or smaller than that of stages: copies are under
        /// predicates then.
        pub support_dynamic_loops: bool,
        /// The function that predicates ops.
        pub predicate: Option<PredicateFn<'f>>,
        /// The callback that is notified of each copy.
        pub annotate: Option<AnnotateFn<'f>>,
    }
}

/// From where to where a value lives.
struct LiveRange {
    def_stage: usize,
    last_use_stage: usize,
}

/// A loop that is being pipelined.
struct Pipeline<'f> {
    options: PipeliningOptions<'f>,
    op: Op,
    loc: Loc,
    /// The type of the induction variable.
    ty: Type,
    bounds: [Value; 3],
    variable: Value,
    iter_args: Vec<Value>,
    yielded: Vec<Value>,
    /// Whether it is unknown that there are as many iterations as stages but one.
    is_dynamic: bool,
    /// The ops in their new order.
    order: Vec<Op>,
    stages: FxHashMap<Op, usize>,
    max_stage: usize,
    versions: FxHashMap<Value, Vec<Option<Value>>>,
}

/// Pipelines an `scf.for` by a schedule: the ops of its block in the order of the new loop, each with its
/// stage. Returns the new loop; `None` if that is impossible, without modifications unless the creation of a
/// predicate failed.
///
/// After `scf::pipelineForLoop` of LLVM, which describes the structure of the generated code.
///
/// # Errors
/// An op that has no stage, or is scheduled before the definition of an operand; then there are no modifications.
pub fn pipeline_for_loop(
    rw: &mut Rewriter<'_>,
    op: Op,
    schedule: Vec<(Op, usize)>,
    options: PipeliningOptions<'_>,
) -> Result<Option<Op>, Box<Diag>> {
    let Some(pipeline) = Pipeline::new(rw, ForOp::assume(op), schedule, options)? else { return Ok(None) };
    match pipeline.misplaced(rw) {
        Some(early) => Err(Diag::error(rw.op(early).loc(), "operation scheduled before its operands")),
        None => Ok(apply(rw, pipeline)),
    }
}

fn apply(rw: &mut Rewriter<'_>, mut pipeline: Pipeline<'_>) -> Option<Op> {
    let op = pipeline.op;
    rw.set_insertion_point_before(op);
    pipeline.emit_prologue(rw)?;
    let live = pipeline.cross_stage_values(rw);
    let (kernel, carried) = pipeline.create_kernel_loop(rw, &live);
    pipeline.create_kernel(rw, kernel, &live, &carried)?;
    let mut results: Vec<Value> = rw.body().results(kernel).take(pipeline.iter_args.len()).collect();
    if !pipeline.options.keep_epilogue {
        rw.set_insertion_point_after(kernel);
        pipeline.emit_epilogue(rw, &mut results)?;
    }
    rw.replace_op(op, &results);
    Some(kernel)
}

impl<'f> Pipeline<'f> {
    /// Checks that the loop can be pipelined as the schedule has it.
    ///
    /// # Errors
    /// An op of the loop that has no stage.
    fn new(
        rw: &mut Rewriter<'_>,
        op: ForOp,
        schedule: Vec<(Op, usize)>,
        options: PipeliningOptions<'f>,
    ) -> Result<Option<Self>, Box<Diag>> {
        let Some(max_stage) = schedule.iter().map(|&(_, stage)| stage).max() else { return Ok(None) };
        let view = op.view(rw);
        let controls = [view.lower_bound(), view.upper_bound(), view.step()];
        let is_dynamic = match controls.map(m_scalar_i64) {
            [Some(_), Some(_), Some(..=0)] => {
                return Ok(rw.notify_match_failure(op, "its step is not positive"));
            }
            [Some(lower), Some(upper), Some(step)] => {
                let span = i128::from(upper) - i128::from(lower);
                (span + i128::from(step) - 1).div_euclid(i128::from(step)) < max_stage as i128
            }
            _ => true,
        };
        if is_dynamic && !options.support_dynamic_loops
            || (is_dynamic || options.keep_epilogue) && options.predicate.is_none()
            || view.unsigned_cmp()
        {
            return Ok(rw.notify_match_failure(op, "not known to have an iteration for each stage"));
        }
        if rw.holds_isolated(op.into()) {
            return Ok(rw.notify_match_failure(op, "it holds an isolated op"));
        }
        let Some(block) = view.region().entry() else { return Ok(None) };
        let Some(end) = block.last() else { return Ok(None) };
        let stages: FxHashMap<Op, usize> = schedule.iter().copied().collect();
        let missing = block.ops().find(|op| op.id() != end.id() && !stages.contains_key(&op.id()));
        if let Some(missing) = missing {
            return Err(op_error(missing, "not assigned a pipeline stage"));
        }
        let is_carried = |value: &terrace_ir::ValueRef<'_>| {
            value
                .defining_op()
                .is_some_and(|def| stages.contains_key(&def.id()) || !is_inside(*value, op.into()))
        };
        if !end.operands().all(|value| is_carried(&value)) {
            let reason = "what is carried must be defined by an op that has a stage, or outside of the loop";
            return Ok(rw.notify_match_failure(op, reason));
        }
        let mut args = block.args().map(|arg| arg.id());
        let Some(variable) = args.next() else { return Ok(None) };
        Ok(Some(Self {
            options,
            op: op.into(),
            loc: view.0.loc(),
            ty: view.step().ty(),
            bounds: controls.map(|value| value.id()),
            variable,
            iter_args: args.collect(),
            yielded: end.operands().map(|value| value.id()).collect(),
            is_dynamic,
            order: schedule.iter().map(|&(op, _)| op).collect(),
            stages,
            max_stage,
            versions: FxHashMap::default(),
        }))
    }

    /// The first op that is scheduled before the definition of an operand.
    fn misplaced(&self, rw: &Rewriter<'_>) -> Option<Op> {
        let count = self.order.len();
        let cycles: FxHashMap<Op, usize> =
            self.order.iter().enumerate().map(|(at, &op)| (op, at + self.stage(op) * count)).collect();
        let is_early = |op: Op| {
            operands_below(rw, op).into_iter().flat_map(|(_, operands)| operands).any(|value| {
                let Some((def, distance)) = self.definition(rw, value) else { return false };
                cycles.get(&def).is_some_and(|&defined| cycles[&op] + count * distance < defined)
            })
        };
        self.order.iter().copied().find(|&op| is_early(op))
    }

    fn stage(&self, op: Op) -> usize {
        self.stages.get(&op).copied().unwrap_or(0)
    }

    fn set_version(&mut self, value: Value, version: usize, is: Value) {
        let versions = self.versions.entry(value).or_insert_with(|| vec![None; self.max_stage + 1]);
        if let Some(slot) = versions.get_mut(version) {
            *slot = Some(is);
        }
    }

    fn version(&self, value: Value, version: usize) -> Option<Value> {
        self.versions.get(&value)?.get(version).copied().flatten()
    }

    fn number(&self, rw: &mut Rewriter<'_>, number: usize) -> Value {
        Arith::new(rw, self.loc).int(number as i64, self.ty)
    }

    /// The op in the loop that defines a value, through iteration arguments, and its distance in iterations.
    fn definition(&self, rw: &Rewriter<'_>, value: Value) -> Option<(Op, usize)> {
        let carried = self.iter_args.iter().position(|&arg| arg == value);
        let source = carried.map_or(value, |at| self.yielded[at]);
        Some((rw.value(source).defining_op()?.id(), usize::from(carried.is_some())))
    }

    /// The stage of the op that defines a value, where it has one.
    fn defining_stage(&self, rw: &Rewriter<'_>, value: Value) -> Option<usize> {
        self.stages.get(&rw.value(value).defining_op()?.id()).copied()
    }

    /// A copy of an op at the insertion point, which takes a version of each value that has versions.
    fn clone_version(&self, rw: &mut Rewriter<'_>, op: Op, version: usize) -> Option<Op> {
        let mut map = IrMapping::new();
        for value in operands_below(rw, op).into_iter().flat_map(|(_, operands)| operands) {
            if let Some(is) = self.version(value, version) {
                map.map(value, is);
            }
        }
        rw.clone_op(op, &mut map)
    }

    fn predicate(&self, rw: &mut Rewriter<'_>, op: Op, predicate: Option<Value>) -> Option<Op> {
        let (Some(make), Some(predicate)) = (self.options.predicate, predicate) else { return Some(op) };
        let point = rw.insertion_point();
        let predicated = make(rw, op, predicate);
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        predicated
    }

    fn annotate(&self, rw: &mut Rewriter<'_>, op: Op, part: PipelinerPart, iteration: usize) {
        if let Some(annotate) = self.options.annotate {
            annotate(rw, op, part, iteration);
        }
    }

    /// The numbers of the carried values that an op's result is handed on as.
    fn yields_of(&self, result: Value) -> SmallVec<[usize; 2]> {
        (0..self.yielded.len()).filter(|&at| self.yielded[at] == result).collect()
    }

    /// Fills the pipeline: iteration `i` runs the stages up to `i`.
    fn emit_prologue(&mut self, rw: &mut Rewriter<'_>) -> Option<()> {
        let (loc, [lower, upper, step]) = (self.loc, self.bounds);
        let inits: Vec<Value> = ForOp::view_of(rw.op(self.op)).init_args().map(|init| init.id()).collect();
        for (arg, init) in self.iter_args.clone().into_iter().zip(inits) {
            self.set_version(arg, 0, init);
        }
        // Values that are yielded from outside of the loop are available from the second iteration on.
        for (arg, yielded) in self.iter_args.clone().into_iter().zip(self.yielded.clone()) {
            if self.defining_stage(rw, yielded).is_none() {
                (1..=self.max_stage).for_each(|version| self.set_version(arg, version, yielded));
            }
        }
        let mut predicates: Vec<Option<Value>> = vec![None; self.max_stage];
        for i in 0..self.max_stage {
            if self.is_dynamic {
                let number = self.number(rw, i);
                let offset = Arith::new(rw, loc).mul(step, number);
                let variable = Arith::new(rw, loc).add(lower, offset);
                predicates[i] = Some(Arith::new(rw, loc).compare(CmpIPredicate::Slt, variable, upper));
            }
            let number = self.number(rw, i);
            let offset = Arith::new(rw, loc).mul(step, number);
            let variable = Arith::new(rw, loc).add(lower, offset);
            self.set_version(self.variable, i, variable);
            for op in self.order.clone() {
                let stage = self.stage(op);
                if stage > i {
                    continue;
                }
                let version = i - stage;
                let copy = self.clone_version(rw, op, version)?;
                let copy = self.predicate(rw, copy, predicates[version])?;
                self.annotate(rw, copy, PipelinerPart::Prologue, i);
                let results: Vec<(Value, Value)> =
                    rw.body().results(op).zip(rw.body().results(copy)).collect();
                for (result, new) in results {
                    for at in self.yields_of(result) {
                        let is_used =
                            rw.op(self.op).results().nth(at).is_some_and(|result| !result.is_unused());
                        let previous = self.version(self.iter_args[at], version);
                        let source = match (predicates[version], previous) {
                            (Some(predicate), Some(previous)) if is_used => {
                                select(rw, [predicate, new, previous], loc)
                            }
                            _ => new,
                        };
                        self.set_version(self.iter_args[at], version + 1, source);
                    }
                    self.set_version(result, version, new);
                }
            }
        }
        Some(())
    }

    /// The values that are used in a later stage than that which defines them, in the order of their first such use.
    fn cross_stage_values(&self, rw: &Rewriter<'_>) -> Vec<(Value, LiveRange)> {
        let (mut places, mut live): (FxHashMap<Value, usize>, Vec<(Value, LiveRange)>) = Default::default();
        for &op in &self.order {
            let stage = self.stage(op);
            for value in operands_below(rw, op).into_iter().flat_map(|(_, operands)| operands) {
                let Some((def, distance)) = self.definition(rw, value) else { continue };
                let Some(&def_stage) = self.stages.get(&def) else { continue };
                if def_stage == stage || def_stage == stage + distance {
                    continue;
                }
                let place = *places.entry(value).or_insert_with(|| {
                    live.push((value, LiveRange { def_stage, last_use_stage: 0 }));
                    live.len() - 1
                });
                let range = &mut live[place].1;
                range.last_use_stage = range.last_use_stage.max(stage);
            }
        }
        live
    }

    /// The new loop with an empty block, and which of its carried values is which value of how many stages ago.
    fn create_kernel_loop(
        &self,
        rw: &mut Rewriter<'_>,
        live: &[(Value, LiveRange)],
    ) -> (Op, FxHashMap<(Value, usize), usize>) {
        let (loc, [lower, upper, step]) = (self.loc, self.bounds);
        let mut inits: Vec<Value> = Vec::new();
        for (&arg, &yielded) in self.iter_args.iter().zip(&self.yielded) {
            let stage = self.defining_stage(rw, yielded).unwrap_or(self.max_stage);
            inits.push(self.version(arg, self.max_stage - stage).unwrap_or(yielded));
        }
        let mut carried = FxHashMap::default();
        for (value, range) in live {
            let length = range.last_use_stage.saturating_sub(range.def_stage);
            for i in 0..length {
                carried.insert((*value, length - i), inits.len());
                let version = self.version(*value, self.max_stage - range.last_use_stage + i);
                inits.push(version.unwrap_or(*value));
            }
        }
        let mut new_upper = upper;
        if !self.options.keep_epilogue {
            let number = self.number(rw, self.max_stage);
            let length = Arith::new(rw, loc).mul(step, number);
            new_upper = Arith::new(rw, loc).sub(upper, length);
        }
        let point = rw.insertion_point();
        let region = rw.new_region();
        let types: Vec<Type> = inits.iter().map(|&init| rw.body().value_type(init)).collect();
        let args: Vec<(Type, Loc)> =
            std::iter::once((self.ty, loc)).chain(types.iter().map(|&ty| (ty, loc))).collect();
        rw.create_block(region, &args);
        point.into_iter().for_each(|point| rw.set_insertion_point(point));
        let kernel = ForOp::of(lower, new_upper, step, &inits).loc(loc).results(&types).region(region);
        (rw.build(kernel).into(), carried)
    }

    /// The body of the new loop.
    fn create_kernel(
        &mut self,
        rw: &mut Rewriter<'_>,
        kernel: Op,
        live: &[(Value, LiveRange)],
        carried: &FxHashMap<(Value, usize), usize>,
    ) -> Option<()> {
        let (loc, [_, upper, step]) = (self.loc, self.bounds);
        let block = ForOp::view_of(rw.op(kernel)).region().entry()?.id();
        let args: Vec<Value> = rw.body().args(block).collect();
        let (&variable, args) = args.split_first()?;
        rw.set_insertion_point_to_end(block);
        let mut map = IrMapping::new();
        map.map(self.variable, variable);
        for (&old, &new) in self.iter_args.iter().zip(args) {
            map.map(old, new);
        }
        let mut predicates: Vec<Option<Value>> = vec![None; self.max_stage + 1];
        if self.options.keep_epilogue {
            for (i, predicate) in predicates.iter_mut().enumerate().take(self.max_stage) {
                let number = self.number(rw, self.max_stage - i);
                let length = Arith::new(rw, loc).mul(step, number);
                let end = Arith::new(rw, loc).sub(upper, length);
                *predicate = Some(Arith::new(rw, loc).compare(CmpIPredicate::Slt, variable, end));
            }
        }
        for op in self.order.clone() {
            let stage = self.stage(op);
            let copy = rw.clone_op(op, &mut map)?;
            let copies: Vec<Op> = nested_post_order(rw.body(), copy).into_iter().chain([copy]).collect();
            for ((_, operands), new) in operands_below(rw, op).into_iter().zip(copies) {
                for (at, value) in operands.into_iter().enumerate() {
                    if value == self.variable {
                        rw.set_insertion_point_before(copy);
                        let number = self.number(rw, self.max_stage - stage);
                        let offset = Arith::new(rw, loc).mul(step, number);
                        let moved = Arith::new(rw, loc).add(variable, offset);
                        rw.set_operand(new, at, moved);
                    } else if let Some(value) = self.kernel_operand(rw, value, stage, (&map, carried, args)) {
                        rw.set_operand(new, at, value);
                    }
                }
            }
            rw.set_insertion_point_to_end(block);
            let predicated = self.predicate(rw, copy, predicates[stage])?;
            if predicated != copy {
                let results: Vec<(Value, Value)> =
                    rw.body().results(op).zip(rw.body().results(predicated)).collect();
                results.into_iter().for_each(|(old, new)| map.map(old, new));
            }
            self.annotate(rw, predicated, PipelinerPart::Kernel, 0);
        }
        let mut yields: Vec<Value> = Vec::new();
        for (at, &yielded) in self.yielded.iter().enumerate() {
            let source = map.value(yielded);
            let is_used = rw.op(self.op).results().nth(at).is_some_and(|result| !result.is_unused());
            let predicate = self.defining_stage(rw, yielded).and_then(|stage| predicates[stage]);
            yields.push(match predicate {
                Some(predicate) if is_used => select(rw, [predicate, source, args[at]], loc),
                _ => source,
            });
        }
        let results: Vec<Value> = rw.body().results(kernel).collect();
        for (value, range) in live {
            let length = range.last_use_stage.saturating_sub(range.def_stage);
            let first = (self.max_stage + 1).saturating_sub(range.last_use_stage);
            for i in 0..length {
                self.set_version(*value, first + i, results[yields.len()]);
                let last = i + 1 == length;
                yields.push(if last { map.value(*value) } else { args[yields.len() + 1] });
            }
        }
        for (at, &yielded) in self.yielded.clone().iter().enumerate() {
            if let Some(stage @ 1..) = self.defining_stage(rw, yielded) {
                self.set_version(self.iter_args[at], self.max_stage - stage + 1, results[at]);
            }
        }
        rw.set_insertion_point_to_end(block);
        rw.build(YieldOp::of(&yields).loc(loc));
        Some(())
    }

    /// The operand of an op in the kernel; `None` if it is the copy from the same iteration.
    fn kernel_operand(
        &self,
        rw: &Rewriter<'_>,
        value: Value,
        stage: usize,
        (map, carried, args): (&IrMapping, &FxHashMap<(Value, usize), usize>, &[Value]),
    ) -> Option<Value> {
        let mut source = value;
        if let Some(at) = self.iter_args.iter().position(|&arg| arg == value) {
            let yielded = self.yielded[at];
            let Some(def_stage) = self.defining_stage(rw, yielded) else {
                // The last stage alone may be in the first iteration.
                return (stage < self.max_stage && !rw.cx().matches_upstream()).then_some(yielded);
            };
            if def_stage == stage {
                return None;
            }
            if def_stage == stage + 1 {
                return Some(map.value(yielded));
            }
            source = yielded;
        }
        let def_stage = self.defining_stage(rw, source)?;
        carried.get(&(value, stage.checked_sub(def_stage)?)).map(|&at| args[at])
    }

    /// Drains the pipeline: part `i` runs the stages from `i` on. `returned` has the replacements of the old
    /// loop's results.
    fn emit_epilogue(&mut self, rw: &mut Rewriter<'_>, returned: &mut [Value]) -> Option<()> {
        let (loc, ty, [lower, upper, step]) = (self.loc, self.ty, self.bounds);
        let zero = self.number(rw, 0);
        let one = self.number(rw, 1);
        let is_negative = Arith::new(rw, loc).compare(CmpIPredicate::Slt, step, zero);
        let minus_one = Arith::new(rw, loc).int(-1, ty);
        let round = select(rw, [is_negative, one, minus_one], loc);
        let span = Arith::new(rw, loc).sub(upper, lower);
        let span = Arith::new(rw, loc).add(span, step);
        let span = Arith::new(rw, loc).add(span, round);
        let total = Arith::new(rw, loc).binary::<DivSIOp>(span, step);
        let number = self.number(rw, self.max_stage);
        let first = Arith::new(rw, loc).sub(total, number);
        let mut iteration = Arith::new(rw, loc).binary::<MaxSIOp>(zero, first);
        let mut predicates: Vec<Option<Value>> = vec![None; self.max_stage + 1];
        for (i, predicate) in predicates.iter_mut().enumerate().skip(1) {
            let offset = Arith::new(rw, loc).mul(step, iteration);
            let variable = Arith::new(rw, loc).add(lower, offset);
            self.set_version(self.variable, i, variable);
            iteration = Arith::new(rw, loc).add(iteration, one);
            if self.is_dynamic {
                let number = self.number(rw, i);
                *predicate = Some(Arith::new(rw, loc).compare(CmpIPredicate::Sge, total, number));
            }
        }
        for i in 1..=self.max_stage {
            let mut handed_on: Vec<Option<usize>> = vec![None; returned.len()];
            for op in self.order.clone() {
                let stage = self.stage(op);
                if stage < i {
                    continue;
                }
                let version = self.max_stage - stage + i;
                let copy = self.clone_version(rw, op, version)?;
                let copy = self.predicate(rw, copy, predicates[version])?;
                self.annotate(rw, copy, PipelinerPart::Epilogue, i - 1);
                let results: Vec<(Value, Value)> =
                    rw.body().results(op).zip(rw.body().results(copy)).collect();
                for (result, new) in results {
                    self.set_version(result, version, new);
                    for at in self.yields_of(result) {
                        returned[at] = new;
                        handed_on[at] = Some(version);
                        if !self.is_dynamic {
                            self.set_version(self.iter_args[at], version + 1, new);
                        }
                    }
                }
            }
            if !self.is_dynamic {
                continue;
            }
            for (at, version) in handed_on.into_iter().enumerate() {
                let Some(version) = version else { continue };
                let arg = self.iter_args[at];
                let (Some(predicate), Some(previous)) = (predicates[version], self.version(arg, version))
                else {
                    continue;
                };
                returned[at] = select(rw, [predicate, returned[at], previous], loc);
                self.set_version(arg, version + 1, returned[at]);
            }
        }
        Some(())
    }
}

/// The operands of the ops below an op and of the op itself, inner ones first.
fn operands_below(rw: &Rewriter<'_>, op: Op) -> Vec<(Op, Vec<Value>)> {
    let ops = nested_post_order(rw.body(), op).into_iter().chain([op]);
    ops.map(|op| (op, rw.body().operands(op).collect())).collect()
}

fn select(rw: &mut Rewriter<'_>, [condition, chosen, other]: [Value; 3], loc: Loc) -> Value {
    let select = SelectOp::of(condition, chosen, other).loc(loc);
    rw.build_value(select)
}
