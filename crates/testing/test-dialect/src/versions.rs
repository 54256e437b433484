//! A dialect whose encodings changed from version 1 to 2.0, and ops and attributes that show it.

use std::sync::Arc;

use terrace_ir::asm::{OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::{AttrKind, BoolAttr};
use terrace_ir::bytecode::{
    BytecodeDialectInterface, BytecodeOpInterface, DialectBytecodeReader, DialectBytecodeWriter,
    DialectVersion, NativeProperty, ReadResult,
};
use terrace_ir::def::{
    AttrDef, CustomArg, CustomDirective, EMPTY_PARAMS, OpDef, ParamDef, ParamKind, TypeDef,
};
use terrace_ir::diag::CheckResult;
use terrace_ir::types::Signedness;
use terrace_ir::{Attr, BodyId, Context, Diag, Ir, OpKind, OpRef, Type, attr_kinds};
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

/// Two integers; before version 2 they were encoded in reverse order.
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
    /// An integer of 64 bits of any signedness.
    pub AnyI64Attr("64-bit integer attribute") {
        accepts: |cx, attr| attr.as_integer(cx).is_some_and(|(value, ty)| value.width() == 64 && ty != Type::INDEX),
    }
    /// Two integers, which bytecode has as such.
    pub VersionedPropertiesAttr("VersionedProperties") -> (i64, i64) {
        value: |cx, attr: Attr| {
            let value = |name: &str| attr.dict_get(cx, cx.find_str(name)?)?.as_i64(cx);
            Some((value("value1")?, value("value2")?))
        },
        attr: |cx, (value1, value2)| versioned_properties(cx, value1, value2),
        native: NativeProperty { write: write_versioned_properties, read: read_versioned_properties },
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
        // The missing property is added by the upgrade.
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

/// An op with two integers that are no attributes; before version 2 there was one.
#[op("test.with_versioned_properties", customs(&VERSIONED_PROPERTIES),
     format = "custom<VersionedProperties>($prop) attr-dict")]
pub struct WithVersionedPropertiesOp {
    prop: Prop<VersionedPropertiesAttr>,
}

static VERSIONED_PROPERTIES: CustomDirective =
    CustomDirective { name: "VersionedProperties", parse: parse_properties, print: print_properties };

fn parse_properties(p: &mut dyn OpParser, state: &mut ParseState, _args: &[CustomArg]) -> PResult<bool> {
    let value1 = p.integer()?;
    p.token("|")?;
    let value2 = p.integer()?;
    let prop = versioned_properties(p.cx(), value1, value2);
    state.set_prop(p.cx(), "prop", prop);
    Ok(true)
}

fn print_properties(p: &mut dyn OpPrinter, op: OpRef<'_>, _args: &[CustomArg]) {
    let (value1, value2) = WithVersionedPropertiesOp::view_of(op).prop();
    p.text(&format!("{value1} | {value2}"));
}

/// Returns the two integers as an attribute.
fn versioned_properties(cx: &Context, value1: i64, value2: i64) -> Attr {
    let entry = |name: &str, value: i64| (cx.str(name), cx.int_attr(Type::I32, value));
    cx.dict(vec![entry("value1", value1), entry("value2", value2)])
}

fn write_versioned_properties(attr: Attr, writer: &mut dyn DialectBytecodeWriter) {
    let (value1, value2) =
        VersionedPropertiesAttr::value(writer.cx(), attr).expect("the attribute has both values");
    writer.write_varint(value1 as u64);
    if set_version(writer.dialect_version("test")).major >= 2 {
        writer.write_varint(value2 as u64);
    }
}

fn read_versioned_properties(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    let value1 = reader.read_varint()? as i64;
    let value2 = match set_version(reader.dialect_version("test")?).major {
        0 | 1 => 0,
        _ => reader.read_varint()? as i64,
    };
    Ok(versioned_properties(reader.cx(), value1, value2))
}

/// The ops of the file.
pub(crate) static OPS: [&OpDef; 3] = [VersionedAOp::DEF, VersionedBOp::DEF, WithVersionedPropertiesOp::DEF];

const ATTR_PARAMS_CODE: u64 = 0;
const TEST_I32_CODE: u64 = 99;

/// Returns the version of a file; the current one if it has none.
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
        attr.map_err(|message| reader.error(message))
    }

    fn write_attribute(&self, attr: Attr, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let cx = writer.cx();
        let Some(params) = cx.attr_params(attr, &ATTR_PARAMS) else { return false };
        let values: Vec<u64> = params
            .iter()
            .map(|param| param.as_i64(cx).expect("the parameters are integers") as u64)
            .collect();
        writer.write_varint(ATTR_PARAMS_CODE);
        values.into_iter().for_each(|value| writer.write_varint(value));
        true
    }

    fn read_type(&self, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Type> {
        let code = reader.read_varint()?;
        let ty = if code == TEST_I32_CODE { reader.cx().dialect_type(&TEST_I32, &[]).ok() } else { None };
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
