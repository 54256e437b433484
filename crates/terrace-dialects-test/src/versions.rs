//! A dialect whose encodings changed from version 1 to 2.0, and ops and attributes that show it.

use std::sync::Arc;

use terrace_ir::attr_kind::BoolAttr;
use terrace_ir::bytecode::{
    BytecodeDialectInterface, BytecodeOpInterface, DialectBytecodeReader, DialectBytecodeWriter,
    DialectVersion, ReadResult,
};
use terrace_ir::def::{AttrDef, EMPTY_PARAMS, OpDef, ParamDef, ParamKind, TypeDef};
use terrace_ir::diag::CheckResult;
use terrace_ir::types::Signedness;
use terrace_ir::{Attr, BodyId, Diag, Ir, OpKind, Type, attr_kinds};
use terrace_macros::op;

/// A version of the dialect `test`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TestDialectVersion {
    /// The number before the dot.
    pub major: u32,
    /// The number after it.
    pub minor: u32,
}

/// The version that this is.
pub const CURRENT: TestDialectVersion = TestDialectVersion { major: 2, minor: 0 };

/// Two integers; before version 2 they were encoded the other way round.
pub static ATTR_PARAMS: AttrDef = AttrDef {
    name: "test.attr_params",
    class: "TestAttrParams",
    params: &[ParamDef::new("v0", ParamKind::Int(32)), ParamDef::new("v1", ParamKind::Int(32))],
    format: Some("`<` $v0 `,` $v1 `>`"),
    ..EMPTY_PARAMS
};

/// A type without parameters that has an encoding.
pub static TEST_I32: TypeDef = TypeDef { name: "test.i32", class: "TestI32Type", ..EMPTY_PARAMS };

attr_kinds! {
    /// An integer of 64 bits of whatever sign.
    pub AnyI64Attr("64-bit integer attribute") {
        accepts: |cx, attr| attr.as_integer(cx).is_some_and(|(value, ty)| value.width() == 64 && ty != Type::INDEX),
    }
    /// Two integers.
    pub TestAttrParamsAttr("") { accepts: |cx, attr| cx.attr_params(attr, &ATTR_PARAMS).is_some() }
}

/// An op whose attribute `dims` was called `dimensions`, and that had no modifier.
#[op("test.versionedA", interfaces(dyn BytecodeOpInterface))]
pub struct VersionedAOp {
    dims: Prop<AnyI64Attr>,
    modifier: Prop<BoolAttr>,
}

impl BytecodeOpInterface for VersionedAOp {
    fn write_properties(&self, props: &[Attr], writer: &mut dyn DialectBytecodeWriter) {
        let &[dims, modifier] = props else { return };
        writer.write_attribute(dims);
        if set_version(writer.dialect_version("test")).major >= 2 {
            writer.write_attribute(modifier);
        }
    }

    fn read_properties(&self, reader: &mut dyn DialectBytecodeReader, props: &mut [Attr]) -> ReadResult<()> {
        let [dims, modifier] = props else { return Ok(()) };
        *dims = reader.read_attribute()?;
        // What is missing is there after the upgrade.
        if set_version(reader.dialect_version("test")?).major >= 2 {
            *modifier = reader.read_attribute()?;
        }
        Ok(())
    }
}

/// An op with an attribute whose encoding changed.
#[op("test.versionedB")]
pub struct VersionedBOp {
    attribute: Prop<TestAttrParamsAttr>,
}

/// The ops of the file.
pub(crate) static OPS: [&OpDef; 2] = [VersionedAOp::DEF, VersionedBOp::DEF];

const ATTR_PARAMS_CODE: u64 = 0;
const TEST_I32_CODE: u64 = 1;

/// Returns the version that a file has or is to have; the current one if it does not say.
fn set_version(version: Option<DialectVersion>) -> TestDialectVersion {
    let version = version.and_then(|version| version.downcast_ref::<TestDialectVersion>().copied());
    version.unwrap_or(CURRENT)
}

/// The encodings and versions of the dialect.
pub(crate) struct TestBytecode;

impl BytecodeDialectInterface for TestBytecode {
    fn read_attribute(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
        let version = set_version(reader.dialect_version("test")?);
        if version > CURRENT {
            return Err(newer(reader, version));
        }
        let code = reader.read_varint()?;
        if code != ATTR_PARAMS_CODE {
            return Err(reader.error(format!("unknown attribute code: {code}")));
        }
        let (first, second) = (reader.read_varint()?, reader.read_varint()?);
        let (v0, v1) = if version.major < 2 { (second, first) } else { (first, second) };
        let cx = reader.cx();
        let int = |value: u64| cx.int_attr(cx.integer(32, Signedness::Signless), i64::from(value as i32));
        let attr = cx.dialect_attr(&ATTR_PARAMS, &[int(v0), int(v1)]);
        attr.ok_or_else(|| reader.error("dialect 'test' is not registered".into()))
    }

    fn write_attribute(&self, attr: Attr, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let cx = writer.cx();
        let Some(params) = cx.attr_params(attr, &ATTR_PARAMS) else { return false };
        let values: Vec<u64> =
            params.iter().map(|param| param.as_i64(cx).unwrap_or_default() as u64).collect();
        writer.write_varint(ATTR_PARAMS_CODE);
        values.into_iter().for_each(|value| writer.write_varint(value));
        true
    }

    fn read_type(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
        let code = reader.read_varint()?;
        let ty = if code == TEST_I32_CODE { reader.cx().dialect_type(&TEST_I32, &[]) } else { None };
        ty.ok_or_else(|| reader.error(format!("unknown type code: {code}")))
    }

    fn write_type(&self, ty: Type, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let is_i32 = writer.cx().type_params(ty, &TEST_I32).is_some();
        if is_i32 {
            writer.write_varint(TEST_I32_CODE);
        }
        is_i32
    }

    fn write_version(&self, writer: &mut dyn DialectBytecodeWriter) {
        let version = set_version(writer.dialect_version("test"));
        writer.write_varint(u64::from(version.major));
        writer.write_varint(u64::from(version.minor));
    }

    fn read_version(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<DialectVersion> {
        let (major, minor) = (reader.read_varint()? as u32, reader.read_varint()? as u32);
        Ok(Arc::new(TestDialectVersion { major, minor }))
    }

    fn upgrade_from_version(&self, ir: &mut Ir, version: &DialectVersion) -> CheckResult {
        let Some(&version) = version.downcast_ref::<TestDialectVersion>() else { return Ok(()) };
        if version > CURRENT {
            let loc = ir.root().map_or(terrace_ir::Loc::UNKNOWN, |root| root.loc());
            return Err(Diag::error(loc, newer_text(version)));
        }
        if version.major >= 2 {
            return Ok(());
        }
        for id in (0..ir.num_bodies()).map(|id| BodyId::from_u32(id as u32)) {
            let Some(body) = ir.find_body(id) else { continue };
            let ops: Vec<_> = body.live_ops().collect();
            ir.rewrite(id, |rw| {
                for op in ops {
                    let old = rw.op(op);
                    if !old.isa::<VersionedAOp>() {
                        continue;
                    }
                    if let Some(dims) = old.discardable_attr("dimensions") {
                        rw.set_attr(op, "dimensions", Attr::NULL);
                        rw.set_attr(op, "dims", dims);
                    }
                    rw.set_attr(op, "modifier", Attr::FALSE);
                }
            });
        }
        Ok(())
    }
}

fn newer_text(version: TestDialectVersion) -> String {
    let TestDialectVersion { major, minor } = version;
    format!("current test dialect version is 2.0, can't parse version: {major}.{minor}")
}

fn newer(
    reader: &mut dyn DialectBytecodeReader,
    version: TestDialectVersion,
) -> terrace_ir::bytecode::ReadFailed {
    reader.error(newer_text(version))
}
