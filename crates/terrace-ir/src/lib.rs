//! The IR: context, types, attributes, operations, regions, verifier.
