//! The runs that `compare-bufferize`, `compare-buffers` and `compare-transform` compare.

/// A run that is compared: a name, the major version of mlir-opt, and passes.
pub(crate) type Run = (&'static str, u32, &'static [&'static str]);

/// One-Shot Bufferize with options.
macro_rules! one_shot {
    ($($options:literal),*) => {
        concat!("--one-shot-bufferize=" $(, $options)*)
    };
}

/// One-Shot Bufferize of whole modules, loops' allocations included, with more options.
macro_rules! module {
    ($($options:literal)?) => {
        one_shot!("bufferize-function-boundaries allow-return-allocs-from-loops" $(, " ", $options)?)
    };
}

/// On programs on buffers.
pub(crate) const ON_BUFFERS: &[Run] = &[
    ("pipeline", 22, &["--buffer-deallocation-pipeline"]),
    (
        "pipeline with ownership of private functions",
        22,
        &["--buffer-deallocation-pipeline=private-function-dynamic-ownership"],
    ),
    ("liveness", 22, &["--buffer-deallocation-pipeline", "--optimize-allocation-liveness"]),
    ("the older deallocation", 19, &["--buffer-deallocation"]),
    ("hoisting", 22, &["--buffer-hoisting"]),
    ("hoisting out of loops", 22, &["--buffer-loop-hoisting"]),
    ("promotion", 22, &["--promote-buffers-to-stack"]),
    ("promotion of little", 22, &["--promote-buffers-to-stack=max-alloc-size-in-bytes=16"]),
    ("promotion of dynamic buffers", 22, &["--promote-buffers-to-stack=max-rank-of-allocated-memref=2"]),
    ("ownership", 22, &["--expand-realloc=emit-deallocs=false", "--ownership-based-buffer-deallocation"]),
    (
        "ownership of private functions",
        22,
        &[
            "--expand-realloc=emit-deallocs=false",
            "--ownership-based-buffer-deallocation=private-function-dynamic-ownership",
        ],
    ),
    (
        "ownership, simplified",
        22,
        &[
            "--expand-realloc=emit-deallocs=false",
            "--ownership-based-buffer-deallocation",
            "--buffer-deallocation-simplification",
        ],
    ),
    (
        "ownership, lowered",
        22,
        &[
            "--expand-realloc=emit-deallocs=false",
            "--ownership-based-buffer-deallocation",
            "--bufferization-lower-deallocations",
        ],
    ),
    ("equivalent results", 22, &["--drop-equivalent-buffer-results"]),
    ("out-params", 22, &["--buffer-results-to-out-params"]),
    ("reallocations expanded", 22, &["--expand-realloc"]),
];

/// On programs with scripts.
pub(crate) const BY_SCRIPTS: &[Run] = &[("scripts", 22, &["--transform-interpreter"])];

/// On scripts that may be refused.
pub(crate) const OF_SCRIPTS: &[Run] = &[
    ("scripts taken", 22, &["--mlir-print-op-generic"]),
    ("scripts with inferred effects", 22, &["--transform-infer-effects"]),
];

/// On functions on tensors.
pub(crate) const TO_BUFFERS: &[Run] = &[
    ("decisions", 22, &[module!("test-analysis-only")]),
    ("decisions top-down", 22, &[module!("test-analysis-only analysis-heuristic=top-down")]),
    (
        "decisions from terminators",
        22,
        &[module!("test-analysis-only analysis-heuristic=bottom-up-from-terminators")],
    ),
    (
        "decisions in random order",
        22,
        &[module!("test-analysis-only analysis-heuristic=fuzzer analysis-fuzzer-seed=7")],
    ),
    ("decisions without boundaries", 22, &[one_shot!("allow-return-allocs-from-loops test-analysis-only")]),
    ("decisions, regions in parallel", 22, &[module!("test-analysis-only check-parallel-regions")]),
    ("decisions but for one function", 22, &[module!("test-analysis-only no-analysis-func-filter=f0")]),
    ("alias sets", 22, &[module!("test-analysis-only dump-alias-sets")]),
    ("buffers", 22, &[module!()]),
    ("buffers without loops' allocations", 22, &[one_shot!("bufferize-function-boundaries")]),
    ("buffers without boundaries", 22, &[one_shot!("allow-return-allocs-from-loops")]),
    (
        "buffers without layouts",
        22,
        &[module!(
            "function-boundary-type-conversion=identity-layout-map unknown-type-conversion=identity-layout-map"
        )],
    ),
    (
        "buffers with dynamic layouts",
        22,
        &[module!(
            "function-boundary-type-conversion=fully-dynamic-layout-map \
             unknown-type-conversion=fully-dynamic-layout-map"
        )],
    ),
    (
        "buffers without layouts inside",
        22,
        &[one_shot!("allow-return-allocs-from-loops unknown-type-conversion=identity-layout-map")],
    ),
    ("aligned buffers", 22, &[module!("buffer-alignment=128")]),
    ("buffers aligned as they come", 22, &[module!("buffer-alignment=0")]),
    ("memory spaces from encodings", 22, &[module!("use-encoding-for-memory-space")]),
    ("buffers but for one function", 22, &[module!("no-analysis-func-filter=f0")]),
    (
        "buffers of some dialects",
        22,
        &[one_shot!("allow-unknown-ops allow-return-allocs-from-loops dialect-filter=tensor,bufferization")],
    ),
    (
        "buffers of structured control flow",
        22,
        &[one_shot!(
            "allow-unknown-ops allow-return-allocs-from-loops dialect-filter=tensor,bufferization,scf"
        )],
    ),
    ("copy before write", 22, &[one_shot!("bufferize-function-boundaries copy-before-write")]),
    ("copy before write, nothing at boundaries", 22, &[one_shot!("copy-before-write")]),
    (
        "tensors copied",
        22,
        &["--test-tensor-copy-insertion=bufferize-function-boundaries allow-return-allocs-from-loops"],
    ),
    ("empty tensors allocated", 22, &["--empty-tensor-to-alloc-tensor"]),
    ("empty tensors eliminated", 22, &["--eliminate-empty-tensors"]),
    ("empty tensors eliminated, buffers", 22, &["--eliminate-empty-tensors", module!()]),
    ("buffers, equivalent results", 22, &[module!(), "--drop-equivalent-buffer-results"]),
    (
        "buffers, out-params",
        22,
        &[
            module!("function-boundary-type-conversion=identity-layout-map"),
            "--buffer-results-to-out-params=modify-public-functions hoist-static-allocs",
        ],
    ),
    (
        "buffers, out-params and copies",
        22,
        &[
            module!("function-boundary-type-conversion=identity-layout-map"),
            "--buffer-results-to-out-params=modify-public-functions add-result-attr",
        ],
    ),
    (
        "buffers, out-params of dynamic buffers",
        22,
        &[
            module!("function-boundary-type-conversion=identity-layout-map"),
            "--buffer-results-to-out-params=modify-public-functions hoist-static-allocs hoist-dynamic-allocs",
        ],
    ),
];
