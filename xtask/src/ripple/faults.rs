//! Faults that were mended, and whether generated programs find them.

use terrace_ripple::faults::Fault;

/// The faults by the names of `--fault`.
const FAULTS: [(&str, Fault); 13] = [
    ("targets", Fault::TargetsNotCompared),
    ("passed", Fault::PassedVectorsNotAllowed),
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
    ("arguments", Fault::ArgumentsNotComputed),
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
    use std::sync::atomic::{AtomicUsize, Ordering};
    use terrace::tools::process::Scratch;
    use terrace_filetest::harness::NO_SKIPS;
    use terrace_ripple::faults::Fault;

    /// The number of programs among which faults are found.
    const PROGRAMS: u64 = 2_000;

    /// The numbers of programs that find the faults, which `check-ripple --fault` reports, and the processor that they are
    /// compiled for, with other options. The first fault shows in calls of libraries, and of functions that access elements
    /// under masks.
    const FOUND: [(&str, u64, &str); 13] = [
        ("targets", 18, "x86-64-v2"),
        ("targets", 346, "x86-64"),
        ("passed", 36, PREFERRING),
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

    /// The same of faults that show in fewer than one of so many programs.
    const FOUND_LATER: [(&str, u64, &str); 1] = [("arguments", 777_284, "x86-64")];

    /// All of them.
    fn all() -> impl Iterator<Item = (&'static str, u64, &'static str)> {
        FOUND.into_iter().chain(FOUND_LATER)
    }

    /// A processor that not all that compile programs are, and options.
    const PREFERRING: &str = "x86-64-v4 -mprefer-vector-width=256";

    #[test]
    fn faults_that_are_put_back_are_found() {
        let has_avx2 = cfg!(target_arch = "x86_64") && avx2();
        let need = match terrace::tools::native::toolchain::clang() {
            Ok(_) if has_avx2 => Ok(()),
            Ok(_) => Err("this processor has no AVX2".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(reason) = need {
            assert!(std::env::var_os(NO_SKIPS).is_none(), "{NO_SKIPS} is set, but {reason}");
            eprintln!("not run, since {reason}");
            return;
        }
        let directory = Scratch::new().expect("there is room for a directory");
        let libraries = libraries::compile(&setup(&directory, None), "").expect("the libraries compile");
        let mut found: Vec<_> = all().collect();
        if !avx512() {
            eprintln!("without those for {PREFERRING}: this processor has no AVX-512");
            found.retain(|&(_, _, processor)| processor != PREFERRING);
        }
        // A fault is back in all of the process: what is right is compiled before, side by side.
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..at_once {
                scope.spawn(|| {
                    while let Some(&(_, number, processor)) = found.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let right = is_right(&libraries, number, processor, None);
                        assert!(right, "program {number} is wrong without a fault");
                    }
                });
            }
        });
        assert!(FAULTS.iter().all(|(name, _)| all().any(|(found, ..)| found == *name)));
        assert!(FOUND.iter().all(|&(_, number, _)| number < PROGRAMS));
        for (name, number, processor) in found {
            let fault = super::of(name).expect("it is a fault");
            assert!(
                !is_right(&libraries, number, processor, Some(fault)),
                "program {number} does not find the fault '{name}': look for another one with --fault"
            );
        }
    }

    fn setup(directory: &Scratch, fault: Option<Fault>) -> Setup<'_> {
        Setup {
            directory: directory.path(),
            compiler: Compiler::Linked(fault),
            runner: "",
            lengths: vec![128],
            seconds: 2,
        }
    }

    /// Whether a program does what it is to do, compiled with a fault.
    fn is_right(libraries: &[String], number: u64, processor: &str, fault: Option<Fault>) -> bool {
        let directory = Scratch::new().expect("there is room for a directory");
        let setup = setup(&directory, fault);
        let libraries = libraries.to_vec();
        let program = Program::of(number, None);
        let flags = &format!("-O2 -march={processor}");
        let expected = setup.expected(&program);
        let found = outputs(&setup, &[(number, program)], &Variant { flags, libraries })
            .expect("programs are written");
        found.into_iter().all(|found| found.is_ok_and(|found| setup.compare(&found, &expected).is_ok()))
    }

    #[cfg(target_arch = "x86_64")]
    fn avx2() -> bool {
        std::arch::is_x86_feature_detected!("avx2")
    }

    #[cfg(target_arch = "x86_64")]
    fn avx512() -> bool {
        std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512cd")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && std::arch::is_x86_feature_detected!("avx512vl")
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn avx2() -> bool {
        false
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn avx512() -> bool {
        false
    }
}
