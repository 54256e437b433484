//! Classes of instructions, by their mnemonics and operands: what lines are said to consist of, and a table of costs for
//! where llvm-mca is absent.

use super::assembly::Instruction;

/// The kind of an instruction, by its use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    Gather,
    Scatter,
    Load,
    Store,
    Spill,
    Shuffle,
    Conversion,
    Reduction,
    Division,
    Call,
    Branch,
    Arithmetic,
}

/// The classes with their names, and the cycles of an instruction if nothing else is executed.
const CLASSES: [(Class, &str, &str, f64); 12] = [
    (Class::Gather, "gather", "gathers", 8.0),
    (Class::Scatter, "scatter", "scatters", 8.0),
    (Class::Load, "load", "loads", 0.5),
    (Class::Store, "store", "stores", 1.0),
    (Class::Spill, "access to a spilled register", "accesses to spilled registers", 1.0),
    (Class::Shuffle, "shuffle", "shuffles", 1.0),
    (Class::Conversion, "conversion", "conversions", 1.0),
    (Class::Reduction, "reduction", "reductions", 2.0),
    (Class::Division, "division or root", "divisions or roots", 8.0),
    (Class::Call, "call", "calls", 20.0),
    (Class::Branch, "branch", "branches", 0.5),
    (Class::Arithmetic, "other operation", "other operations", 0.5),
];

/// The most instructions in a cycle, for the table.
const ISSUED: f64 = 4.0;

impl Class {
    /// The cycles of an instruction, by the table.
    pub(super) fn cycles(self) -> f64 {
        CLASSES.iter().find(|known| known.0 == self).map_or(0.5, |known| known.3)
    }

    /// The name for a count.
    fn name(self, count: usize) -> &'static str {
        let known = CLASSES.iter().find(|known| known.0 == self);
        known.map_or("", |&(_, one, many, _)| if count == 1 { one } else { many })
    }

    /// The class of an instruction.
    pub(super) fn of(instruction: &Instruction) -> Self {
        let text = instruction.text.as_str();
        let (name, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let is_arm = operands.contains('[') && !operands.contains(" ptr ");
        let is_memory = operands.contains(['(', '[']);
        let starts = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let is_scattered =
            |name: &str| starts(&[name]) && operands.split_once('[').is_some_and(|(_, at)| at.contains('z'));
        match () {
            () if instruction.is_spill => Self::Spill,
            () if has(&["gather"]) || is_scattered("ld1") => Self::Gather,
            () if has(&["scatter"]) || is_scattered("st1") => Self::Scatter,
            () if starts(&["call"]) || ["bl", "blr"].contains(&name) => Self::Call,
            () if starts(&["j", "b.", "cb", "tb", "ret"]) || name == "b" => Self::Branch,
            () if has(&["div", "sqrt"]) => Self::Division,
            () if has(&["addv", "maxv", "minv", "maxnmv", "minnmv"])
                || ["addp", "faddp"].contains(&name)
                || starts(&["vphadd", "vhadd"]) =>
            {
                Self::Reduction
            }
            () if starts(&CONVERSIONS) && !is_plain_move(name) => Self::Conversion,
            () if has(&SHUFFLES) || starts(&ARM_SHUFFLES) => Self::Shuffle,
            () if starts(&["lea", "cmp", "test", "prefetch"]) => Self::Arithmetic,
            () if is_arm && starts(&["st"]) => Self::Store,
            () if is_arm && starts(&["ld"]) => Self::Load,
            () if is_memory && operands.ends_with([')', '}']) && is_move(name) => Self::Store,
            () if is_memory && is_move(name) => Self::Load,
            () => Self::Arithmetic,
        }
    }
}

const CONVERSIONS: [&str; 19] = [
    "vcvt", "cvt", "vpmovz", "vpmovs", "pmovz", "pmovs", "vpmovd", "vpmovw", "vpmovq", "vpack", "pack",
    "fcvt", "scvtf", "ucvtf", "sshll", "ushll", "xtn", "sunpk", "uunpk",
];
const SHUFFLES: [&str; 13] = [
    "shuf",
    "perm",
    "unpck",
    "insert",
    "extract",
    "broadcast",
    "palign",
    "pinsr",
    "pextr",
    "movddup",
    "movsldup",
    "movshdup",
    "compress",
];
const ARM_SHUFFLES: [&str; 11] =
    ["tbl", "tbx", "zip", "uzp", "trn", "ext", "dup", "ins", "rev", "splice", "compact"];

/// Whether a mnemonic that begins as a conversion is a move of a mask.
fn is_plain_move(name: &str) -> bool {
    name.starts_with("vpmov") && name.contains("2m")
}

fn is_move(name: &str) -> bool {
    name.contains("mov")
}

/// Whether an instruction that computes reads an operand from memory, as those of x86 can.
fn reads_operand(instruction: &Instruction, class: Class) -> bool {
    let computes = [Class::Shuffle, Class::Conversion, Class::Reduction, Class::Division, Class::Arithmetic];
    let Some((name, operands)) = instruction.text.split_once(char::is_whitespace) else { return false };
    let is_memory = operands.contains('(') || operands.contains(" ptr ");
    is_memory
        && computes.contains(&class)
        && !name.starts_with("lea")
        && !name.starts_with("prefetch")
        && !operands.contains(".LCPI")
}

/// Whether an instruction is what vector code has for more than arithmetic and accesses.
pub(super) fn is_notable(instruction: &Instruction) -> bool {
    !matches!(
        Class::of(instruction),
        Class::Load | Class::Store | Class::Spill | Class::Branch | Class::Arithmetic
    )
}

/// Returns what instructions consist of, in words.
pub(super) fn composition<'a>(instructions: impl IntoIterator<Item = &'a Instruction>) -> String {
    let mut counts = [0_usize; CLASSES.len()];
    for instruction in instructions {
        let class = Class::of(instruction);
        counts[class as usize] += 1;
        counts[Class::Load as usize] += usize::from(reads_operand(instruction, class));
    }
    let counted = CLASSES.iter().zip(counts).filter(|(_, count)| *count > 0);
    counted.map(|(known, count)| format!("{count} {}", known.0.name(count))).collect::<Vec<_>>().join(", ")
}

/// Returns the cycles of code by the table: those of the busiest class, as classes run side by side.
pub(super) fn cycles_by_table(instructions: &[Instruction]) -> f64 {
    let mut busy = [0.0; CLASSES.len()];
    for class in instructions.iter().map(Class::of) {
        busy[class as usize] += class.cycles();
    }
    busy.into_iter().fold(instructions.len() as f64 / ISSUED, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::assembly::Instruction;
    use super::{Class, composition, cycles_by_table};

    fn instruction(text: &str) -> Instruction {
        Instruction { text: text.to_owned(), place: None, is_spill: false }
    }

    #[test]
    fn instructions_have_classes_by_name_and_operands() {
        for (text, class) in [
            ("vmovups\t(%rdi,%rax), %ymm0", Class::Load),
            ("vmovups\t%ymm0, 32(%rdi)", Class::Store),
            ("vaddps\t(%rdi), %ymm0, %ymm0", Class::Arithmetic),
            ("leaq\t(,%rdi,4), %rax", Class::Arithmetic),
            ("vgatherdps\t%ymm1, (%rdi,%ymm0), %ymm2", Class::Gather),
            ("vpermd\t%ymm0, %ymm1, %ymm1", Class::Shuffle),
            ("vcvtdq2ps\t%ymm0, %ymm0", Class::Conversion),
            ("vpmovd2m\t%zmm0, %k1", Class::Arithmetic),
            ("vdivps\t%ymm0, %ymm1, %ymm0", Class::Division),
            ("callq\texpf@PLT", Class::Call),
            ("jne\t.LBB0_1", Class::Branch),
            ("ldp\tq0, q1, [x0, #32]", Class::Load),
            ("st1w\t{ z0.s }, p0, [x0]", Class::Store),
            ("ld1w\t{ z0.s }, p0/z, [x0, z1.s, uxtw #2]", Class::Gather),
            ("st1w\t{ z0.s }, p0, [x0, z1.s, uxtw #2]", Class::Scatter),
            ("ld1w\t{ z0.s }, p0/z, [x0, x1, lsl #2]", Class::Load),
            ("zip1\tv0.4s, v1.4s, v2.4s", Class::Shuffle),
            ("faddp\ts0, v0.2s", Class::Reduction),
            ("scvtf\tv0.4s, v0.4s", Class::Conversion),
            ("b.ne\t.LBB0_1", Class::Branch),
            ("fmla\tv0.4s, v1.4s, v2.4s", Class::Arithmetic),
        ] {
            assert_eq!(Class::of(&instruction(text)), class, "{text}");
        }
    }

    #[test]
    fn a_composition_counts_operands_in_memory() {
        let code = ["vaddps\t(%rdi), %ymm0, %ymm0", "vmovups\t%ymm0, (%rdi)"].map(instruction);
        assert_eq!(composition(&code), "1 load, 1 store, 1 other operation");
        // A store takes a cycle, and operations of other classes go on beside it.
        assert!((cycles_by_table(&code) - 1.0).abs() < 1e-9);
    }
}
