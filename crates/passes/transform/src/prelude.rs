//! The names that most files with transform ops use: `use terrace::transform::prelude::*;`.

pub use terrace_ir::attr_kind::StrAttr;
pub use terrace_ir::effects::{Effect, MemoryEffects};

pub use crate::effects::{
    ConsumesTarget, FunctionalStyle, Navigation, ReadsHandlesModifiesPayload, consumes_handle,
    modifies_payload, only_reads_handle, only_reads_payload, produces_handle,
};
pub use crate::failure::{TransformFailure, TransformResult};
pub use crate::interfaces::{
    Each, EachResult, MatchOpInterface, Matcher, TransformEachOp, TransformOpInterface,
};
pub use crate::ops::FailurePropagationMode;
pub use crate::results::{Mapping, TransformResults};
pub use crate::state::TransformState;
pub use crate::types::{
    TRANSFORM_ANY_HANDLE, TRANSFORM_ANY_HANDLE_OR_PARAM, TRANSFORM_HANDLE, TRANSFORM_PARAM,
    TRANSFORM_VALUE_HANDLE, TransformHandleTypeInterface,
};
