//! Bodies that were not edited since they were verified are not verified again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use terrace_ir::def::{DialectDef, EMPTY_DIALECT, EMPTY_OP, OpDef, op_error};
use terrace_ir::{Attr, CheckResult, Context, Ir, OpHandle, OpRef};

static CALLS: AtomicUsize = AtomicUsize::new(0);

fn verify_tick(op: OpRef<'_>) -> CheckResult {
    CALLS.fetch_add(1, Ordering::Relaxed);
    let function = op.ancestors().find(|op| op.name_text() == "func.func").and_then(|op| op.attr("tick.bad"));
    if op.attr("tick.bad").is_some() || function.is_some() {
        return Err(op_error(op, "is bad"));
    }
    Ok(())
}

static TICK: OpDef = OpDef { name: "tick.tick", verify: Some(&verify_tick), ..EMPTY_OP };
static TICKS: DialectDef = DialectDef { name: "tick", ops: &[&TICK], ..EMPTY_DIALECT };

const TEXT: &str = "
func.func @a(%c: i1) {
  \"tick.tick\"() : () -> ()
  scf.if %c {
    builtin.module {
      \"tick.tick\"() : () -> ()
    }
    \"tick.tick\"() : () -> ()
  }
  return
}
func.func @b() {
  \"tick.tick\"() : () -> ()
  return
}
builtin.module @inner {
  func.func @c() {
    \"tick.tick\"() : () -> ()
    call @d() : () -> ()
    return
  }
  func.func private @d()
}
\"tick.tick\"() : () -> ()
";

/// The errors of the verifier, and how often it called the hook.
fn verified(ir: &Ir) -> (Option<String>, usize) {
    let before = CALLS.load(Ordering::Relaxed);
    let error = terrace::verify(ir).err().map(|errors| errors.to_string());
    (error, CALLS.load(Ordering::Relaxed) - before)
}

fn found(ir: &Ir, wanted: impl Fn(OpRef<'_>) -> bool) -> Vec<OpHandle> {
    let mut all = Vec::new();
    let mut stack: Vec<OpRef<'_>> = ir.root().into_iter().collect();
    while let Some(op) = stack.pop() {
        if wanted(op) {
            all.push(op.handle());
        }
        stack.extend(op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()));
    }
    all
}

#[test]
fn only_what_was_edited_is_verified_again() {
    let dialects = [terrace::dialects::all(), vec![&TICKS]].concat();
    let cx = Arc::new(Context::with_extensions(&dialects, &terrace::dialects::extensions()));
    let mut ir = terrace::parse(&cx, TEXT).expect("it is valid");
    assert_eq!(verified(&ir), (None, 0), "it was verified when it was read");
    let function = |ir: &Ir, name: &str| {
        found(ir, |op| op.symbol_name().is_some_and(|symbol| symbol.text(op.cx()) == name))[0]
    };
    let set = |ir: &mut Ir, op: OpHandle, name: &str, attr: Attr| {
        ir.rewrite(op.body, |rw| rw.set_attr(op.op, name, attr));
    };

    // One op in a function: the function alone.
    let ticks = found(&ir, |op| op.name_text() == "tick.tick");
    assert_eq!(ticks.len(), 6);
    let of = |ir: &Ir, name: &str| {
        let body = ir.op(function(ir, name)).inner_body().expect("it has a body");
        ticks.iter().copied().find(|tick| tick.body == body).expect("it ticks")
    };
    let (a, b, c) = (of(&ir, "a"), of(&ir, "b"), of(&ir, "c"));
    for (tick, calls) in [(b, 1), (c, 1), (a, 3)] {
        set(&mut ir, tick, "tick.good", Attr::UNIT);
        assert_eq!(verified(&ir), (None, calls));
        assert_eq!(verified(&ir), (None, 0));
    }
    // The module in a function alone.
    let known = ["a", "b", "c"].map(|name| ir.op(function(&ir, name)).inner_body());
    let inside = |tick: &&OpHandle| {
        let holder = ir.op(**tick).parent_op().expect("it is in an op");
        holder.name_text() == "builtin.module"
            && holder.parent_op().is_some_and(|op| op.name_text() == "scf.if")
    };
    let deep = *ticks.iter().find(inside).expect("there is one");
    assert!(!known.contains(&Some(deep.body)));
    set(&mut ir, deep, "tick.good", Attr::UNIT);
    assert_eq!(verified(&ir), (None, 1));

    // An error is found as long as it is there.
    set(&mut ir, b, "tick.bad", Attr::UNIT);
    for _ in 0..2 {
        let (error, calls) = verified(&ir);
        assert!(error.is_some_and(|error| error.contains("'tick.tick' op is bad")));
        assert_eq!(calls, 1);
    }
    set(&mut ir, b, "tick.bad", Attr::NULL);
    assert_eq!(verified(&ir), (None, 1));

    // What is around a body is edited: hooks may look at it.
    let holder = function(&ir, "b");
    set(&mut ir, holder, "tick.bad", Attr::UNIT);
    let (error, _) = verified(&ir);
    assert!(error.is_some_and(|error| error.contains("'tick.tick' op is bad")));
    set(&mut ir, holder, "tick.bad", Attr::NULL);
    assert_eq!(verified(&ir), (None, 6));
    let root = ir.root().expect("a module").handle();
    set(&mut ir, root, "tick.good", Attr::UNIT);
    assert_eq!(verified(&ir), (None, 6));
    assert_eq!(verified(&ir), (None, 0));

    // Uses of symbols are looked up each time.
    let callee = function(&ir, "d");
    set(&mut ir, callee, "sym_name", cx.string_attr("e"));
    let (error, _) = verified(&ir);
    assert!(error.is_some_and(|error| error.contains("'d' does not reference a valid function")));
    set(&mut ir, callee, "sym_name", cx.string_attr("d"));
    assert_eq!(verified(&ir).0, None);

    // A body that is restored is another one.
    let body = function(&ir, "b");
    let body = ir.op(body).inner_body().expect("it has a body");
    let copy = ir.body(body).clone();
    set(&mut ir, b, "tick.bad", Attr::UNIT);
    assert!(verified(&ir).0.is_some());
    ir.replace_body(body, copy);
    assert_eq!(verified(&ir), (None, 1));
}
