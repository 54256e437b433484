//! Walks that visit an op before, between and after its regions, or visit blocks and regions, and that may stop.

use terrace_ir::{BlockRef, Ir, OpHandle, OpRef, RegionRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};

/// Prints each visit of an op.
pub(crate) static TEST_GENERIC_IR_VISITORS: PassDef = PassDef {
    name: "test-generic-ir-visitors",
    class: "(anonymous namespace)::TestGenericIRVisitorPass",
    doc: "Test generic IR visitors.",
    make: |_| Ok(Pass::Ir(Box::new(Visitors(visit_all)))),
    ..EMPTY_PASS
};

/// Prints each visit of an op, down to an op whose attributes stop the walk.
pub(crate) static TEST_GENERIC_IR_VISITORS_INTERRUPT: PassDef = PassDef {
    name: "test-generic-ir-visitors-interrupt",
    class: "(anonymous namespace)::TestGenericIRVisitorInterruptPass",
    doc: "Test generic IR visitors with interrupts.",
    make: |_| Ok(Pass::Ir(Box::new(Visitors(visit_until_interrupted)))),
    ..EMPTY_PASS
};

/// Counts the visits of blocks, up to one that holds an op with `interrupt`.
pub(crate) static TEST_GENERIC_IR_BLOCK_VISITORS_INTERRUPT: PassDef = PassDef {
    name: "test-generic-ir-block-visitors-interrupt",
    class: "(anonymous namespace)::TestGenericIRBlockVisitorInterruptPass",
    doc: "Test generic IR visitors with interrupts, starting with Blocks.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Visitors(visit_blocks)))),
    ..EMPTY_PASS
};

/// Counts the visits of regions, up to one that holds an op with `interrupt`.
pub(crate) static TEST_GENERIC_IR_REGION_VISITORS_INTERRUPT: PassDef = PassDef {
    name: "test-generic-ir-region-visitors-interrupt",
    class: "(anonymous namespace)::TestGenericIRRegionVisitorInterruptPass",
    doc: "Test generic IR visitors with interrupts, starting with Regions.",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(Visitors(visit_regions)))),
    ..EMPTY_PASS
};

/// A walk with its output.
struct Visitors(fn(OpRef<'_>, &mut Steps<'_>));

impl IrPass for Visitors {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        (self.0)(ir.op(op), &mut Steps { count: 0, out: &mut run.printed });
        Ok(())
    }

    fn only_reads(&self) -> bool {
        true
    }
}

/// The numbered lines of a walk.
struct Steps<'a> {
    count: usize,
    out: &'a mut String,
}

impl Steps<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(&format!("step {}{text}\n", self.count));
        self.count += 1;
    }

    /// Prints a visit of a block or region that holds the ops; `false` if one of them stops the walk.
    fn visit<'a>(&mut self, mut ops: impl Iterator<Item = OpRef<'a>>) -> bool {
        let interrupted = ops.any(|op| op.attr("interrupt").is_some());
        self.line(if interrupted { " walk was interrupted" } else { "" });
        !interrupted
    }
}

/// The continuation of a walk after a visit.
enum Walk {
    Advance,
    Skip,
    Interrupt,
}

/// An op on the path from the root of the walk, with the regions that were entered and the ops yet to visit in the last.
struct Entered<'a> {
    op: OpRef<'a>,
    stage: usize,
    pending: Vec<OpRef<'a>>,
}

/// Visits the op and the ops in it before, between and after their regions.
fn walk<'a>(op: OpRef<'a>, mut visit: impl FnMut(OpRef<'a>, usize) -> Walk) {
    let mut path = vec![Entered { op, stage: 0, pending: Vec::new() }];
    while let Some(at) = path.last_mut() {
        if let Some(op) = at.pending.pop() {
            path.push(Entered { op, stage: 0, pending: Vec::new() });
            continue;
        }
        let last = at.stage == at.op.num_regions();
        match visit(at.op, at.stage) {
            Walk::Interrupt => return,
            Walk::Advance if !last => {
                at.pending = at.op.region(at.stage).blocks().flat_map(|block| block.ops()).collect();
                at.pending.reverse();
                at.stage += 1;
            }
            Walk::Advance | Walk::Skip => {
                path.pop();
            }
        }
    }
}

fn show_stage(op: OpRef<'_>, stage: usize, steps: &mut Steps<'_>) {
    let place = if stage == 0 {
        "before all regions".to_owned()
    } else if stage == op.num_regions() {
        "after all regions".to_owned()
    } else {
        format!("before region #{stage}")
    };
    steps.line(&format!(" op '{}' {place}", op.name_text()));
}

fn visit_all(op: OpRef<'_>, steps: &mut Steps<'_>) {
    walk(op, |op, stage| {
        show_stage(op, stage, steps);
        Walk::Advance
    });
}

fn visit_until_interrupted(op: OpRef<'_>, steps: &mut Steps<'_>) {
    walk(op, |op, stage| {
        if is_asked(op, "interrupt", stage) {
            steps.line(" walk was interrupted");
            return Walk::Interrupt;
        }
        if is_asked(op, "skip", stage) {
            return Walk::Skip;
        }
        show_stage(op, stage, steps);
        Walk::Advance
    });
}

/// Whether attributes of an op ask for an action at a stage of its visit: the number of regions visited so far.
fn is_asked(op: OpRef<'_>, action: &str, stage: usize) -> bool {
    let cx = op.cx();
    let attr = |place: &str| op.attr(&format!("{action}_{place}"));
    let is_true = |place: &str| attr(place) == Some(cx.bool_attr(true));
    let region =
        attr("after_region").and_then(|attr| attr.as_i64(cx)).and_then(|at| usize::try_from(at).ok());
    (stage == 0 && is_true("before_all"))
        || (stage == op.num_regions() && is_true("after_all"))
        || region.and_then(|region| region.checked_add(1)) == Some(stage)
}

/// The blocks or regions in an op, inner ones first.
fn inner_first<'a, T>(
    op: OpRef<'a>,
    of_region: impl Fn(RegionRef<'a>) -> Vec<T>,
    ops: impl Fn(&T) -> Vec<OpRef<'a>>,
) -> Vec<T> {
    // In reverse: an item comes before what is in it.
    let (mut out, mut pending) = (Vec::new(), op.regions().flat_map(&of_region).collect::<Vec<_>>());
    while let Some(item) = pending.pop() {
        pending.extend(ops(&item).into_iter().flat_map(|op| op.regions()).flat_map(&of_region));
        out.push(item);
    }
    out.reverse();
    out
}

fn visit_blocks(op: OpRef<'_>, steps: &mut Steps<'_>) {
    let blocks: Vec<BlockRef<'_>> =
        inner_first(op, |region| region.blocks().collect(), |block| block.ops().collect());
    blocks.into_iter().take_while(|block| steps.visit(block.ops())).for_each(drop);
}

fn ops_in<'a>(region: &RegionRef<'a>) -> Vec<OpRef<'a>> {
    region.blocks().flat_map(|block| block.ops()).collect()
}

fn visit_regions(op: OpRef<'_>, steps: &mut Steps<'_>) {
    let regions = inner_first(op, |region| vec![region], ops_in);
    regions.into_iter().take_while(|region| steps.visit(ops_in(region).into_iter())).for_each(drop);
}
