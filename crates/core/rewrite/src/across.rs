//! The greedy driver for all bodies below an op.
//!
//! Bodies are rewritten one after the other, outer ones first, or those of one level in parallel. A set with patterns that
//! change other bodies ([`Pattern::across_bodies`](terrace_ir::pattern::Pattern::across_bodies)) is never applied in parallel;
//! bodies that are changed from elsewhere, or are new, are rewritten again.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use terrace_ir::{BodyId, Ir, OpHandle};
use terrace_pass::{Failed, PassRun};

use crate::greedy::{GreedyOptions, GreedyResult, apply_greedily};
use crate::patterns::PatternSet;

/// The maximum number of times a body is rewritten again after changes made from other bodies.
const MAX_REPETITIONS: usize = 10;

/// Applies patterns to all ops in the regions of `op`, in all bodies, to a fixed point. Returns whether
/// anything was modified.
///
/// # Errors
///
/// The first diagnostic of a body where pattern application does not terminate is reported.
pub fn apply_greedily_below(
    ir: &mut Ir,
    op: OpHandle,
    patterns: &PatternSet,
    options: &GreedyOptions,
    run: &mut PassRun<'_>,
) -> Result<bool, Failed> {
    let level: Vec<BodyId> = ir.op(op).inner_body().into_iter().collect();
    let outcomes = match patterns.is_across_bodies() {
        true => rewrite_in_turn(ir, level, patterns, options),
        false => rewrite_by_levels(ir, level, patterns, options, run.parallel),
    };
    let mut changed = false;
    for outcome in outcomes {
        changed |= outcome.report(run)?.changed;
    }
    Ok(changed)
}

fn inner_bodies(ir: &Ir, id: BodyId) -> impl Iterator<Item = BodyId> + '_ {
    let body = ir.find_body(id);
    body.into_iter().flat_map(|body| body.live_ops().filter_map(move |op| body.inner(op)))
}

fn rewrite_by_levels(
    ir: &mut Ir,
    mut level: Vec<BodyId>,
    patterns: &PatternSet,
    options: &GreedyOptions,
    parallel: bool,
) -> Vec<GreedyResult> {
    let mut outcomes = Vec::new();
    while !level.is_empty() {
        match parallel && level.len() > 1 {
            true => outcomes.extend(ir.par_rewrite(&level, |rw| apply_greedily(rw, patterns, options))),
            false => {
                let apply = |&id: &BodyId| ir.rewrite(id, |rw| apply_greedily(rw, patterns, options));
                outcomes.extend(level.iter().map(apply));
            }
        }
        level = level.iter().flat_map(|&id| inner_bodies(ir, id)).collect();
    }
    outcomes
}

fn rewrite_in_turn(
    ir: &mut Ir,
    first: Vec<BodyId>,
    patterns: &PatternSet,
    options: &GreedyOptions,
) -> Vec<GreedyResult> {
    let mut outcomes = Vec::new();
    let mut reached: FxHashSet<BodyId> = first.iter().copied().collect();
    let mut pending: VecDeque<BodyId> = first.into();
    let mut seen = Vec::new();
    for _ in 0..MAX_REPETITIONS {
        while let Some(id) = pending.pop_front() {
            if ir.find_body(id).is_none() {
                continue;
            }
            outcomes.push(ir.rewrite_across(id, |rw| apply_greedily(rw, patterns, options)));
            let settled = ir.find_body(id).map_or(0, |body| body.num_edits());
            seen.push((id, settled));
            pending.extend(inner_bodies(ir, id).filter(|&inner| reached.insert(inner)));
        }
        // Bodies with edits since, and new isolated ops in them.
        for (id, settled) in std::mem::take(&mut seen) {
            match ir.find_body(id).is_some_and(|body| body.num_edits() != settled) {
                true => pending.push_back(id),
                false => seen.push((id, settled)),
            }
        }
        let added: Vec<BodyId> = seen.iter().flat_map(|&(id, _)| inner_bodies(ir, id)).collect();
        pending.extend(added.into_iter().filter(|&inner| reached.insert(inner)));
        if pending.is_empty() {
            break;
        }
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
    use terrace_diag::SourceMap;
    use terrace_dialects_builtin::builtin;
    use terrace_dialects_core::func::FuncOp;
    use terrace_dialects_core::{arith, func};
    use terrace_ir::function::NewPart;
    use terrace_ir::pattern::Root;
    use terrace_ir::rewriter::IrMapping;
    use terrace_ir::{Attr, Context, Ir, Loc, Op, OpKind, Rewriter, Type};
    use terrace_pass::{Manager, ManagerOptions, PassRun, Registry};

    use super::apply_greedily_below;
    use crate::greedy::GreedyOptions;
    use crate::patterns::PatternSet;

    const INPUT: &str = "func.func @f(%a: i32) -> i32 attributes {add_argument} {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @g(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}";

    /// A function gets an argument, which its body uses in place of the first one; then it is cloned.
    fn add_argument(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        rw.op(op).discardable_attr("add_argument")?;
        let function = rw.handle(op);
        rw.set_attr(op, "add_argument", Attr::NULL);
        let new = NewPart { at: 1, ty: Type::I32, attrs: Attr::EMPTY_DICT, loc: Loc::UNKNOWN };
        rw.with_ir(|ir| ir.insert_arguments(function, &[new]));
        rw.enter(op, |inner| {
            let entry = inner.body().entry(*inner.body().top_regions().first()?)?;
            let (first, added) = (inner.body().arg(entry, 0), inner.body().arg(entry, 1));
            inner.replace_all_uses_with(first, added);
            Some(())
        })??;
        let point = terrace_ir::InsertPoint::after(rw.body(), op);
        let copy = rw.with_ir(|ir| ir.clone_op(function, (function.body, point), &mut IrMapping::new()));
        let name = rw.cx().string_attr("copy");
        rw.set_attr(copy.op, "sym_name", name);
        Some(())
    }

    /// A sum becomes a product: in each function, those that are new included.
    fn to_product(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let sum = arith::AddIOp::view_of(rw.op(op));
        let (lhs, rhs) = (sum.lhs().id(), sum.rhs().id());
        rw.replace(op, arith::MulIOp::of(lhs, rhs));
        Some(())
    }

    fn apply(patterns: &PatternSet, ir: &mut Ir) -> bool {
        let registry = Registry::new(&[], &[]);
        let options = ManagerOptions::default().verify_each(false);
        let manager =
            Manager { registry: &registry, options, print: PrintOptions::default(), cwd: Path::new(".") };
        let mut run = PassRun::new(&manager);
        let root = ir.root().expect("a module").handle();
        apply_greedily_below(ir, root, patterns, &GreedyOptions::default(), &mut run).expect("it ends")
    }

    #[test]
    fn a_pattern_on_functions_changes_signature_and_body() {
        let cx = Arc::new(Context::new(&[&builtin::BUILTIN, &func::FUNC, &arith::ARITH]));
        let mut sources = SourceMap::new();
        let buffer = sources.add("input.mlir", INPUT.to_owned()).expect("the text is small");
        let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let mut ir = output.ir.expect("the text is well-formed");
        let mut patterns = PatternSet::new();
        patterns.add(
            &cx,
            &terrace_ir::pattern!("AddArgument", FuncOp, |rw, op| add_argument(rw, op.into()))
                .across_bodies(),
        );
        patterns.add_action(&cx, "ToProduct", Root::Op("arith.addi"), 1, Box::new(to_product));
        assert!(apply(&patterns, &mut ir));
        let mut text = Vec::new();
        print_ir(&ir, &PrintOptions::default(), &mut text).expect("memory does not refuse");
        let expected = "module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.muli %arg1, %arg1 : i32
    return %0 : i32
  }
  func.func @copy(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.muli %arg1, %arg1 : i32
    return %0 : i32
  }
  func.func @g(%arg0: i32) -> i32 {
    %0 = arith.muli %arg0, %arg0 : i32
    return %0 : i32
  }
}";
        assert_eq!(String::from_utf8(text).expect("names are UTF-8").trim_end(), expected);
    }
}
