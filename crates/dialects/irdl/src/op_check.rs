//! Checks ops against a definition.

use terrace_ir::def::{op_error, plain_error};
use terrace_ir::diag::Diag;
use terrace_ir::{Attr, CheckResult, Loc, OpRef, RegionRef};

use crate::check::{Assignment, Constraints, Variable};
use crate::types::Variadicity;

/// A list of slots of operands or results.
#[derive(Default)]
pub(crate) struct Slots {
    pub(crate) names: Vec<String>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) variadicity: Vec<Variadicity>,
}

/// The constraints on a region.
pub(crate) struct RegionSlot {
    pub(crate) name: String,
    pub(crate) blocks: Option<usize>,
    pub(crate) arguments: Option<Vec<Variable>>,
}

/// The constraints on ops of one definition.
#[derive(Default)]
pub struct OpChecks {
    pub(crate) constraints: Constraints,
    pub(crate) operands: Slots,
    pub(crate) results: Slots,
    pub(crate) attributes: Vec<(String, Variable)>,
    pub(crate) regions: Vec<RegionSlot>,
}

impl OpChecks {
    /// Checks an op, and its regions even if the rest of it is invalid.
    ///
    /// # Errors
    ///
    /// Diagnostics in upstream's words: of the op itself, then of its regions.
    pub fn check(&self, op: OpRef<'_>) -> CheckResult {
        let mut assignment = Assignment::new(op.cx(), &self.constraints);
        let itself = self.check_slots(op, &mut assignment);
        let regions = self.check_regions(op, &mut assignment);
        match (itself, regions) {
            (Err(first), Err(second)) => Err(first.followed_by(second)),
            (itself, regions) => itself.and(regions),
        }
    }

    fn check_slots(&self, op: OpRef<'_>, assignment: &mut Assignment<'_>) -> CheckResult {
        let operands = self.operands.sizes(op, "operand", "operandSegmentSizes", op.num_operands())?;
        let results = self.results.sizes(op, "result", "resultSegmentSizes", op.num_results())?;
        let check = |assignment: &mut Assignment<'_>, attr: Attr, variable| {
            assignment.check(attr, variable).map_err(|message| plain_error(op, message))
        };
        for (name, variable) in &self.attributes {
            let Some(attr) = op.attr(name) else {
                let message = format!("attribute \"{}\" is expected but not provided", name.escape_default());
                return Err(op_error(op, message));
            };
            check(assignment, attr, *variable)?;
        }
        let mut types = op.operands().map(|value| op.cx().type_attr(value.ty()));
        for (&size, &variable) in operands.iter().zip(&self.operands.variables) {
            types.by_ref().take(size).try_for_each(|ty| check(assignment, ty, variable))?;
        }
        let mut types = op.results().map(|value| op.cx().type_attr(value.ty()));
        for (&size, &variable) in results.iter().zip(&self.results.variables) {
            types.by_ref().take(size).try_for_each(|ty| check(assignment, ty, variable))?;
        }
        Ok(())
    }

    fn check_regions(&self, op: OpRef<'_>, assignment: &mut Assignment<'_>) -> CheckResult {
        let (expected, found) = (self.regions.len(), op.num_regions());
        if expected != found {
            let message = format!("unexpected number of regions: expected {expected} but got {found}");
            return Err(op_error(op, message));
        }
        self.regions
            .iter()
            .zip(op.regions())
            .try_for_each(|(slot, region)| slot.check(op, region, assignment))
    }
}

impl RegionSlot {
    fn check(&self, op: OpRef<'_>, region: RegionRef<'_>, assignment: &mut Assignment<'_>) -> CheckResult {
        let error = |loc: Loc, message: String| match loc == op.loc() {
            true => Diag::error(loc, message),
            false => Diag::error(loc, message).note(op.loc(), "see the operation"),
        };
        let number = region.index();
        if let Some(expected) = self.blocks {
            let found = region.blocks().count();
            if expected != found {
                let message = format!("expected region {number} to have {expected} block(s) but got {found}");
                return Err(error(op.loc(), message));
            }
        }
        let Some(variables) = &self.arguments else { return Ok(()) };
        let arguments: Vec<_> = region.entry().into_iter().flat_map(|entry| entry.args()).collect();
        let (expected, found) = (variables.len(), arguments.len());
        if expected != found {
            let loc = arguments.first().map_or(op.loc(), |argument| argument.loc());
            let message = format!("expected region {number} to have {expected} arguments but got {found}");
            return Err(error(loc, message));
        }
        for (argument, &variable) in arguments.iter().zip(variables) {
            let ty = op.cx().type_attr(argument.ty());
            assignment.check(ty, variable).map_err(|message| error(argument.loc(), message))?;
        }
        Ok(())
    }
}

impl Slots {
    /// Returns the number of values of each slot, `count` in total.
    fn sizes(&self, op: OpRef<'_>, kind: &str, attr: &str, count: usize) -> Result<Vec<usize>, Box<Diag>> {
        let slots = self.variadicity.len();
        let fail = |message: String| Err(plain_error(op, message));
        let mut variable = self.variadicity.iter().enumerate().filter(|(_, v)| **v != Variadicity::Single);
        let (first, second) = (variable.next(), variable.next());
        let Some((at, variadicity)) = first else {
            if count != slots {
                return fail(format!("op expects exactly {slots} {kind}s, but got {count}"));
            }
            return Ok(vec![1; slots]);
        };
        if second.is_some() {
            return self.sizes_by_attr(op, kind, attr, count);
        }
        let Some(size) = (count + 1).checked_sub(slots) else {
            return fail(format!("op expects at least {} {kind}s, but got {count}", slots - 1));
        };
        if *variadicity == Variadicity::Optional && size > 1 {
            return fail(format!("op expects at most {slots} {kind}s, but got {count}"));
        }
        Ok((0..slots).map(|slot| if slot == at { size } else { 1 }).collect())
    }

    fn sizes_by_attr(
        &self,
        op: OpRef<'_>,
        kind: &str,
        attr: &str,
        count: usize,
    ) -> Result<Vec<usize>, Box<Diag>> {
        let slots = self.variadicity.len();
        let fail = |message: &str| Err(plain_error(op, format!("'{attr}' attribute {message}")));
        let Some(sizes) = op.attr(attr) else { return fail("is expected but not provided") };
        let Some(sizes) = sizes.i32_elements(op.cx()) else {
            return fail("is expected to be a dense i32 array");
        };
        if sizes.len() != slots {
            let found = sizes.len();
            return fail(&format!(
                "for specifying {kind} segments must have {slots} elements, but got {found}"
            ));
        }
        let mut all = Vec::with_capacity(slots);
        for (i, (size, variadicity)) in sizes.zip(&self.variadicity).enumerate() {
            let Ok(size) = usize::try_from(size) else {
                return fail(&format!("for specifying {kind} segments must have non-negative values"));
            };
            let wanted = match variadicity {
                Variadicity::Single if size != 1 => "1",
                Variadicity::Optional if size > 1 => "0 or 1",
                _ => {
                    all.push(size);
                    continue;
                }
            };
            return Err(plain_error(
                op,
                format!("element {i} in '{attr}' attribute must be equal to {wanted}"),
            ));
        }
        if all.iter().sum::<usize>() != count {
            let message =
                format!("sum of elements in '{attr}' attribute must be equal to the number of {kind}s");
            return Err(plain_error(op, message));
        }
        Ok(all)
    }
}
