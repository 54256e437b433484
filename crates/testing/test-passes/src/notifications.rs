//! A listener that prints what it is notified of.

use rustc_hash::FxHashMap;
use terrace_ir::rewriter::{Edit, Listener};
use terrace_ir::{Block, Body, BodyId, Context, Op};

/// Prints the edits of a rewriter.
pub(crate) struct DumpNotifications<'c> {
    cx: &'c Context,
    /// The text so far.
    pub(crate) text: String,
    /// The place of each op that is about to be moved.
    places: FxHashMap<Op, String>,
    /// The block that is about to be moved.
    moving: Option<Block>,
    knows_places: bool,
}

impl<'c> DumpNotifications<'c> {
    /// A listener that has printed nothing.
    pub(crate) fn new(cx: &'c Context) -> Self {
        Self { cx, text: String::new(), places: FxHashMap::default(), moving: None, knows_places: false }
    }

    /// Also shows the places of ops that moved with others.
    pub(crate) fn knows_places(self, knows_places: bool) -> Self {
        Self { knows_places, ..self }
    }

    /// The place of an op that moves: the op after it.
    fn place(&self, body: &Body, op: Op) -> String {
        match body.next_op(op) {
            Some(next) => format!(", previous = {}", self.cx.op_info(body.name(next)).name.text(self.cx)),
            None => ", was last in block".to_owned(),
        }
    }

    fn line(&mut self, what: &str, body: &Body, op: Op, rest: &str) {
        let name = self.cx.op_info(body.name(op)).name.text(self.cx);
        self.text.push_str(&format!("{what}: {name}{rest}\n"));
    }

    fn block_inserted(&mut self, body: &Body, block: Block) {
        let parent = body.region_of(block).and_then(|region| body.region_parent(region));
        let name = match parent {
            Some(op) => self.cx.op_info(body.name(op)).name.text(self.cx),
            None => "func.func",
        };
        let was = if self.moving.take() == Some(block) { "linked" } else { "unlinked" };
        self.text.push_str(&format!("notifyBlockInserted into {name}: was {was}\n"));
    }
}

impl Listener for DumpNotifications<'_> {
    fn moving(&mut self, _id: BodyId, body: &Body, op: Op) {
        let place = self.place(body, op);
        self.places.insert(op, place);
    }

    fn moving_block(&mut self, _id: BodyId, _body: &Body, block: Block) {
        self.moving = Some(block);
    }

    fn edit(&mut self, _id: BodyId, body: &Body, edit: Edit) {
        match edit {
            Edit::Inserted(op) => self.line("notifyOperationInserted", body, op, ", was unlinked"),
            Edit::Moved(op) => {
                let place = match self.places.remove(&op) {
                    Some(place) => place,
                    // A list of ops moves at once, and each is followed by the same op as before.
                    None if self.knows_places => self.place(body, op),
                    None => ", was linked, exact position unknown".to_owned(),
                };
                self.line("notifyOperationInserted", body, op, &place);
            }
            Edit::Erased(op) => self.line("notifyOperationErased", body, op, ""),
            Edit::Modified(op) => self.line("notifyOperationModified", body, op, ""),
            Edit::Replaced(op) => self.line("notifyOperationReplaced", body, op, ""),
            Edit::BlockInserted(block) => self.block_inserted(body, block),
            Edit::BlockErased(_) => self.text.push_str("notifyBlockErased\n"),
            Edit::BlockModified(_) => {}
        }
    }
}
