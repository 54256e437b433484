//! Results of an analysis: shapes, errors and warnings.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::Diag;

use super::{Shapes, Specialization};
use crate::diagnostics::{Tag, is_of};

/// The results of the analysis by specialized function.
pub type Analyzed = FxHashMap<Specialization, Rc<Analysis>>;

/// The result of the analysis of a function for certain arguments.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The shapes in it.
    pub shapes: Shapes,
    /// Errors in the function.
    pub(super) errors: Vec<Box<Diag>>,
    /// The first error about two sizes that do not fit, and the number of others, for each dimension and two sizes in it.
    pub(super) mismatches: BTreeMap<(usize, [u32; 2]), Mismatches>,
    /// Warnings about code that is seldom intended.
    pub(super) warnings: Vec<Box<Diag>>,
    /// The functions that it calls once shapes are final.
    pub(super) callees: Vec<Specialization>,
}

/// The operations in which two sizes meet that do not fit.
#[derive(Debug)]
pub(super) struct Mismatches {
    /// The position of the first one in the source.
    place: (u32, u32),
    first: Box<Diag>,
    others: usize,
}

/// The errors that leave a value with a wrong shape.
const CAUSES: [Tag; 5] =
    [Tag::ShapeMismatch, Tag::LoopExit, Tag::AmbiguousBlock, Tag::NotConstant, Tag::DimRange];
/// The errors that a value with a wrong shape may lead to.
const CONSEQUENCES: [Tag; 6] =
    [Tag::StoreShape, Tag::ReturnShape, Tag::Local, Tag::ReinterpSize, Tag::SliceRange, Tag::ShuffleRange];

fn is_one_of(error: &Diag, tags: &[Tag]) -> bool {
    tags.iter().any(|&tag| is_of(error, tag))
}

impl Analysis {
    /// Adds an error about sizes that do not fit. One variable with a block of its own may meet others in any number of operations.
    pub(super) fn add_mismatch(
        &mut self,
        (dim, mut sizes): (usize, [u32; 2]),
        place: (u32, u32),
        error: Box<Diag>,
    ) {
        sizes.sort_unstable();
        match self.mismatches.entry((dim, sizes)) {
            Entry::Vacant(entry) => {
                entry.insert(Mismatches { place, first: error, others: 0 });
            }
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                known.others += 1;
                if place < known.place {
                    (known.place, known.first) = (place, error);
                }
            }
        }
    }

    /// Makes errors of what was found about sizes.
    pub(super) fn finish(&mut self) {
        for ((_, sizes), found) in std::mem::take(&mut self.mismatches) {
            let mut error = found.first;
            if found.others > 0 {
                let [less, more] = sizes;
                let text = format!(
                    "sizes {less} and {more} meet in {} more operations of this function",
                    found.others
                );
                error.notes.push((error.loc, text));
            }
            self.errors.push(error);
        }
    }
}

/// Errors and warnings, those of a caller before those of what it calls.
#[derive(Debug, Default)]
pub struct Findings {
    /// All errors.
    pub errors: Vec<Box<Diag>>,
    /// All warnings.
    pub warnings: Vec<Box<Diag>>,
    collected: FxHashSet<Specialization>,
}

impl Findings {
    /// Adds what was found in a function and all that it calls, unless that was added before.
    ///
    /// A place is warned of once, whatever the arguments are that it was analysed for.
    pub fn collect(&mut self, analyzed: &Analyzed, key: &Specialization) {
        let first = self.errors.len();
        let mut pending = vec![key.clone()];
        while let Some(key) = pending.pop() {
            let Some(found) = analyzed.get(&key) else { continue };
            if !self.collected.insert(key) {
                continue;
            }
            self.errors.extend(found.errors.iter().cloned());
            self.warnings.extend(found.warnings.iter().cloned());
            pending.extend(found.callees.iter().rev().cloned());
        }
        // A value with a wrong shape may be passed to others, or returned.
        if self.errors[first..].iter().any(|error| is_one_of(error, &CAUSES)) {
            let added = self.errors.split_off(first);
            self.errors.extend(added.into_iter().filter(|error| !is_one_of(error, &CONSEQUENCES)));
        }
    }

    /// Drops errors and warnings that others repeat, as copies of a loop have them.
    #[must_use]
    pub fn deduplicated(mut self) -> Self {
        drop_repeated(&mut self.errors);
        drop_repeated(&mut self.warnings);
        self
    }
}

/// Drops diagnostics that are the same as others before them.
pub(crate) fn drop_repeated(all: &mut Vec<Box<Diag>>) {
    let mut seen = FxHashSet::default();
    all.retain(|diag| seen.insert((diag.loc, diag.message.clone())));
}
