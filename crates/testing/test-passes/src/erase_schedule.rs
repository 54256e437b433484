//! Erases scripts.

use terrace_ir::{Ir, OpHandle};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_transform::interfaces::TransformOpInterface;

/// Erases the outermost ops of scripts.
pub(crate) static ERASE_SCHEDULE: PassDef = PassDef {
    name: "test-transform-dialect-erase-schedule",
    class: "(anonymous namespace)::TestTransformDialectEraseSchedulePass",
    doc: "erase transform dialect schedule from the IR",
    anchor: Some("builtin.module"),
    make: |_| Ok(Pass::Ir(Box::new(EraseSchedule))),
    ..EMPTY_PASS
};

struct EraseSchedule;

impl IrPass for EraseSchedule {
    fn run(&self, ir: &mut Ir, op: OpHandle, _: &mut PassRun<'_>) -> Result<(), Failed> {
        let (mut pending, mut schedules) = (vec![op], Vec::new());
        while let Some(at) = pending.pop() {
            let view = ir.op(at);
            if at != op && view.interface::<dyn TransformOpInterface>().is_some() {
                schedules.push(at);
                continue;
            }
            let blocks = view.regions().flat_map(|region| region.blocks());
            pending.extend(blocks.flat_map(|block| block.ops()).map(|inner| inner.handle()));
        }
        schedules.into_iter().for_each(|schedule| ir.erase_op(schedule));
        Ok(())
    }
}
