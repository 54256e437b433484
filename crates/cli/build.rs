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

/// Links libc without the loader, which takes a quarter of the time of a run on an empty file, where the system has
/// static libraries. The linker is asked for shared ones: it finds scripts that name the others first.
fn link_statically() {
    println!("cargo:rerun-if-env-changed=TERRACE_DYNAMIC");
    let is_native = env::var("HOST").is_ok_and(|host| env::var("TARGET").is_ok_and(|target| host == target));
    let Some(out) = env::var_os("OUT_DIR").map(PathBuf::from).filter(|_| is_native) else { return };
    if env::var_os("TERRACE_DYNAMIC").is_some() {
        return;
    }
    let libraries = [("c", "libc.a"), ("m", "libm.a"), ("gcc_s", "libgcc_eh.a")];
    let folder = out.join("static");
    let scripts = libraries.map(|(name, file)| Some((folder.join(format!("lib{name}.a")), find(file)?)));
    if scripts.iter().any(Option::is_none) || fs::create_dir_all(&folder).is_err() {
        return;
    }
    for (script, library) in scripts.iter().flatten() {
        if fs::write(script, format!("GROUP({})\n", library.display())).is_err() {
            return;
        }
    }
    println!("cargo:rustc-link-arg-bins=-static");
    println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
}

/// The path of a library of the system's compiler.
fn find(file: &str) -> Option<PathBuf> {
    let output = Command::new("cc").arg(format!("-print-file-name={file}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    (path.is_absolute() && path.exists()).then(|| path.canonicalize().ok())?
}
