//! Handles of uniqued and registered entities of a context: equal entities have equal handles within a context.

use terrace_support::entity;

entity! {
    /// A handle to an interned byte string. MLIR strings may hold any bytes, so this is not always UTF-8.
    pub struct Str, "str"
}
entity! {
    /// A handle to a uniqued type; equal types have equal handles within a context.
    pub struct Type, "ty"
}
entity! {
    /// A handle to a uniqued attribute; equal attributes have equal handles within a context.
    pub struct Attr, "attr"
}
entity! {
    /// A type definition within a context.
    pub struct TypeDefId, "tydef"
}
entity! {
    /// An attribute definition within a context.
    pub struct AttrDefId, "attrdef"
}
