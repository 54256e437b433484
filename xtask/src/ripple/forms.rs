//! Ways to write a program that mean the same: locals whose lifetimes end, ways that end, jumps, and what functions are compiled for.

/// How a program is written.
#[derive(Clone, Copy, Default)]
pub(super) struct Forms {
    /// Whether bodies of loops begin with a local.
    pub(super) has_locals: bool,
    /// How bodies of loops end where they never do; see [`Forms::beginning`].
    pub(super) end: usize,
    /// Whether conditions are written with jumps.
    pub(super) has_jumps: bool,
    /// What the function is compiled for; see [`Forms::attribute`].
    pub(super) target: usize,
}

/// The number of ends.
pub(super) const ENDS: usize = 6;
/// The number of targets.
pub(super) const TARGETS: usize = 6;

impl Forms {
    /// What the body of a loop begins with.
    pub(super) fn beginning(self, pad: &str) -> String {
        let mut out = String::new();
        if self.has_locals {
            out.push_str(&format!("{pad}int32_t local = (int32_t)id0 + 1; if (local < 0) A3[0] = 1;\n"));
        }
        let end = match self.end {
            1 => "if ((uint32_t)id0 + unknown > 100000u) abort();",
            2 => "if ((uint32_t)id1 + unknown > 100000u) __builtin_unreachable();",
            3 => "if (unknown > 7u) exit(1);",
            4 => "if ((uint32_t)id0 + unknown > 100000u) { A3[0] = 1; __builtin_trap(); }",
            _ => return out,
        };
        out.push_str(&format!("{pad}{end}\n"));
        out
    }

    /// The attribute of the function.
    pub(super) fn attribute(self) -> &'static str {
        match self.target {
            1 => "MORE ",
            2 => "CLONES ",
            _ => "",
        }
    }
}

/// The attributes, where the processor has such.
pub(super) const ATTRIBUTES: &str = "\
#if defined(__x86_64__)
#define MORE __attribute__((target(\"avx2\")))
#define CLONES __attribute__((target_clones(\"default\", \"avx2\")))
#else
#define MORE
#define CLONES
#endif
";
