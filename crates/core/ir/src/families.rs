//! The families of tables of definitions, by which what keeps a table names its type: see
//! [`HeldAs`](terrace_support::held::HeldAs). [`def`](crate::def) has the tables.

/// The tables of ops, for [`Held`](terrace_support::held::Held) ones.
pub struct OpTables;
/// The tables of types and attributes, for [`Held`](terrace_support::held::Held) ones.
pub struct ParamsTables;
/// The tables of dialects, for [`Held`](terrace_support::held::Held) ones.
pub struct DialectTables;
