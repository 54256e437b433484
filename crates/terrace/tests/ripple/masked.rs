//! Masked accesses of blocks whose sizes are no powers of two, at the ends of arrays beside pages without access: nothing outside
//! of what active elements access is read or written. `TERRACE_KERNELS` is how many kernels are generated; without it, there
//! are as many as a run of all tests has time for.

use std::fmt::Write as _;
use std::process::Command;

use terrace::tools::process::Scratch;
use terrace::tools::ripple;

use crate::setup::{Random, compile};

/// The largest number of kernels in a program.
const IN_PROGRAM: usize = 20;
/// The number of kernels, unless `TERRACE_KERNELS` is another.
const KERNELS: usize = 8;

/// Sets of flags; the last one is for the processor at hand.
const FLAGS: [&[&str]; 3] = [&["-O0"], &["-O2"], &["-O3", "-march=native"]];

/// The common prelude of all programs: arrays in pages between inaccessible ones, filled with a pattern, at the start
/// or the end of the pages.
const PRELUDE: &str = r#"
#define _GNU_SOURCE
#include <ripple.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define PAGES 65536
static char *pages[2];
static void allocate(void) {
  for (int i = 0; i < 2; ++i) {
    char *all = (char *)mmap(0, 3 * PAGES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGES, PAGES, PROT_READ | PROT_WRITE);
    pages[i] = all + PAGES;
  }
}
static char *placed(int i, size_t bytes, int at_end) { return pages[i] + (at_end ? PAGES - bytes : 0); }
static int failed;
static void same(const char *name, const char *expected, long n, int at_end) {
  if (memcmp(pages[1], expected, PAGES) && !failed++)
    printf("FAIL %s with %ld at %d\n", name, n, at_end);
}
static char expected[PAGES];
"#;

/// A size that is no power of two.
fn size(random: &mut Random, limit: u64) -> u64 {
    loop {
        let size = 3 + random.below(limit - 2);
        if !size.is_power_of_two() {
            return size;
        }
    }
}

fn pick<'p>(random: &mut Random, of: &[&'p str]) -> &'p str {
    of[random.below(of.len() as u64) as usize]
}

/// The bodies of loops over one dimension, with the number of elements that they read of `n` iterations.
const BODIES: [(&str, &str); 10] = [
    ("y[i] = (T)(x[i] + 1);", "n"),
    ("y[n - 1 - i] = x[i];", "n"),
    ("y[i] = x[2 * i];", "2 * n - 1"),
    ("y[i] = (T)(x[3 * i + 2] - x[3 * i]);", "3 * n"),
    ("y[2 * i] = x[i];", "n"),
    ("y[i] = x[i / 3];", "(n + 2) / 3"),
    ("if (i % 3 != 1) y[i] = x[i];", "n"),
    ("if (x[i] > 3) y[i] = x[n - 1 - i];", "n"),
    ("y[i] = x[i > 0 ? i - 1 : 0];", "n"),
    ("y[i] = (T)(y[i] + x[i + 1 < n ? i + 1 : n - 1]);", "n"),
];

/// The bodies of loops over `m` rows and `n` columns.
const BODIES_2D: [&str; 5] = [
    "y[i * n + j] = (T)(x[i * n + j] + 1);",
    "y[j * m + i] = x[i * n + j];",
    "if ((i + j) % 3) y[i * n + j] = x[i * n + j];",
    "y[i * n + j] = x[(m - 1 - i) * n + (n - 1 - j)];",
    "y[i * n + j] = (T)(x[i] + x[j]);",
];

fn kernel(random: &mut Random, number: usize, calls: &mut String) -> String {
    let ty = pick(random, &["int8_t", "uint16_t", "int32_t", "float", "double", "int64_t"]);
    let counter = pick(random, &["long", "int", "short", "size_t"]);
    let mut text = String::new();
    let name = format!("k{number}");
    let is_2d = random.below(3) == 0;
    let (sizes, body, read, dims) = if is_2d {
        let body = BODIES_2D[random.below(BODIES_2D.len() as u64) as usize];
        let sizes = format!("{}, {}", size(random, 13), size(random, 9));
        (sizes, body, "m * n > m + n ? m * n : m + n", [random.below(2), 0])
    } else {
        let (body, read) = BODIES[random.below(BODIES.len() as u64) as usize];
        (size(random, 70).to_string(), body, read, [0, 0])
    };
    let inner = dims[0];
    // Writing to strings does not fail.
    let _ = writeln!(text, "#define T {ty}");
    for (suffix, annotated) in [("", true), ("_plain", false)] {
        let mark = |dim: u64| if annotated { format!("ripple_parallel(B, {dim});") } else { String::new() };
        let block = if annotated {
            format!("ripple_block_t B = ripple_set_block_shape(0, {sizes});")
        } else {
            String::new()
        };
        let _ = match is_2d {
            true => writeln!(
                text,
                "static void {name}{suffix}({counter} m, {counter} n, const T *x, T *y) {{ {block} (void)m;\n{}\nfor ({counter} i = 0; i < m; ++i) {{\n{}\nfor ({counter} j = 0; j < n; ++j) {{ {body} }} }} }}",
                mark(1 - inner),
                mark(inner)
            ),
            false => writeln!(
                text,
                "static void {name}{suffix}({counter} m, {counter} n, const T *x, T *y) {{ {block} (void)m;\n{}\nfor ({counter} i = 0; i < n; ++i) {{ {body} }} }}",
                mark(0)
            ),
        };
    }
    let _ = writeln!(
        text,
        "static void test_{name}(void) {{
  for (long m = {first}; m < {rows}; m += {row_step}) for (long n = 1; n < {most}; n += n < 4 ? 1 : 1 + n % 5) for (int at_end = 0; at_end < 2; ++at_end) {{
    long read = {read}, written = {written};
    const T *x = (const T *)placed(0, (size_t)read * sizeof(T), at_end);
    T *y = (T *)placed(1, (size_t)written * sizeof(T), at_end);
    memset(pages[0], 0, PAGES);
    for (long i = 0; i < read; ++i) ((T *)x)[i] = (T)(i * 7 % 11);
    memset(pages[1], 1, PAGES);
    {name}_plain(({counter})m, ({counter})n, x, y);
    memcpy(expected, pages[1], PAGES);
    memset(pages[1], 1, PAGES);
    {name}(({counter})m, ({counter})n, x, y);
    same(\"{name}\", expected, n, at_end);
  }}
}}
#undef T",
        first = if is_2d { 1 } else { 0 },
        rows = if is_2d { 20 } else { 1 },
        row_step = if is_2d { 6 } else { 1 },
        most = if is_2d { 30 } else { 150 },
        written = if is_2d { "m * n" } else if body.contains("y[2 * i]") { "2 * n - 1" } else { "n" },
    );
    let _ = writeln!(calls, "  test_{name}();");
    text
}

pub(crate) fn masked_accesses_stay_inside() {
    let count = std::env::var("TERRACE_KERNELS").ok().and_then(|count| count.parse().ok()).unwrap_or(KERNELS);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for first in (0..count).step_by(IN_PROGRAM) {
        let (mut text, mut calls) = (PRELUDE.to_owned(), String::new());
        for number in first..(first + IN_PROGRAM).min(count) {
            text.push_str(&kernel(&mut random, number, &mut calls));
        }
        let _ = writeln!(text, "int main(void) {{\n  allocate();\n{calls}  return failed != 0;\n}}");
        for flags in FLAGS {
            let scratch = Scratch::new().expect("a directory");
            let source = scratch.write("program.c", &text).expect("a source");
            let output = scratch.file("program");
            let paths = ["-o".to_owned(), output.display().to_string(), source.display().to_string()];
            let args: Vec<String> =
                flags.iter().map(|flag| (*flag).to_owned()).chain(["-w".to_owned()]).chain(paths).collect();
            let (code, _, said) = compile(&args, ripple::Language::C);
            assert_eq!(code, 0, "{flags:?}: {said}\n{text}");
            let ran = Command::new(&output).output().expect("the program starts");
            let said = String::from_utf8_lossy(&ran.stdout);
            assert!(
                ran.status.success(),
                "kernels from {first} with {flags:?} end with {}: {said}\n{text}",
                ran.status
            );
        }
    }
}
