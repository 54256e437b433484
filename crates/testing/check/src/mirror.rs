//! A mirror of an IR that is updated only by listener notifications: a difference is a missing notification.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use terrace_ir::rewriter::{BodyListener, Edit, IrListener, Listener};
use terrace_ir::{Attr, Block, Body, BodyId, Ir, Loc, Op, OpHandle, OpName, Region, Type, Value};

/// The recorded state of an op.
#[derive(Clone, PartialEq, Eq, Debug)]
struct OpRecord {
    name: OpName,
    operands: Vec<Value>,
    results: Vec<Type>,
    props: Vec<Attr>,
    attrs: Attr,
    successors: Vec<Block>,
    loc: Loc,
    regions: Vec<Region>,
    inner: Option<BodyId>,
}

impl OpRecord {
    fn of(body: &Body, op: Op) -> Self {
        let inner = body.inner(op);
        Self {
            name: body.name(op),
            operands: body.operands(op).collect(),
            results: body.results(op).map(|result| body.value_type(result)).collect(),
            props: body.props(op).to_vec(),
            attrs: body.attrs(op),
            successors: body.successors(op).collect(),
            loc: body.loc(op),
            regions: if inner.is_some() { Vec::new() } else { body.regions(op).collect() },
            inner,
        }
    }
}

fn args_of(body: &Body, block: Block) -> Vec<(Type, Loc)> {
    body.args(block).enumerate().map(|(i, arg)| (body.value_type(arg), body.arg_loc(block, i))).collect()
}

/// The recorded state of a body.
#[derive(Default)]
struct BodyMirror {
    ops: FxHashMap<Op, (Block, OpRecord)>,
    /// The arguments and the ops of each block.
    blocks: FxHashMap<Block, (Vec<(Type, Loc)>, Vec<Op>)>,
    regions: FxHashMap<Region, Vec<Block>>,
    region_of: FxHashMap<Block, Region>,
}

impl BodyMirror {
    fn of(body: &Body) -> Self {
        let mut mirror = Self::default();
        let mut pending = body.top_regions().to_vec();
        while let Some(region) = pending.pop() {
            for block in body.blocks_of(region) {
                mirror.place_block(body, block);
                for op in body.ops_of(block) {
                    mirror.place_op(body, op);
                    pending.extend(mirror.ops.get(&op).map_or(&[][..], |(_, record)| &record.regions));
                }
            }
        }
        mirror
    }

    fn place_op(&mut self, body: &Body, op: Op) {
        self.remove_op(op);
        let Some(block) = body.block_of(op) else { return };
        let (_, ops) = self.blocks.entry(block).or_insert_with(|| (args_of(body, block), Vec::new()));
        let after = body.prev_op(op).and_then(|prev| ops.iter().rposition(|&other| other == prev));
        ops.insert(after.map_or(0, |at| at + 1), op);
        self.ops.insert(op, (block, OpRecord::of(body, op)));
    }

    fn remove_op(&mut self, op: Op) {
        if let Some((block, _)) = self.ops.remove(&op)
            && let Some((_, ops)) = self.blocks.get_mut(&block)
        {
            ops.retain(|&other| other != op);
        }
    }

    fn place_block(&mut self, body: &Body, block: Block) {
        self.unlink_block(block);
        let Some(region) = body.region_of(block) else { return };
        let blocks = self.regions.entry(region).or_default();
        let after = body.prev_block(block).and_then(|prev| blocks.iter().rposition(|&other| other == prev));
        blocks.insert(after.map_or(0, |at| at + 1), block);
        self.region_of.insert(block, region);
        self.blocks.entry(block).or_default().0 = args_of(body, block);
    }

    fn unlink_block(&mut self, block: Block) {
        if let Some(blocks) = self.region_of.remove(&block).and_then(|region| self.regions.get_mut(&region)) {
            blocks.retain(|&other| other != block);
        }
    }

    /// The first difference from a body.
    fn difference(&self, ir: &Ir, body: &Body) -> Option<String> {
        let mut pending = body.top_regions().to_vec();
        while let Some(region) = pending.pop() {
            let blocks: Vec<Block> = body.blocks_of(region).collect();
            let known = self.regions.get(&region).map_or(&[][..], Vec::as_slice);
            if blocks != known {
                return Some(format!(
                    "a region has {} blocks, not {}, or in another order",
                    blocks.len(),
                    known.len()
                ));
            }
            for block in blocks {
                let ops: Vec<Op> = body.ops_of(block).collect();
                let now = (args_of(body, block), ops);
                let known = self.blocks.get(&block);
                if known != Some(&now) {
                    let same_args = known.is_some_and(|known| known.0 == now.0);
                    let what = if same_args { "ops" } else { "arguments" };
                    return Some(format!("a block has other {what}"));
                }
                for op in now.1 {
                    let (now, known) = (OpRecord::of(body, op), self.ops.get(&op).map(|(_, known)| known));
                    if known != Some(&now) {
                        let name = body_name(ir, op, body);
                        return Some(format!("'{name}' {}", what_differs(&now, known)));
                    }
                    pending.extend(&now.regions);
                }
            }
        }
        None
    }
}

fn body_name<'a>(ir: &'a Ir, op: Op, body: &Body) -> &'a str {
    ir.cx().op_info(body.name(op)).name.text(ir.cx())
}

/// Describes the difference between an op and its record.
fn what_differs(now: &OpRecord, known: Option<&OpRecord>) -> String {
    let Some(known) = known else { return "is not known".to_owned() };
    let parts = [
        ("name", now.name == known.name),
        ("operands", now.operands == known.operands),
        ("results", now.results == known.results),
        ("properties", now.props == known.props),
        ("attributes", now.attrs == known.attrs),
        ("successors", now.successors == known.successors),
        ("location", now.loc == known.loc),
        ("regions", now.regions == known.regions && now.inner == known.inner),
    ];
    let parts: Vec<&str> = parts.iter().filter(|(_, same)| !same).map(|&(part, _)| part).collect();
    format!("has other {}", parts.join(" and "))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the mirror of one body.
struct Keeper(Arc<Mutex<BodyMirror>>);

impl Listener for Keeper {
    fn edit(&mut self, _id: BodyId, body: &Body, edit: Edit) {
        let mut mirror = lock(&self.0);
        match edit {
            Edit::Inserted(op) | Edit::Moved(op) => mirror.place_op(body, op),
            Edit::Erased(op) => mirror.remove_op(op),
            Edit::Modified(op) => {
                if let Some((_, record)) = mirror.ops.get_mut(&op) {
                    *record = OpRecord::of(body, op);
                }
            }
            Edit::Replaced(_) => {}
            Edit::BlockInserted(block) => mirror.place_block(body, block),
            Edit::BlockModified(block) => {
                if let Some((args, _)) = mirror.blocks.get_mut(&block) {
                    *args = args_of(body, block);
                }
            }
            Edit::BlockErased(block) => mirror.unlink_block(block),
        }
    }
}

/// A mirror of an IR.
#[derive(Default)]
pub struct Mirror {
    bodies: Mutex<FxHashMap<BodyId, Arc<Mutex<BodyMirror>>>>,
}

impl IrListener for Mirror {
    fn listen(&self, id: BodyId, body: &Body) -> BodyListener {
        let mirror = Arc::new(Mutex::new(BodyMirror::of(body)));
        lock(&self.bodies).insert(id, mirror.clone());
        Box::new(Keeper(mirror))
    }

    fn body_erased(&self, id: BodyId) {
        lock(&self.bodies).remove(&id);
    }
}

impl Mirror {
    /// Returns the first difference from an IR; `None` if there is none.
    pub fn difference(&self, ir: &Ir) -> Option<String> {
        let bodies = lock(&self.bodies);
        for id in (0..ir.num_bodies()).map(|id| BodyId::from_u32(id as u32)) {
            match (ir.find_body(id), bodies.get(&id)) {
                (Some(body), Some(mirror)) => {
                    if let Some(found) = lock(mirror).difference(ir, body) {
                        return Some(format!("in the body of {}: {found}", name_of(ir, body.parent())));
                    }
                }
                (Some(body), None) => {
                    return Some(format!("the body of {} is new", name_of(ir, body.parent())));
                }
                (None, Some(_)) => return Some(format!("{id:?} is gone")),
                (None, None) => {}
            }
        }
        None
    }
}

fn name_of(ir: &Ir, op: Option<OpHandle>) -> String {
    op.map_or_else(|| "the file".to_owned(), |op| format!("'{}'", ir.op(op).name_text()))
}
