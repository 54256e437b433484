//! The types of results, from operands and attributes.

use super::InferInput;
use crate::def::{Arity, OpTable};
use crate::format_types::KnownTypes;
use crate::traits::{Trait, TraitSet};
use crate::types::Type;

/// Returns whether the result types of ops follow from their operands and attributes: by a custom inference,
/// or, if no result is variadic, by constraints and traits.
#[must_use]
pub fn infers_result_types(def: &OpTable<'_>) -> bool {
    let results = def.results.len();
    if TraitSet::of(def.traits).has(TraitSet::InferTypes) {
        return true;
    }
    let is_fixed = results > 0 && def.results.iter().all(|result| result.arity == Arity::One);
    let wanted = if results >= 64 { u64::MAX } else { (1 << results) - 1 };
    is_fixed && KnownTypes::of(def, u64::MAX, 0).results & wanted == wanted
}

/// Infers the result types of an op that may be malformed.
///
/// # Errors
///
/// A message if the operands do not fit the definition, or the types do not follow from them.
pub fn infer_result_types(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let unknown = || "the result types of an op that a pattern creates are not inferred".to_owned();
    let def = input.def;
    if !infers_result_types(def) {
        return Err(unknown());
    }
    // With valid numbers of operands and regions, all inputs of an inference are present.
    let slots: Vec<&[Type]> = input.operand_slots().ok_or_else(unknown)?;
    if !input.satisfies_constraints(&slots) {
        return Err(unknown());
    }
    if let Some(infer) = def.infer {
        return if def.regions.is_empty() { infer(input) } else { Err(unknown()) };
    }
    let cx = input.cx;
    let mut results: Vec<Option<Type>> =
        def.results.iter().map(|result| result.constraint.build.map(|build| build(cx))).collect();
    for _ in 0..ROUNDS {
        for rule in def.traits {
            let known = |name: &str| -> Option<Type> {
                let operand = def.operands.iter().position(|operand| operand.name == name);
                let result = def.results.iter().position(|result| result.name == name);
                match (operand, result) {
                    (Some(slot), _) => slots[slot].first().copied(),
                    (None, Some(slot)) => results[slot],
                    (None, None) => input.prop(name)?.ty(cx),
                }
            };
            let (names, ty) = match rule {
                Trait::AllTypesMatch(names) => (Some(*names), names.iter().find_map(|name| known(name))),
                Trait::TypesMatchWith(rule) => (
                    Some(std::slice::from_ref(&rule.to)),
                    known(rule.from).and_then(|ty| (rule.transform)(cx, ty)),
                ),
                Trait::SameOperandsAndResultType => (None, input.operands.first().copied()),
                _ => continue,
            };
            let Some(ty) = ty else { continue };
            for (result, slot) in def.results.iter().zip(&mut results) {
                if names.is_none_or(|names| names.contains(&result.name)) {
                    slot.get_or_insert(ty);
                }
            }
        }
    }
    results.into_iter().collect::<Option<Vec<Type>>>().ok_or_else(unknown)
}

/// The rounds in which rules are applied: one round finds what follows directly, another one what follows from that.
const ROUNDS: usize = 3;
