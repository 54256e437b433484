//! Bounds the number of rewrites: patterns that undo each other, or that create more and more ops, are an error that names
//! them.
//!
//! Whether rewriting ends cannot be decided, so there is a bound on its steps, the patterns that succeed and the ops that
//! are folded. It follows from the IR alone, and so depends neither on time nor on threads. A body of *n* things (ops,
//! operands, results, arguments of blocks) may take 2^16 + 2^10 *n* + min(4 *n*^2, 2^25) steps, and where they left it at least
//! twice as large, as many as its new size allows, and so on, until it has 2^22 things and a thousand times those that it had.
//! Patterns that simplify take a few steps for each thing; those that follow a path of blocks one at a time, from each of
//! many places, take *n*^2 / 4; those that make much of one op make the body twice as large again and again.
//!
//! Before nontermination is reported, unreachable blocks are erased: values in them may depend on themselves,
//! so that otherwise terminating rewrites form a cycle. Ops that use their own results are not rewritten for
//! the same reason.

use terrace_ir::{Body, Diag, Op};
use terrace_pass::{Failed, PassRun};

use crate::greedy::GreedyResult;

/// The number of successes of each pattern, by name.
#[derive(Default)]
pub(crate) struct PatternCounts(Vec<(&'static str, u64)>);

impl PatternCounts {
    pub(crate) fn count(&mut self, name: &'static str) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => self.0.push((name, 1)),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// All counts, the most frequent first.
    pub(crate) fn sorted(&self) -> Vec<(&'static str, u64)> {
        let mut list = self.0.clone();
        list.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        list
    }
}

/// RewriteBudget that any body may take.
const ALWAYS: u64 = 1 << 16;

/// The steps that a body of this size may take.
const fn bound(size: u64) -> u64 {
    let (square, most) = (size.saturating_mul(size).saturating_mul(4), 1 << 25);
    ALWAYS + (size << 10) + if square < most { square } else { most }
}

/// Whether a body that had `first` entities has grown beyond the bound.
const fn too_large(first: u64, size: u64) -> bool {
    size > 1 << 22 && size > first.saturating_mul(1000)
}

/// The things in a body.
fn size(body: &Body) -> u64 {
    let ops = body.live_ops().map(|op| {
        let blocks = body.regions(op).flat_map(|region| body.blocks_of(region));
        let args: usize = blocks.map(|block| body.args(block).count()).sum();
        1 + args + body.operands(op).count() + body.results(op).count()
    });
    ops.sum::<usize>() as u64
}

/// The rewrites that a run of the driver may take, and those that it took.
pub(crate) struct RewriteBudget {
    /// All, and after how many the body is looked at again.
    taken: u64,
    next_look: u64,
    /// The things in the body, or in it and erased, at the start; and when it was found to be twice as large last.
    first: u64,
    size: u64,
    /// The number of the last step that is allowed.
    last: u64,
    /// The rewrites since the body last doubled in size.
    counts: PatternCounts,
    nontermination: Option<Box<Diag>>,
}

impl RewriteBudget {
    /// A budget without rewrites.
    pub(crate) fn new(body: &Body) -> Self {
        let first = (body.num_ops() + body.num_values()) as u64;
        Self {
            taken: 0,
            next_look: ALWAYS,
            first,
            size: 0,
            last: 0,
            counts: PatternCounts::default(),
            nontermination: None,
        }
    }

    /// Notes a step on an op. Whether that was too much, and blocks that are not reached should be erased if there are any.
    #[inline]
    pub(crate) fn step(&mut self, body: &Body, op: Op, name: &'static str) -> bool {
        self.taken += 1;
        if self.taken <= ALWAYS {
            return false;
        }
        self.counts.count(name);
        self.taken > self.next_look && self.look(body, op)
    }

    /// Resets the budget, since the cause of the rewrites has been removed.
    pub(crate) fn reset(&mut self, body: &Body) {
        *self = Self { first: self.first, ..Self::new(body) };
    }

    /// Whether more steps were taken than are allowed.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.nontermination.is_some()
    }

    /// Returns the error that names the patterns; `None` if the budget was not exceeded.
    pub(crate) fn error(self) -> Option<Box<Diag>> {
        self.nontermination
    }

    /// Ends rewriting with an error.
    pub(crate) fn fail(&mut self, error: Box<Diag>) {
        self.nontermination.get_or_insert(error);
    }

    /// Looks at the body, so rarely that it costs less than the steps.
    #[cold]
    fn look(&mut self, body: &Body, op: Op) -> bool {
        let size = size(body);
        let grows = too_large(self.first, size);
        if !grows && (self.last == 0 || size >= 2 * self.size) {
            self.size = size;
            self.last = self.taken + bound(size);
            self.counts.clear();
        }
        self.next_look = self.last.min(2 * self.taken);
        let what = match grows {
            true => "creates more and more ops",
            false if self.taken > self.last => "did not terminate",
            false => return false,
        };
        let names: Vec<String> =
            self.counts.sorted().iter().map(|(name, n)| format!("{name} ({n} times)")).collect();
        let message =
            format!("pattern application {what} after {} rewrites: {}", self.taken, names.join(", "));
        self.nontermination = Some(Diag::error(body.loc(op), message));
        true
    }
}

impl GreedyResult {
    /// Returns the result.
    ///
    /// # Errors
    ///
    /// If pattern application did not terminate, or an op folds to a constant that is none, which is reported.
    pub fn report(self, run: &mut PassRun<'_>) -> Result<GreedyResult, Failed> {
        match self.nontermination {
            Some(diag) => run.fail(diag).map(|()| Self { nontermination: None, ..self }),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use terrace_ir::build::OperationState;

    use terrace_asm::{ParseOptions, parse_source};
    use terrace_diag::SourceMap;
    use terrace_dialects_builtin::builtin;
    use terrace_dialects_core::arith::{AddIOp, MulIOp};
    use terrace_dialects_core::{arith, func};
    use terrace_ir::pattern::Pattern;
    use terrace_ir::{Context, Op, OpKind, Rewriter, Value};

    use super::{ALWAYS, bound, too_large};
    use crate::{GreedyOptions, GreedyResult, PatternSet, apply_greedily};

    #[test]
    fn what_simplifies_stays_below_the_bound() {
        // A thousand branches over a path of a thousand blocks, one step at a time.
        assert!(bound(2_000) > 1_000_000);
        assert!(bound(0) == ALWAYS && bound(100_000) > 100_000_000);
        // Programs as they are written by people and generators reach the bound in seconds.
        assert!(bound(500) < 2_000_000);
    }

    #[test]
    fn one_op_may_become_millions() {
        assert!(!too_large(1, 4_000_000) && !too_large(100_000, 80_000_000));
        assert!(too_large(1, 5_000_000) && too_large(100_000, 101_000_000));
    }

    fn rewrite(patterns: &[Pattern]) -> GreedyResult {
        let cx = Arc::new(Context::new(&[&builtin::BUILTIN, &func::FUNC, &arith::ARITH]));
        let mut sources = SourceMap::new();
        let text = "func.func @f(%a: i32, %b: i32) -> i32 {
                      %0 = arith.addi %a, %b : i32
                      return %0 : i32
                    }";
        let buffer = sources.add("input.mlir", text).expect("the text is small");
        let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let mut ir = output.ir.expect("the text is well-formed");
        let module = ir.root().expect("a module");
        let function = module.single_region().entry().and_then(|block| block.first()).expect("a function");
        let body = function.inner_body().expect("a function has a body of its own");
        let mut set = PatternSet::new();
        set.add_all(&cx, patterns);
        ir.rewrite(body, |rw| apply_greedily(rw, &set, &GreedyOptions::default()))
    }

    fn replace<K: OpKind>(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let operands: Vec<Value> = rw.body().operands(op).collect();
        rw.replace(op, OperationState::positional::<K>(&operands, &[]));
        Some(())
    }

    fn grow(rw: &mut Rewriter<'_>, op: AddIOp) -> Option<()> {
        let a = op.view(rw).lhs();
        let (a, ty) = (a.id(), a.ty());
        let more = rw.build_value(MulIOp::of(a, a).result(ty));
        rw.set_operand(op, 0, more);
        Some(())
    }

    fn message(outcome: GreedyResult) -> String {
        outcome.nontermination.expect("there is no end").message.clone()
    }

    #[test]
    fn patterns_that_undo_each_other_are_named() {
        let there = terrace_ir::pattern!("AddToMul", AddIOp, |rw, op| replace::<MulIOp>(rw, op.into()));
        let back = terrace_ir::pattern!("MulToAdd", MulIOp, |rw, op| replace::<AddIOp>(rw, op.into()));
        let ended = rewrite(&[there]);
        assert!(ended.converged && ended.nontermination.is_none());
        let (first, second) = (message(rewrite(&[there, back])), message(rewrite(&[there, back])));
        assert!(first.starts_with("pattern application did not terminate after "), "{first}");
        assert!(first.contains("AddToMul (") && first.contains("MulToAdd ("), "{first}");
        // It is the same each time.
        assert_eq!(first, second);
    }

    #[test]
    fn patterns_that_make_more_and_more_are_named() {
        let text = message(rewrite(&[terrace_ir::pattern!("MulAgain", AddIOp, grow)]));
        assert!(
            text.starts_with("pattern application creates more and more ops after ")
                && text.contains("MulAgain ("),
            "{text}"
        );
    }
}
