//! Notes on accesses while they are rendered, for `terrace explain --ripple`.

use terrace_dialects_llvm::ops::{AllocaOp, GEPOp};
use terrace_ir::{Op, Type, Value};

use super::accesses::Access;
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::reports::{AccessKind, AccessReport, RunMask, Step};
use super::rows::{row_members, steps_by, why};
use crate::diagnostics::place_in_source;
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Begins to note what an access becomes.
    pub(super) fn report_access(
        &mut self,
        kind: AccessKind,
        address: Value,
        (ty, shape): (Type, Shape),
        mask: Option<&Mask>,
    ) {
        if !self.reports.is_wanted || self.reports.is_muted {
            return;
        }
        self.reports.current = Some(self.reports.accesses.len());
        self.reports.accesses.push(AccessReport {
            loc: self.loc,
            kind,
            shape,
            ty: self.cx().type_text(ty),
            mask: mask.map(|mask| mask.shape),
            steps: Vec::new(),
            is_local: self.is_local(address),
            reason: String::new(),
        });
    }

    /// Whether an address of the original is a constant number of bytes into a local variable, as those that become
    /// registers are.
    fn is_local(&self, address: Value) -> bool {
        let mut view = self.rw.value(address);
        while let Some(op) = view.defining_op() {
            match op.cast::<GEPOp>() {
                Some(gep) if gep.dynamic_indices().len() == 0 => view = gep.base(),
                _ => return op.isa::<AllocaOp>(),
            }
        }
        false
    }

    /// A load of the original, in words.
    pub(super) fn name_of_load(&self, load: Op) -> String {
        let view = self.rw.op(load);
        match place_in_source(view.ir(), view.loc()) {
            (0, _) => "a load".to_owned(),
            (line, column) => format!("the load at {line}:{column}"),
        }
    }

    /// Notes an access to elements of a size that follow each other.
    pub(super) fn report_run(&mut self, count: usize, size: i64, mask: RunMask) {
        if self.reports.current.is_some() {
            let bytes = count * usize::try_from(size).unwrap_or_default();
            self.reports.step(Step::Run { bytes, mask });
        }
    }

    /// Notes an access to elements of a mask that follow each other, which are neither copied nor predicated.
    pub(super) fn report_masked_run(&mut self, count: usize, access: &Access) {
        // Few elements are accessed by masked accesses, which are replaced later.
        let is_whole = self.is_emulated(count, access) || !self.is_masked_by_call(count, access);
        if !self.lacks_masks(access) {
            self.report_run(count, access.size, RunMask::Instruction);
        } else if self.memory.reads_pages && count > 1 && is_whole {
            self.report_run(count, access.size, RunMask::Whole);
        } else if self.is_masked_by_call(count, access) {
            self.reports.step(Step::Loop(count));
        } else {
            self.reports.step(Step::Branches(count));
        }
    }

    /// Notes how addresses are arranged, in terms of what follows each other.
    pub(super) fn report_addresses(&mut self, lanes: &Lanes, size: i64) {
        if self.reports.current.is_some() {
            let text = self.arrangement(lanes, size);
            self.reports.reason(text);
        }
    }

    fn arrangement(&self, lanes: &Lanes, size: i64) -> String {
        let (shape, outer) = (lanes.shape, self.outer_shape(lanes));
        let numbers = lanes.numbers(shape);
        if shape.is_scalar() {
            return "all elements have one address".to_owned();
        }
        if outer.is_scalar() {
            return in_row(&numbers, size, shape);
        }
        let inner = shape.without(outer);
        if inner.is_scalar() {
            return why(lanes).to_owned();
        }
        let rows = outer.elements();
        format!("{rows} rows that begin where is known at run time only; {}", {
            let members = row_members(shape, outer, inner, 0);
            let row: Vec<i64> = members.iter().map(|&flat| numbers[flat]).collect();
            in_row(&row, size, inner)
        })
    }
}

/// The arrangement of elements that are constant numbers of bytes apart, in words.
fn in_row(numbers: &[i64], size: i64, shape: Shape) -> String {
    let step = match numbers {
        [first, second, ..] => second.wrapping_sub(*first),
        _ => size,
    };
    if steps_by(numbers, size) {
        return "elements follow each other".to_owned();
    }
    if steps_by(numbers, -size) {
        return "elements follow each other in reverse order".to_owned();
    }
    if steps_by(numbers, step) && step % size == 0 && step != 0 {
        return format!("every {}. element", (step / size).unsigned_abs());
    }
    let first = shape.dims().next().map_or(1, |dim| shape.size(dim) as usize);
    if first < numbers.len() && numbers.chunks(first).all(|row| steps_by(row, size)) {
        return format!("rows of {first} elements that follow each other");
    }
    let (least, most) =
        numbers.iter().fold((i64::MAX, i64::MIN), |(least, most), &at| (least.min(at), most.max(at)));
    match most.checked_sub(least) {
        Some(span) => format!("elements within {} that follow each other, in another order", span / size + 1),
        None => "elements lie too far apart".to_owned(),
    }
}
