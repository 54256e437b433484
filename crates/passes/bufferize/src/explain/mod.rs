//! Why there are copies and allocations, in words: what is defined, overwritten and read where, which rule decided, and
//! which edits help.
//!
//! [`names`] finds values in the source; [`conflicts`] says why operands are out of place, [`causes`] why everything else
//! is made; [`report`] is about what is there in the end, [`freeing`] about who frees it; [`errors`] and [`recursion`] are about what cannot be bufferized
//! or analyzed.

pub(crate) mod causes;
pub(crate) mod conflicts;
pub(crate) mod errors;
pub mod freeing;
pub mod loops;
pub(crate) mod names;
pub(crate) mod recursion;
pub mod report;
