//! Remembers what was found valid, so that ops that are alike are checked once.

use crate::attrs::Attr;
use crate::context::OpInfo;
use crate::ir::OpRef;

/// How many types and attributes of one op are compared.
const MOST: usize = 6;

/// All that the table, the traits and the inference of an op look at.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Signature {
    /// One more than how many operands and results there are; zero for no signature at all.
    operands: u32,
    results: u32,
    /// Types of operands and results, then inherent attributes.
    parts: [u32; MOST],
}

/// By op name, the last op that was found valid.
#[derive(Default)]
pub(super) struct Memo {
    seen: Vec<Signature>,
}

impl Memo {
    /// Whether an op like this one was found valid just before. If not, it is remembered as one that was: the
    /// caller checks it next, and has it forgotten if it is not valid.
    #[inline]
    pub(super) fn knows(&mut self, op: OpRef<'_>, info: &OpInfo) -> bool {
        let (operands, results, props) = (op.num_operands(), op.num_results(), op.props());
        if !info.checks.by_signature
            || operands + results + props.len() > MOST
            || op.attrs() != Attr::EMPTY_DICT
            || op.num_regions() + op.num_successors() > 0
        {
            return false;
        }
        let mut parts = [0; MOST];
        let types = op.operands().chain(op.results()).map(|value| value.ty().as_u32());
        for (part, given) in parts.iter_mut().zip(types.chain(props.iter().map(|prop| prop.as_u32()))) {
            *part = given;
        }
        let signature = Signature { operands: operands as u32 + 1, results: results as u32, parts };
        let at = op.name().as_u32() as usize;
        if self.seen.len() <= at {
            self.seen.resize(at + 1, Signature::default());
        }
        std::mem::replace(&mut self.seen[at], signature) == signature
    }

    /// Forgets what was remembered of ops with this op's name.
    pub(super) fn forget(&mut self, op: OpRef<'_>) {
        if let Some(seen) = self.seen.get_mut(op.name().as_u32() as usize) {
            *seen = Signature::default();
        }
    }
}
