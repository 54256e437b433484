//! Checks one op against its table, its traits and its own hook.

use super::checks::TraitChecks;
use super::{structure, suggest, traits};
use crate::attrs::Attr;
use crate::body::ValueDef;
use crate::def::{Arity, OpTable, Optionality, RegionConstraint, op_error, plain_error};
use crate::diag::{CheckResult, Diag};
use crate::interfaces::BranchOp;
use crate::ir::{OpRef, RegionRef};
use crate::op_info::{OpInfo, Slots};
use crate::sub_elements::{Element, SubElements};
use crate::symbols::{SymbolTables, verify_symbol, verify_symbol_table};
use crate::traits::{Trait, TraitSet};

/// Checks an op when it is reached, before its regions. Warnings are added to those found.
pub(super) fn verify_op(op: OpRef<'_>, info: &OpInfo, found: &mut Vec<Box<Diag>>) -> CheckResult {
    if op.attrs() != Attr::EMPTY_DICT {
        verify_discardable(op)?;
    }
    let checks = info.checks();
    if let Some(def) = info.def().filter(|def| !def.dynamic) {
        structure::verify_counts(op, def)?;
        for t in &checks.structural {
            traits::verify_trait(op, def, t)?;
        }
        verify_table(op, def, checks)?;
        let uniform = !checks.others.is_empty() && traits::is_uniform(op);
        for t in &checks.others {
            if uniform && traits::follows_from_one_type(t) {
                continue;
            }
            traits::verify_trait(op, def, t)?;
        }
        if info.traits.has(TraitSet::Symbol) {
            verify_symbol(op)?;
        }
        if op.num_successors() > 0
            && let Some(branch) = op.interface::<dyn BranchOp>()
        {
            verify_successor_operands(op, branch)?;
        }
    }
    verify_hook(op, info, checks, found)?;
    verify_entries(op, info)
}

/// Verifies the types and attributes of the op and of the arguments of its blocks, if some of the context are invalid.
#[cold]
pub(super) fn verify_elements(op: OpRef<'_>) -> CheckResult {
    let args = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.args());
    let types = op.results().chain(args).map(|value| Element::Type(value.ty()));
    let attrs =
        op.props().iter().copied().chain([op.attrs()]).filter(|attr| !attr.is_null()).map(Element::Attr);
    let mut walk = SubElements::default();
    for root in types.chain(attrs) {
        if let Some((text, message)) = op.cx().find_invalid(&mut walk, root) {
            return Err(op_error(op, format!("has '{text}', which is not valid: {message}")));
        }
    }
    Ok(())
}

/// Verifies that no branch targets the entry block of a region, and that graph regions have one block.
#[inline]
fn verify_entries(op: OpRef<'_>, info: &OpInfo) -> CheckResult {
    for (i, region) in op.regions().enumerate() {
        let Some(entry) = region.entry() else { continue };
        if !region.has_one_block() && info.def().is_some() && super::is_graph_region(op, i) {
            return Err(op_error(op, format!("expects graph region #{i} to have 0 or 1 blocks")));
        }
        if !entry.has_no_predecessors() {
            return Err(Diag::error(op.loc(), "entry block of region may not have predecessors"));
        }
    }
    Ok(())
}

/// Verifies the remaining, context-dependent invariants of an op with the signature of a verified one.
#[inline]
pub(super) fn verify_known(
    op: OpRef<'_>,
    info: &OpInfo,
    checks: &TraitChecks,
    found: &mut Vec<Box<Diag>>,
) -> CheckResult {
    if let Some(def) = info.def().filter(|def| !def.dynamic) {
        let [before, after] = &checks.contextual;
        for t in before {
            traits::verify_trait(op, def, t)?;
        }
        verify_region_slots(op, def)?;
        for t in after {
            traits::verify_trait(op, def, t)?;
        }
        if op.num_successors() > 0
            && let Some(branch) = info.interface::<dyn BranchOp>()
        {
            verify_successor_operands(op, branch)?;
        }
    }
    verify_hook(op, info, checks, found)?;
    verify_entries(op, info)
}

/// The check of the dialect and the op's own, which rely on the others.
#[inline]
fn verify_hook(
    op: OpRef<'_>,
    info: &OpInfo,
    checks: &TraitChecks,
    found: &mut Vec<Box<Diag>>,
) -> CheckResult {
    if let Some(verify) = checks.dialect {
        verify(op)?;
    }
    match info.def().and_then(|def| def.verify).map_or(Ok(()), |verify| verify(op)) {
        Err(warnings) if !warnings.has_error() => {
            super::fail(found, Err(warnings));
            Ok(())
        }
        result => result,
    }
}

/// Verifies the invariants that are checked after the ops in the op's regions.
pub(super) fn verify_regions(op: OpRef<'_>, tables: &SymbolTables, errors: &mut Vec<Box<Diag>>) -> bool {
    let info = op.info();
    let Some(def) = info.def() else { return true };
    let checks = info.checks();
    for t in &checks.late {
        let result = match t {
            Trait::SymbolTable => {
                let found = verify_symbol_table(op, tables);
                if !found.is_empty() {
                    errors.extend(found);
                    return false;
                }
                Ok(())
            }
            Trait::IsolatedFromAbove => verify_isolation(op),
            Trait::SingleBlockImplicitTerminator(expected) => {
                traits::verify_implicit_terminator(op, expected)
            }
            _ => Ok(()),
        };
        if let Err(diag) = result {
            errors.push(diag);
            return false;
        }
    }
    let interfaces = super::region_branch::verify_region_interfaces(op, &checks.interfaces);
    if let Err(diag) = interfaces.and_then(|()| def.verify_regions.map_or(Ok(()), |verify| verify(op))) {
        errors.push(diag);
        return false;
    }
    true
}

/// Verifies that no nested op uses a value from outside. Only the parser can create such an op, since bodies share
/// nothing.
fn verify_isolation(op: OpRef<'_>) -> CheckResult {
    let Some(region) = op.regions().next() else { return Ok(()) };
    if !region.body().uses_outside() {
        return Ok(());
    }
    let mut regions: Vec<RegionRef<'_>> = op.regions().collect();
    while let Some(region) = regions.pop() {
        for inner in region.blocks().flat_map(|block| block.ops()) {
            if inner.operands().any(|value| matches!(value.def(), ValueDef::Placeholder)) {
                return Err(op_error(inner, "using value defined outside the region")
                    .note(op.loc(), "required by region isolation constraints"));
            }
            if inner.inner_body().is_none() {
                regions.extend(inner.regions());
            }
        }
    }
    Ok(())
}

fn verify_discardable(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    for &(name, value) in op.attrs().as_dict(cx).unwrap_or(&[]) {
        let Some(prefix) = name.dialect_prefix(cx) else { continue };
        if let Some(dialect) = cx.dialect(prefix)
            && let Some(verify) = dialect.def().verify_op_attr
        {
            verify(op, (name, value))?;
        }
    }
    Ok(())
}

/// Attributes, operand and result types, conditions, regions.
fn verify_table(op: OpRef<'_>, def: &OpTable<'_>, checks: &TraitChecks) -> CheckResult {
    let cx = op.cx();
    let props = op.props();
    // Of several, the error is about the first by name.
    let missing = def.props.iter().zip(props).filter(|(prop, value)| {
        value.is_null() && matches!(prop.presence, Optionality::Required) && !is_segment_sizes(prop.name)
    });
    if let Some(name) = missing.map(|(prop, _)| prop.name).min() {
        return Err(op_error(op, format!("requires attribute '{name}'")));
    }
    let violated = def
        .props
        .iter()
        .zip(props)
        .filter(|(prop, value)| !value.is_null() && !(prop.constraint.pred)(cx, **value));
    if let Some((prop, _)) = violated.min_by_key(|(prop, _)| prop.name) {
        let what = if prop.constraint.native.is_some() { "property" } else { "attribute" };
        let (name, summary) = (prop.name, prop.constraint.summary);
        return Err(op_error(op, format!("{what} '{name}' failed to satisfy constraint: {summary}")));
    }
    verify_values(op, def, true)?;
    verify_values(op, def, false)?;
    for t in &checks.conditions {
        traits::verify_trait(op, def, t)?;
    }
    verify_region_slots(op, def)
}

/// Verifies the number of blocks of the regions.
#[inline]
fn verify_region_slots(op: OpRef<'_>, def: &OpTable<'_>) -> CheckResult {
    if def.regions.is_empty() {
        return Ok(());
    }
    let mut regions = op.regions().enumerate();
    for slot in def.regions {
        let most = if slot.variadic { usize::MAX } else { 1 };
        for (i, region) in regions.by_ref().take(most) {
            let summary = match slot.constraint {
                RegionConstraint::Any => continue,
                RegionConstraint::Sized(n) => {
                    if region.blocks().take(n as usize + 1).count() == n as usize {
                        continue;
                    }
                    format!("region with {n} blocks")
                }
                RegionConstraint::MinSized(n) => {
                    if region.blocks().take(n as usize).count() >= n as usize {
                        continue;
                    }
                    format!("region with at least {n} blocks")
                }
                RegionConstraint::MaxSized(n) => {
                    if region.blocks().take(n as usize + 1).count() <= n as usize {
                        continue;
                    }
                    format!("region with at most {n} blocks")
                }
            };
            let name = if slot.name.is_empty() { String::new() } else { format!("('{}') ", slot.name) };
            return Err(op_error(op, format!("region #{i} {name}failed to verify constraint: {summary}")));
        }
    }
    Ok(())
}

fn is_segment_sizes(name: &str) -> bool {
    matches!(name, "operandSegmentSizes" | "resultSegmentSizes")
}

fn verify_values(op: OpRef<'_>, def: &OpTable<'_>, operands: bool) -> CheckResult {
    let cx = op.cx();
    let kind = if operands { "operand" } else { "result" };
    let info = op.info();
    let fixed = (if operands { info.operand_slots } else { info.result_slots }) == Slots::Fixed;
    if fixed {
        let fits = if operands {
            def.operands.iter().zip(op.operands()).all(|(o, v)| (o.constraint.pred)(cx, v.ty()))
        } else {
            def.results.iter().zip(op.results()).all(|(r, v)| (r.constraint.pred)(cx, v.ty()))
        };
        if fits {
            return Ok(());
        }
    }
    let slots = if operands { def.operands.len() } else { def.results.len() };
    for slot in 0..slots {
        let (constraint, arity) = if operands {
            (def.operands[slot].constraint, def.operands[slot].arity)
        } else {
            (def.results[slot].constraint, def.results[slot].arity)
        };
        let (start, len) = structure::verify_group(op, def, operands, slot)?;
        if operands && let Some(name) = def.operands[slot].segments {
            traits::verify_nested_segments(op, name, def.operands[slot].name, len)?;
        }
        for i in start..start + len {
            let ty = if operands { op.operand(i).ty() } else { op.result(i).ty() };
            if !(constraint.pred)(cx, ty) {
                let variadic = if arity == Arity::Variadic { "variadic of " } else { "" };
                let (expected, found) = (constraint.summary, cx.type_text(ty));
                let mut diag =
                    op_error(op, format!("{kind} #{i} must be {variadic}{expected}, but got '{found}'"));
                diag.help.extend(suggest::op_for_types(op));
                return Err(diag);
            }
        }
    }
    Ok(())
}

fn verify_successor_operands(op: OpRef<'_>, branch: &dyn BranchOp) -> CheckResult {
    for (i, block) in op.successors().enumerate() {
        let passed = branch.successor_operands(op, i);
        let args = block.args();
        let count = passed.len + passed.produced;
        if count != args.len() {
            let message = format!(
                "branch has {count} operands for successor #{i}, but target block has {}",
                args.len()
            );
            return Err(plain_error(op, message));
        }
        for (k, arg) in args.enumerate().skip(passed.produced) {
            let given = op.operand(passed.start + k - passed.produced).ty();
            if given != arg.ty() {
                return Err(plain_error(op, format!("type mismatch for bb argument #{k} of successor #{i}")));
            }
        }
    }
    Ok(())
}
