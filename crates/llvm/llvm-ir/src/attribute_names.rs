//! The names of attributes, as LLVM orders them.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The form of an attribute after its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Flag,
    /// A type in parentheses.
    Type,
    /// A number: `align 4`, `dereferenceable(4)`.
    Number,
    /// A type and two bounds.
    Range,
    /// Any text between parentheses.
    Other,
}

/// The attributes that are no strings, in LLVM's order: flags, those with types, those with numbers, ranges.
pub const KNOWN: &[(&str, Form)] = &[
    ("allocalign", Form::Flag),
    ("allocptr", Form::Flag),
    ("alwaysinline", Form::Flag),
    ("builtin", Form::Flag),
    ("cold", Form::Flag),
    ("convergent", Form::Flag),
    ("coro_only_destroy_when_complete", Form::Flag),
    ("coro_elide_safe", Form::Flag),
    ("dead_on_return", Form::Flag),
    ("dead_on_unwind", Form::Flag),
    ("disable_sanitizer_instrumentation", Form::Flag),
    ("fn_ret_thunk_extern", Form::Flag),
    ("hot", Form::Flag),
    ("hybrid_patchable", Form::Flag),
    ("immarg", Form::Flag),
    ("inreg", Form::Flag),
    ("inlinehint", Form::Flag),
    ("jumptable", Form::Flag),
    ("minsize", Form::Flag),
    ("mustprogress", Form::Flag),
    ("naked", Form::Flag),
    ("nest", Form::Flag),
    ("noalias", Form::Flag),
    ("nobuiltin", Form::Flag),
    ("nocallback", Form::Flag),
    ("nocf_check", Form::Flag),
    ("nocreateundeforpoison", Form::Flag),
    ("nodivergencesource", Form::Flag),
    ("noduplicate", Form::Flag),
    ("noext", Form::Flag),
    ("nofree", Form::Flag),
    ("noimplicitfloat", Form::Flag),
    ("noinline", Form::Flag),
    ("nomerge", Form::Flag),
    ("noprofile", Form::Flag),
    ("norecurse", Form::Flag),
    ("noredzone", Form::Flag),
    ("noreturn", Form::Flag),
    ("nosanitize_bounds", Form::Flag),
    ("nosanitize_coverage", Form::Flag),
    ("nosync", Form::Flag),
    ("noundef", Form::Flag),
    ("nounwind", Form::Flag),
    ("nonlazybind", Form::Flag),
    ("nonnull", Form::Flag),
    ("null_pointer_is_valid", Form::Flag),
    ("optforfuzzing", Form::Flag),
    ("optdebug", Form::Flag),
    ("optsize", Form::Flag),
    ("optnone", Form::Flag),
    ("presplitcoroutine", Form::Flag),
    ("readnone", Form::Flag),
    ("readonly", Form::Flag),
    ("returned", Form::Flag),
    ("returns_twice", Form::Flag),
    ("signext", Form::Flag),
    ("safestack", Form::Flag),
    ("sanitize_address", Form::Flag),
    ("sanitize_alloc_token", Form::Flag),
    ("sanitize_hwaddress", Form::Flag),
    ("sanitize_memtag", Form::Flag),
    ("sanitize_memory", Form::Flag),
    ("sanitize_numerical_stability", Form::Flag),
    ("sanitize_realtime", Form::Flag),
    ("sanitize_realtime_blocking", Form::Flag),
    ("sanitize_thread", Form::Flag),
    ("sanitize_type", Form::Flag),
    ("shadowcallstack", Form::Flag),
    ("skipprofile", Form::Flag),
    ("speculatable", Form::Flag),
    ("speculative_load_hardening", Form::Flag),
    ("ssp", Form::Flag),
    ("sspreq", Form::Flag),
    ("sspstrong", Form::Flag),
    ("strictfp", Form::Flag),
    ("swiftasync", Form::Flag),
    ("swifterror", Form::Flag),
    ("swiftself", Form::Flag),
    ("willreturn", Form::Flag),
    ("writable", Form::Flag),
    ("writeonly", Form::Flag),
    ("zeroext", Form::Flag),
    ("byref", Form::Type),
    ("byval", Form::Type),
    ("elementtype", Form::Type),
    ("inalloca", Form::Type),
    ("preallocated", Form::Type),
    ("sret", Form::Type),
    ("align", Form::Number),
    ("allockind", Form::Other),
    ("allocsize", Form::Number),
    ("captures", Form::Other),
    ("dereferenceable", Form::Number),
    ("dereferenceable_or_null", Form::Number),
    ("memory", Form::Other),
    ("nofpclass", Form::Number),
    ("alignstack", Form::Number),
    ("uwtable", Form::Other),
    ("vscale_range", Form::Other),
    ("range", Form::Range),
    ("initializes", Form::Other),
];

/// The place of a name in [`KNOWN`].
pub fn place(name: &str) -> Option<usize> {
    static PLACES: LazyLock<FxHashMap<&str, usize>> =
        LazyLock::new(|| KNOWN.iter().enumerate().map(|(place, (known, _))| (*known, place)).collect());
    PLACES.get(name).copied()
}

/// The form of an attribute; `None` if LLVM has no such attribute.
pub fn form(name: &[u8]) -> Option<Form> {
    match name {
        // A spelling of older versions.
        b"nocapture" => Some(Form::Flag),
        _ => Some(KNOWN[place(std::str::from_utf8(name).ok()?)?].1),
    }
}

/// The classes of floating-point numbers, larger sets first.
const CLASSES: &[(u64, &str)] = &[
    (0x3ff, "all"),
    (0x3, "nan"),
    (0x1, "snan"),
    (0x2, "qnan"),
    (0x204, "inf"),
    (0x4, "ninf"),
    (0x200, "pinf"),
    (0x60, "zero"),
    (0x20, "nzero"),
    (0x40, "pzero"),
    (0x90, "sub"),
    (0x10, "nsub"),
    (0x80, "psub"),
    (0x108, "norm"),
    (0x8, "nnorm"),
    (0x100, "pnorm"),
];

/// The bits of a class of floating-point numbers.
pub fn float_class(name: &[u8]) -> Option<u64> {
    CLASSES.iter().find(|(_, class)| class.as_bytes() == name).map(|&(bits, _)| bits)
}

/// The classes of floating-point numbers that a set of bits names.
pub fn float_classes(bits: u64) -> String {
    let (mut left, mut out) = (bits, String::new());
    for &(class, name) in CLASSES {
        if left & class == class {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(name);
            left &= !class;
        }
    }
    out
}

/// The flags of `allockind`, lowest bit first.
const ALLOCATION_KINDS: &[&str] = &["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"];

/// The keywords of `allockind` for a set of bits.
pub fn allocation_kinds(bits: u64) -> String {
    let named = ALLOCATION_KINDS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0);
    named.map(|(_, name)| *name).collect::<Vec<_>>().join(",")
}

/// The bits of the comma-separated keywords of `allockind`.
pub fn allocation_bits(words: &str) -> u64 {
    let bit = |word: &str| ALLOCATION_KINDS.iter().position(|known| *known == word.trim());
    words.split(',').filter_map(bit).fold(0, |all, bit| all | 1 << bit)
}

/// An attribute with a number, which in groups is written with an equals sign.
pub fn number_text(name: &str, number: u64, in_group: bool) -> String {
    match name {
        "align" if in_group => format!("align={number}"),
        "align" => format!("align {number}"),
        "alignstack" if in_group => format!("alignstack={number}"),
        "nofpclass" => format!("nofpclass({})", float_classes(number)),
        "allocsize" => match number as u32 {
            u32::MAX => format!("allocsize({})", number >> 32),
            second => format!("allocsize({},{second})", number >> 32),
        },
        "allockind" => format!("allockind(\"{}\")", allocation_kinds(number)),
        "captures" => captures_text(number),
        "memory" => memory_of_number(number),
        "uwtable" if number == 2 => "uwtable".to_string(),
        "uwtable" => "uwtable(sync)".to_string(),
        "vscale_range" => format!("vscale_range({},{})", number >> 32, number as u32),
        _ => format!("{name}({number})"),
    }
}

/// The text of `captures` for LLVM's encoding: four bits for the result, and four for all other captures.
fn captures_text(number: u64) -> String {
    let components = |bits: u64| {
        let address = ["", "address_is_null", "address", "address"][(bits & 3) as usize];
        let provenance = ["", "read_provenance", "provenance", "provenance"][(bits >> 2 & 3) as usize];
        match (address, provenance) {
            ("", "") => "none".to_string(),
            (one, "") | ("", one) => one.to_string(),
            (address, provenance) => format!("{address}, {provenance}"),
        }
    };
    let (result, other) = (number & 15, number >> 4 & 15);
    match (components(result), components(other)) {
        (_, other) if result == number >> 4 & 15 => format!("captures({other})"),
        (result, _) if other == 0 => format!("captures(ret: {result})"),
        (result, other) => format!("captures({other}, ret: {result})"),
    }
}

/// The text of `memory` for LLVM's encoding: two bits for each kind of memory.
fn memory_of_number(number: u64) -> String {
    let info = |kind: u64| number >> (2 * kind) & 3;
    format!("memory({})", memory_words(info(3), [info(0), info(1), info(2), info(4), info(5)]))
}

/// The words of `memory`: the effect on memory in general, on that of arguments, inaccessible memory, `errno`, and two
/// target memories. The lowest bit of each is for reads, the next one for writes.
pub fn memory_words(other: u64, places: [u64; 5]) -> String {
    let word = |info: u64| ["none", "read", "write", "readwrite"][(info & 3) as usize];
    let mut parts = Vec::new();
    if other != 0 || places.iter().all(|&info| info == other) {
        parts.push(word(other).to_string());
    }
    for (place, info) in
        ["argmem", "inaccessiblemem", "errnomem", "target_mem0", "target_mem1"].into_iter().zip(places)
    {
        if info != other {
            parts.push(format!("{place}: {}", word(info)));
        }
    }
    parts.join(", ")
}
