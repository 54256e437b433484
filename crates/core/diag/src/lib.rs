//! Internal to Terrace; no promise of stability. Diagnostics: the data, the renderers, the expected-diagnostic matcher.
//!
//! | Module | Contents |
//! |---|---|
//! | [`source`] | buffers in one 32-bit position space, line tables |
//! | [`loader`] | files loaded on demand |
//! | [`location`] | the resolved location tree of a diagnostic |
//! | [`diagnostic`] | severity, message, notes, help; the sinks that receive them |
//! | [`upstream`] | the renderer whose output equals mlir-opt's, byte for byte |
//! | [`rich`] | the human-readable renderer |
//! | [`json`] | the machine-readable renderer: one object a line |
//! | [`posix`] | LLVM's regular expressions, for expectations and for FileCheck |
//! | [`verify`] | the `-verify-diagnostics` matcher |
//!
//! The crate does not depend on the IR: locations are resolved before a diagnostic is emitted.
#![forbid(unsafe_code)]

pub mod diagnostic;
pub mod json;
mod lines;
pub mod loader;
pub mod location;
pub mod posix;
pub mod rich;
pub mod source;
pub mod upstream;
pub mod verify;

pub use diagnostic::{Collector, Diagnostic, DiagnosticSink, Property, Severity, Verbosity};
pub use loader::FileLoader;
pub use location::{FileLineCol, Location, LocationKind};
pub use rich::RichRenderer;
pub use source::{Buffer, BufferId, LineColumn, Pos, SourceMap, SourceTooLarge};
pub use upstream::UpstreamRenderer;
pub use verify::Verifier;
