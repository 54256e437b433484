//! Names of single values, as they have them in the file.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_ir::{BodyId, Ir, OpRef, ValueRef};

use super::names::{Names, Numbering, Start};
use super::{PrintOptions, Printer, Sink};

/// The names that values have in the text of the whole file.
pub struct ValueNames<'a> {
    ir: &'a Ir,
    options: &'a PrintOptions,
    bodies: FxHashMap<BodyId, Arc<Names>>,
}

impl<'a> ValueNames<'a> {
    /// Names of the values in `ir`, where it is printed with these options.
    pub fn new(ir: &'a Ir, options: &'a PrintOptions) -> Self {
        let unique = options.unique_ssa_ids || options.generic;
        let root = ir.root().filter(|_| unique);
        let bodies = root.map_or(FxHashMap::default(), |root| Numbering::unique(ir, options, root));
        Self { ir, options, bodies }
    }

    /// The name of a value as an operand, with the percent sign and the number in its group.
    pub fn name(&mut self, value: ValueRef<'_>) -> String {
        self.open(value.body_id());
        let mut out = String::new();
        match self.bodies.get(&value.body_id()) {
            Some(names) => names.write(&mut out, value.body(), value.id(), true),
            None => out.push_str("<<UNKNOWN SSA VALUE>>"),
        }
        out
    }

    /// Returns the text of one op alone, with these names.
    pub fn op_text(&mut self, op: OpRef<'a>) -> String {
        self.open(op.body_id());
        let mut printer = Printer::new(self.ir, self.options, Sink::Buffer);
        let names = self.bodies.get(&op.body_id()).cloned().unwrap_or_default();
        printer.names.push((op.body_id(), names));
        printer.full_op_and_loc(op);
        printer.w.out
    }

    /// Numbers a body, and those around it before.
    fn open(&mut self, body: BodyId) {
        let (mut chain, mut at) = (Vec::new(), Some(body));
        while let Some(id) = at.filter(|id| !self.bodies.contains_key(id)) {
            chain.push(id);
            at = self.ir.body(id).parent().map(|op| op.body);
        }
        for id in chain.into_iter().rev() {
            let parent = self.ir.body(id).parent().map(|op| self.ir.op(op));
            let region = parent.and_then(|op| op.block()).and_then(|block| block.region());
            let outer = parent.and_then(|op| self.bodies.get(&op.body_id()));
            let start =
                region.zip(outer).map_or(Start::default(), |(region, names)| names.start(region.id()));
            self.bodies.insert(id, Arc::new(Numbering::body(self.ir, self.options, id, start)));
        }
    }
}
