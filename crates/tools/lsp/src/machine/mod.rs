//! The machine interface of `terrace serve`: verbs on texts in memory, for programs, as JSON-RPC requests and as the tools of
//! an MCP server.
//!
//! [`verbs`] is the table, with a function for each, and [`page_verbs`] that of verbs for pages, of which [`stages`] is one;
//! [`arguments`] are what they take; [`sessions`] hold the texts; [`diff`] compares two. [`requests`] answers the requests of the protocol, [`input`] reads and cancels them, [`command`] is the
//! command.

pub(crate) mod arguments;
mod command;
mod diff;
pub(crate) mod input;
mod page_verbs;
pub(crate) mod requests;
pub(crate) mod sessions;
mod stages;
mod verbs;

pub use command::{PAGE, main};
