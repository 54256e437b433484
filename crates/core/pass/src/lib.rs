//! Internal to Terrace; no promise of stability. Passes, their options, pipelines of them, and the manager that runs
//! them.
//!
//! The map: [`options`] are the options of passes, [`typed_options`] the same as fields of a struct; [`pass`]
//! defines passes and their run-time context; [`registry`] maps names to passes and pipelines; [`text`]
//! parses a textual pipeline, [`pipeline`] is a pipeline with resolved names; which are merged where they may be; [`manager`] runs it, and
//! [`instrument`] observes the run; [`timing`] measures.
//!
//! No pass is defined in this crate, and it prints no IR.

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
pub use options::{OptionDef, OptionKind, PassOptions};
pub use pass::{BodyPass, Failed, IrPass, Pass, PassDef, PassRun};
pub use pipeline::{Node, OpPipeline, PipelineError};
pub use registry::{PipelineDef, Registry};
