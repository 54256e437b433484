//! Canonical and simplified forms as mlir-opt 22.1.8 printed them, maps, sets and strides, and very deep expressions.

mod constraints;
mod deep;
mod forms;
mod maps;
mod reader;
