//! A driver that visits each op once: cheaper than the greedy one if patterns do not enable each other.

use terrace_ir::{InsertPoint, Rewriter};

use crate::patterns::PatternSet;
use crate::regions::erase_unreachable_blocks;
use crate::walk::body_post_order;

/// Tries the patterns once on each op of the body, inner ops before those around them and otherwise in order; the first
/// that matches is applied. Ops that patterns make are not visited, nor those that they erase; nothing is folded, and
/// blocks that control does not reach are erased first. Whether anything was changed.
pub fn walk_and_apply(rw: &mut Rewriter<'_>, patterns: &PatternSet) -> bool {
    let mut changed = erase_unreachable_blocks(rw);
    for op in body_post_order(rw.body()) {
        if rw.body().is_erased(op) {
            continue;
        }
        for entry in patterns.for_op(rw.body().name(op)) {
            rw.set_insertion_point(InsertPoint::Before(op));
            if entry.apply(rw, op).is_some() {
                changed = true;
                break;
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
    use terrace_diag::SourceMap;
    use terrace_dialects_core::arith::{AddIOp, MulIOp};
    use terrace_ir::{Context, Rewriter};

    use super::walk_and_apply;
    use crate::patterns::PatternSet;

    const INPUT: &str = "func.func @f(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  scf.if %c {
    %1 = arith.addi %0, %a : i32
    \"x.use\"(%1) : (i32) -> ()
  }
  return %0 : i32
^bb1:
  %2 = arith.addi %a, %a : i32
  return %2 : i32
}";

    /// A sum becomes a product of a sum, which would go on for ever if new ops were visited.
    fn wrap(rw: &mut Rewriter<'_>, op: AddIOp) -> Option<()> {
        let (lhs, rhs) = (op.view(rw).lhs().id(), op.view(rw).rhs().id());
        let sum = rw.build_value(AddIOp::of(lhs, rhs));
        let product = rw.build_value(MulIOp::of(sum, rhs));
        rw.replace_op(op, &[product]);
        Some(())
    }

    #[test]
    fn each_op_is_visited_once() {
        let cx = Arc::new(Context::new(terrace_dialects_core::DIALECTS));
        cx.set_allow_unregistered(true);
        let mut sources = SourceMap::new();
        let buffer = sources.add("-", INPUT.to_owned()).unwrap();
        let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let mut ir = output.ir.unwrap();
        let function = ir.root().unwrap().single_region().entry().unwrap().first().unwrap();
        let body = function.inner_body().unwrap();
        let changed = ir.rewrite(body, |rw| {
            let mut patterns = PatternSet::new();
            patterns.add(rw.cx(), &terrace_ir::pattern!("Wrap", AddIOp, wrap));
            walk_and_apply(rw, &patterns)
        });
        let mut text = Vec::new();
        print_ir(&ir, &PrintOptions::default(), &mut text).unwrap();
        let wanted = "module {
  func.func @f(%arg0: i32, %arg1: i1) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.muli %0, %arg0 : i32
    scf.if %arg1 {
      %2 = arith.addi %1, %arg0 : i32
      %3 = arith.muli %2, %arg0 : i32
      \"x.use\"(%3) : (i32) -> ()
    }
    return %1 : i32
  }
}

";
        assert_eq!((changed, String::from_utf8(text).unwrap().as_str()), (true, wanted));
    }
}
