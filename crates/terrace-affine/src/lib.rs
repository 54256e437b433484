//! Affine expressions, affine maps and integer sets.
