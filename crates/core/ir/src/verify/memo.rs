//! A cache of verified signatures, so that equal ones are checked once.
//!
//! Entries are valid for the lifetime of the context, so verifications of the same context share it.

use std::sync::Mutex;

use super::checks::TraitChecks;
use crate::attrs::Attr;
use crate::context::Context;
use crate::context_slot;
use crate::ir::OpRef;

/// The maximum number of types and attributes of an op that is cached.
const MOST: usize = 12;

/// The number of cached signatures, and the size of a set of the cache; powers of two.
const PLACES: usize = 128;
const GROUP: usize = 4;

/// The multiplier that hashes numbers to cache entries.
const FACTOR: u32 = 0x9e37_79b9;

/// All that the table, most traits and the inference of an op look at.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Signature {
    /// A hash that distinguishes most signatures.
    hash: u32,
    /// One more than the number of the name; zero for no signature at all.
    name: u32,
    /// The numbers of operands and results.
    values: u32,
    /// The numbers of successors and regions.
    blocks: u32,
    /// Types of operands and results, then inherent attributes; where these are too many, which of them there are, a bit
    /// each, and those.
    parts: [u32; MOST],
}

/// Verified ops, each in the set selected by its signature, the most recent first.
#[derive(Default)]
pub(crate) struct Memo {
    seen: Vec<Signature>,
}

/// The verifier's cache between its runs.
#[derive(Default)]
struct KeptMemo(Mutex<Option<Memo>>);

context_slot!(KeptMemo);

impl Context {
    /// Takes the verifier's cache out of the context, for a run that begins.
    pub(super) fn take_memo(&self) -> Memo {
        self.slot::<KeptMemo>().0.lock().unwrap_or_else(|e| e.into_inner()).take().unwrap_or_default()
    }

    /// Returns the verifier's cache to the context, for later runs.
    pub(super) fn keep_memo(&self, memo: Memo) {
        *self.slot::<KeptMemo>().0.lock().unwrap_or_else(|e| e.into_inner()) = Some(memo);
    }
}

impl Memo {
    /// Whether an op like this one was found valid before. If not, it is remembered as one that was: the
    /// caller checks it next, and has it forgotten if it is not valid.
    #[inline]
    pub(super) fn knows(&mut self, op: OpRef<'_>, checks: &TraitChecks) -> bool {
        let (operands, results, props) = (op.operands(), op.results(), op.props());
        let (n_operands, n_results) = (operands.len(), results.len());
        if !checks.by_signature
            || op.attrs() != Attr::EMPTY_DICT
            || op.num_regions().max(op.num_successors()) > usize::from(u16::MAX)
        {
            return false;
        }
        let n_values = n_operands + n_results;
        let mut present = None;
        if n_values + props.len() > MOST {
            if n_values >= MOST || props.len() > u32::BITS as usize {
                return false;
            }
            let bit = |(slot, prop): (usize, &Attr)| u32::from(!prop.is_null()) << slot;
            let bits = props.iter().enumerate().map(bit).fold(0, |all, bit| all | bit);
            if n_values + 1 + bits.count_ones() as usize > MOST {
                return false;
            }
            present = Some(bits);
        }
        let mut signature = Signature {
            hash: 0,
            name: op.name().as_u32() + 1,
            values: (n_operands as u32) << 8 | n_results as u32,
            blocks: (op.num_successors() as u32) << 16 | op.num_regions() as u32,
            parts: [0; MOST],
        };
        let mut hash = signature.name.wrapping_mul(FACTOR);
        let mut at = 0;
        let mut add = |part: u32| {
            signature.parts[at] = part;
            at += 1;
            hash = (hash.rotate_left(5) ^ part).wrapping_mul(FACTOR);
        };
        operands.for_each(|value| add(value.ty().as_u32()));
        results.for_each(|value| add(value.ty().as_u32()));
        match present {
            None => props.iter().for_each(|prop| add(prop.as_u32())),
            Some(present) => {
                add(present);
                props.iter().filter(|prop| !prop.is_null()).for_each(|prop| add(prop.as_u32()));
            }
        }
        if self.seen.is_empty() {
            self.seen = vec![Signature::default(); PLACES];
        }
        signature.hash = hash;
        let first = (hash >> 16) as usize & (PLACES - GROUP);
        let group = &mut self.seen[first..first + GROUP];
        if group.iter().any(|known| known.hash == hash && *known == signature) {
            return true;
        }
        group.rotate_right(1);
        group[0] = signature;
        false
    }

    /// Clears the cache: a cached op is invalid.
    pub(super) fn forget(&mut self) {
        self.seen.clear();
    }
}
