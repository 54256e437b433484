//! Regions that are read when they are asked for, dropped, read again, or never read; and what is read then is what all of
//! the file would have been.

use std::sync::Arc;

use terrace::prelude::*;
use terrace_bytecode::{BytecodeWriterConfig, LazyBytecode};

const TEXT: &str = "
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
module @nested {
  func.func @g() {
    return
  }
}
func.func @h() {
  return
}";

fn context() -> Arc<Context> {
    Arc::new(terrace_test_opt::setup().new_context())
}

fn file(text: &str, version: i64) -> Vec<u8> {
    let ir = terrace::parse(&context(), text).expect("the text is valid");
    let config = BytecodeWriterConfig::default().version(Some(version));
    terrace::bytecode(&ir, &config).expect("the IR can be written")
}

fn open(bytes: Vec<u8>) -> LazyBytecode {
    terrace::read_lazy(&context(), bytes).expect("the file is well-formed")
}

fn named(file: &LazyBytecode, name: &str) -> OpHandle {
    let is_named = |op: &OpHandle| {
        let found = file.ir().op(*op).symbol_name();
        found.is_some_and(|found| found.text(file.ir().cx()) == name)
    };
    file.ops_to_materialize().find(is_named).expect("the op is known, and unread")
}

#[test]
fn regions_are_read_when_asked_for() {
    let mut file = open(file(TEXT, 6));
    let module = file.ops_to_materialize().next().expect("the module");
    assert_eq!(terrace::print(file.ir()), "module {\n}\n");
    file.materialize(module).expect("well-formed");
    assert_eq!(file.ops_to_materialize().count(), 3);
    let (f, nested) = (named(&file, "f"), named(&file, "nested"));
    file.materialize(nested).expect("well-formed");
    // What was found inside comes last.
    let names = file.ops_to_materialize().filter_map(|op| file.ir().op(op).symbol_name());
    let names: Vec<&str> = names.map(|name| name.text(file.ir().cx())).collect();
    assert_eq!(names, ["f", "h", "g"]);
    file.materialize(f).expect("well-formed");
    assert!(!file.is_materializable(f) && file.is_materializable(named(&file, "h")));
    let ir = file.finalize(|_, _| false).expect("well-formed");
    let text = terrace::print(&ir);
    assert!(text.contains("arith.addi %arg0, %arg0 : i32"), "{text}");
}

#[test]
fn all_regions_are_what_the_file_is() {
    for version in [1, 2, 6] {
        let bytes = file(TEXT, version);
        let whole = terrace::print(&terrace::read(&context(), &bytes).expect("well-formed"));
        let ir = open(bytes).finalize(|_, _| true).expect("well-formed");
        assert_eq!(terrace::print(&ir), whole);
        terrace::verify(&ir).expect("it is as valid as when read at once");
    }
}

#[test]
fn old_files_are_read_at_once() {
    assert_eq!(open(file(TEXT, 1)).ops_to_materialize().count(), 0);
}

#[test]
fn regions_are_dropped_and_read_again() {
    let mut file = open(file(TEXT, 6));
    let module = file.ops_to_materialize().next().expect("the module");
    file.materialize(module).expect("well-formed");
    let nested = named(&file, "nested");
    file.materialize(nested).expect("well-formed");
    let inner = named(&file, "g");
    file.materialize(inner).expect("well-formed");
    file.drop_regions(nested);
    assert!(file.is_materializable(nested) && !file.is_materializable(inner));
    assert_eq!(file.ir().op(nested).region(0).blocks().count(), 0);
    file.materialize(nested).expect("well-formed");
    let again = named(&file, "g");
    file.materialize(again).expect("well-formed");
    let ir = file.finalize(|_, _| true).expect("well-formed");
    terrace::verify(&ir).expect("it is as it was");
}

#[test]
fn each_region_is_upgraded_once() {
    let text = "
func.func @f() {
  \"test.versionedA\"() <{dims = 123 : i64, modifier = false}> : () -> ()
  return
}
func.func @g() {
  \"test.versionedA\"() <{dims = 123 : i64, modifier = true}> : () -> ()
  return
}";
    let bytes = file(text, 6);
    let whole = terrace::print(&terrace::read(&context(), &bytes).expect("well-formed"));
    let ir = open(bytes).finalize(|_, _| true).expect("well-formed");
    assert_eq!(terrace::print(&ir), whole);
}

#[test]
fn damage_in_a_region_is_told_when_it_is_read() {
    let bytes = file(TEXT, 6);
    let mut errors = 0;
    for at in 4..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x15;
        if let Ok(file) = terrace::read_lazy(&context(), damaged) {
            errors += usize::from(file.finalize(|_, _| true).is_err());
        }
    }
    assert!(errors > 0);
}

const SHARED: &str = "
func.func @f(%x: i32) -> i32 {
  %0 = \"test.with_result\"() ({
    %1 = \"test.a\"() : () -> i32
    \"test.b\"(%1, %1) : (i32, i32) -> ()
    \"test.one_region_op\"() ({
      builtin.module {
      }
      \"test.c\"() : () -> ()
    }) : () -> ()
  }) : () -> i32
  \"test.one_region_op\"() ({
    \"test.b\"(%x, %0) : (i32, i32) -> ()
  }) : () -> ()
  return %0 : i32
}";

#[test]
fn regions_that_use_nothing_from_outside_are_read_when_asked_for() {
    let bytes = file(SHARED, 6);
    let whole = terrace::print(&terrace::read(&context(), &bytes).expect("well-formed"));
    let mut file = open(bytes);
    for _ in 0..2 {
        let op = file.ops_to_materialize().next().expect("the module, then the function");
        file.materialize(op).expect("well-formed");
    }
    // The region that uses %x was read with the function.
    let outer: Vec<OpHandle> = file.ops_to_materialize().collect();
    assert_eq!(outer.len(), 1);
    assert!(terrace::print(file.ir()).contains("(%arg0, %0)"));
    file.materialize(outer[0]).expect("well-formed");
    assert!(terrace::print(file.ir()).contains("test.a"));
    let inner: Vec<OpHandle> = file.ops_to_materialize().collect();
    assert_eq!(inner.len(), 1);
    file.materialize(inner[0]).expect("well-formed");
    assert_eq!(file.ops_to_materialize().count(), 1, "the module inside");
    file.drop_regions(outer[0]);
    assert_eq!(file.ops_to_materialize().collect::<Vec<_>>(), outer);
    assert!(!terrace::print(file.ir()).contains("test.a"));
    let ir = file.finalize(|_, _| true).expect("well-formed");
    assert_eq!(terrace::print(&ir), whole);
    terrace::verify(&ir).expect("it is as valid as when read at once");
}
