//! The dialect async: tasks that run beside each other, and the coroutines they become.
//!
//! The map: [`ops`] has tasks and functions, [`runtime`] coroutines and calls of the runtime, [`types`] the types.

pub mod ops;
pub mod runtime;
pub mod types;

pub use ops::*;
pub use runtime::*;
pub use types::*;

use terrace_ir::OpKind;
use terrace_ir::def::{DialectDef, EMPTY_DIALECT};
use terrace_ir::dialect_interfaces::DialectInlinerInterface;

/// The dialect.
pub static ASYNC: DialectDef = DialectDef {
    name: "async",
    doc: "Asynchronous tasks, their tokens and values, and the coroutines they become.",
    ops: &[
        AddToGroupOp::DEF,
        AwaitAllOp::DEF,
        AwaitOp::DEF,
        CallOp::DEF,
        CoroBeginOp::DEF,
        CoroEndOp::DEF,
        CoroFreeOp::DEF,
        CoroIdOp::DEF,
        CoroSaveOp::DEF,
        CoroSuspendOp::DEF,
        CreateGroupOp::DEF,
        ExecuteOp::DEF,
        FuncOp::DEF,
        ReturnOp::DEF,
        RuntimeAddRefOp::DEF,
        RuntimeAddToGroupOp::DEF,
        RuntimeAwaitAndResumeOp::DEF,
        RuntimeAwaitOp::DEF,
        RuntimeCreateGroupOp::DEF,
        RuntimeCreateOp::DEF,
        RuntimeDropRefOp::DEF,
        RuntimeIsErrorOp::DEF,
        RuntimeLoadOp::DEF,
        RuntimeNumWorkerThreadsOp::DEF,
        RuntimeResumeOp::DEF,
        RuntimeSetAvailableOp::DEF,
        RuntimeSetErrorOp::DEF,
        RuntimeStoreOp::DEF,
        YieldOp::DEF,
    ],
    types: &[
        CoroHandleType::DEF,
        CoroIdType::DEF,
        CoroStateType::DEF,
        GroupType::DEF,
        TokenType::DEF,
        ValueType::DEF,
    ],
    interfaces: &[&(&terrace_dialects_builtin::dialect_interfaces::InlineAll as &dyn DialectInlinerInterface)],
    ..EMPTY_DIALECT
};
