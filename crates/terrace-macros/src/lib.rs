//! Attribute macros that define operations, types and attributes.
