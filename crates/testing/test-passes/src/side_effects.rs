//! `test-side-effects`: the memory effects of each op.

use terrace_ir::effects::{Effect, EffectKind, own_effects};
use terrace_ir::{Diag, Ir, OpHandle, OpRef, TraitSet, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_rewrite::walk::post_order;

/// The pass.
pub(crate) static TEST_SIDE_EFFECTS: PassDef = PassDef {
    name: "test-side-effects",
    class: "(anonymous namespace)::SideEffectsPass",
    doc: "Test side effects interfaces",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(SideEffects))),
    ..EMPTY_PASS
};

/// Ops with an effect that only tests know, the second without a definition.
const PARAMETRIC: [&str; 2] = ["test.side_effect_op", "test.unregistered_side_effect_op"];

struct SideEffects;

impl IrPass for SideEffects {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let ops = post_order(ir, op);
        let mut remark = |op: OpRef<'_>, text: String| {
            let mut diag = Diag::remark(op.loc(), text);
            diag.op = Some(op.handle());
            run.report(diag);
        };
        for &handle in &ops {
            let op = ir.op(handle);
            // Upstream's terminators do not have the interface.
            let Some(effects) = own_effects(op).filter(|_| !op.has_trait(TraitSet::Terminator)) else {
                continue;
            };
            if effects.is_empty() {
                remark(op, "operation has no memory effects".to_owned());
            }
            for effect in effects {
                remark(op, format!("found an instance of {}", describe(op, &effect)));
            }
        }
        for &handle in &ops {
            let op = ir.op(handle);
            let known = PARAMETRIC.contains(&op.name_text());
            if let Some(map) = op.discardable_attr("effect_parameter").filter(|_| known) {
                remark(op, format!("found a parametric effect with {}", ir.cx().attr_text(map)));
            }
        }
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

fn describe(op: OpRef<'_>, effect: &Effect) -> String {
    let kind = match effect.kind {
        EffectKind::Allocate => "allocate",
        EffectKind::Free => "free",
        EffectKind::Read => "read",
        EffectKind::Write => "write",
    };
    let (result, operand) = (
        |value: Value| op.results().position(|result| result.id() == value),
        |value: Value| op.operands().position(|operand| operand.id() == value),
    );
    let place = match (effect.symbol, effect.value) {
        (Some(symbol), _) => format!(" on a symbol '{}',", op.cx().attr_text(symbol)),
        (None, None) => String::new(),
        (None, Some(value)) => {
            if let Some(index) = result(value) {
                format!(" on op result {index},")
            } else if let Some(index) = operand(value) {
                format!(" on op operand {index},")
            } else {
                " on block argument 0,".to_owned()
            }
        }
    };
    format!("'{kind}'{place} on resource '{}'", effect.resource)
}
