//! Faults that were mended: tests put one back, to see that generated programs find it.

use std::sync::atomic::{AtomicU8, Ordering};

/// A fault of the passes of this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Copies of functions and functions of libraries are called as if all were compiled for the same processor.
    TargetsNotCompared,
    /// Functions hold the vectors that they pass in registers only if the program prefers those.
    PassedVectorsNotAllowed,
    /// Iterations of loops are counted as if no counter began anew at the end of its type.
    WrapsNotCounted,
    /// Assignments of elements to a shared variable where they leave a loop are lost.
    LeavingNotAssigned,
    /// A block in which ways out of a loop meet belongs to the loop whatever it does with what meets in it.
    MeetsInLoops,
    /// Selections by the mask of a load remain after the load.
    SelectionsAfterLoads,
    /// An expression whose values are the same has not the shape of its condition.
    SameValuesNotSelected,
    /// A read before a branch that writes there, and reads again, stands for reads after the branch.
    ReadAgainInBranches,
    /// Reads through indices of the same form are the same, whatever constants they have.
    ConstantsNotCompared,
    /// A vector is stored as a whole if any of its elements is active.
    InactiveStored,
    /// A vector is loaded as a whole even if it is in two pages.
    PagesNotCompared,
    /// Integers that floats do not represent are divided as floats.
    LargeIntegersDivided,
    /// Functions of libraries are called with values that a skipped branch has not computed.
    ArgumentsNotComputed,
}

/// The fault that is back, by its number from 1 on: functions are compiled on several threads.
static PLANTED: AtomicU8 = AtomicU8::new(0);

/// Runs a function while a fault is back in all of the process.
pub fn with_fault<R>(fault: Option<Fault>, run: impl FnOnce() -> R) -> R {
    let before = PLANTED.swap(fault.map_or(0, |fault| fault as u8 + 1), Ordering::Relaxed);
    let result = run();
    PLANTED.store(before, Ordering::Relaxed);
    result
}

/// Whether a fault is back.
pub(crate) fn is_planted(fault: Fault) -> bool {
    PLANTED.load(Ordering::Relaxed) == fault as u8 + 1
}
