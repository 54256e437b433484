//! How the two commands are linked.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The tables of ops, passes and patterns are static data that holds some 26,000 pointers. In a
    // position-independent executable the loader adjusts each of them: 30 % of the instructions of a run on an empty
    // file, and the pages that hold them are copied.
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|actual| actual == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
        link_statically();
    }
}

/// Links libc without the loader, which takes a third of the time of a run on an empty file, where a trial shows that the
/// system's compiler can, and `TERRACE_DYNAMIC` is not set.
fn link_statically() {
    println!("cargo:rerun-if-env-changed=TERRACE_DYNAMIC");
    let is_native = env::var("HOST").is_ok_and(|host| env::var("TARGET").is_ok_and(|target| host == target));
    let Some(out) = env::var_os("OUT_DIR").map(PathBuf::from).filter(|_| is_native) else { return };
    let folder = out.join("static");
    if env::var_os("TERRACE_DYNAMIC").is_some()
        || name_static_libraries(&folder).is_none()
        || !is_linked(&folder)
    {
        return;
    }
    println!("cargo:rustc-link-arg-bins=-static");
    println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
}

/// Writes scripts that name the static libraries of the system, since the linker is asked for shared ones, and finds these
/// scripts first; `None` if there are no such libraries.
fn name_static_libraries(folder: &Path) -> Option<()> {
    fs::create_dir_all(folder).ok()?;
    [("c", "libc.a"), ("m", "libm.a"), ("gcc_s", "libgcc_eh.a")].into_iter().try_for_each(|(name, file)| {
        let script = format!("GROUP({})\n", find(file)?.display());
        fs::write(folder.join(format!("lib{name}.a")), script).ok()
    })
}

/// Whether a program that is linked with the libraries of Rust's standard library, as it names them, is static and runs.
fn is_linked(folder: &Path) -> bool {
    let (source, program) = (folder.join("trial.c"), folder.join("trial"));
    let libraries = ["gcc_s", "util", "rt", "pthread", "m", "dl", "c"].map(|name| format!("-l{name}"));
    let text =
        "#include <math.h>\nint main(int n, char **names) { return names[0] && pow(n, 2) == 1 ? 0 : 1; }\n";
    let succeeds = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    let mut link = Command::new("cc");
    link.args(["-fno-builtin", "-no-pie", "-static", "-L"]).arg(folder).arg(&source).arg("-o").arg(&program);
    link.arg("-Wl,-Bdynamic").args(libraries);
    fs::write(&source, text).is_ok() && succeeds(&mut link) && succeeds(&mut Command::new(&program))
}

/// The path of a library of the system's compiler.
fn find(file: &str) -> Option<PathBuf> {
    let output = Command::new("cc").arg(format!("-print-file-name={file}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    (path.is_absolute() && path.exists()).then(|| path.canonicalize().ok())?
}
