//! What the package adds to dialects of others, in the tools.

use std::path::Path;

use terrace::prelude::*;
use terrace::tools::{Io, run};
use tiny_tensor::extension::Cost;

fn extended() -> Setup {
    tiny_tensor::setup()
        .extend(tiny_tensor::extension::EXTENSIONS.iter().copied())
        .expect("they agree with all others")
}

fn run_text(text: &str, args: &[&str]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (text.as_bytes(), Vec::new(), Vec::new());
    let (stdout_to, stderr_to): (&mut dyn std::io::Write, &mut dyn std::io::Write) =
        (&mut stdout, &mut stderr);
    let cwd = Path::new("");
    let io =
        Io { stdin: &mut stdin, interactive: false, color: false, stdout: stdout_to, stderr: stderr_to, cwd };
    run::run(&args, io, &extended());
    stdout.extend(stderr);
    String::from_utf8(stdout).expect("tools write UTF-8")
}

#[test]
fn an_op_in_a_dialect_of_others_runs() {
    let text = "func.func @main(%x: i64) -> i64 { %0 = arith.triple %x : i64 return %0 : i64 }";
    assert!(run_text(text, &["-", "--arg=14"]).starts_with("42"));
}

#[test]
fn an_op_of_others_runs() {
    let text = "func.func @main() -> index { %0 = vector.vscale return %0 : index }";
    assert!(run_text(text, &["-"]).starts_with('2'));
}

#[test]
fn an_op_of_others_is_bufferized() {
    let text = "func.func @main(%t: tensor<2xi32>) -> tensor<2xi32> {
      %0 = tensor.bitcast %t : tensor<2xi32> to tensor<2xi32>
      return %0 : tensor<2xi32>
    }";
    let setup = extended();
    let mut ir = terrace::parse(&terrace::context_of(&setup), text).unwrap();
    terrace::run_passes_of(
        &setup,
        &mut ir,
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries=1})",
    )
    .unwrap();
    let found = terrace::print(&ir);
    assert!(found.contains("return %arg0 : memref<2xi32"), "{found}");
}

#[test]
fn ops_types_and_attributes_of_others_have_an_interface() {
    let cx = terrace::context_of(&extended());
    let op = |name: &str| {
        let info = cx.op_info(cx.registered_op(name).expect("it is registered"));
        info.interface::<dyn Cost>().map(|cost| cost.cost())
    };
    assert_eq!([op("arith.mulf"), op("arith.addf")], [Some(4), None]);
    let ty = |ty| cx.type_interface::<dyn Cost>(ty).map(|cost| cost.cost());
    assert_eq!([ty(Type::F64), ty(Type::F32)], [Some(2), None]);
    assert!(cx.attr_interface::<dyn Cost>(Attr::UNIT).is_none());
}

#[test]
fn a_type_contains_itself() {
    let text = "module {
  func.func private @next(!tiny.struct<list, (f32, !tiny.struct<list>)>) -> !tiny.struct<list, (f32, !tiny.struct<list>)>
}
";
    let cx = terrace::context_of(&extended());
    assert_eq!(terrace::print(&terrace::parse(&cx, text).unwrap()).trim_end(), text.trim_end());
    let errors =
        terrace::parse(&cx, "func.func private @f(!tiny.struct<list, (f64)>)").unwrap_err().to_string();
    assert!(errors.contains("the structure 'list' has other fields already"), "{errors}");
}
