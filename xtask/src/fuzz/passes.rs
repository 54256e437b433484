//! The passes that inputs go through, and how they refuse.

/// Passes that write files of their own.
pub(super) const WRITERS: &[&str] = &["snapshot-op-locations", "view-op-graph"];

/// Passes that any valid input goes through.
pub(super) const PASSES: &[&str] = &[
    "--canonicalize",
    "--canonicalize=region-simplify=aggressive",
    "--canonicalize=top-down=false",
    "--cse",
    "--sccp",
    "--inline",
    "--loop-invariant-code-motion",
    "--symbol-dce",
    "--control-flow-sink",
    "--topological-sort",
    "--affine-loop-normalize",
    "--arith-expand",
    "--arith-int-range-narrowing",
    "--arith-unsigned-when-equivalent",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-elementwise-to-linalg",
    "--convert-func-to-llvm",
    "--convert-func-to-llvm=use-bare-ptr-memref-call-conv",
    "--convert-index-to-llvm",
    "--convert-linalg-to-affine-loops",
    "--convert-linalg-to-loops",
    "--convert-complex-to-llvm",
    "--convert-complex-to-llvm=complex-range=improved",
    "--convert-math-to-libm",
    "--convert-math-to-llvm",
    "--convert-scf-to-cf",
    "--convert-to-llvm",
    "--expand-strided-metadata",
    "--finalize-memref-to-llvm",
    "--finalize-memref-to-llvm=use-aligned-alloc index-bitwidth=32",
    "--int-range-optimizations",
    "--lift-cf-to-scf",
    "--linalg-fold-unit-extent-dims",
    "--linalg-fuse-elementwise-ops",
    "--linalg-generalize-named-ops",
    "--linalg-specialize-generic-ops",
    "--llvm-request-c-wrappers",
    "--lower-affine",
    "--mem2reg",
    "--memref-expand",
    "--scf-for-loop-canonicalization",
    "--scf-for-loop-peeling",
    "--scf-for-loop-range-folding",
    "--scf-for-loop-specialization",
    "--scf-parallel-loop-fusion",
    "--sroa",
    "--convert-vector-to-scf",
    "--convert-vector-to-scf=full-unroll lower-tensors lower-scalable target-rank=0",
    "--convert-vector-to-scf=lower-tensors lower-scalable",
    "--convert-vector-to-llvm",
    "--convert-vector-to-llvm=reassociate-fp-reductions force-32bit-vector-indices=false use-vector-alignment \
     vector-contract-lowering=outerproduct vector-transpose-lowering=shuffle1d",
    "--convert-vector-to-llvm=vector-contract-lowering=llvmintr vector-transpose-lowering=llvmintr",
    "--convert-vector-to-llvm=vector-contract-lowering=parallelarith vector-transpose-lowering=shuffle16x16",
    "--lower-vector-mask",
    "--lower-vector-multi-reduction",
    "--test-lower-to-llvm",
];

/// Passes that make tensors buffers, place them and free them; they refuse much.
pub(super) const BUFFERIZE: &[&str] = &[
    "--one-shot-bufferize",
    "--one-shot-bufferize=allow-unknown-ops",
    "--one-shot-bufferize=allow-unknown-ops explain",
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops",
    "--one-shot-bufferize=bufferize-function-boundaries allow-unknown-ops strict-analysis",
    "--one-shot-bufferize=bufferize-function-boundaries copy-before-write",
    "--one-shot-bufferize=bufferize-function-boundaries test-analysis-only print-conflicts dump-alias-sets",
    "--one-shot-bufferize=bufferize-function-boundaries allow-unknown-ops \
     function-boundary-type-conversion=identity-layout-map unknown-type-conversion=identity-layout-map",
    "--eliminate-empty-tensors",
    "--empty-tensor-to-alloc-tensor",
    "--drop-equivalent-buffer-results",
    "--buffer-results-to-out-params=modify-public-functions hoist-static-allocs",
    "--finalizing-bufferize",
    "--convert-bufferization-to-memref",
    "--ownership-based-buffer-deallocation",
    "--ownership-based-buffer-deallocation=private-function-dynamic-ownership unstructured-control-flow",
    "--buffer-deallocation-simplification",
    "--bufferization-lower-deallocations",
    "--buffer-deallocation-pipeline",
    "--buffer-deallocation",
    "--optimize-allocation-liveness",
    "--expand-realloc",
    "--buffer-hoisting",
    "--buffer-loop-hoisting",
    "--promote-buffers-to-stack=max-alloc-size-in-bytes=4096 max-rank-of-allocated-memref=2",
    "--verify-deallocation",
];

/// What inputs with a script have in them.
pub(super) const SCRIPT: &[u8] = b"transform.";

/// How passes say that an input is not for them.
pub(super) const REFUSALS: &[&str] = &[
    "pattern application creates more and more ops",
    "division by non-positive value is not supported",
    "does not support identifier data layout entries",
    "potentially unknown symbol table",
    "does not define a symbol table",
    "failed to legalize",
    "Cannot convert unknown control flow op",
    "transformation does not support",
    "needs at least one tuple element",
    "Cannot create unreachable terminator",
    // Ops of a graph region that use their own results may be rewritten for ever.
    "rewriting makes more and more ops",
    // Bodies of convolutions whose arithmetic is lowered.
    "expected add/mul op in the body",
    // What was structured in an affine loop.
    "expects region #0 to have 0 or 1 blocks",
];
