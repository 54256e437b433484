//! Scripts, from the tools.

use std::path::{Path, PathBuf};

use terrace::dialects::constraints::ANY_TYPE;
use terrace::prelude::*;
use terrace::tools::process::Scratch;
use terrace::tools::{Io, run, setup, transform};

fn example() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/transform/fc_relu.mlir");
    std::fs::read_to_string(path).expect("the example is there")
}

/// Runs a program; returns what it prints, its results first.
fn run_program(text: &str, args: &[&str]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (text.as_bytes(), Vec::new(), Vec::new());
    let io = Io::unattended(&mut stdin, &mut stdout, &mut stderr);
    let code = run::run(&args, io, &setup());
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("it prints UTF-8")
}

#[test]
fn the_example_computes_the_same_when_it_is_transformed() {
    // Smaller matrices: what is tiled, and how, stays the same.
    let text = example().replace("512", "64");
    let plain = run_program(&text, &["-"]);
    assert!(plain.trim().ends_with(": f64") && plain.lines().count() == 1, "{plain}");
    assert_eq!(run_program(&text, &["-", "--transform-interpreter"]), plain);
    let twice = run_program(&text, &["-", "--transform-interpreter", "--bufferize"]);
    assert_eq!(twice, format!("{plain}the same as before bufferization\n"));
    assert_eq!(run_program(&text, &["-", "--bufferize"]), twice);
}

#[test]
fn the_script_of_the_example_leaves_calls_of_the_kernel() {
    let mut ir = terrace::parse(&terrace::context(), &example()).unwrap();
    terrace::run_passes(&mut ir, "builtin.module(transform-interpreter,canonicalize,cse)").unwrap();
    let text = terrace::print(&ir);
    let layer = &text[text.find("func.func @fc_relu").unwrap()..];
    let layer = &layer[..layer.find("return").unwrap()];
    let count = |what: &str| layer.matches(what).count();
    assert_eq!(["scf.forall (", "@microkernel", "linalg.elementwise "].map(count), [2, 1, 1], "{layer}");
}

/// An op that others cannot look into, with a result.
#[op("boxes.box", traits(IsolatedFromAbove))]
struct BoxOp {
    _results: VarRes<ANY_TYPE>,
    body: Region,
}

static BOXES: DialectDef = DialectDef { name: "boxes", ops: &[BoxOp::DEF], ..EMPTY_DIALECT };

#[test]
fn the_results_of_a_scope_with_alternatives_stay_in_use() {
    let setup = setup().with(&[&BOXES], &[]);
    let text = r#"
func.func @f() -> i32 {
  %0 = "boxes.box"() ({
    %c = arith.constant 1 : i32
    "other.yield"(%c) : (i32) -> ()
  }) : () -> i32
  return %0 : i32
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %box = transform.structured.match ops{["boxes.box"]} in %root : (!transform.any_op) -> !transform.any_op
    %new = transform.alternatives %box : !transform.any_op -> !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      %c = transform.structured.match ops{["arith.constant"]} in %scope : (!transform.any_op) -> !transform.any_op
      transform.annotate %c "here" : !transform.any_op
      transform.yield %c : !transform.any_op
    }
    transform.annotate %new "after" : !transform.any_op
    transform.yield
  }
}
"#;
    let cx = terrace::context_of(&setup);
    cx.set_allow_unregistered(true);
    let mut ir = terrace::parse(&cx, text).unwrap();
    terrace::run_passes_of(&setup, &mut ir, "builtin.module(transform-interpreter)").unwrap();
    let text = terrace::print(&ir);
    assert_eq!(text.matches("boxes.box\"()").count(), 1, "{text}");
    assert!(text.contains("arith.constant {after, here} 1 : i32"), "{text}");
}

/// Runs `terrace transform` on a text; returns its exit code, its output and its errors.
fn transform_text(text: &str, args: &[&str], cwd: &Path) -> (u8, String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdin, mut stdout, mut stderr) = (text.as_bytes(), Vec::new(), Vec::new());
    let io = Io {
        stdin: &mut stdin,
        interactive: false,
        color: false,
        stdout: &mut stdout,
        stderr: &mut stderr,
        cwd,
    };
    let code = transform::transform(&args, io, &setup());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (code, text(stdout), text(stderr))
}

fn show(text: &str, args: &[&str]) -> (u8, String, String) {
    transform_text(text, &[&["-"], args].concat(), Path::new(""))
}

#[track_caller]
fn assert_lines(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "{line}\n---\n{text}");
    }
}

const PAYLOAD: &str = "\
func.func @f(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%a : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.matmul {mine = 1 : i32} ins(%0, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%a : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
";

/// A script with this body, which starts at line 3 of its text.
fn script(body: &str) -> String {
    format!(
        "module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op) {{
{body}    transform.yield
  }}
}}
"
    )
}

const LATE: &str = "\
    %m = transform.structured.match ops{[\"linalg.matmul\"]} attributes {mine = 1 : i32} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %m tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %m \"late\" : !transform.any_op
";

#[test]
fn a_trace_shows_handles_before_and_after_and_who_used_one_up() {
    let (code, trace, errors) = show(&format!("{PAYLOAD}{}", script(LATE)), &["--trace=text"]);
    assert_eq!(code, 1);
    assert!(errors.contains("error: op uses a handle invalidated by a previously executed transform op"));
    assert_lines(
        &trace,
        &[
            "step 2: %m = transform.structured.match",
            "returns %m = linalg.matmul (<stdin>:3:8)",
            "takes %m = linalg.matmul (<stdin>:3:8), and uses it up",
            "returns %l = scf.for (<stdin>:3:8)",
            "replaces linalg.matmul (<stdin>:3:8) by scf.for (<stdin>:3:8)",
            "%m must not be used any more: operand #0 is used up",
            "%m was used up by step 3, as operand #0 of transform.structured.tile_using_for (<stdin>:9:14)",
            "  linalg.matmul (<stdin>:3:8) was replaced by scf.for (<stdin>:3:8)",
            "definite failure",
        ],
    );
    // The same script without the late use.
    let (lines, _) = LATE.rsplit_once("    transform.annotate").unwrap();
    let (code, trace, errors) = show(&format!("{PAYLOAD}{}", script(lines)), &["--trace"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(!trace.contains("was used up") && !trace.contains("failure"), "{trace}");
}

#[test]
fn a_trace_shows_which_op_of_a_matcher_refused() {
    let text = example().replace("512", "64");
    let (code, trace, errors) = show(&text, &["--trace=text"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_lines(
        &trace,
        &[
            "@match_matmul_elemwise matches linalg.elementwise (<stdin>:24:13)",
            // The sum: its first operand is the product.
            "@match_matmul_elemwise refuses linalg.elementwise (<stdin>:19:13) at transform.match.operation_name %middle \
             [\"linalg.elementwise\"] : !transform.any_op (<stdin>:126:5): wrong operation name",
            "changes %matmul_fused_3 = linalg.matmul (<stdin>:16:13); now nothing",
        ],
    );
}

#[test]
fn a_trace_for_programs_names_what_is_there() {
    let (code, trace, _) = show(&format!("{PAYLOAD}{}", script(LATE)), &["--trace=json"]);
    assert_eq!(code, 1);
    let trace: serde_json::Value = serde_json::from_str(&trace).unwrap();
    let count = |key: &str| trace[key].as_array().unwrap().len() as u64;
    let steps = trace["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 4);
    for step in steps {
        assert!(step["op"].as_u64().unwrap() < count("ops"));
        for change in
            ["operands", "results", "followed"].iter().flat_map(|&key| step[key].as_array().unwrap())
        {
            assert!(change["handle"].as_u64().unwrap() < count("handles"));
            let objects = [&change["before"], &change["after"]].into_iter().flat_map(|all| all.as_array());
            assert!(objects.flatten().all(|object| object.as_u64().unwrap() < count("objects")));
        }
    }
    assert_eq!(steps[3]["outcome"], "definite failure");
    assert_eq!(steps[3]["late_uses"][0]["step"], 2);
    let replaced = &steps[2]["replaced"][0];
    let name =
        |object: &serde_json::Value| trace["objects"][object.as_u64().unwrap() as usize]["name"].clone();
    assert_eq!([name(&replaced["object"]), name(&replaced["by"][0])], ["linalg.matmul", "scf.for"]);
}

#[test]
fn a_trace_shows_why_patterns_do_not_match() {
    let payload = "func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.copy ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
";
    let body = "    %f = transform.structured.match ops{[\"func.func\"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
";
    let (code, out, _) = show(&format!("{payload}{}", script(body)), &["--trace=text", "--transform-report"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = out
        .lines()
        .filter(|line| line.ends_with("does not match linalg.copy (<stdin>:2:8): not a self copy"))
        .collect();
    assert_eq!(lines.len(), 2, "in the trace and in the report: {out}");
    assert!(out.contains("  changed nothing\n"), "{out}");
}

const MISSES: &str = "\
    %none = transform.structured.match ops{[\"linalg.matmull\"]} in %root : (!transform.any_op) -> !transform.any_op
    %near = transform.structured.match ops{[\"linalg.matmul\"]} attributes {mine = 2 : i32} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %near \"x\" : !transform.any_op
    %found = transform.structured.match ops{[\"linalg.matmul\"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %found \"x\" : !transform.any_op
";

#[test]
fn a_report_tells_the_nearest_miss_and_what_did_nothing() {
    let text = format!("{PAYLOAD}{}", script(MISSES));
    let (code, report, _) = show(&text, &["--transform-report"]);
    assert_eq!(code, 0);
    assert_lines(
        &report,
        &[
            "nothing matched: no op is named linalg.matmull; there is linalg.matmul\n",
            "nearest miss: linalg.matmul (<stdin>:3:8): attribute 'mine' is 1 : i32, not 2 : i32 (it meets 1 before that)",
            "%near \"x\" : !transform.any_op\n  changed nothing\n  %near is empty since step 3, transform.structured.match",
            "%found \"x\" : !transform.any_op\n  changed 2\n",
        ],
    );
    let (code, _, errors) = show(&text, &["--transform-require-match", "-o", "/dev/null"]);
    assert_eq!(code, 1);
    assert_lines(
        &errors,
        &["<stdin>:8:9: error: nothing matched: %none", "<stdin>:9:13: error: nothing matched: %near"],
    );
    assert!(!errors.contains("%found"), "{errors}");
    let (code, ..) = show(&example().replace("512", "64"), &["--transform-require-match"]);
    assert_eq!(code, 0);
}

#[test]
fn a_script_may_be_in_a_file_of_its_own() {
    let scratch = Scratch::new().unwrap();
    let dir = scratch.path();
    std::fs::write(dir.join("script.mlir"), script(MISSES)).unwrap();
    std::fs::write(dir.join("payload.mlir"), PAYLOAD).unwrap();
    let args = ["payload.mlir", "--script", "script.mlir"];
    let (code, out, errors) = transform_text("", &args, dir);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(out.contains("{mine = 1 : i32, x}") && !out.contains("transform."), "{out}");
    let page = dir.join("page.html");
    // The script is checked against the library that it would be merged with.
    let (code, _, errors) = transform_text("", &["--check=script.mlir", "--script=script.mlir"], dir);
    assert_eq!(code, 1);
    assert!(errors.contains("error: doubly defined symbol @__transform_main"), "{errors}");
    let args = ["payload.mlir", "--script=script.mlir", "--trace", "--html=page.html"];
    let (code, trace, _) = transform_text("", &args, dir);
    assert_eq!(code, 0);
    assert!(trace.contains("%found = transform.structured.match"), "{trace}");
    assert!(trace.contains("script.mlir:6:14)"), "{trace}");
    let page = std::fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(!page.contains("http"), "nothing is loaded from elsewhere");
    let data = page.split_once("const T=").unwrap().1;
    let mut data = serde_json::Deserializer::from_str(data).into_iter::<serde_json::Value>();
    let data = data.next().unwrap().unwrap();
    let texts = data["texts"].as_array().unwrap();
    assert_eq!(texts.len(), 2, "one as it was read, one after it was changed");
    for text in texts {
        let lines = text["text"].as_str().unwrap().lines().count() as u64;
        assert!(text["ops"].as_array().unwrap().iter().all(|op| op[0].as_u64().unwrap() < lines));
    }
    let (code, _, errors) = transform_text("", &["payload.mlir", "--script=missing.mlir"], dir);
    assert_eq!(code, 1);
    assert!(errors.starts_with("error: cannot open input file 'missing.mlir'"), "{errors}");
}

#[test]
fn a_script_is_checked_without_payload() {
    let matchers = "
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{[\"linalg.matmul\"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %m tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %m \"late\" : !transform.any_op
    %0 = transform.collect_matching @misspelled in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.collect_matching @contradicts in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @misspelled(%x: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %x [\"linalg.matmull\"] : !transform.any_op
    transform.yield %x : !transform.any_op
  }
  transform.named_sequence @contradicts(%x: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %x [\"linalg.matmul\"] : !transform.any_op
    transform.match.operation_name %x [\"linalg.generic\"] : !transform.any_op
    transform.yield %x : !transform.any_op
  }
}
";
    let check = |text: &str| transform_text(text, &["--check", "-"], Path::new(""));
    let (code, out, errors) = check(matchers);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_lines(
        &errors,
        &[
            "<stdin>:6:5: warning: operand #0 may be used after free",
            "<stdin>:12:5: error: matches no op: there is no op 'linalg.matmull'",
            "<stdin>:17:5: error: matches no op: the name is another one already",
        ],
    );
    let twice = script("").replace(
        "  transform.named_sequence",
        "  transform.named_sequence @__transform_main() { transform.yield }\n  transform.named_sequence",
    );
    let (code, _, errors) = check(&twice);
    assert_eq!(code, 1);
    assert!(errors.contains("error: redefinition of symbol named '__transform_main'"), "{errors}");
    let (code, out, errors) = check(&example());
    assert_eq!((code, out.as_str(), errors.as_str()), (0, "", ""));
}

#[test]
fn misspelled_options_get_the_nearest() {
    let (code, _, errors) = show(PAYLOAD, &["--transform-reprot"]);
    assert_eq!(code, 2);
    assert!(errors.contains("Did you mean '--transform-report'?"), "{errors}");
    let (code, _, errors) = show(PAYLOAD, &["--trace=xml"]);
    assert_eq!((code, errors.as_str()), (2, "error: --trace is text or json, not 'xml'\n"));
}
