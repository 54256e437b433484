//! The encodings of types and attributes of the dialect, in two versions: version 1 had the length of a range in the place
//! of its end, and no mode in `my.open`.

use terrace::ir::BodyId;
use terrace::ir::bytecode::*;
use terrace::prelude::*;

use crate::MY;
use crate::attributes::{BoxType, Mode, OpenOp, RangeAttr};

/// The version that is written unless another one is asked for.
pub const CURRENT: u64 = 2;

/// The encoding.
pub struct Encoding;

/// The number in a version; the current one if there is none.
fn number(version: Option<DialectVersion>) -> u64 {
    version.and_then(|version| version.downcast_ref::<u64>().copied()).unwrap_or(CURRENT)
}

impl BytecodeDialectInterface for Encoding {
    fn write_version(&self, writer: &mut dyn DialectBytecodeWriter) {
        let version = number(writer.dialect_version(MY.name));
        writer.write_varint(version);
    }

    fn read_version(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<DialectVersion> {
        let version = reader.read_varint()?;
        match version {
            1..=CURRENT => Ok(Arc::new(version)),
            _ => Err(reader.error(format!("version {version} of 'my' is not one of 1 to {CURRENT}"))),
        }
    }

    fn write_attribute(&self, attr: Attr, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let Some(range) = attr.dyn_cast::<RangeAttr>(writer.cx()) else { return false };
        let (low, high) = (range.low(writer.cx()), range.high(writer.cx()));
        writer.write_signed_varint(low);
        // A length need not fit where the end does, and comes back all the same.
        match number(writer.dialect_version(MY.name)) {
            1 => writer.write_signed_varint(high.wrapping_sub(low)),
            _ => writer.write_signed_varint(high),
        }
        true
    }

    fn read_attribute(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
        let (low, second) = (reader.read_signed_varint()?, reader.read_signed_varint()?);
        let high = match number(reader.dialect_version(MY.name)?) {
            1 => low.wrapping_add(second),
            _ => second,
        };
        match RangeAttr::get_checked(reader.cx(), low, high) {
            Ok(range) => Ok(range.into()),
            Err(message) => Err(reader.error(message)),
        }
    }

    fn write_type(&self, ty: Type, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let Some(boxed) = ty.dyn_cast::<BoxType>(writer.cx()) else { return false };
        let (size, element) = (boxed.size(writer.cx()), boxed.element(writer.cx()));
        writer.write_signed_varint(size);
        writer.write_type(element);
        true
    }

    fn read_type(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
        let (size, element) = (reader.read_signed_varint()?, reader.read_type()?);
        match BoxType::get_checked(reader.cx(), size, element) {
            Ok(boxed) => Ok(boxed.into()),
            Err(message) => Err(reader.error(message)),
        }
    }

    /// Version 1 opened every box slowly.
    fn upgrade_from_version(&self, ir: &mut Ir, version: &DialectVersion) -> CheckResult {
        if number(Some(version.clone())) > 1 {
            return Ok(());
        }
        for id in (0..ir.num_bodies()).map(|id| BodyId::from_u32(id as u32)) {
            let Some(body) = ir.find_body(id) else { continue };
            let ops: Vec<Op> = body.live_ops().collect();
            ir.rewrite(id, |rw| {
                for op in ops {
                    let view = rw.op(op);
                    if view.isa::<OpenOp>() && view.inherent_attr("mode").is_none() {
                        let slow = rw.cx().int_attr(Type::I32, Mode::Slow as i64);
                        rw.set_attr(op, "mode", slow);
                    }
                }
            });
        }
        Ok(())
    }
}
