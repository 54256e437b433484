//! `enable-arm-streaming`: attributes of functions that compute in streaming mode, and use the matrix register.

use terrace_dialects_arm::sme::tile::TileOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{GatherOp, ScatterOp};
use terrace_ir::def::op_error;
use terrace_ir::{Attr, Ir, OpHandle, OpKind, OpRef};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, option_enum, pass_options};
use terrace_rewrite::walk::post_order;

option_enum! {
    /// The streaming mode interface of a function.
    enum StreamingMode {
        /// Nobody.
        Disabled = "disabled",
        /// The caller.
        Streaming = "streaming",
        /// The function itself.
        Locally = "streaming-locally",
        /// The function is compatible with both modes.
        Compatible = "streaming-compatible",
    }
}

option_enum! {
    /// The use of the ZA register by a function.
    enum ZaMode {
        /// Nothing.
        Disabled = "disabled",
        /// The function has a new ZA state.
        New = "new-za",
        /// The function takes ZA as an input.
        In = "in-za",
        /// The function returns ZA as an output.
        Out = "out-za",
        /// The function takes and returns ZA.
        InOut = "inout-za",
        /// The function preserves ZA.
        Preserves = "preserves-za",
    }
}

impl StreamingMode {
    fn attribute(self) -> Option<&'static str> {
        match self {
            StreamingMode::Disabled => None,
            StreamingMode::Streaming => Some("arm_streaming"),
            StreamingMode::Locally => Some("arm_locally_streaming"),
            StreamingMode::Compatible => Some("arm_streaming_compatible"),
        }
    }
}

impl ZaMode {
    fn attribute(self) -> Option<&'static str> {
        match self {
            ZaMode::Disabled => None,
            ZaMode::New => Some("arm_new_za"),
            ZaMode::In => Some("arm_in_za"),
            ZaMode::Out => Some("arm_out_za"),
            ZaMode::InOut => Some("arm_inout_za"),
            ZaMode::Preserves => Some("arm_preserves_za"),
        }
    }
}

pass_options! {
    /// The options of the pass.
    struct StreamingOptions {
        /// Only apply the selected streaming/ZA modes if the function contains ops that implement the ArmSMETileOpInterface.
        if_required("if-required-by-ops"): bool = "false",
        /// Only apply the selected streaming/ZA modes if the function contains supported scalable vector operations.
        if_scalable("if-scalable-and-supported"): bool = "false",
        /// Select how streaming-mode is managed at the function-level.
        streaming("streaming-mode"): StreamingMode = "streaming",
        /// Select how ZA-storage is managed at the function-level.
        za("za-mode"): ZaMode = "disabled",
    }
}

/// Marks functions.
pub static ENABLE_ARM_STREAMING: PassDef = PassDef {
    name: "enable-arm-streaming",
    class: "EnableArmStreaming",
    doc: "Enable Armv9 Streaming SVE mode",
    anchor: Some(FuncOp::DEF.name),
    options: StreamingOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(EnableArmStreaming { options: options.into() }))),
    ..EMPTY_PASS
};

struct EnableArmStreaming {
    options: StreamingOptions,
}

/// An attribute that keeps a function from being marked.
const IGNORE: &str = "enable_arm_streaming_ignore";

/// Whether an op has an operand or a result that is a scalable vector.
fn has_scalable_vector(op: OpRef<'_>) -> bool {
    let types = op.operands().map(|value| value.ty()).chain(op.results().map(|value| value.ty()));
    types.into_iter().any(|ty| as_vector(op.cx(), ty).is_some_and(|vector| vector.is_scalable()))
}

impl IrPass for EnableArmStreaming {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let options = &self.options;
        if options.if_required && options.if_scalable {
            let message = "enable-arm-streaming: `if-required-by-ops` and `if-scalable-and-supported` are mutually \
                           exclusive";
            return run.fail(op_error(ir.op(op), message));
        }
        if options.if_required || options.if_scalable {
            let ops = post_order(ir, op);
            let mut ops = ops.iter().map(|&op| ir.op(op));
            let applies = if options.if_required {
                ops.any(|op| op.interface::<dyn TileOp>().is_some())
            } else {
                let (mut found, mut unsupported) = (false, false);
                for op in ops {
                    unsupported |= op.isa::<GatherOp>() || op.isa::<ScatterOp>();
                    found |= has_scalable_vector(op);
                }
                found && !unsupported
            };
            if !applies {
                return Ok(());
            }
        }
        let Some(streaming) = options.streaming.attribute() else { return Ok(()) };
        if ir.op(op).attr(IGNORE).is_some() {
            return Ok(());
        }
        ir.rewrite(op.body, |rw| {
            for name in [Some(streaming), options.za.attribute()].into_iter().flatten() {
                rw.set_attr(op.op, name, Attr::UNIT);
            }
        });
        Ok(())
    }
}
