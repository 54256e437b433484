//! `transform-infer-effects`: annotates the arguments of named sequences as consumed or readonly, by their
//! uses.

use terrace_ir::attrs::NamedAttr;
use terrace_ir::{Attr, AttrData, Ir, OpHandle, OpKind, OpRef, OptionalAttr};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

use crate::ops::sequence::{FUNCTION, NamedSequenceOp};
use crate::ops::verify::{CONSUMED, READONLY, consumed_arguments, function_body, verify_consume_annotations};
use crate::walk::post_order;
use terrace_ir::interfaces::FunctionOp;

/// The pass.
pub static INFER_EFFECTS: PassDef = PassDef {
    name: "transform-infer-effects",
    class: "InferEffectsPass",
    doc: "infer transform side effects for symbols",
    make: |_| Ok(Pass::Ir(Box::new(InferEffects))),
    ..EMPTY_PASS
};

struct InferEffects;

impl IrPass for InferEffects {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        for sequence in post_order(ir, op) {
            let view = ir.op(sequence);
            if !view.isa::<NamedSequenceOp>() || function_body(view).is_none() {
                continue;
            }
            let attrs = annotated(view);
            ir.rewrite(sequence.body, |rw| rw.set_attr(sequence.op, "arg_attrs", attrs));
            if let Err(error) = verify_consume_annotations(ir.op(sequence)) {
                return run.fail(error);
            }
        }
        Ok(())
    }
}

/// The attributes of a sequence's arguments, with the effects of its body on them.
fn annotated(sequence: OpRef<'_>) -> Attr {
    let cx = sequence.cx();
    let consumed = function_body(sequence).map_or_else(Default::default, consumed_arguments);
    let known = NamedSequenceOp::view_of(sequence).arg_attrs_attr().optional_elements(cx);
    let one = |i: usize| {
        let name = if consumed.contains(&i) { CONSUMED } else { READONLY };
        let mut dict: Vec<NamedAttr> = match known.get(i).map(|dict| dict.data(cx)) {
            Some(AttrData::Dict(attrs)) => attrs.to_vec(),
            _ => Vec::new(),
        };
        dict.retain(|(key, _)| key.text(cx) != name);
        dict.push((cx.str(name), Attr::UNIT));
        cx.dict(dict)
    };
    let dicts: Vec<Attr> = (0..FUNCTION.argument_types(sequence).len()).map(one).collect();
    cx.array_attr(&dicts)
}
