//! The analysis decides as one that looks at every pair of a read and a write would.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use terrace_asm::{ParseOptions, parse_source};
use terrace_bufferize::EXTENSIONS;
use terrace_bufferize::analysis::{Analysis, OneShotDecisions};
use terrace_bufferize::conflicts::{conflict, must_privatize};
use terrace_bufferize::functions::Functions;
use terrace_bufferize::happens_before::Order;
use terrace_bufferize::interface::{Operand, OperandKey, tensor_operands, uses};
use terrace_bufferize::options::BufferizationOptions;
use terrace_bufferize::state::{Decisions, State};
use terrace_diag::SourceMap;
use terrace_ir::def::DialectDef;
use terrace_ir::{BodyId, Context, Ir, Op, OpRef, Value, ValueRef};
use terrace_rewrite::walk::body_post_order;

/// Decisions in plain lists.
#[derive(Default)]
struct Pairs {
    in_place: RefCell<FxHashSet<OperandKey>>,
    /// Values that share a buffer.
    sets: RefCell<Vec<Vec<Value>>>,
}

impl Decisions for Pairs {
    fn is_in_place(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        self.in_place.borrow().contains(&operand.key())
    }
}

impl Pairs {
    fn set(&self, value: Value) -> Vec<Value> {
        self.sets.borrow().iter().find(|set| set.contains(&value)).cloned().unwrap_or(vec![value])
    }

    fn bufferize_in_place(&self, operand: Operand<'_>, state: &State<'_>) {
        self.in_place.borrow_mut().insert(operand.key());
        for alias in state.aliasing_values(operand) {
            let (a, b) = (self.set(alias.value.id()), self.set(operand.value().id()));
            if a != b {
                let mut sets = self.sets.borrow_mut();
                sets.retain(|set| *set != a && *set != b);
                sets.push([a, b].concat());
            }
        }
    }
}

/// The operands that are in place, by looking at all pairs.
fn by_pairs(ir: &Ir, body: BodyId, state: &State<'_>, pairs: &Pairs) -> FxHashSet<OperandKey> {
    let order = Order::new(ir.body(body));
    let op = |id: Op| OpRef::in_body(ir, ir.body(body), body, id);
    let view = |value: Value| ValueRef::in_body(ir, ir.body(body), body, value);
    let ops = body_post_order(ir.body(body));
    for &id in &ops {
        for operand in tensor_operands(op(id)) {
            let model = state.bufferizable(op(id));
            if model.is_some_and(|model| model.must_bufferize_in_place(operand, state)) {
                pairs.bufferize_in_place(operand, state);
            }
        }
    }
    for &id in ops.iter().rev().filter(|&&id| state.has_tensor_semantics(op(id))) {
        for operand in tensor_operands(op(id)).filter(|operand| !pairs.is_in_place(*operand, state)) {
            let mut values = pairs.set(operand.value().id());
            for alias in state.aliasing_values(operand) {
                values.extend(pairs.set(alias.value.id()));
            }
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for used in values.iter().flat_map(|&value| uses(view(value))) {
                let passes_on =
                    || state.aliasing_values(used).iter().any(|alias| state.is_value_read(alias.value));
                let is_written = state.bufferizes_to_memory_write(used);
                if state.bufferizes_to_memory_read(used) || !is_written && passes_on() {
                    reads.push(used);
                }
                if is_written && pairs.is_in_place(used, state) {
                    writes.push(used);
                }
            }
            if state.bufferizes_to_memory_write(operand) {
                writes.push(operand);
            }
            let read_only = !writes.is_empty() && values.iter().any(|&value| !state.is_writable(view(value)));
            let is_written = state.bufferizes_to_memory_write(operand);
            let private = !reads.is_empty() && writes.iter().any(|&write| must_privatize(state, write))
                || state.options.strict_analysis && is_written && must_privatize(state, operand);
            let meets = |read: &Operand<'_>| {
                writes.iter().any(|&write| conflict(state, &order, *read, write).is_some())
            };
            if !read_only && !private && !reads.iter().any(meets) {
                pairs.bufferize_in_place(operand, state);
            }
        }
    }
    pairs.in_place.borrow().clone()
}

#[test]
fn intervals_find_all_conflicts() {
    let (mut copied, mut kept) = (0, 0);
    for seed in 0..400 {
        let text = terrace_progen::bufferization::functions(seed);
        let cx = Arc::new(Context::with_extensions(&dialects(), EXTENSIONS));
        let mut sources = SourceMap::new();
        let buffer = sources.add("f.mlir", text.clone()).expect("the text is small");
        let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
        let ir = output.ir.unwrap_or_else(|| panic!("{text}"));
        let functions = Functions::default();
        let options = BufferizationOptions::default_for_functions()
            .allow_return_allocs_from_loops(true)
            .strict_analysis(seed % 2 == 1);
        let root = ir.root().expect("there is a module");
        for function in root.single_region().blocks().flat_map(|block| block.ops()) {
            let Some(body) = function.inner_body() else { continue };
            let ops = body_post_order(ir.body(body));
            let op = |id: Op| OpRef::in_body(&ir, ir.body(body), body, id);
            let decisions = Rc::new(OneShotDecisions::new(ir.body(body)));
            let state = State::new(&options, &functions, decisions.clone());
            // What must be in place and cannot be is refused.
            if let Err(refusal) = Analysis::run(&state, decisions.clone(), op(ops[0])) {
                assert!(
                    refusal.diag.message.contains("under the given constraints"),
                    "{}",
                    refusal.diag.message
                );
                continue;
            }
            let pairs = Rc::new(Pairs::default());
            let slow = State::new(&options, &functions, pairs.clone());
            let expected = by_pairs(&ir, body, &slow, &pairs);
            for operand in ops.iter().flat_map(|&id| tensor_operands(op(id))) {
                let (found, name) = (state.is_in_place(operand), operand.op.name_text());
                *if found { &mut kept } else { &mut copied } += 1;
                let place = format!("operand {} of {name}, seed {seed}:\n{text}", operand.index);
                assert_eq!(found, expected.contains(&operand.key()), "{place}");
            }
        }
    }
    // Both happen often.
    assert!(copied > 500 && kept > 2000, "{copied} copied, {kept} kept");
}

fn dialects() -> Vec<&'static DialectDef> {
    [terrace_dialects_core::DIALECTS, terrace_dialects_mem::DIALECTS, terrace_dialects_linalg::DIALECTS]
        .concat()
}
