//! Faults that were mended, and whether generated programs find them.

use terrace_ripple::faults::Fault;

/// The faults by the names of `--fault`.
const FAULTS: [(&str, Fault); 11] = [
    ("targets", Fault::TargetsNotCompared),
    ("wraps", Fault::WrapsNotCounted),
    ("leaving", Fault::LeavingNotAssigned),
    ("meets", Fault::MeetsInLoops),
    ("selections", Fault::SelectionsAfterLoads),
    ("expressions", Fault::SameValuesNotSelected),
    ("branches", Fault::ReadAgainInBranches),
    ("constants", Fault::ConstantsNotCompared),
    ("inactive", Fault::InactiveStored),
    ("pages", Fault::PagesNotCompared),
    ("divisions", Fault::LargeIntegersDivided),
];

/// # Errors
/// There is no such fault.
pub(super) fn of(name: &str) -> Result<Fault, String> {
    let found = FAULTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, fault)| *fault).ok_or_else(|| format!("there is no fault '{name}'"))
}

#[cfg(test)]
mod tests {
    use super::super::{Compiler, Program, Setup, Variant, libraries, outputs};
    use super::FAULTS;
    use terrace::tools::process::Scratch;

    /// The number of programs among which each fault is found.
    const PROGRAMS: u64 = 2_000;

    /// The numbers of programs that find the faults, which `check-ripple --fault` reports, and the processor that they are compiled for.
    const FOUND: [(&str, u64, &str); 11] = [
        ("targets", 18, "x86-64-v2"),
        ("wraps", 74, "x86-64-v3"),
        ("leaving", 70, "x86-64-v3"),
        ("meets", 1569, "x86-64-v3"),
        ("selections", 618, "x86-64-v3"),
        ("expressions", 986, "x86-64-v3"),
        ("branches", 1081, "x86-64-v3"),
        ("constants", 241, "x86-64-v3"),
        ("inactive", 121, "x86-64-v3"),
        ("pages", 841, "x86-64-v2"),
        ("divisions", 82, "x86-64-v3"),
    ];

    #[test]
    fn faults_that_are_put_back_are_found() {
        let has_avx2 = cfg!(target_arch = "x86_64") && avx2();
        if !has_avx2 || terrace::tools::native::toolchain::clang().is_err() {
            return;
        }
        let directory = Scratch::new().expect("there is room for a directory");
        let mut setup = Setup {
            directory: directory.path(),
            compiler: Compiler::Linked(None),
            runner: "",
            lengths: vec![128],
            seconds: 2,
        };
        let libraries = libraries::compile(&setup, "").expect("the libraries compile");
        for ((name, number, processor), (known, fault)) in FOUND.into_iter().zip(FAULTS) {
            let flags = &format!("-O2 -march={processor}");
            let variant = Variant { flags, libraries: libraries.clone() };
            assert!(name == known && number < PROGRAMS);
            let program = Program::of(number, None);
            let expected = setup.expected(&program);
            let mut is_right = |fault| {
                setup.compiler = Compiler::Linked(fault);
                let found =
                    outputs(&setup, &[(number, program.clone())], &variant).expect("programs are written");
                found
                    .into_iter()
                    .all(|found| found.is_ok_and(|found| setup.compare(&found, &expected).is_ok()))
            };
            assert!(is_right(None), "program {number} is wrong without a fault");
            assert!(
                !is_right(Some(fault)),
                "program {number} does not find the fault '{name}': look for another one with --fault"
            );
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn avx2() -> bool {
        std::arch::is_x86_feature_detected!("avx2")
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn avx2() -> bool {
        false
    }
}
