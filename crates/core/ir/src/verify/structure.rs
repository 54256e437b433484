//! Checks that ops have the operands, results and successors that their accessors return.
//!
//! Hooks look at other ops: those that define operands, those that use results, those in regions. An op among them may be
//! malformed and not verified yet. So bodies with malformed ops are found first, and in those nothing but the structure of
//! ops is checked, which fails.

use std::cell::Cell;

use rustc_hash::FxHashSet;

use super::traits;
use crate::def::{Arity, OpTable, op_error};
use crate::diag::{CheckResult, Diag};
use crate::ids::BodyId;
use crate::ir::OpRef;
use crate::op_info::{OpInfo, Slots};
use crate::traits::Trait;

/// The bodies with a malformed op, and those around them.
#[derive(Default)]
pub(super) struct MalformedBodies(FxHashSet<BodyId>);

impl MalformedBodies {
    /// Checks an op and its contents, bodies of nested isolated ops only if `recursive`.
    pub(super) fn find(root: OpRef<'_>, recursive: bool) -> Self {
        let known = KnownShapes::default();
        let mut search = Search {
            bodies: vec![(root.body_id(), None)],
            found: FxHashSet::default(),
            known: &known,
            recursive,
        };
        let mut valid = search.visit(root, 0);
        if root.inner_body().is_none() {
            let mut regions: Vec<_> = root.regions().collect();
            while let Some(region) = regions.pop() {
                for op in region.blocks().flat_map(|block| block.ops()) {
                    valid &= search.visit(op, 0);
                    if op.num_regions() > 0 && op.inner_body().is_none() {
                        regions.extend(op.regions());
                    }
                }
            }
        } else if !recursive {
            search.bodies.extend(root.inner_body().map(|inner| (inner, Some(0))));
        }
        if !valid {
            search.note_malformed(0);
        }
        let mut next = 1;
        while let Some(&(id, _)) = search.bodies.get(next) {
            if let Some(body) = root.ir().find_body(id) {
                if body.is_verified() {
                    if recursive {
                        let inner = body.live_ops().filter_map(|op| body.inner(op));
                        search.bodies.extend(inner.map(|inner| (inner, Some(next))));
                    }
                    next += 1;
                    continue;
                }
                let mut valid = true;
                for op in body.live_ops_but(|shape| known.has(shape)) {
                    valid &= search.visit(OpRef::in_body(root.ir(), body, id, op), next);
                }
                if !valid {
                    search.note_malformed(next);
                }
            }
            next += 1;
        }
        Self(search.found)
    }

    /// Whether a body has a malformed op, or one below it has.
    #[inline]
    pub(super) fn contain(&self, body: BodyId) -> bool {
        !self.0.is_empty() && self.0.contains(&body)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The bodies that are looked at, each after the one around it.
struct Search<'a> {
    bodies: Vec<(BodyId, Option<usize>)>,
    found: FxHashSet<BodyId>,
    known: &'a KnownShapes,
    recursive: bool,
}

impl Search<'_> {
    /// Whether an op in the body with a number is well-formed; the body that it holds, if any, is looked at later.
    #[inline]
    fn visit(&mut self, op: OpRef<'_>, body: usize) -> bool {
        if self.recursive && op.num_regions() > 0 {
            self.bodies.extend(op.inner_body().map(|inner| (inner, Some(body))));
        }
        is_well_formed(op, self.known)
    }

    fn note_malformed(&mut self, body: usize) {
        let mut around = Some(body);
        while let Some(at) = around.filter(|&at| self.found.insert(self.bodies[at].0)) {
            around = self.bodies[at].1;
        }
    }
}

/// A cache of the shapes of verified ops, direct-mapped by name.
#[derive(Default)]
struct KnownShapes {
    shapes: [Cell<u64>; 16],
    /// Those of ops with sizes of segments.
    sized: [Cell<SizedShape>; 16],
}

/// A shape, the numbers of regions, and the sizes of the segments of operands and results; all zero for none.
type SizedShape = (u64, usize, [u32; 2]);

impl KnownShapes {
    #[inline]
    fn has(&self, shape: u64) -> bool {
        shape != 0 && self.shapes[shape as usize % 16].get() == shape
    }

    fn insert(&self, shape: u64) {
        self.shapes[shape as usize % 16].set(shape);
    }

    /// Whether a shape with sizes is known, or valid, as a check finds.
    fn has_sized(&self, shape: SizedShape, is_valid: impl FnOnce() -> bool) -> bool {
        let sizes = shape.2[0] ^ shape.2[1];
        let place = &self.sized[(shape.0 as usize ^ sizes as usize) % 16];
        if shape.0 != 0 && place.get() == shape {
            return true;
        }
        let valid = is_valid();
        if valid {
            place.set(shape);
        }
        valid
    }
}

/// Whether [`verify_structure`] succeeds.
fn is_well_formed(op: OpRef<'_>, known: &KnownShapes) -> bool {
    let shape = op.body().shape(op.id());
    if known.has(shape) {
        return true;
    }
    let info = op.info();
    let Some(def) = info.def() else { return true };
    let slots = [info.operand_slots, info.result_slots];
    if slots.iter().all(|slots| !matches!(slots, Slots::Several { .. })) {
        let valid = has_structure(op, info, def);
        if valid {
            known.insert(shape);
        }
        return valid;
    }
    if def.dynamic {
        return true;
    }
    let sizes = slots.map(|slots| match slots {
        Slots::Several { sizes: Some(at), .. } => op.props().get(at).map_or(0, |sizes| sizes.as_u32()),
        _ => 0,
    });
    known.has_sized((shape, op.num_regions(), sizes), || verify_structure(op).is_ok())
}

/// [`is_well_formed`], given the definition.
fn has_structure(op: OpRef<'_>, info: &OpInfo, def: &OpTable<'_>) -> bool {
    let fits = |slots: Slots, expected: usize, count: usize| match slots {
        Slots::Unknown => true,
        Slots::Fixed => count == expected,
        Slots::One { slots, .. } => count + 1 >= slots,
        Slots::Several { .. } => false,
    };
    let successors = def.successors.iter().filter(|s| !s.variadic).count();
    let branches = match successors == def.successors.len() {
        true => op.num_successors() == successors,
        false => op.num_successors() >= successors,
    };
    branches
        && fits(info.operand_slots, def.operands.len(), op.num_operands())
        && fits(info.result_slots, def.results.len(), op.num_results())
        || verify_structure(op).is_ok()
}

fn sizes_segments(t: &Trait) -> bool {
    matches!(t, Trait::AttrSizedOperandSegments | Trait::AttrSizedResultSegments)
}

/// Checks what accessors rely on: the numbers of operands, results and successors, and the sizes of segments.
pub(super) fn verify_structure(op: OpRef<'_>) -> CheckResult {
    let info = op.info();
    let Some(def) = info.def() else { return Ok(()) };
    if def.dynamic {
        return Ok(());
    }
    verify_counts(op, def)?;
    for t in info.checks().structural.iter().filter(|t| sizes_segments(t)) {
        traits::verify_trait(op, def, t)?;
    }
    for (operands, slots) in [(true, def.operands.len()), (false, def.results.len())] {
        for slot in 0..slots {
            verify_group(op, def, operands, slot)?;
        }
    }
    Ok(())
}

/// Checks that a slot for one value has one, and one for at most one has no more; returns the start and the length of its
/// values.
pub(super) fn verify_group(
    op: OpRef<'_>,
    def: &OpTable<'_>,
    operands: bool,
    slot: usize,
) -> Result<(usize, usize), Box<Diag>> {
    let (kind, arity, (start, len)) = match operands {
        true => ("operand", def.operands[slot].arity, op.operand_range(slot)),
        false => ("result", def.results[slot].arity, op.result_range(slot)),
    };
    let expected = match arity {
        Arity::Optional if len > 1 => "0 or 1 element",
        // Segment sizes may allow it.
        Arity::One if len != 1 => "1 element",
        _ => return Ok((start, len)),
    };
    Err(op_error(op, format!("{kind} group starting at #{start} requires {expected}, but found {len}")))
}

/// Checks the numbers of regions, results, successors and operands.
pub(super) fn verify_counts(op: OpRef<'_>, def: &OpTable<'_>) -> CheckResult {
    let info = op.info();
    if info.operand_slots == Slots::Fixed
        && info.result_slots == Slots::Fixed
        && op.num_operands() == def.operands.len()
        && op.num_results() == def.results.len()
        && op.num_regions() + def.regions.len() + op.num_successors() + def.successors.len() == 0
    {
        return Ok(());
    }
    let regions = op.num_regions();
    let fixed = def.regions.iter().filter(|r| !r.variadic).count();
    if fixed == def.regions.len() {
        if regions != fixed {
            return Err(op_error(
                op,
                match fixed {
                    0 => "requires zero regions".to_string(),
                    1 => "requires one region".to_string(),
                    n => format!("expected {n} regions"),
                },
            ));
        }
    } else if regions < fixed {
        return Err(op_error(op, format!("expected {fixed} or more regions")));
    }
    let results = op.num_results();
    let fixed = def.results.iter().filter(|r| r.arity == Arity::One).count();
    if fixed == def.results.len() {
        if results != fixed {
            return Err(op_error(
                op,
                match fixed {
                    0 => "requires zero results".to_string(),
                    1 => "requires one result".to_string(),
                    n => format!("expected {n} results"),
                },
            ));
        }
    } else if results < fixed {
        return Err(op_error(op, format!("expected {fixed} or more results")));
    }
    let successors = op.num_successors();
    let fixed = def.successors.iter().filter(|s| !s.variadic).count();
    if fixed == def.successors.len() {
        if successors != fixed {
            let plural = if fixed == 1 { "" } else { "s" };
            return Err(op_error(op, format!("requires {fixed} successor{plural} but found {successors}")));
        }
    } else if successors < fixed {
        return Err(op_error(op, format!("requires at least {fixed} successors but found {successors}")));
    }
    let operands = op.num_operands();
    let fixed = def.operands.iter().filter(|o| o.arity == Arity::One).count();
    if fixed == def.operands.len() {
        if operands != fixed {
            return Err(op_error(
                op,
                match fixed {
                    0 => "requires zero operands".to_string(),
                    1 => "requires a single operand".to_string(),
                    n => format!("expected {n} operands, but found {operands}"),
                },
            ));
        }
    } else if operands < fixed {
        return Err(op_error(op, format!("expected {fixed} or more operands, but found {operands}")));
    }
    Ok(())
}
