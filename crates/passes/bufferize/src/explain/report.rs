//! The report on the output: its allocations and copies, each with its explanation.
//!
//! Not all allocations and copies remain: `canonicalize` and `cse` erase copies of a buffer to itself and
//! unread allocations. So these passes run on a copy of the output, in which the locations of allocations and
//! copies carry the number of their explanation, and the remaining ones are reported.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use terrace_asm::{PrintOptions, ValueNames};
use terrace_diag::Property;
use terrace_dialects_mem::bufferization::{CloneOp, ToTensorOp};
use terrace_dialects_mem::layout::memref;
use terrace_dialects_mem::memref::causes::{BufferCause, PREFIX, cause_of, recorded};
use terrace_dialects_mem::memref::{AllocOp, AllocaOp, CopyOp};
use terrace_ir::attrs::LocData;
use terrace_ir::{
    Attr, BodyId, Context, Diag, Ir, Loc, Op, OpHandle, OpKind, OpRef, Type, TypeData, ValueRef,
};
use terrace_pass::{Collect, Manager, OpPipeline, Silent};
use terrace_rewrite::walk::walk;
use terrace_support::entity::Entity;

use crate::explain::causes;
use crate::explain::conflicts::with_notes;
use crate::explain::freeing::{Freed, Freeing};
use crate::explain::loops::Loops;
use crate::provenance::{Explanation, Note, Provenances, Role};

/// The tag of ops that existed before bufferization.
const GIVEN: usize = usize::MAX;

/// The passes that clean up after bufferization: copies of a part to itself are only seen once their subviews are one.
const CLEANUP: [&[&str]; 2] = [&["canonicalize"], &["cse", "canonicalize"]];

/// The kind of a memory op in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MadeKind {
    /// An allocation.
    Allocation,
    /// A copy.
    Copy,
}

/// An allocation or a copy of the output.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// Its kind.
    kind: MadeKind,
    /// The number among those of its kind in the output, from 1 on.
    number: u64,
    /// The op.
    op: OpHandle,
    /// The size in bytes; `None` if it is only known at run time.
    bytes: Option<u64>,
    /// The number of loops around it.
    depth: u32,
    /// The explanation, by its number in the list of tags; `None` for an op without one.
    tag: Option<usize>,
}

/// The cost of a program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    /// Copies.
    pub copies: u64,
    /// The copies in loops.
    pub copies_in_loops: u64,
    /// Allocations.
    pub allocations: u64,
    /// The allocations in loops.
    pub allocations_in_loops: u64,
    /// The bytes that are copied where each copy runs once, as far as they are known.
    pub bytes_copied: u64,
    /// Copies of unknown size.
    pub unknown_copies: u64,
    /// The bytes that are allocated where each allocation runs once, as far as they are known.
    pub bytes_allocated: u64,
    /// Allocations of unknown size.
    pub unknown_allocations: u64,
    /// Tensors that are created from buffers, for ops that are not bufferized.
    pub tensors: u64,
}

impl Cost {
    fn of(made: &[Made]) -> Self {
        let mut cost = Self::default();
        for made in made.iter().filter(|made| made.tag != Some(GIVEN)) {
            let (bytes, unknown) = (made.bytes.unwrap_or(0), u64::from(made.bytes.is_none()));
            let in_loop = u64::from(made.depth > 0);
            match made.kind {
                MadeKind::Copy => {
                    cost.copies += 1;
                    cost.copies_in_loops += in_loop;
                    cost.bytes_copied = cost.bytes_copied.saturating_add(bytes);
                    cost.unknown_copies += unknown;
                }
                MadeKind::Allocation => {
                    cost.allocations += 1;
                    cost.allocations_in_loops += in_loop;
                    cost.bytes_allocated = cost.bytes_allocated.saturating_add(bytes);
                    cost.unknown_allocations += unknown;
                }
            }
        }
        cost
    }

    /// Whether this is less than another cost: fewer copies in loops, or as many and fewer in all, or as many of both and
    /// fewer allocations.
    pub fn is_less_than(&self, other: &Cost) -> bool {
        let key = |cost: &Cost| (cost.copies, cost.allocations_in_loops, cost.allocations);
        let worse = self.copies_in_loops > other.copies_in_loops;
        !worse
            && (self.copies_in_loops < other.copies_in_loops && self.copies <= other.copies
                || key(self) < key(other))
    }

    /// The cost in words: `2 copies (24 bytes) and 1 allocation (12 bytes)`.
    pub fn text(&self) -> String {
        let copies = counted(self.copies, "copy", "copies", self.bytes_copied, self.unknown_copies);
        let allocations = counted(
            self.allocations,
            "allocation",
            "allocations",
            self.bytes_allocated,
            self.unknown_allocations,
        );
        match (copies, allocations) {
            (None, None) => "nothing is copied and nothing is allocated".to_owned(),
            (None, Some(allocations)) => format!("nothing is copied, {allocations}"),
            (Some(copies), None) => format!("{copies}, nothing is allocated"),
            (Some(copies), Some(allocations)) => format!("{copies}, {allocations}"),
        }
    }

    fn in_loops(&self) -> Option<String> {
        let number = |count: u64, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let copies = number(self.copies_in_loops, "copy", "copies");
        let allocations = number(self.allocations_in_loops, "allocation", "allocations");
        let all: Vec<String> = copies.into_iter().chain(allocations).collect();
        (!all.is_empty()).then(|| format!("; in loops: {}", all.join(" and ")))
    }
}

/// A number of ops with their sizes; `None` for none.
fn counted(count: u64, one: &str, many: &str, bytes: u64, unknown: u64) -> Option<String> {
    let what = match count {
        0 => return None,
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let size = match (bytes, unknown) {
        (_, unknown) if unknown == count => "of unknown size".to_owned(),
        (bytes, 0) => bytes_text(bytes),
        (bytes, unknown) => format!("{} and {unknown} of unknown size", bytes_text(bytes)),
    };
    Some(format!("{what} ({size})"))
}

fn bytes_text(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") }
}

/// The bytes of an element; `None` if that is not known.
fn element_bytes(cx: &Context, ty: Type) -> Option<u64> {
    match ty.data(cx) {
        TypeData::Index => Some(8),
        TypeData::Integer { width, .. } => Some(u64::from(*width).div_ceil(8)),
        TypeData::Float(kind) => Some(u64::from(kind.width()).div_ceil(8)),
        TypeData::Complex(part) => Some(2 * element_bytes(cx, *part)?),
        TypeData::Vector { shape, scalable, element } if !scalable.contains(&true) => {
            times(shape, element_bytes(cx, *element)?)
        }
        _ => None,
    }
}

/// The size of `shape` elements of `bytes` bytes, if all extents are static.
fn times(shape: &[i64], bytes: u64) -> Option<u64> {
    shape.iter().try_fold(bytes, |all, &extent| all.checked_mul(u64::try_from(extent).ok()?))
}

/// Returns the bytes of elements of a shape; `None` if that is only known at run time.
pub(crate) fn static_bytes(cx: &Context, shape: &[i64], element: Type) -> Option<u64> {
    times(shape, element_bytes(cx, element)?)
}

fn buffer_bytes(cx: &Context, ty: Type) -> Option<u64> {
    let buffer = memref(cx, ty)?;
    static_bytes(cx, buffer.shape, buffer.element)
}

fn kind_of(op: OpRef<'_>) -> Option<MadeKind> {
    if op.isa::<AllocOp>() || op.isa::<AllocaOp>() || op.isa::<CloneOp>() {
        return Some(MadeKind::Allocation);
    }
    op.isa::<CopyOp>().then_some(MadeKind::Copy)
}

/// The explanations by the tags in locations.
#[derive(Default)]
struct Tags {
    explanations: Vec<(BodyId, usize)>,
    numbers: FxHashMap<(BodyId, usize), usize>,
    /// The explanations of passes before and after, with the numbers that follow.
    of_passes: Vec<Explanation>,
}

impl Tags {
    fn len(&self) -> usize {
        self.explanations.len() + self.of_passes.len()
    }

    /// The explanation of a number.
    fn explanation(&self, tag: usize, provenances: &Provenances) -> Option<Explanation> {
        match self.explanations.get(tag) {
            Some(&(body, number)) => provenances.of(body)?.records().explanations.get(number).cloned(),
            None => self.of_passes.get(tag - self.explanations.len()).cloned(),
        }
    }
}

/// Writes the numbers of their explanations into the locations of allocations and copies.
fn tag(ir: &mut Ir, op: OpHandle, provenances: &Provenances) -> Tags {
    let mut all: Vec<OpHandle> = Vec::new();
    walk(ir.op(op), |op| all.extend(kind_of(op).map(|_| op.handle())));
    let cx = ir.cx().clone();
    let mut tags = Tags::default();
    for handle in all {
        let number = match provenances.find(handle) {
            Some(explanation) => {
                let key = (handle.body, explanation);
                *tags.numbers.entry(key).or_insert_with(|| {
                    tags.explanations.push(key);
                    tags.explanations.len() - 1
                })
            }
            // A pass before bufferization has made it.
            None if cause_of(&cx, ir.op(handle).loc()).is_some() => continue,
            None if is_given(provenances, handle.body, handle.op) => GIVEN,
            None => continue,
        };
        let loc = ir.op(handle).loc();
        set_tag(ir, handle, loc, number);
    }
    tags
}

/// Writes a number into the location of an op.
fn set_tag(ir: &mut Ir, handle: OpHandle, loc: Loc, number: usize) {
    let (cx, child) = (ir.cx().clone(), ir.loc_attr(loc));
    let name = cx.str(&format!("{PREFIX}{number}"));
    let loc = Loc::from_attr(cx.loc_attr(LocData::Name { name, child }));
    ir.rewrite(handle.body, |rw| rw.set_loc(handle.op, loc));
}

/// Adds tags to the locations of allocations and copies of passes before or after bufferization: one per
/// location and cause.
fn tag_causes(ir: &mut Ir, op: OpHandle, tags: &mut Tags) {
    let mut found: Vec<(OpHandle, &'static BufferCause, Loc)> = Vec::new();
    walk(ir.op(op), |op| {
        let cause = kind_of(op).and_then(|_| cause_of(op.cx(), op.loc()));
        found.extend(cause.map(|(cause, loc)| (op.handle(), cause, loc)));
    });
    let mut numbers: FxHashMap<(&str, Attr), usize> = FxHashMap::default();
    for (handle, cause, loc) in found {
        let key = (cause.message, ir.loc_attr(loc));
        let number = *numbers.entry(key).or_insert_with(|| {
            tags.of_passes.push(causes::of_pass(loc, cause));
            tags.len() - 1
        });
        set_tag(ir, handle, loc, number);
    }
}

/// Whether an op was there before bufferization.
fn is_given(provenances: &Provenances, body: BodyId, op: Op) -> bool {
    provenances.of(body).is_none_or(|provenance| op.index() < provenance.records().ops)
}

/// The number of the explanation in an op's location.
pub(crate) fn tag_of(op: OpRef<'_>) -> Option<usize> {
    number_in(op.cx(), op.loc())
}

/// The number of the explanation in a location.
pub(crate) fn number_in(cx: &Context, loc: Loc) -> Option<usize> {
    recorded(cx, loc)?.0.parse().ok()
}

/// Erases dead allocations and copies after bufferization, then runs the later passes; their first error is
/// returned. Nothing is erased if the passes for that are not registered. Returns the number of copies of a
/// buffer to itself that canonicalization alone leaves.
///
/// # Errors
///
/// The first error of the later passes.
fn finish(ir: &mut Ir, op: OpHandle, after: &str, manager: &Manager<'_>) -> Result<u64, Box<Diag>> {
    let cx = ir.cx().clone();
    let recorded = cx.records_causes();
    cx.set_records_causes(true);
    let root = ir.op(op).name_text().to_owned();
    let copies = CLEANUP.map(|passes| {
        let mut pipeline = OpPipeline::new(Some(&root));
        if passes.iter().all(|pass| pipeline.add_named(manager.registry, pass, "").is_ok()) {
            let _ = manager.run(ir, &pipeline, op, &mut Silent);
        }
        scan(ir, op).iter().filter(|made| made.kind == MadeKind::Copy).count() as u64
    });
    let mut failure = None;
    if !after.is_empty() {
        let mut pipeline = OpPipeline::new(Some(&root));
        pipeline.implicit_nesting = true;
        let loc = ir.op(op).loc();
        failure = match pipeline.parse_into(after, manager.registry) {
            Ok(()) => {
                let mut said = Vec::new();
                let outcome = manager.run(ir, &pipeline, op, &mut Collect(&mut said));
                let unknown = || Diag::error(loc, format!("'{after}' failed"));
                outcome.is_err().then(|| said.into_iter().next().unwrap_or_else(unknown))
            }
            Err(error) => {
                Some(Diag::error(Loc::UNKNOWN, format!("in explain-after '{after}': {}", error.line())))
            }
        };
    }
    cx.set_records_causes(recorded);
    failure.map_or(Ok(copies[0].saturating_sub(copies[1])), Err)
}

/// The allocations and copies in an op, in the order of its text.
fn scan(ir: &Ir, op: OpHandle) -> Vec<Made> {
    let (mut made, mut loops, mut numbers) = (Vec::new(), Loops::default(), [0u64; 2]);
    walk(ir.op(op), |op| {
        let Some(kind) = kind_of(op) else { return };
        let number = &mut numbers[kind as usize];
        *number += 1;
        let bytes = |buffer: ValueRef<'_>| buffer_bytes(op.cx(), buffer.ty());
        let bytes = match op.cast::<CopyOp>() {
            Some(copy) => bytes(copy.source()).or_else(|| bytes(copy.target())),
            None => bytes(op.single_result()),
        };
        let (number, depth) = (*number, loops.depth(op));
        made.push(Made { kind, number, op: op.handle(), bytes, depth, tag: tag_of(op) });
    });
    made
}

/// Computes the cost of the output of bufferization after cleanup and the given passes; `None` if a pass fails. Changes
/// the output.
pub(crate) fn cost(
    ir: &mut Ir,
    op: OpHandle,
    given: &Provenances,
    after: &str,
    manager: &Manager<'_>,
) -> Option<Cost> {
    let mut tags = tag(ir, op, given);
    finish(ir, op, after, manager).ok()?;
    tag_causes(ir, op, &mut tags);
    let mut cost = Cost::of(&scan(ir, op));
    walk(ir.op(op), |op| cost.tensors += u64::from(op.isa::<ToTensorOp>()));
    Some(cost)
}

/// An explanation with the ops of the output that it explains.
struct Entry {
    explanation: Explanation,
    made: Vec<Made>,
    /// The number in the locations of the explained ops.
    tag: usize,
}

/// The costs of the output, for the last remark, and a remark for each explanation, the costliest first.
pub(crate) struct Report {
    entries: Vec<Entry>,
    output: Ir,
    /// The cost of the output.
    pub(crate) cost: Cost,
    /// Copies of a buffer to itself that are erased only after common subexpression elimination.
    self_copies: u64,
    given: [Vec<u64>; 2],
    /// Allocations and copies without an explanation, which is a defect.
    unexplained: Vec<Made>,
    freeing: Option<Freeing>,
}

impl Report {
    /// Cleans up a copy of the output of bufferization, runs the given passes on it, and matches the remaining
    /// allocations and copies with their explanations.
    ///
    /// # Errors
    ///
    /// The first error of the given passes.
    pub(crate) fn new(
        output: &Ir,
        op: OpHandle,
        provenances: &Provenances,
        after: &str,
        manager: &Manager<'_>,
    ) -> Result<Self, Box<Diag>> {
        let mut output = output.clone();
        let mut tags = tag(&mut output, op, provenances);
        let self_copies = finish(&mut output, op, after, manager)?;
        tag_causes(&mut output, op, &mut tags);
        let all = scan(&output, op);
        let cost = Cost::of(&all);
        let mut entries: Vec<Option<Entry>> = (0..tags.len()).map(|_| None).collect();
        let (mut given, mut unexplained) = ([Vec::new(), Vec::new()], Vec::new());
        for made in all {
            match made.tag {
                Some(GIVEN) => given[made.kind as usize].push(made.number),
                Some(tag) if tag < entries.len() => {
                    if entries[tag].is_none() {
                        let explanation = tags.explanation(tag, provenances);
                        entries[tag] =
                            explanation.map(|explanation| Entry { explanation, made: Vec::new(), tag });
                    }
                    if let Some(entry) = &mut entries[tag] {
                        entry.made.push(made);
                    }
                }
                _ => unexplained.push(made),
            }
        }
        let mut entries: Vec<Entry> = entries.into_iter().flatten().collect();
        let weight = |entry: &Entry| {
            let depth = entry.made.iter().map(|made| made.depth).fold(0, Ord::max);
            let bytes = entry.made.iter().try_fold(0u64, |all, made| Some(all.saturating_add(made.bytes?)));
            (depth, bytes.unwrap_or(u64::MAX))
        };
        entries.sort_by_key(|entry| std::cmp::Reverse(weight(entry)));
        let freeing = Freeing::of(&output, op, !after.is_empty(), manager);
        Ok(Self { entries, output, cost, self_copies, given, unexplained, freeing })
    }

    /// The explanations of the remaining allocations and copies, to add the edits that help.
    pub(crate) fn explanations(&mut self) -> impl Iterator<Item = &mut Explanation> {
        self.entries.iter_mut().map(|entry| &mut entry.explanation)
    }

    /// The remarks; the last one is the total.
    pub(crate) fn remarks(self) -> (Vec<Box<Diag>>, Option<Freeing>) {
        let Self { entries, output, cost, self_copies, given, unexplained, freeing } = self;
        let print = PrintOptions::default();
        let mut names = ValueNames::new(&output, &print);
        let mut remarks: Vec<Box<Diag>> = Vec::with_capacity(entries.len() + 1);
        for Entry { explanation, made, tag } in entries {
            let Explanation { loc, cause, message, mut notes, .. } = explanation;
            let text = made_text(&output, &made, &mut names);
            let edits = notes.iter().position(|note| note.role == Role::Edit).unwrap_or(notes.len());
            notes.insert(edits, Note { loc, text, role: Role::Output });
            let remark = Diag::remark(loc, message).property("cause", Property::Text(cause.to_owned()));
            let remark = with_made(with_notes(remark, notes), &made);
            let freed = freeing.as_ref().map_or(&[][..], |freeing| freeing.notes(tag));
            remarks.push(freed.iter().fold(remark, with_freed));
        }
        for made in unexplained {
            let op = output.op(made.op);
            let text = format!("no reason was recorded for this '{}'", op.name_text());
            let warning =
                Diag::warning(op.loc(), text).property("cause", Property::Text("unexplained".to_owned()));
            remarks.push(with_made(warning, std::slice::from_ref(&made)));
        }
        // What freeing copies is no part of the cost: a note says so.
        let clones = freeing.as_ref().is_some_and(|freeing| !freeing.clones.is_empty());
        let scope = if clones { "in all, before buffers are freed" } else { "in all" };
        let text = format!("{scope}: {}{}", cost.text(), cost.in_loops().unwrap_or_default());
        let mut total = Diag::remark(Loc::UNKNOWN, text);
        if self_copies > 0 {
            let copies = if self_copies == 1 { "1 copy".to_owned() } else { format!("{self_copies} copies") };
            let note =
                format!("--canonicalize leaves {copies} of a buffer onto itself, --cse --canonicalize none");
            total = total.note(Loc::UNKNOWN, note);
        }
        let [given_allocations, given_copies] = given;
        let unless = |unknown: u64, bytes: u64| match unknown {
            0 => Property::Number(bytes),
            _ => Property::Null,
        };
        remarks.push(with_freeing(
            total
                .property("cause", Property::Text("total".to_owned()))
                .property("total_copies", Property::Number(cost.copies))
                .property("total_allocations", Property::Number(cost.allocations))
                .property("copies_in_loops", Property::Number(cost.copies_in_loops))
                .property("allocations_in_loops", Property::Number(cost.allocations_in_loops))
                .property("bytes_copied", unless(cost.unknown_copies, cost.bytes_copied))
                .property("bytes_allocated", unless(cost.unknown_allocations, cost.bytes_allocated))
                .property("given_allocations", Property::Numbers(given_allocations))
                .property("given_copies", Property::Numbers(given_copies)),
            freeing.as_ref(),
        ));
        (remarks, freeing)
    }
}

/// Adds how an allocation is freed.
fn with_freed(remark: Box<Diag>, (loc, freed, text): &(Loc, Freed, String)) -> Box<Diag> {
    remark
        .note(*loc, text)
        .note_property("role", Property::Text("free".to_owned()))
        .note_property("freed", Property::Text(freed.name().to_owned()))
}

/// Adds the copies of deallocation to the total, or the reason why it does not free anything.
fn with_freeing(total: Box<Diag>, freeing: Option<&Freeing>) -> Box<Diag> {
    let Some(freeing) = freeing else { return total };
    if let Some(failure) = &freeing.failure {
        let text = format!("ownership-based-buffer-deallocation does not take the output: {failure}");
        let total = total.note(Loc::UNKNOWN, text);
        return total.note_property("role", Property::Text("free".to_owned()));
    }
    let clones = &freeing.clones;
    let total = total.property("deallocation_clones", Property::Number(clones.len() as u64));
    clones.iter().fold(total, |total, (loc, text)| {
        let total = total.note(*loc, text);
        total.note_property("role", Property::Text("free".to_owned()))
    })
}

/// Adds the allocations and copies of the output that a remark covers.
fn with_made(remark: Box<Diag>, made: &[Made]) -> Box<Diag> {
    let of = |kind: MadeKind| made.iter().filter(move |made| made.kind == kind);
    let numbers = |kind: MadeKind| Property::Numbers(of(kind).map(|made| made.number).collect());
    let bytes = |kind: MadeKind| {
        let all = of(kind).try_fold(0u64, |all, made| Some(all.saturating_add(made.bytes?)));
        all.map_or(Property::Null, Property::Number)
    };
    let depth = made.iter().map(|made| made.depth).fold(0, Ord::max);
    remark
        .property("allocations", numbers(MadeKind::Allocation))
        .property("copies", numbers(MadeKind::Copy))
        .property("bytes_copied", bytes(MadeKind::Copy))
        .property("bytes_allocated", bytes(MadeKind::Allocation))
        .property("loops", Property::Number(depth.into()))
}

/// The text that lists the ops that a remark explains, named as in the output.
fn made_text(output: &Ir, made: &[Made], names: &mut ValueNames<'_>) -> String {
    let mut text = String::from("in the output: ");
    for (i, made) in made.iter().enumerate() {
        let op = output.op(made.op);
        let size = made.bytes.map_or("unknown size".to_owned(), bytes_text);
        let separator = if i == 0 { "" } else { "; " };
        // Writing to a string does not fail.
        let _ = match made.kind {
            MadeKind::Allocation => {
                let name = names.name(op.single_result());
                write!(text, "{separator}{name} = {} of {size}", op.name_text())
            }
            MadeKind::Copy => {
                let copy = CopyOp::view_of(op);
                let [from, to] = [copy.source(), copy.target()].map(|value| names.name(value));
                write!(text, "{separator}memref.copy {from}, {to} of {size}")
            }
        };
    }
    match made.iter().map(|made| made.depth).max() {
        None | Some(0) => {}
        Some(1) => text.push_str("; in a loop"),
        Some(depth) => {
            let _ = write!(text, "; in {depth} nested loops");
        }
    }
    text
}
