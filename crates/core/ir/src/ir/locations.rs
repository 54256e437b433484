//! The locations of an IR, some of which are positions in its sources.

use terrace_diag::Pos;

use super::Ir;
use crate::attrs::{Attr, LocData};
use crate::ids::{Block, BodyId, Op};
use crate::loc::Loc;

impl Ir {
    /// The location of an op at `callee` that is inlined into a call at `caller`: a further call site is appended.
    pub fn called_at(&self, callee: Loc, caller: Loc) -> Loc {
        let resolved = |loc: Loc| match loc.as_source() {
            Some(_) => Loc::from_attr(self.loc_attr(loc)),
            None => loc,
        };
        self.cx.note_call_site(resolved(callee), resolved(caller))
    }

    /// The location attribute for a location: a source position becomes a file position.
    pub fn loc_attr(&self, loc: Loc) -> Attr {
        match (loc.as_attr(&self.cx), loc.as_source()) {
            (Some(attr), _) => attr,
            (None, Some(position)) => match self.sources.line_column(Pos(position)) {
                Some((buffer, at)) => {
                    let file = self.cx.str(self.sources.buffer(buffer).name());
                    self.cx.file_loc(file, at.line, at.column)
                }
                None => Attr::UNKNOWN_LOC,
            },
            (None, None) => Attr::UNKNOWN_LOC,
        }
    }

    /// Returns the data of a location.
    pub fn loc_data(&self, loc: Loc) -> &LocData {
        self.loc_attr(loc).as_loc(&self.cx).unwrap_or(&LocData::Unknown)
    }

    /// Turns positions in sources into positions in files, for an IR that is to be read without its sources.
    pub fn resolve_locations(&mut self) {
        for id in (0..self.bodies.len()).map(|id| BodyId::from_u32(id as u32)) {
            let Some(body) = self.find_body(id) else { continue };
            let resolve = |loc: Loc| Loc::from_attr(self.loc_attr(loc));
            let ops: Vec<(Op, Loc)> = body.live_ops().map(|op| (op, resolve(body.loc(op)))).collect();
            let regions =
                body.top_regions().iter().copied().chain(body.live_ops().flat_map(|op| body.regions(op)));
            let blocks: Vec<Block> = regions.flat_map(|region| body.blocks_of(region)).collect();
            let args: Vec<(Block, usize, Loc)> = blocks
                .iter()
                .flat_map(|&block| (0..body.n_args(block)).map(move |i| (block, i)))
                .map(|(block, i)| (block, i, resolve(body.arg_loc(block, i))))
                .collect();
            self.rewrite(id, |rw| {
                ops.into_iter().for_each(|(op, loc)| rw.set_loc(op, loc));
                args.into_iter().for_each(|(block, i, loc)| rw.set_arg_loc(block, i, loc));
            });
        }
    }
}
