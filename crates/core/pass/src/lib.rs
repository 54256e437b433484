//! Passes, their options, pipelines of them, and the manager that runs them.
//!
//! The map: [`options`] are what a pass can be told, [`typed_options`] the same as fields of a struct; [`pass`] is what a pass is and what it sees when it runs;
//! [`registry`] knows passes and pipelines by name; [`text`] reads a pipeline as written, [`pipeline`] is one
//! whose names were looked up; [`manager`] runs it, and [`instrument`] watches;
//! [`timing`] measures.
//!
//! What is absent: no pass is defined here, and nothing here prints IR.

#![forbid(unsafe_code)]

pub mod instrument;
pub mod manager;
pub mod options;
pub mod pass;
pub mod pipeline;
pub mod registry;
pub mod text;
pub mod timing;
pub mod typed_options;

pub use instrument::{Collect, Instrument, Silent};
pub use manager::{Manager, ManagerOptions};
pub use options::{OptionDef, OptionKind, Options};
pub use pass::{BodyPass, Failed, IrPass, Pass, PassDef, PassRun};
pub use pipeline::{Node, OpPipeline};
pub use registry::{PipelineDef, Registry};
