//! The mlir-opt compatible driver, as a library.
