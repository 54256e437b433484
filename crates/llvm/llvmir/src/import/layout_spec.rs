//! The data layout of a module as a specification of dlti.

use terrace_dialects_llvm::check_data_layout;
use terrace_dialects_llvm::types::PointerType;
use terrace_dialects_mem::dlti::{DATA_LAYOUT_ENTRY, DATA_LAYOUT_SPEC, FUNCTION_POINTER_ALIGNMENT};
use terrace_ir::elements::int_elements;
use terrace_ir::{Attr, Signedness, Type, TypeData};
use terrace_support::apfloat::FloatKind;
use terrace_support::apint::ApInt;

use super::{Importer, Result};

/// LLVM's defaults for data layouts.
const DEFAULTS: &str =
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-f16:16:16-f64:64:64-f128:128:128";

/// The most bits of an integer.
const MOST_BITS: u64 = (1 << 24) - 1;

/// Entries by types and by names; the first of several for one key counts.
#[derive(Default)]
struct Entries {
    types: Vec<(Attr, Attr)>,
    names: Vec<(Attr, Attr)>,
    unknown: Vec<String>,
}

fn add(list: &mut Vec<(Attr, Attr)>, key: Attr, value: impl FnOnce() -> Option<Attr>) -> Option<()> {
    if list.iter().any(|(known, _)| *known == key) {
        return Some(());
    }
    list.push((key, value()?));
    Some(())
}

impl Importer<'_> {
    /// Sets the data layout of the module.
    pub(super) fn data_layout(&mut self) -> Result {
        let text = self.module.layout.clone();
        let mut entries = Entries::default();
        if let Err(message) = check_data_layout(&text) {
            return self.error(self.module_loc, message);
        }
        let parts = text.split('-').filter(|_| !text.is_empty()).chain(DEFAULTS.split('-'));
        for part in parts {
            if self.layout_part(part, &mut entries).is_none() {
                return self.error(self.module_loc, format!("cannot translate data layout: {part}"));
            }
        }
        for part in entries.unknown {
            self.warn(self.module_loc, format!("unhandled data layout token: {part}"));
        }
        let cx = self.cx;
        let entry = |&(key, value): &(Attr, Attr)| cx.dialect_attr(&DATA_LAYOUT_ENTRY, &[key, value]).ok();
        let all: Vec<Attr> = entries.types.iter().chain(&entries.names).filter_map(entry).collect();
        if let Ok(spec) = cx.dialect_attr(&DATA_LAYOUT_SPEC, &[cx.array_attr(&all)]) {
            self.set_module_attr("dlti.dl_spec", spec);
        }
        Ok(())
    }

    /// Adds what one part says; `None` if that cannot be said.
    fn layout_part(&self, part: &str, entries: &mut Entries) -> Option<()> {
        let cx = self.cx;
        let letters = part.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(part.len());
        let (prefix, rest) = part.split_at(letters);
        let named = |key: &str| cx.string_attr(key);
        let space = |entries: &mut Entries, key: &str| {
            let number: u64 = rest.parse().ok()?;
            if number == 0 {
                return Some(());
            }
            let ty = cx.integer(64, Signedness::Unsigned);
            add(&mut entries.names, named(key), || Some(cx.int_attr(ty, number as i64)))
        };
        match prefix {
            "" => None,
            "e" | "E" => {
                let order = if prefix == "e" { "little" } else { "big" };
                add(&mut entries.names, named("dlti.endianness"), || {
                    rest.is_empty().then(|| cx.string_attr(order))
                })
            }
            "P" => space(entries, "dlti.program_memory_space"),
            "G" => space(entries, "dlti.global_memory_space"),
            "A" => space(entries, "dlti.alloca_memory_space"),
            "m" => {
                let mode = rest.strip_prefix(':').unwrap_or(rest);
                add(&mut entries.names, named("dlti.mangling_mode"), || {
                    (!mode.is_empty()).then(|| cx.string_attr(mode))
                })
            }
            "S" => {
                let number: i64 = rest.parse().ok()?;
                add(&mut entries.names, named("dlti.stack_alignment"), || {
                    (number != 0).then(|| cx.int_attr(Type::I64, number))
                })
            }
            "i" | "f" => {
                let (width, alignments) = rest.split_once(':').unwrap_or((rest, ""));
                let width: u64 = width.parse().ok().filter(|&width| width > 0 && width <= MOST_BITS)?;
                let ty = match prefix {
                    "i" => cx.integer(width as u32, Signedness::Signless),
                    _ => cx.ty(TypeData::Float(float_kind(width)?)),
                };
                add(&mut entries.types, cx.type_attr(ty), || {
                    let mut numbers = numbers(alignments)?;
                    if numbers.len() == 1 {
                        numbers.push(numbers[0]);
                    }
                    self.bit_counts(&numbers, 2)
                })
            }
            "p" => {
                let (space, sizes) = rest.split_once(':')?;
                let space: u32 = if space.is_empty() { 0 } else { space.parse().ok()? };
                let ty: Type = PointerType::get(cx, space).into();
                add(&mut entries.types, cx.type_attr(ty), || {
                    let given = numbers(sizes).filter(|given| (2..=4).contains(&given.len()))?;
                    let preferred = given.get(2).copied().unwrap_or(given[1]);
                    let index = given.get(3).copied().unwrap_or(given[0]);
                    self.bit_counts(&[given[0], given[1], preferred, index], 4)
                })
            }
            "n" => {
                let widths: Vec<i32> = rest
                    .trim_start_matches(':')
                    .split(':')
                    .map(|width| width.parse().ok())
                    .collect::<Option<_>>()?;
                add(&mut entries.names, named("dlti.legal_int_widths"), || Some(cx.i32_array(&widths)))
            }
            "Fi" | "Fn" => {
                let number: u64 = rest.parse().ok()?;
                add(&mut entries.names, named("dlti.function_pointer_alignment"), || {
                    let ty = cx.integer(64, Signedness::Unsigned);
                    let dependent = cx.bool_attr(prefix == "Fn");
                    cx.dialect_attr(&FUNCTION_POINTER_ALIGNMENT, &[cx.int_attr(ty, number as i64), dependent])
                        .ok()
                })
            }
            _ => {
                entries.unknown.push(part.to_string());
                Some(())
            }
        }
    }

    fn bit_counts(&self, counts: &[u64], expected: usize) -> Option<Attr> {
        if counts.len() != expected {
            return None;
        }
        let ty = self.cx.ty(TypeData::Vector {
            shape: [expected as i64].into(),
            scalable: [false].into(),
            element: Type::I64,
        });
        let counts: Vec<ApInt> = counts.iter().map(|&count| ApInt::new(64, count)).collect();
        int_elements(self.cx, ty, &counts)
    }
}

fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split(':').map(|number| number.parse().ok()).collect()
}

fn float_kind(width: u64) -> Option<FloatKind> {
    Some(match width {
        16 => FloatKind::F16,
        32 => FloatKind::F32,
        64 => FloatKind::F64,
        80 => FloatKind::F80,
        128 => FloatKind::F128,
        _ => return None,
    })
}
