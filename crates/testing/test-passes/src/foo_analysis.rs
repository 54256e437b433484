//! `test-foo-analysis`: an analysis that joins numbers by exclusive or, which shows in what order a solver visits.

use std::collections::VecDeque;
use std::fmt::Write;

use rustc_hash::FxHashMap;
use terrace_ir::def::plain_error;
use terrace_ir::{Block, BlockRef, Diag, Ir, Op, OpHandle, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// The pass.
pub(crate) static TEST_FOO_ANALYSIS: PassDef = PassDef {
    name: "test-foo-analysis",
    class: "(anonymous namespace)::TestFooAnalysisPass",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Ir(Box::new(TestFooAnalysis))),
    ..EMPTY_PASS
};

struct TestFooAnalysis;

impl IrPass for TestFooAnalysis {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let function = ir.op(op);
        let mut analysis = FooAnalysis::default();
        if let Err(diag) = analysis.run(function) {
            return run.fail(diag);
        }
        let name = function.symbol_name().map_or(String::new(), |name| name.text(ir.cx()).to_string());
        // Nothing can go wrong when writing to a string.
        let _ = writeln!(run.text, "function: @{name}");
        for op in function.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()) {
            let tag = op.attr("tag").and_then(|tag| tag.as_str(ir.cx()));
            if let (Some(tag), Some(state)) = (tag, analysis.states.get(&Point::After(op.id()))) {
                let _ = writeln!(run.text, "{tag} -> {state}");
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// A place that has a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Point {
    /// The start of a block.
    Start(Block),
    /// After an op.
    After(Op),
}

/// The numbers, and what is still to be visited. A place without one is not initialized.
#[derive(Default)]
struct FooAnalysis {
    states: FxHashMap<Point, u64>,
    /// The places that are computed from another one, each once.
    dependents: FxHashMap<Point, Vec<Point>>,
    pending: VecDeque<Point>,
}

impl FooAnalysis {
    fn run(&mut self, function: OpRef<'_>) -> Result<(), Box<Diag>> {
        let region = function.regions().next();
        let Some(entry) = region.and_then(|region| region.entry()) else {
            return Err(plain_error(function, "expected at least one block in the region"));
        };
        self.states.insert(Point::Start(entry.id()), 0);
        let mut places: FxHashMap<Point, AnalyzedPlace<'_>> = FxHashMap::default();
        for block in region.into_iter().flat_map(|region| region.blocks()) {
            places.insert(Point::Start(block.id()), AnalyzedPlace::Block(block));
            self.visit(&places, Point::Start(block.id()));
            let mut before = Point::Start(block.id());
            for op in block.ops() {
                if op.num_regions() > 0 {
                    return Err(plain_error(op, "unexpected op with regions"));
                }
                places.insert(Point::After(op.id()), AnalyzedPlace::Op(op, before));
                self.visit(&places, Point::After(op.id()));
                before = Point::After(op.id());
            }
        }
        // States go back and forth in some loops.
        let limit = 1000 * places.len();
        for _ in 0..limit {
            let Some(point) = self.pending.pop_front() else { return Ok(()) };
            self.visit(&places, point);
        }
        Err(plain_error(function, "the analysis did not converge"))
    }

    /// Returns a state, of which the state of `point` is computed.
    fn read(&mut self, from: Point, point: Point) -> Option<u64> {
        let dependents = self.dependents.entry(from).or_default();
        if !dependents.contains(&point) {
            dependents.push(point);
        }
        self.states.get(&from).copied()
    }

    fn visit(&mut self, places: &FxHashMap<Point, AnalyzedPlace<'_>>, point: Point) {
        let before = self.states.get(&point).copied();
        let state = match places.get(&point) {
            Some(AnalyzedPlace::Block(block)) if is_entry(*block) => return,
            Some(AnalyzedPlace::Block(block)) => {
                let ends: Vec<Point> = preds(*block).collect();
                ends.into_iter().fold(before, |state, end| join(state, self.read(end, point)))
            }
            Some(&AnalyzedPlace::Op(op, previous)) => {
                let own = op.attr("foo").and_then(|number| number.as_u64(op.cx()));
                join(self.read(previous, point), own)
            }
            None => return,
        };
        if let Some(state) = state
            && before != Some(state)
        {
            self.states.insert(point, state);
            self.pending.extend(self.dependents.get(&point).into_iter().flatten());
        }
    }
}

fn is_entry(block: BlockRef<'_>) -> bool {
    block.region().and_then(|region| region.entry()) == Some(block)
}

/// The ends of the blocks that branch to a block.
fn preds(block: BlockRef<'_>) -> impl Iterator<Item = Point> {
    let body = block.body();
    body.preds(block.id()).map(move |used| Point::After(body.use_owner(used)))
}

/// The block or op of a place; an op with the place before it.
enum AnalyzedPlace<'a> {
    Block(BlockRef<'a>),
    Op(OpRef<'a>, Point),
}

/// Joins states: numbers by exclusive or.
fn join(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one ^ other),
        (one, other) => one.or(other),
    }
}
