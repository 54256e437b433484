//! Coroutines, and the calls of the runtime that schedules them.

use terrace_ir::constraints::{ANY_TYPE, I1, INDEX};
use terrace_ir::{Type, int_attr_kinds};
use terrace_macros::op;

use super::types::*;

macro_rules! ops {
    ($($(#[doc = $doc:literal])* $marker:ident = $name:literal ($($tr:ident $(($arg:expr))?),*)
       { $($field:ident: $kind:ident<$($param:ident),*>,)* } $format:literal;)*) => {$(
        $(#[doc = $doc])*
        #[op($name, traits($($tr $(($arg))?),*), format = $format)]
        pub struct $marker { $($field: $kind<$($param),*>,)* }
    )*};
}

int_attr_kinds! {
    /// A number of references.
    pub CountAttr("64-bit signless integer attribute whose value is positive", Type::I64, |value| value > 0);
}

ops! {
    /// The identifier of a new coroutine.
    CoroIdOp = "async.coro.id" (InferTypes) { id: Res<CORO_ID>, } "attr-dict";
    /// Begins a coroutine.
    CoroBeginOp = "async.coro.begin" (InferTypes) { id: Operand<CORO_ID>, handle: Res<CORO_HANDLE>, } "$id attr-dict";
    /// Frees a coroutine.
    CoroFreeOp = "async.coro.free" () { id: Operand<CORO_ID>, handle: Operand<CORO_HANDLE>, } "$id `,` $handle attr-dict";
    /// Ends a coroutine.
    CoroEndOp = "async.coro.end" () { handle: Operand<CORO_HANDLE>, } "$handle attr-dict";
    /// Saves the state of a coroutine.
    CoroSaveOp = "async.coro.save" (InferTypes) { handle: Operand<CORO_HANDLE>, state: Res<CORO_STATE>, } "$handle attr-dict";
    /// A new value or token of the runtime.
    RuntimeCreateOp = "async.runtime.create" () { result: Res<VALUE_OR_TOKEN>, } "attr-dict `:` type($result)";
    /// A new group of the runtime.
    RuntimeCreateGroupOp = "async.runtime.create_group" (InferTypes) { size: Operand<INDEX>, result: Res<GROUP>, }
        "$size `:` type($result) attr-dict";
    /// Makes a value or token available.
    RuntimeSetAvailableOp = "async.runtime.set_available" () { operand: Operand<VALUE_OR_TOKEN>, }
        "$operand attr-dict `:` type($operand)";
    /// Makes a value or token an error.
    RuntimeSetErrorOp = "async.runtime.set_error" () { operand: Operand<VALUE_OR_TOKEN>, }
        "$operand attr-dict `:` type($operand)";
    /// Checks a value, token or group for an error.
    RuntimeIsErrorOp = "async.runtime.is_error" (InferTypes) { operand: Operand<ANY_ASYNC>, is_error: Res<I1>, }
        "$operand attr-dict `:` type($operand)";
    /// Blocks the thread until a value, token or group is there.
    RuntimeAwaitOp = "async.runtime.await" () { operand: Operand<ANY_ASYNC>, } "$operand attr-dict `:` type($operand)";
    /// Resumes a coroutine in a thread of the runtime.
    RuntimeResumeOp = "async.runtime.resume" () { handle: Operand<CORO_HANDLE>, } "$handle attr-dict";
    /// Resumes a coroutine once a value, token or group is there.
    RuntimeAwaitAndResumeOp = "async.runtime.await_and_resume" () {
        operand: Operand<ANY_ASYNC>, handle: Operand<CORO_HANDLE>,
    } "$operand `,` $handle attr-dict `:` type($operand)";
    /// Stores into a value.
    RuntimeStoreOp = "async.runtime.store" (TypesMatchWith(&STORED)) { value: Operand<ANY_TYPE>, storage: Operand<VALUE>, }
        "$value `,` $storage attr-dict `:` type($storage)";
    /// Loads from a value.
    RuntimeLoadOp = "async.runtime.load" (TypesMatchWith(&LOADED), InferTypes) { storage: Operand<VALUE>, result: Res<ANY_TYPE>, }
        "$storage attr-dict `:` type($storage)";
    /// Adds a task to a group of the runtime; returns its number there.
    RuntimeAddToGroupOp = "async.runtime.add_to_group" (InferTypes) {
        operand: Operand<VALUE_OR_TOKEN>, group: Operand<GROUP>, rank: Res<INDEX>,
    } "$operand `,` $group attr-dict `:` type($operand)";
    /// Adds references.
    RuntimeAddRefOp = "async.runtime.add_ref" () { operand: Operand<ANY_ASYNC>, count: Prop<CountAttr>, }
        "$operand attr-dict `:` type($operand)";
    /// Drops references.
    RuntimeDropRefOp = "async.runtime.drop_ref" () { operand: Operand<ANY_ASYNC>, count: Prop<CountAttr>, }
        "$operand attr-dict `:` type($operand)";
    /// The number of threads of the runtime.
    RuntimeNumWorkerThreadsOp = "async.runtime.num_worker_threads" (InferTypes) { result: Res<INDEX>, }
        "attr-dict `:` type($result)";
}

/// Suspends a coroutine; goes on where it is suspended, resumed or destroyed.
#[op(
    "async.coro.suspend",
    traits(Terminator),
    format = "$state `,` $suspendDest `,` $resumeDest `,` $cleanupDest attr-dict"
)]
pub struct CoroSuspendOp {
    state: Operand<CORO_STATE>,
    suspendDest: Succ,
    resumeDest: Succ,
    cleanupDest: Succ,
}
