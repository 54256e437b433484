//! Equivalent forms of a program: locals with limited lifetimes, paths that end, jumps, and the targets of
//! functions.

/// The forms in which a program is written.
#[derive(Clone, Copy, Default)]
pub(super) struct Forms {
    /// Whether bodies of loops begin with a local.
    pub(super) has_locals: bool,
    /// The form of the unreachable ends of loop bodies and scopes; see [`Forms::beginning`].
    pub(super) end: usize,
    /// Whether conditions are written with jumps.
    pub(super) has_jumps: bool,
    /// The target of the function; see [`Forms::attribute`].
    pub(super) target: usize,
    /// The target of the functions that it calls; see [`Forms::callee`].
    pub(super) callee: usize,
}

/// The destructor of a local, which mixes a value and the current one of a variable into the number of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cleanup {
    pub(super) value: i64,
    /// The factors of the place of the number in the array of destructors.
    pub(super) factors: [usize; 3],
}

impl Cleanup {
    /// The factor of the number where its destructor runs.
    pub(super) const FACTOR: u32 = 31;
}

/// The number of ends.
pub(super) const ENDS: usize = 8;
/// The number of targets.
pub(super) const TARGETS: usize = 6;
/// The number of forms of declarations of callees.
pub(super) const CALLEES: usize = 6;

impl Forms {
    /// The beginning of a loop's body.
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
            5 | 6 => "assert((uint32_t)id0 + unknown <= 100000u);",
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

    /// The end of the names of functions that are called; see [`CALLEE_FORMS`].
    pub(super) fn callee(self) -> &'static str {
        CALLEE_FORMS.get(self.callee).map_or("", |(name, _)| name)
    }
}

/// Forms of declarations of callees: the suffixes of their names, and their attributes.
pub(super) const CALLEE_FORMS: [(&str, &str); 4] = [
    ("_alone", "__attribute__((noinline)) "),
    ("_more", "MORE __attribute__((noinline)) "),
    ("_clones", "CLONES "),
    ("", ""),
];

/// The attributes, where the processor has such, and locals with destructors.
pub(super) const ATTRIBUTES: &str = "\
#if defined(__x86_64__)
#define MORE __attribute__((target(\"avx2\")))
#define CLONES __attribute__((target_clones(\"default\", \"avx2\")))
#else
#define MORE
#define CLONES
#endif
#ifdef __cplusplus
#define LIBRARY extern \"C\"
#define NOEXCEPT noexcept
struct Cleanup {
  int32_t *number;
  int32_t value;
  int32_t &last;
  ~Cleanup() { *number = (int32_t)((uint32_t)*number * 31u + (uint32_t)value + (uint32_t)last); }
};
#define CLEANUP(number, value, last) Cleanup cleanup = {&number, value, last};
#else
#define LIBRARY
#define NOEXCEPT
struct Cleanup {
  int32_t *number;
  int32_t value;
  int32_t *last;
};
static inline void clean_up(struct Cleanup *local) {
  *local->number = (int32_t)((uint32_t)*local->number * 31u + (uint32_t)local->value + (uint32_t)*local->last);
}
#define CLEANUP(number, value, last) __attribute__((cleanup(clean_up))) struct Cleanup cleanup = {&number, value, &last};
#endif
";
