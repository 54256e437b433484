//! `test-bytecode-roundtrip`: writes a module as bytecode and reads it again, with callbacks that encode some
//! attributes and types differently.

use std::sync::{Arc, Mutex};

use terrace_asm::{ParseOptions, PrintOptions, print_ir};
use terrace_bytecode::{
    BytecodeReaderConfig, BytecodeWriterConfig, builtin_encodings, read_bytecode, write_bytecode,
};
use terrace_dialects_test::versions::{ATTR_PARAMS, CURRENT, TEST_I32, TestDialectVersion};
use terrace_ir::bytecode::DialectVersion;
use terrace_ir::def::plain_error;
use terrace_ir::elements::{int_elements, int_values};
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, AttrData, Context, Ir, OpHandle, RankedTensorType, Signedness, Type, TypeData};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_support::apint::ApInt;

pass_options! {
    /// The options of the pass.
    struct TestBytecodeRoundtripOptions {
        /// Specifies the test dialect version to emit and parse
        test_dialect_version("test-dialect-version"): String = "",
        /// Specifies the test kind to execute
        test_kind("test-kind"): i64 = "0",
    }
}

/// The pass.
pub(crate) static TEST_BYTECODE_ROUNDTRIP: PassDef = PassDef {
    name: "test-bytecode-roundtrip",
    class: "(anonymous namespace)::TestBytecodeRoundtripPass",
    doc: "Test pass to implement bytecode roundtrip tests.",
    anchor: Some("builtin.module"),
    options: TestBytecodeRoundtripOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(Roundtrip(TestBytecodeRoundtripOptions::from(options))))),
    ..EMPTY_PASS
};

struct Roundtrip(TestBytecodeRoundtripOptions);

/// Lines that callbacks print.
type Printed = Arc<Mutex<String>>;

fn print_line(printed: &Printed, line: &str) {
    if let Ok(mut printed) = printed.lock() {
        printed.push_str(line);
        printed.push('\n');
    }
}

/// Returns whether a version of the dialect `test` has a custom encoding of integer types.
fn is_before_2(version: Option<DialectVersion>) -> bool {
    let version = version.and_then(|version| version.downcast_ref::<TestDialectVersion>().copied());
    version.unwrap_or(CURRENT).major < 2
}

/// Returns the callbacks of each kind of test.
fn configs(kind: i64, printed: &Printed) -> Option<(BytecodeWriterConfig, BytecodeReaderConfig)> {
    let (mut write, mut read) = (BytecodeWriterConfig::default(), BytecodeReaderConfig::default());
    let printed = Arc::clone(printed);
    match kind {
        0 => override_integers(&mut write, &mut read, printed),
        1 => write.type_callbacks.push(Box::new(move |ty, group, writer| {
            if writer.cx().type_params(ty, &TEST_I32).is_none() {
                return false;
            }
            print_line(&printed, "Overriding TestI32Type encoding...");
            *group = Some("builtin".to_owned());
            builtin_encodings().write_type(Type::I32, writer)
        })),
        2 => read.type_callbacks.push(Box::new(move |reader, group| {
            if group != "builtin" || builtin_encodings().read_type(reader)? != Type::I32 {
                return Ok(None);
            }
            print_line(&printed, "Overriding parsing of TestI32Type encoding...");
            Ok(reader.cx().dialect_type(&TEST_I32, &[]).ok())
        })),
        3 => write.attribute_callbacks.push(Box::new(move |attr, group, writer| {
            let Some(dense) = dense_of_params(writer.cx(), attr) else { return false };
            print_line(&printed, "Overriding TestAttrParamsAttr encoding...");
            *group = Some("builtin".to_owned());
            builtin_encodings().write_attribute(dense, writer)
        })),
        4 => read.attribute_callbacks.push(Box::new(move |reader, group| {
            if group != "builtin" {
                return Ok(None);
            }
            let attr = builtin_encodings().read_attribute(reader)?;
            let Some(params) = params_of_dense(reader.cx(), attr) else { return Ok(None) };
            print_line(&printed, "Overriding parsing of TestAttrParamsAttr encoding...");
            Ok(Some(params))
        })),
        5 => {
            write
                .attribute_callbacks
                .push(Box::new(|attr, _, writer| builtin_encodings().write_attribute(attr, writer)));
            write.type_callbacks.push(Box::new(|ty, _, writer| builtin_encodings().write_type(ty, writer)));
            read.attribute_callbacks
                .push(Box::new(|reader, _| builtin_encodings().read_attribute(reader).map(Some)));
            read.type_callbacks.push(Box::new(|reader, _| builtin_encodings().read_type(reader).map(Some)));
        }
        6 => {}
        _ => return None,
    }
    Some((write, read))
}

/// Versions before 2.0 had integers in the dialect `funky`, which is no more.
fn override_integers(write: &mut BytecodeWriterConfig, read: &mut BytecodeReaderConfig, printed: Printed) {
    const CODE: u64 = 999;
    let also = Arc::clone(&printed);
    write.type_callbacks.push(Box::new(move |ty, group, writer| {
        if !is_before_2(writer.dialect_version("test")) {
            return false;
        }
        let TypeData::Integer { width, signedness } = *ty.data(writer.cx()) else { return false };
        print_line(&also, "Overriding IntegerType encoding...");
        *group = Some("funky".to_owned());
        writer.write_varint(CODE);
        let signedness = match signedness {
            Signedness::Signless => 0,
            Signedness::Signed => 1,
            Signedness::Unsigned => 2,
        };
        writer.write_varint(u64::from(width) << 2 | signedness);
        true
    }));
    read.type_callbacks.push(Box::new(move |reader, group| {
        if group != "funky" || !is_before_2(reader.dialect_version("test")?) || reader.read_varint()? != CODE
        {
            return Ok(None);
        }
        print_line(&printed, "Overriding parsing of IntegerType encoding...");
        let packed = reader.read_varint()?;
        let signedness = match packed & 3 {
            0 => Signedness::Signless,
            1 => Signedness::Signed,
            _ => Signedness::Unsigned,
        };
        Ok(Some(reader.cx().integer((packed >> 2) as u32, signedness)))
    }));
}

/// Returns the two numbers of a `#test.attr_params` as a constant.
fn dense_of_params(cx: &Context, attr: Attr) -> Option<Attr> {
    let params = cx.attr_params(attr, &ATTR_PARAMS)?;
    let values = params.iter().map(|param| param.as_i64(cx).map(|value| ApInt::new(32, value as u64)));
    int_elements(cx, pair_type(cx), &values.collect::<Option<Vec<_>>>()?)
}

/// Returns a constant of two numbers as a `#test.attr_params`.
fn params_of_dense(cx: &Context, attr: Attr) -> Option<Attr> {
    let AttrData::DenseElements { ty, .. } = attr.data(cx) else { return None };
    if *ty != pair_type(cx) {
        return None;
    }
    let values = int_values(cx, attr)?;
    let at = |at: usize| values.get(at).or(values.first()).and_then(ApInt::to_i64);
    let params = [cx.int_attr(Type::I32, at(0)?), cx.int_attr(Type::I32, at(1)?)];
    cx.dialect_attr(&ATTR_PARAMS, &params).ok()
}

fn pair_type(cx: &Context) -> Type {
    RankedTensorType::get(cx, &[2], Type::I32)
}

/// Reads a version: two numbers with a dot between them.
fn version(text: &str) -> Option<TestDialectVersion> {
    let (major, minor) = text.split_once('.')?;
    Some(TestDialectVersion { major: major.parse().ok()?, minor: minor.parse().ok()? })
}

impl IrPass for Roundtrip {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let printed = Printed::default();
        let Some((mut write, read)) = configs(self.0.test_kind, &printed) else {
            return run.fail(plain_error(ir.op(op), "unknown test kind"));
        };
        if self.0.test_kind == 0 {
            let emitted = version(&self.0.test_dialect_version).unwrap_or(CURRENT);
            write.dialect_versions.push(("test".to_owned(), Arc::new(emitted)));
        }
        let mut bytes = Vec::new();
        if write_bytecode(ir, ir.op(op), &write, &mut bytes).is_err() {
            return run.fail(plain_error(ir.op(op), "failed to write bytecode\n"));
        }
        let cx = Arc::clone(ir.cx());
        // Groups may have the names of dialects that are no more.
        let allowed = cx.allows_unregistered();
        cx.set_allow_unregistered(true);
        let options = ParseOptions::default().implicit_module(false);
        let again = read_bytecode(&cx, &Arc::default(), &bytes.into(), "-", options, &read);
        cx.set_allow_unregistered(allowed);
        let valid = VerifyOptions::default().parallel(false);
        let again = match again.ir {
            Some(again) => match again.root().map(|root| verify(root, valid)) {
                Some(Ok(())) => Some(again),
                Some(Err(diags)) => {
                    diags.into_iter().for_each(|diag| run.report(diag));
                    None
                }
                None => None,
            },
            None => {
                again.diags.into_iter().for_each(|diag| run.report(diag));
                None
            }
        };
        if let Ok(mut lines) = printed.lock() {
            run.printed.push_str(&std::mem::take(&mut *lines));
        }
        let Some(again) = again else {
            return run.fail(plain_error(ir.op(op), "failed to read bytecode\n"));
        };
        let mut text = Vec::new();
        // A list of bytes takes all.
        let _ = print_ir(&again, &PrintOptions::default(), &mut text);
        run.printed.push_str(String::from_utf8_lossy(&text).trim_end());
        run.printed.push('\n');
        Ok(())
    }
}
