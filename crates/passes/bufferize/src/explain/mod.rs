//! Explanations of copies and allocations: the definition, the conflicting write and the read, the rule that
//! decided, and the edits that help.
//!
//! [`names`] finds values in the source; [`conflicts`] explains out-of-place operands, [`causes`] all other
//! allocations and copies; [`report`] covers those that remain in the end, [`freeing`] their deallocation;
//! [`errors`] and [`recursion`] explain programs that cannot be bufferized or analyzed.

pub(crate) mod causes;
pub(crate) mod conflicts;
pub(crate) mod errors;
pub mod freeing;
pub mod loops;
pub mod names;
pub(crate) mod recursion;
pub mod report;
