//! The data layouts of targets, by architecture and kind of object file.

use crate::ARCHITECTURES;
use crate::architecture::{Layouts, one};

/// The layout for a triple; `None` for an unknown architecture.
pub fn of_triple(triple: &str) -> Option<&'static str> {
    let mut parts = triple.split('-');
    let layouts = of_architecture(parts.next()?)?;
    let rest: Vec<&str> = parts.collect();
    let names =
        |prefixes: &[&str]| rest.iter().any(|part| prefixes.iter().any(|prefix| part.starts_with(prefix)));
    if names(&["darwin", "macos", "ios", "tvos", "watchos", "xros", "driverkit", "macho"]) {
        return Some(layouts.1);
    }
    let is_windows = names(&["windows", "win32", "uefi"]);
    Some(if is_windows && !names(&["elf"]) { layouts.2 } else { layouts.0 })
}

fn of_architecture(arch: &str) -> Option<Layouts> {
    let mut rows = ARCHITECTURES.iter().flat_map(|known| known.layouts);
    let row = rows.find(|(names, _)| names.contains(&arch));
    row.map(|(_, layouts)| *layouts).or_else(|| of_other(arch))
}

/// The layouts of an architecture that has no file of its own.
fn of_other(arch: &str) -> Option<Layouts> {
    Some(match arch {
        "armeb" | "thumbeb" => one("E-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"),
        _ if arch.starts_with("arm") || arch.starts_with("thumb") => Layouts(
            "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64",
            "e-m:o-p:32:32-Fi8-f64:32:64-v64:32:64-v128:32:128-a:0:32-n32-S32",
            "e-m:w-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64",
        ),
        "loongarch64" | "bpf" | "bpfel" => one("e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"),
        "loongarch32" => one("e-m:e-p:32:32-i64:64-n32-S128"),
        "bpfeb" => one("E-m:e-p:64:64-i64:64-i128:128-n32:64-S128"),
        "ppc64le" | "powerpc64le" => one("e-m:e-Fn32-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512"),
        "ppc64" | "powerpc64" => one("E-m:e-Fi64-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512"),
        "ppc" | "powerpc" => one("E-m:e-p:32:32-Fn32-i64:64-n32"),
        "s390x" | "systemz" => one("E-m:e-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16-n32:64"),
        "wasm32" => one("e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"),
        "wasm64" => one("e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"),
        "mips" => one("E-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64"),
        "mipsel" => one("e-m:m-p:32:32-i8:8:32-i16:16:32-i64:64-n32-S64"),
        "mips64" => one("E-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"),
        "mips64el" => one("e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"),
        "nvptx64" => one("e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"),
        "nvptx" => one("e-p:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"),
        "amdgcn" => {
            one("e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-\
             p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-\
             v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9")
        }
        "sparc" => one("E-m:e-p:32:32-i64:64-i128:128-f128:64-n32-S64"),
        "sparcv9" | "sparc64" => one("E-m:e-i64:64-i128:128-n32:64-S128"),
        "avr" => one("e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8"),
        "msp430" => one("e-m:e-p:16:16-i32:16-i64:16-f32:16-f64:16-a:8-n8:16-S16"),
        _ => return None,
    })
}
