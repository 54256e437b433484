//! Annotated loops: their iterations are distributed over the elements of a block.
