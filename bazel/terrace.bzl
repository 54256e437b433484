"""Rules that compile MLIR, and sources in C and C++ that use Ripple, with Terrace.

The program is that of the environment's TERRACE, or `terrace` in the path; both, and
TERRACE_CLANG, are those of Bazel's actions (`--action_env=TERRACE`).
"""

_TERRACE = "$${TERRACE:-terrace}"

def terrace_library(name, srcs, optimize = 2, flags = [], **kwargs):
    """A cc_library of files of MLIR, with a header for each.

    Args:
      name: the library.
      srcs: files of MLIR. FILE.mlir has the header FILE.h.
      optimize: how much clang optimizes, from 0 to 3.
      flags: flags of `terrace opt`, passes that come before a program is lowered.
      **kwargs: more attributes of the cc_library.
    """
    objects = [name + "-runtime.o"]
    headers = []
    native.genrule(
        name = name + "_runtime",
        outs = [name + "-runtime.o"],
        cmd = _TERRACE + " compile --runtime -o $@",
    )
    for src in srcs:
        stem = src.rpartition(".")[0]
        native.genrule(
            name = name + "_" + stem,
            srcs = [src],
            outs = [stem + ".o", stem + ".h"],
            cmd = " ".join([
                _TERRACE,
                "compile $< -o $(location %s.o)" % stem,
                "--header=$(location %s.h)" % stem,
                "--opt=%d" % optimize,
            ] + flags),
        )
        objects.append(stem + ".o")
        headers.append(stem + ".h")
    native.cc_library(
        name = name,
        srcs = objects,
        hdrs = headers,
        strip_include_prefix = "/" + native.package_name(),
        linkopts = ["-lm"],
        **kwargs
    )

def ripple_library(name, srcs, hdrs = [], copts = [], **kwargs):
    """A cc_library of sources in C or C++ that use Ripple.

    Args:
      name: the library.
      srcs: sources: in C if their names end in `.c`, otherwise in C++.
      hdrs: the headers of the package that they include.
      copts: options of clang.
      **kwargs: more attributes of the cc_library.
    """
    objects = []
    for src in srcs:
        stem = src.rpartition(".")[0]
        compiler = "ripple-cc" if src.endswith(".c") else "ripple-c++"
        native.genrule(
            name = name + "_" + stem,
            srcs = [src] + hdrs,
            outs = [stem + ".o"],
            cmd = " ".join([_TERRACE, compiler, "-fPIC"] + copts + ["-c $(location %s) -o $@" % src]),
        )
        objects.append(stem + ".o")
    native.cc_library(
        name = name,
        srcs = objects,
        hdrs = hdrs,
        **kwargs
    )
