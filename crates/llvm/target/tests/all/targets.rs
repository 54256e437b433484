//! The target that a triple and features denote, by what it answers.

use terrace_target::{Machine, layouts, target_of_machine};

/// The name of the target, the size of its registers and the least size of masked accesses.
fn answers(triple: &str, features: &str, scales: Option<[u32; 2]>) -> (String, usize, Option<i64>) {
    let machine = Machine { features: features.split_whitespace().collect(), scales, ..Machine::default() };
    let target = target_of_machine(triple, &machine);
    let name = format!("{target:?}");
    let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    (name.to_owned(), target.register_bytes(), target.least_masked())
}

#[test]
fn triples_name_the_architecture() {
    let rows = [
        ("x86_64-unknown-linux-gnu", "+sse2", None, ("X86", 16, None)),
        ("x86_64-unknown-linux-gnu", "+avx2", None, ("X86", 32, Some(4))),
        ("x86_64-unknown-linux-gnu", "+avx512bw", None, ("X86", 64, Some(1))),
        ("aarch64-unknown-linux-gnu", "+neon", None, ("AArch64", 16, None)),
        ("arm64e-apple-ios", "+sve", Some([2, 2]), ("AArch64", 32, Some(1))),
        ("riscv64-unknown-linux-gnu", "+d", Some([4, 0]), ("RiscV", 16, None)),
        ("riscv64-unknown-linux-gnu", "+v", None, ("RiscV", 16, Some(1))),
        ("riscv64-unknown-linux-gnu", "+v +zvl512b", None, ("RiscV", 64, Some(1))),
        ("riscv64-unknown-linux-gnu", "+v", Some([4, 0]), ("RiscV", 32, Some(1))),
        ("riscv32-unknown-elf", "+zve32x", None, ("RiscV", 16, None)),
        ("hexagon-unknown-elf", "+hvx", None, ("Generic", 16, Some(1))),
        ("loongarch64-unknown-linux-gnu", "+lasx", None, ("Generic", 32, Some(1))),
        // The triple decides, whatever the features are.
        ("s390x-ibm-linux", "+avx512f +sve", None, ("Generic", 16, Some(1))),
    ];
    for (triple, features, scales, (name, bytes, masked)) in rows {
        assert_eq!(
            answers(triple, features, scales),
            (name.to_owned(), bytes, masked),
            "{triple} {features}"
        );
    }
}

#[test]
fn features_tell_the_architecture_of_modules_without_a_triple() {
    let rows = [
        ("+ssse3", "X86"),
        ("+64bit +avx512vl", "X86"),
        ("+neon", "AArch64"),
        ("+aes +sve2-aes", "AArch64"),
        ("+aes +neon +sm4", "AArch64"),
        ("+aes +sse4.2", "X86"),
        ("+v", "RiscV"),
        ("+zve32x", "RiscV"),
        ("", "Generic"),
        // Features of several architectures, and those that the name of another begins.
        ("+aes +sha +sm4 +64bit", "Generic"),
        ("+vfp4 +vsx +vector", "Generic"),
        ("-avx -neon -v", "Generic"),
        ("+v -zvl32b", "Generic"),
        ("+lsx", "Generic"),
    ];
    for (features, name) in rows {
        assert_eq!(answers("", features, None).0, name, "{features}");
    }
}

#[test]
fn architectures_have_layouts() {
    for arch in ["x86_64", "i686", "aarch64", "arm64e", "aarch64_be", "riscv32", "riscv64", "hexagon"] {
        let layout = layouts::of_triple(&format!("{arch}-unknown-elf"));
        let start = if arch.ends_with("_be") { "E-" } else { "e-" };
        assert!(layout.is_some_and(|layout| layout.starts_with(start)), "{arch}: {layout:?}");
    }
}

#[test]
fn costs_scale_with_registers() {
    let rows = [
        ("x86_64-unknown-linux-gnu", "+sse2", (Some(32), 32, 64)),
        ("x86_64-unknown-linux-gnu", "+avx2", (None, 64, 128)),
        ("x86_64-unknown-linux-gnu", "+avx512bw", (None, 128, 256)),
        ("aarch64-unknown-linux-gnu", "+neon", (Some(32), 32, 64)),
    ];
    for (triple, features, expected) in rows {
        let machine = Machine { features: features.split_whitespace().collect(), ..Machine::default() };
        let costs = target_of_machine(triple, &machine).costs();
        let found = (costs.most_gathered, costs.most_scattered, costs.least_selected_in_memory);
        assert_eq!(found, expected, "{triple} {features}");
    }
}

#[test]
fn blocks_are_transposed_in_tiles_where_there_are_some() {
    for (features, expected) in [("+sme", Some(16)), ("+sve", None)] {
        let machine = Machine { features: vec![features], ..Machine::default() };
        let target = target_of_machine("aarch64-unknown-linux-gnu", &machine);
        assert_eq!(target.least_transposed(), expected, "{features}");
    }
}
