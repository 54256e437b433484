//! Reads and writes the textual form of the IR.
