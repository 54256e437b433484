//! Memory effects and speculatability of ops in the definitions of either side.

use serde_json::Value;
use terrace_ir::def::OpDef;
use terrace_ir::effects::{ConditionallySpeculatable, EffectKind, EffectOn, MemoryEffects};

use super::{is_a, text};

/// Effects that code computes: nothing to compare with, except that there are some.
const COMPUTED: &str = "computed";
const NONE: &str = "none";
const UNKNOWN: &str = "unknown";

/// Ops whose effects are argued for in their documentation where they are not upstream's.
const ARGUED: &[&str] = &[];

/// Whether effects of ours agree with upstream's: they are the same, or known on both sides and computed on one.
pub(super) fn agree(op: &str, ours: &[String], theirs: &[String]) -> bool {
    let is = |effects: &[String], word: &str| effects.len() == 1 && effects[0] == word;
    let computed = is(ours, COMPUTED) || is(theirs, COMPUTED);
    ours == theirs || ARGUED.contains(&op) || computed && !is(ours, UNKNOWN) && !is(theirs, UNKNOWN)
}

fn word(kind: EffectKind) -> &'static str {
    match kind {
        EffectKind::Allocate => "Allocate",
        EffectKind::Free => "Free",
        EffectKind::Read => "Read",
        EffectKind::Write => "Write",
    }
}

/// The effects in a definition of ours.
pub(super) fn ours(op: &OpDef) -> Vec<String> {
    if op.interfaces.iter().any(|entry| entry.is::<&'static dyn MemoryEffects>()) {
        return vec![COMPUTED.to_owned()];
    }
    let named = |name: &str| op.traits.iter().any(|found| found.name() == name);
    if op.effects.is_empty() {
        let word = if named("Pure") || named("NoMemoryEffect") { NONE } else { UNKNOWN };
        return vec![word.to_owned()];
    }
    let on = |on: EffectOn| match on {
        EffectOn::Operand(slot) => format!(" of {}", op.operands[slot].name),
        EffectOn::Result(slot) => format!(" of {}", op.results[slot].name.trim_start_matches('_')),
        EffectOn::Symbol(slot) => format!(" of {}", op.props[slot].name),
        EffectOn::Anything => String::new(),
    };
    sorted(op.effects.iter().map(|effect| format!("{}{}", word(effect.kind), on(effect.on))))
}

/// The speculation that a definition of ours allows: always, recursively, or computed.
pub(super) fn our_speculation(op: &OpDef) -> Vec<String> {
    let named = |name: &str| op.traits.iter().any(|found| found.name() == name);
    let computed = op.interfaces.iter().any(|entry| entry.is::<&'static dyn ConditionallySpeculatable>());
    speculation(named("Pure") || named("AlwaysSpeculatable"), named("RecursivelySpeculatable"), computed)
}

fn speculation(always: bool, recursive: bool, computed: bool) -> Vec<String> {
    let found = [(always, "always"), (recursive, "recursive"), (computed, COMPUTED)];
    found.into_iter().find(|(holds, _)| *holds).map(|(_, word)| word.to_owned()).into_iter().collect()
}

fn sorted(lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = lines.collect();
    lines.sort();
    lines
}

/// The records of an op's traits, with lists of traits flattened.
fn traits<'a>(records: &'a Value, op: &'a Value) -> Vec<&'a Value> {
    let (mut found, mut pending) = (Vec::new(), vec![op]);
    while let Some(list) = pending.pop() {
        for entry in list["traits"].as_array().map_or(&[][..], Vec::as_slice) {
            let record = &records[text(&entry["def"])];
            match is_a(record, "TraitList") {
                true => pending.push(record),
                false => found.push(record),
            }
        }
    }
    found
}

fn effect(record: &Value) -> &str {
    text(&record["effect"]).rsplit(':').next().unwrap_or_default()
}

/// The effects in upstream's definition.
pub(super) fn theirs(records: &Value, op: &Value) -> Vec<String> {
    let traits = traits(records, op);
    let computed = |record: &&&Value| text(&record["cppInterfaceName"]) == "MemoryEffectOpInterface";
    let (mut known, mut lines) = (false, Vec::new());
    for record in traits.iter().filter(|record| is_a(record, "MemoryEffects")) {
        known = true;
        for found in record["effects"].as_array().map_or(&[][..], Vec::as_slice) {
            lines.push(effect(&records[text(&found["def"])]).to_owned());
        }
    }
    for dag in ["arguments", "results"] {
        for arg in op[dag]["args"].as_array().map_or(&[][..], Vec::as_slice) {
            let record = &records[text(&arg[0]["def"])];
            for found in record["decorators"].as_array().map_or(&[][..], Vec::as_slice) {
                let found = &records[text(&found["def"])];
                if is_a(found, "MemoryEffect") {
                    lines.push(format!("{} of {}", effect(found), text(&arg[1])));
                }
            }
        }
    }
    match (lines.is_empty(), known, traits.iter().find(computed)) {
        (_, _, Some(_)) => vec![COMPUTED.to_owned()],
        (true, true, _) => vec![NONE.to_owned()],
        (true, false, _) => vec![UNKNOWN.to_owned()],
        (false, ..) => sorted(lines.into_iter()),
    }
}

/// The speculation that upstream's definition allows: always, recursively, or computed.
pub(super) fn their_speculation(records: &Value, op: &Value) -> Vec<String> {
    let traits = traits(records, op);
    let named = |name: &str| traits.iter().any(|record| text(&record["!name"]) == name);
    let computed =
        traits.iter().any(|record| text(&record["cppInterfaceName"]) == "ConditionallySpeculatable");
    speculation(named("AlwaysSpeculatableImplTrait"), named("RecursivelySpeculatableImplTrait"), computed)
}
