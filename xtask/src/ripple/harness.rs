//! The files that programs are compiled from: each program gets arrays between pages without access, and a hash of them is printed.

use std::fmt::Write;

use super::Program;
use super::forms::{ATTRIBUTES, CALLEE_FORMS};
use super::libraries;
use super::numbers::float_of;
use super::program::{BOTH, CLAMPS, FUNCTIONS, SHUFFLES, Ty};
use super::sizes::LENGTHS;

const HASH: &str = "\
static uint64_t hash(uint64_t h, uint64_t v) { h ^= v; return h * 1099511628211ull; }
/* What is added to indices. */
uint32_t unknown;
static uint64_t bits16(_Float16 v) { if (v != v) v = 0; if (v == 0) v = 0; uint16_t b; memcpy(&b, &v, 2); return b; }
static __bf16 bf16_of(float v) { uint32_t b; memcpy(&b, &v, 4); uint16_t s = (uint16_t)(b >> 16); __bf16 r; memcpy(&r, &s, 2); return r; }
static uint64_t bitsb16(__bf16 v) { uint16_t b; memcpy(&b, &v, 2); return (b & 0x7FFF) > 0x7F80 || (b & 0x7FFF) == 0 ? 0 : b; }
static uint64_t bits32(float v) { if (v != v) v = 0; if (v == 0) v = 0; uint32_t b; memcpy(&b, &v, 4); return b; }
static uint64_t bits64(double v) { if (v != v) v = 0; if (v == 0) v = 0; uint64_t b; memcpy(&b, &v, 8); return b; }
";

/// Memory that begins after a page that cannot be accessed, or ends before one.
const GUARDED: &str = "\
static void *guarded(size_t bytes, int at_end) {
  size_t page = 65536, inner = (bytes + page - 1) / page * page;
  char *all = (char *)mmap(0, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(all + page, inner, PROT_READ | PROT_WRITE);
  return all + page + (at_end ? inner - bytes : 0);
}
";

/// The file of programs: it prints a number for each.
pub(super) fn text(kernels: &[(u64, Program)]) -> String {
    let mut out =
        "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n#include <assert.h>\n#include <ripple/thread.h>\n#include <ripple_sme_veclib.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n"
            .to_owned();
    out.push_str(GUARDED);
    for shuffle in SHUFFLES {
        if let (name, Some(body)) = (shuffle.call.1, shuffle.body) {
            let _ = writeln!(out, "static size_t {name}(size_t k, size_t n) {{ return {body}; }}");
        }
    }
    out.push_str(LENGTHS);
    out.push_str(ATTRIBUTES);
    out.push_str(BOTH);
    for (form, attributes) in CALLEE_FORMS {
        // The callees of a dispatch between clones are unknown.
        let throws = if attributes.contains("CLONES") { "NOEXCEPT " } else { "" };
        let functions = FUNCTIONS.replace("FORM", form).replace("ATTRIBUTES ", attributes);
        out.push_str(&functions.replace("THROWS", throws));
    }
    out.push_str(&libraries::declarations());
    out.push_str(CLAMPS);
    out.push_str(HASH);
    TYPES.iter().for_each(|&ty| out.push_str(&array_functions(ty)));
    let mut calls = String::new();
    for (seed, kernel) in kernels {
        let name = format!("k{seed}");
        out.push_str(&kernel.text(&name));
        let _ = writeln!(calls, "  {{");
        let mut fill = String::new();
        let mut mix = String::new();
        for (at, (ty, length)) in kernel.arrays().into_iter().enumerate() {
            // Out-of-bounds accesses fault: there are guard pages around each array.
            let _ = writeln!(
                calls,
                "    {0} *A{at} = ({0} *)guarded({length} * sizeof({0}), {1});",
                ty.c(),
                (seed + at as u64) % 2
            );
            let name = ty.c();
            let _ = writeln!(fill, "    fill_{name}(A{at}, {length}, {at});");
            let _ = writeln!(mix, "    h = mix_{name}(h, A{at}, {length});");
        }
        let arguments: Vec<String> = (0..kernel.arrays().len()).map(|at| format!("A{at}")).collect();
        let _ = writeln!(
            calls,
            "{fill}    {name}({});\n    uint64_t h = 14695981039346656037ull;\n{mix}    printf(\"%llu\\n\", (unsigned long long)h);\n  }}",
            arguments.join(", ")
        );
    }
    let _ = writeln!(out, "int main(void) {{\n{calls}  return 0;\n}}");
    out
}

/// The types of arrays.
const TYPES: [Ty; 12] = {
    const fn int(bits: u32, signed: bool) -> Ty {
        Ty::Int { bits, signed }
    }
    [
        int(8, true),
        int(16, true),
        int(32, true),
        int(64, true),
        int(8, false),
        int(16, false),
        int(32, false),
        int(64, false),
        Ty::F16,
        Ty::BF16,
        Ty::F32,
        Ty::F64,
    ]
};

/// The functions that fill an array of a type, and mix its elements into a hash.
fn array_functions(ty: Ty) -> String {
    let name = ty.c();
    let number = "(((uint64_t)i * 2654435761ull + (uint64_t)at * 40503ull) >> 7)";
    let (value, bits) = match ty {
        Ty::F16 => (format!("(_Float16)((float)({number} % 97) - 40.0f)"), "bits16(a[i])".to_owned()),
        Ty::BF16 => (format!("bf16_of((float)({number} % 97) - 40.0f)"), "bitsb16(a[i])".to_owned()),
        Ty::F32 => (format!("(float)({number} % 97) - 40.0f"), "bits32(a[i])".to_owned()),
        Ty::F64 => (format!("(double)({number} % 97) - 40.0"), "bits64(a[i])".to_owned()),
        Ty::Int { bits, .. } => (format!("({name}){number}"), format!("(uint64_t)(uint{bits}_t)a[i]")),
        Ty::Bool => return String::new(),
    };
    format!(
        "__attribute__((noinline)) static void fill_{name}({name} *a, int length, int at) {{ for (int i = 0; i < length; ++i) a[i] = {value}; }}\n\
         __attribute__((noinline)) static uint64_t mix_{name}(uint64_t h, {name} *a, int length) {{ for (int i = 0; i < length; ++i) h = hash(h, {bits}); return h; }}\n"
    )
}

/// The hash that the file prints for a program with vectors of `granules` times 128 bits.
pub(super) fn hash_of(program: &Program, granules: usize) -> u64 {
    let mut hash: u64 = 14_695_981_039_346_656_037;
    for (array, (ty, _)) in program.run(granules).into_iter().zip(program.arrays()) {
        for bits in array {
            let bits = match ty {
                Ty::Int { .. } | Ty::Bool => bits,
                _ => match float_of(bits, ty) {
                    value if value.is_nan() || value == 0.0 => 0,
                    _ => bits,
                },
            };
            hash = (hash ^ bits).wrapping_mul(1_099_511_628_211);
        }
    }
    hash
}
