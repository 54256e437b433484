//! The passes and pipelines under test.

use crate::copies::Copies;
use crate::judge::{Problem, Verdict};

/// A pass or a pipeline under test.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The flags of `terrace opt`.
    pub flags: String,
    /// Of which kinds the programs are; all where there are none.
    pub kinds: &'static [&'static str],
    /// Substrings of the errors with which it may reject an input; an empty one matches a failure without an error.
    pub refusals: &'static [&'static str],
    /// Whether memory may be left for a later pass to free.
    pub leaks: bool,
    /// Whether it frees what programs leave.
    pub frees: bool,
    /// Whether it may stand anywhere in a sequence of passes.
    pub mixes: bool,
    /// The functions whose results become copies, if any: then programs are compared with themselves with
    /// copies.
    pub copies: Option<Copies>,
    /// Whether no tensor may remain in accepted programs.
    pub bufferizes: bool,
    /// Whether it reads memory that may be unwritten, and does not use what it reads.
    pub reads_unwritten: bool,
    /// Known problems that remain because upstream's tests expect them.
    pub known: &'static [Problem],
}

/// A line of the list.
pub struct Row {
    flags: &'static str,
    kinds: &'static [&'static str],
    refusals: &'static [&'static str],
    leaks: bool,
    frees: bool,
    mixes: bool,
    copies: Option<Copies>,
    bufferizes: bool,
    reads_unwritten: bool,
    known: &'static [Problem],
}

impl Row {
    /// Sets that the pass must free the memory that programs, and passes before it, leak.
    const fn frees(mut self) -> Row {
        self.frees = true;
        self
    }

    /// Like [`Self::frees`], and functions return copies of buffers that they do not own.
    const fn copies(mut self, copies: Copies) -> Row {
        self.copies = Some(copies);
        self.frees()
    }

    /// For programs of these kinds alone.
    const fn on(mut self, kinds: &'static [&'static str]) -> Row {
        self.kinds = kinds;
        self
    }

    /// Allows rejections of inputs with one of these messages.
    const fn refuses(mut self, messages: &'static [&'static str]) -> Row {
        self.refusals = messages;
        self
    }

    /// Memory is left for a later pass to free.
    const fn leaks(mut self) -> Row {
        self.leaks = true;
        self.mixes = false;
        self
    }

    /// It bufferizes all, or refuses.
    const fn bufferizes(mut self) -> Row {
        self.bufferizes = true;
        self
    }

    /// It reads memory that may be unwritten: for copies, and for lanes after the last iteration.
    const fn reads_unwritten(mut self) -> Row {
        self.reads_unwritten = true;
        self
    }

    /// These problems are known and stay.
    const fn known(mut self, problems: &'static [Problem]) -> Row {
        self.known = problems;
        self
    }

    /// The subject of this line.
    pub fn subject(&self) -> Subject {
        let Row { flags, kinds, refusals, leaks, frees, mixes, copies, bufferizes, reads_unwritten, known } =
            *self;
        let flags = flags.to_owned();
        Subject { flags, kinds, refusals, leaks, frees, mixes, copies, bufferizes, reads_unwritten, known }
    }
}

/// A pass by its flag, which may are in sequences.
const fn pass(flags: &'static str) -> Row {
    Row {
        flags,
        kinds: &[],
        refusals: &[],
        leaks: false,
        frees: false,
        mixes: true,
        copies: None,
        bufferizes: false,
        reads_unwritten: false,
        known: &[],
    }
}

/// A pipeline by its flags, or a pass that stands alone.
const fn pipeline(flags: &'static str) -> Row {
    Row {
        flags,
        kinds: &[],
        refusals: &[],
        leaks: false,
        frees: false,
        mixes: false,
        copies: None,
        bufferizes: false,
        reads_unwritten: false,
        known: &[],
    }
}

const LOOPS: &[&str] = &["loops", "regions", "memory", "tensors", "mixed", "affine", "views"];
const BLOCKS: &[&str] = &["branches", "regions", "mixed"];
const AFFINE: &[&str] = &["affine", "loops", "mixed", "nests", "lanes", "buffer-rules"];
const NUMBERS: &[&str] = &["scalars", "number-rules", "vector-rules"];
const SHAPES: &[&str] = &["shapes", "tensor-rules"];
const VECTORS: &[&str] = &["vectors", "mixed", "linalg", "vector-rules", "views", "reshaped"];
const LINALG: &[&str] =
    &["linalg", "buffers", "tensors", "mixed", "buffer-rules", "tensor-rules", "reshaped"];
const MEMORY: &[&str] =
    &["memory", "buffers", "affine", "mixed", "branches", "regions", "buffer-rules", "views"];
const ALL: &[&str] = &[];
/// The error for affine ops whose operands are not valid dimensions or symbols (any more).
const NOT_AFFINE: &str = "operand cannot be used as a";
/// The errors of lifting control flow that has no structured form.
const NOT_LIFTED: &[&str] =
    &["Cannot convert unknown control flow op", "transformation does not support", NOT_AFFINE];

/// The errors for affine loops around control flow that is lowered.
const NOT_FLAT: &[&str] = &["failed to legalize", "to have 0 or 1 blocks"];
#[rustfmt::skip] // Three lines of names, not ten.
const TENSORS: &[&str] =
    &["elements", "tensors", "linalg", "mixed", "tensor-rules", "outside", "placed", "own-tensors", "reshaped"];
/// Programs whose ops are all in functions: buffers are freed there alone, as in mlir-opt.
const IN_FUNCTIONS: &[&str] = &["elements", "tensors", "linalg", "mixed", "tensor-rules", "own-tensors"];
const OUTSIDE: &[&str] = &["outside"];
const TOSA: &[&str] = &["tosa"];
/// The error of lowerings of tosa where extents are not known, as of upstream's.
const NOT_LOWERED: &[&str] = &["failed to legalize operation 'tosa."];
/// The errors of passes that narrow numbers: of ops that might lose some, of those that are not of tosa, and of accesses
/// to variables, which are declared outside of the function that the pass runs on.
const NOT_NARROWED: &[&str] = &["failed to legalize operation", "op require same element type for"];
const FORALL: &[&str] = &["tensors", "loops", "memory"];
/// The failure, without an error, of passes that do not support `scf.forall` with results, as upstream's fail when they
/// leave a result without a type.
const NOT_BUFFERS: &[&str] = &[""];
/// The errors of bufferization for unsupported ops, and for outputs that other passes do not materialize.
const NOT_BUFFERIZED: &[&str] = &[
    "op was not bufferized",
    "Yield operand #",
    "not equivalent to the corresponding iter bbArg",
    "only i1 condition values are supported",
    "would write to read-only buffer",
    // Ops of which bufferization knows nothing may give any of their operands.
    "returns one of its operands",
    "body must bufferize in-place",
    // Memory spaces and layouts that a boundary, a branch or a view does not have.
    "which has another",
    "cannot be cast to the type that the callee takes",
    "inconsistent memory space",
    "is not strided",
];

/// Lists one after the other; `N` is the sum of their lengths.
const fn joined<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    let (mut all, mut at, mut list) = ([""; N], 0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            (at, i) = (at + 1, i + 1);
        }
        list += 1;
    }
    assert!(at == N);
    all
}

/// The same, where folds come between the elimination of empty tensors and bufferization: they may let
/// `bufferization.materialize_in_destination` write to what is read later, instead of to a part of it that could be copied,
/// and move constants before it that share a buffer with its result, since branches yield both.
const NOT_BUFFERIZED_AFTER_FOLDS: &[&str] = &joined::<{ NOT_BUFFERIZED.len() + 1 }>(&[
    NOT_BUFFERIZED,
    &["not bufferizable under the given constraints: cannot avoid RaW conflict"],
]);

/// The errors of scripts for ops without loops, and for pipelines in which an op stands before what its regions use.
const NOT_APPLIED: &[&str] =
    &["expected a loop: all tile sizes are zero", "operation scheduled before its operands"];

/// The errors of a script followed by bufferization, or the reverse.
const NOT_BUFFERIZED_AFTER_SCRIPTS: &[&str] =
    &joined::<{ NOT_APPLIED.len() + NOT_BUFFERIZED.len() }>(&[NOT_APPLIED, NOT_BUFFERIZED]);

const BUFFERS: &[&str] = &["allocations", "own-allocations"];
/// The errors of deallocation for irreducible control flow, and for allocations in a loop that it cannot free.
const NOT_FREED: &[&str] = &[
    "Only structured control-flow loops are supported.",
    "MemRef value does not have valid ownership",
    SEVERAL_ALLOCATORS,
];
/// The errors of deallocation for buffers of different allocators that are merged.
const SEVERAL_ALLOCATORS: &str = "passes on a buffer to where buffers of another allocator are";
/// The errors of the older pass for unstructured loops, and of the verifier where a deallocation after a branch is not
/// dominated by its operand.
const NOT_CLONED: &[&str] =
    &["Only structured control-flow loops are supported.", "does not dominate this use"];
/// The errors of bufferization followed by deallocation; the latter also rejects deallocations in the program.
const NOT_BUFFERIZED_OR_FREED: &[&str] = &joined::<{ NOT_BUFFERIZED.len() + NOT_FREED.len() + 1 }>(&[
    NOT_BUFFERIZED,
    NOT_FREED,
    &["memory free side-effect on MemRef value not supported!"],
]);
/// The errors of deallocation where ownership differs between paths and the pipeline has not resolved it before.
const NOT_OWNED: &[&str] = &["MemRef value does not have valid ownership", SEVERAL_ALLOCATORS];

/// The errors that any pass in a sequence may report.
const REFUSALS: &[&str] = &[
    NOT_FLAT[0],
    NOT_FLAT[1],
    NOT_LIFTED[0],
    NOT_LIFTED[1],
    NOT_AFFINE,
    "collapsed",
    "limited functionality",
    "",
];

/// Passes on any program that come between passes on loops.
const BETWEEN_LOOP_PASSES: &[&str] = &["--canonicalize", "--cse", "--loop-invariant-code-motion"];

/// All of them. A new pipeline is a new line.
pub static SUBJECTS: &[Row] = &[
    // Passes of any dialect.
    pass("--canonicalize"),
    pass("--canonicalize=top-down=false"),
    pass("--canonicalize=region-simplify=aggressive"),
    pass("--canonicalize=region-simplify=disabled"),
    pipeline("--canonicalize=max-iterations=1").known(&[Problem::Leak]),
    pass("--cse"),
    pass("--sccp"),
    pass("--inline"),
    pipeline("--inline=default-pipeline="),
    pass("--loop-invariant-code-motion"),
    pass("--loop-invariant-subset-hoisting").on(&["tensors", "linalg", "vectors", "mixed"]),
    pass("--mem2reg"),
    pass("--mem2reg=region-simplify=false"),
    pass("--sroa").on(MEMORY),
    pass("--control-flow-sink"),
    pipeline("--symbol-privatize=exclude=main --symbol-dce").on(ALL),
    pass("--symbol-dce"),
    pass("--symbol-privatize=exclude=main"),
    pass("--topological-sort"),
    pass("--strip-debuginfo"),
    pass("--snapshot-op-locations"),
    pass("--print-op-stats"),
    pass("--print-ir"),
    pass("--view-op-graph"),
    pass("--composite-fixed-point-pass=pipeline=canonicalize,cse"),
    pass("--remove-dead-values"),
    pass("--remove-dead-values=canonicalize=false"),
    pass("--duplicate-function-elimination"),
    pass("--reconcile-unrealized-casts"),
    // Arithmetic.
    pipeline("--arith-expand"),
    pipeline("--arith-expand=include-bf16=true"),
    pass("--arith-int-range-narrowing=int-bitwidths-supported=8,16,32"),
    pipeline("--arith-emulate-unsupported-floats=source-types=bf16,f16 target-type=f32"),
    pipeline("--arith-emulate-wide-int=widest-int-supported=64").on(NUMBERS).refuses(&["failed to legalize"]),
    pass("--math-expand-ops").on(NUMBERS),
    pass("--math-extend-to-supported-types").on(NUMBERS),
    pass("--convert-complex-to-standard").on(NUMBERS),
    // Assertions name locations, which other passes create.
    pipeline("--generate-runtime-verification"),
    pass("--arith-unsigned-when-equivalent"),
    pass("--int-range-optimizations"),
    // Control flow.
    pass("--convert-scf-to-cf").on(LOOPS).refuses(NOT_FLAT),
    pass("--lift-cf-to-scf").on(BLOCKS).refuses(NOT_LIFTED),
    pass("--convert-vector-to-scf"),
    pipeline("--convert-vector-to-scf=full-unroll lower-tensors").on(VECTORS),
    pipeline("--convert-vector-to-scf=full-unroll lower-tensors target-rank=0").on(VECTORS),
    pipeline("--convert-vector-to-scf=lower-tensors").on(VECTORS),
    pipeline("--lower-vector-multi-reduction").on(VECTORS),
    pipeline("--lower-vector-multi-reduction=lowering-strategy=inner-reduction").on(VECTORS),
    pipeline("--lower-vector-mask").on(VECTORS),
    pass("--lower-vector-to-from-elements-to-shuffle-tree").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-to-vector-lowering))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-transfer-flatten-patterns))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-transfer-unrolling-patterns))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-transferop-opt))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-unrolling-patterns))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-sink-patterns))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-scan-lowering))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-shuffle-lowering))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-gather-lowering))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-emulate-masked-load-store))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-break-down-bitcast))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-break-down-reduction-patterns))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-chained-reduction-folding-patterns))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-extract-strided-slice-lowering))").on(VECTORS),
    pass("--pass-pipeline=builtin.module(func.func(test-vector-reduction-to-contract-patterns))").on(VECTORS),
    pass("--scf-for-loop-canonicalization").on(LOOPS),
    pass("--scf-for-loop-peeling").on(LOOPS).refuses(&[NOT_AFFINE]),
    pipeline("--scf-for-loop-peeling=peel-front=true").on(LOOPS).refuses(&[NOT_AFFINE]),
    pass("--scf-for-loop-peeling=skip-partial=false").on(LOOPS).refuses(&[NOT_AFFINE]),
    pipeline("--scf-for-loop-range-folding").on(LOOPS),
    pass("--scf-for-loop-specialization").on(LOOPS),
    pass("--scf-for-to-while").on(LOOPS),
    pipeline("--scf-for-to-while --test-scf-uplift-while-to-for").on(LOOPS),
    pass("--scf-forall-to-for").on(FORALL).refuses(NOT_BUFFERS),
    pass("--scf-forall-to-parallel").on(FORALL).refuses(NOT_BUFFERS),
    pass("--scf-parallel-for-to-nested-fors").on(LOOPS),
    pass("--scf-parallel-loop-fusion").on(LOOPS),
    pass("--scf-parallel-loop-specialization").on(LOOPS),
    pass("--scf-parallel-loop-tiling=parallel-loop-tile-sizes=2,2").on(LOOPS),
    pass("--scf-parallel-loop-tiling=parallel-loop-tile-sizes=2,3 --lower-affine").on(LOOPS),
    pass("--scf-parallel-loop-tiling=parallel-loop-tile-sizes=2,3 no-min-max-bounds=true").on(LOOPS),
    pipeline("--scf-parallel-loop-tiling=parallel-loop-tile-sizes=1,4 no-min-max-bounds=true --canonicalize --scf-parallel-loop-tiling=parallel-loop-tile-sizes=1,4 no-min-max-bounds=true").on(LOOPS),
    pass("--test-scf-parallel-loop-collapsing=collapsed-indices-0=0,1").on(LOOPS).refuses(&["collapsed", "limited functionality"]),
    // Affine.
    pass("--lower-affine").on(AFFINE),
    pass("--affine-loop-invariant-code-motion").on(AFFINE),
    pass("--affine-loop-normalize").on(AFFINE),
    pass("--affine-loop-normalize=promote-single-iter=true").on(AFFINE),
    pipeline("--pass-pipeline=builtin.module(func.func(affine-simplify-min-max))").on(AFFINE),
    pass("--affine-parallelize").on(AFFINE),
    pass("--affine-parallelize=parallel-reductions=true max-nested=2").on(AFFINE),
    pass("--affine-loop-coalescing").on(AFFINE),
    pass("--affine-raise-from-memref").on(AFFINE),
    pass("--affine-data-copy-generate").on(AFFINE).reads_unwritten(),
    pass("--affine-data-copy-generate=skip-non-unit-stride-loops=true").on(AFFINE).reads_unwritten(),
    pass("--affine-data-copy-generate=fast-mem-capacity=1").on(AFFINE).reads_unwritten(),
    pass("--affine-loop-fusion").on(AFFINE).leaks(),
    pass("--affine-loop-fusion=mode=producer compute-tolerance=10").on(AFFINE).leaks(),
    pass("--affine-loop-fusion=maximal=true").on(AFFINE).leaks(),
    pass("--affine-loop-fusion=mode=sibling").on(AFFINE),
    pass("--affine-loop-tile=tile-size=2").on(AFFINE),
    pass("--affine-loop-tile=tile-size=3 separate=true").on(AFFINE),
    pass("--affine-loop-tile=tile-sizes=3,2,5").on(AFFINE),
    pass("--affine-loop-tile=cache-size=1").on(AFFINE),
    pass("--affine-scalrep").on(AFFINE),
    pass("--affine-simplify-structures").on(AFFINE),
    pipeline("--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))").on(AFFINE),
    pipeline("--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=2 cleanup-unroll=true}))").on(AFFINE),
    pipeline("--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=4 unroll-up-to-factor=true}))").on(AFFINE),
    pipeline("--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=-1}))").on(AFFINE),
    pipeline("--pass-pipeline=builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))").on(AFFINE),
    pipeline("--pass-pipeline=builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=3}))").on(AFFINE),
    pipeline("--affine-super-vectorize=virtual-vector-size=4 vectorize-reductions=true").on(AFFINE).reads_unwritten(),
    pipeline("--affine-super-vectorize=virtual-vector-size=3 test-fastest-varying=0").on(AFFINE).reads_unwritten(),
    pipeline("--affine-super-vectorize=virtual-vector-size=4 test-fastest-varying=1").on(AFFINE).reads_unwritten(),
    pipeline("--affine-super-vectorize=virtual-vector-size=2,4").on(AFFINE).reads_unwritten(),
    pipeline("--affine-super-vectorize=virtual-vector-size=8 vectorize-reductions=true --lower-affine --canonicalize").on(AFFINE).reads_unwritten(),
    pass("--affine-expand-index-ops").on(AFFINE),
    pass("--affine-expand-index-ops-as-affine").on(AFFINE),
    pass("--pass-pipeline=builtin.module(func.func(test-decompose-affine-ops))").on(AFFINE),
    pass("--pass-pipeline=builtin.module(func.func(test-affine-loop-unswitch))").on(AFFINE),
    // Linalg.
    pass("--linalg-generalize-named-ops").on(LINALG),
    pass("--linalg-specialize-generic-ops").on(LINALG),
    pass("--linalg-fuse-elementwise-ops").on(LINALG),
    pipeline("--linalg-fold-unit-extent-dims").on(LINALG).known(&[Problem::Undefined]),
    pipeline("--linalg-fold-unit-extent-dims=use-rank-reducing-slices=true").on(LINALG).known(&[Problem::Undefined]),
    pass("--linalg-inline-scalar-operands").on(LINALG),
    pass("--linalg-fold-into-elementwise").on(LINALG),
    pass("--linalg-morph-ops=named-to-generic=true").on(LINALG),
    pass("--linalg-morph-ops=named-to-category=true").on(LINALG),
    pass("--linalg-morph-ops=generic-to-named=true").on(LINALG),
    pass("--simplify-depthwise-conv").on(LINALG),
    pass("--convert-tensor-to-linalg").on(LINALG),
    pass("--fold-tensor-subset-ops").on(LINALG),
    pass("--linalg-decompose-aggregates").on(LINALG),
    pass("--pass-pipeline=builtin.module(func.func(linalg-detensorize))").on(LINALG),
    pass("--pass-pipeline=builtin.module(func.func(test-linalg-decompose-ops))").on(LINALG),
    pass("--pass-pipeline=builtin.module(func.func(test-linalg-pad-fusion))").on(LINALG),
    pass("--pass-pipeline=builtin.module(func.func(test-linalg-rank-reduce-contraction-ops))").on(LINALG),
    pass("--pass-pipeline=builtin.module(func.func(test-linalg-greedy-fusion))").on(LINALG),
    pass("--reify-result-shapes").on(LINALG),
    pass("--convert-elementwise-to-linalg").on(LINALG),
    pass("--convert-linalg-to-loops").on(LINALG),
    pass("--convert-linalg-to-parallel-loops").on(LINALG),
    pass("--convert-linalg-to-affine-loops").on(LINALG).refuses(&[NOT_AFFINE]),
    // Memory.
    pass("--fold-memref-alias-ops").on(MEMORY),
    pass("--affine-fold-memref-alias-ops").on(MEMORY),
    pass("--expand-strided-metadata").on(MEMORY),
    pass("--flatten-memref").on(MEMORY),
    pass("--normalize-memrefs").on(MEMORY),
    pass("--bubble-down-memory-space-casts").on(MEMORY),
    pass("--memref-expand").on(MEMORY),
    pass("--expand-realloc").on(MEMORY),
    pipeline("--expand-realloc=emit-deallocs=false").on(&["memory"]).leaks(),
    pass("--resolve-ranked-shaped-type-result-dims"),
    pass("--resolve-shaped-type-result-dims"),
    pipeline("--buffer-results-to-out-params").on(MEMORY).leaks(),
    pipeline("--buffer-results-to-out-params=hoist-static-allocs=true").on(MEMORY).leaks(),
    pipeline("--buffer-results-to-out-params=modify-public-functions=true").on(MEMORY).leaks(),
    // From tensors to buffers. Allocations are left for a later pass to free.
    pipeline("--one-shot-bufferize").on(TENSORS).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=bufferize-function-boundaries=true analysis-heuristic=fewest-copies").on(TENSORS).bufferizes().leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=copy-before-write=true").on(TENSORS).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=allow-unknown-ops=true strict-analysis=true").on(TENSORS).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=allow-return-allocs-from-loops=true strict-analysis=true").on(TENSORS).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=bufferize-function-boundaries=true strict-analysis=true").on(TENSORS).bufferizes().leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=bufferize-function-boundaries=true strict-analysis=true --one-shot-bufferize=copy-before-write=true --canonicalize --cse").on(TENSORS).bufferizes().leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=allow-unknown-ops=true strict-analysis=true --canonicalize --cse").on(TENSORS).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--canonicalize --one-shot-bufferize=allow-unknown-ops=true strict-analysis=true --cse").on(TENSORS).leaks().refuses(NOT_BUFFERIZED_AFTER_FOLDS),
    pipeline("--one-shot-bufferize=bufferize-function-boundaries=true allow-unknown-ops=true strict-analysis=true").on(OUTSIDE).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=bufferize-function-boundaries=true allow-unknown-ops=true analysis-heuristic=fewest-copies --canonicalize --cse").on(OUTSIDE).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--one-shot-bufferize=bufferize-function-boundaries=true copy-before-write=true allow-unknown-ops=true").on(OUTSIDE).leaks().refuses(NOT_BUFFERIZED),
    pipeline("--eliminate-empty-tensors").on(TENSORS).refuses(NOT_BUFFERIZED),
    pipeline("--empty-tensor-to-alloc-tensor").on(TENSORS),
    pipeline("--eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries=true strict-analysis=true").on(TENSORS).bufferizes().leaks().refuses(NOT_BUFFERIZED),
    pipeline("--eliminate-empty-tensors --empty-tensor-to-alloc-tensor --one-shot-bufferize=bufferize-function-boundaries=true strict-analysis=true --canonicalize --cse").on(TENSORS).bufferizes().leaks().refuses(NOT_BUFFERIZED_AFTER_FOLDS).known(&[Problem::Undefined]),
    // Deallocation, and placement of allocations. Functions return copies of buffers that they do not own.
    pipeline("--buffer-deallocation-pipeline").on(BUFFERS).refuses(NOT_FREED).copies(Copies::All),
    pipeline("--buffer-deallocation-pipeline=private-function-dynamic-ownership=true").on(BUFFERS).refuses(NOT_FREED).copies(Copies::Public),
    pipeline("--ownership-based-buffer-deallocation=unstructured-control-flow=true --canonicalize --buffer-deallocation-simplification --bufferization-lower-deallocations --cse --canonicalize --verify-deallocation").on(BUFFERS).refuses(NOT_OWNED).copies(Copies::All),
    pipeline("--buffer-deallocation-pipeline --optimize-allocation-liveness").on(BUFFERS).refuses(NOT_FREED).copies(Copies::All),
    // Returned buffers are not freed, and loop-carried ones are freed too early, as in upstream's.
    pipeline("--buffer-deallocation --convert-bufferization-to-memref").on(BUFFERS).refuses(NOT_CLONED).known(&[Problem::Undefined, Problem::Different]),
    pipeline("--buffer-hoisting --buffer-loop-hoisting --promote-buffers-to-stack --buffer-deallocation-pipeline").on(BUFFERS).refuses(NOT_FREED).copies(Copies::All),
    pass("--buffer-hoisting").on(BUFFERS),
    pass("--buffer-loop-hoisting").on(BUFFERS),
    pass("--promote-buffers-to-stack").on(BUFFERS),
    pipeline("--one-shot-bufferize=bufferize-function-boundaries=true strict-analysis=true --buffer-deallocation-pipeline").on(IN_FUNCTIONS).bufferizes().refuses(NOT_BUFFERIZED_OR_FREED).frees(),
    // Shapes.
    pass("--convert-shape-constraints").on(SHAPES),
    pass("--remove-shape-constraints").on(SHAPES),
    pass("--pass-pipeline=builtin.module(func.func(shape-to-shape-lowering))").on(SHAPES),
    pass("--outline-shape-computation").on(SHAPES),
    pass("--convert-shape-to-std").on(SHAPES).refuses(&["failed to legalize"]),
    // Ops of tosa, and their lowerings.
    pass("--tosa-infer-shapes").on(TOSA),
    pass("--tosa-make-broadcastable").on(TOSA),
    pass("--tosa-optional-decompositions").on(TOSA),
    pass("--tosa-layerwise-constant-fold").on(TOSA),
    pass("--tosa-layerwise-constant-fold=aggressive-reduce-constant=true").on(TOSA),
    pass("--tosa-reduce-transposes").on(TOSA),
    pipeline("--inline --tosa-narrow-i64-to-i32").on(TOSA).refuses(NOT_NARROWED),
    pipeline("--inline --tosa-narrow-i64-to-i32=aggressive-rewrite=true").on(TOSA).refuses(NOT_NARROWED),
    pipeline("--inline --tosa-narrow-f64-to-f32").on(TOSA).refuses(NOT_NARROWED),
    pipeline("--inline --tosa-narrow-f64-to-f32=aggressive-rewrite=true").on(TOSA).refuses(NOT_NARROWED),
    pass("--tosa-arith-const-to-tosa-const").on(TOSA),
    pass("--tosa-convert-integer-type-to-signless").on(TOSA),
    pass("--tosa-to-arith").on(TOSA),
    pass("--tosa-to-arith=include-apply-rescale=true use-32-bit=true").on(TOSA),
    pass("--tosa-to-tensor").on(TOSA).refuses(NOT_LOWERED),
    pass("--tosa-to-scf").on(TOSA).refuses(NOT_LOWERED),
    pass("--pass-pipeline=builtin.module(func.func(tosa-to-linalg-named))").on(TOSA).refuses(NOT_LOWERED),
    pass("--pass-pipeline=builtin.module(func.func(tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf=true}))").on(TOSA).refuses(NOT_LOWERED),
    pipeline("--inline --canonicalize --tosa-layerwise-constant-fold --canonicalize --cse").on(TOSA),
    pipeline("--inline --tosa-infer-shapes --tosa-optional-decompositions --tosa-reduce-transposes --canonicalize").on(TOSA),
    pipeline("--tosa-optional-decompositions --canonicalize --pass-pipeline=builtin.module(func.func(tosa-to-linalg-named)) --tosa-to-tensor --tosa-to-scf --tosa-to-arith --canonicalize --cse").on(TOSA).refuses(NOT_LOWERED),
    pass("--pass-pipeline=builtin.module(func.func(tosa-to-linalg))").on(TOSA).refuses(NOT_LOWERED),
    pipeline("--pass-pipeline=builtin.module(func.func(tosa-optional-decompositions),tosa-to-scf,func.func(tosa-to-linalg-named,tosa-to-linalg),tosa-to-tensor,tosa-to-arith)").on(TOSA).refuses(NOT_LOWERED),
    pipeline("--tosa-optional-decompositions --tosa-to-scf --pass-pipeline=builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg)) --tosa-to-tensor --tosa-to-arith=include-apply-rescale=true --linalg-fuse-elementwise-ops --canonicalize --cse").on(TOSA).refuses(NOT_LOWERED),
    pipeline("--pass-pipeline=builtin.module(tosa-to-mlprogram,func.func(tosa-optional-decompositions),tosa-to-scf,func.func(tosa-to-linalg-named,tosa-to-linalg),tosa-to-tensor,tosa-to-arith{include-apply-rescale=true},one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true},func.func(convert-linalg-to-loops),canonicalize)").on(TOSA).leaks().refuses(NOT_LOWERED),
    // Scripts, which the programs have.
    pipeline("--transform-interpreter").on(&["scripts"]).refuses(NOT_APPLIED),
    pipeline("--transform-interpreter --canonicalize --cse").on(&["scripts"]).refuses(NOT_APPLIED),
    pipeline("--transform-interpreter --one-shot-bufferize=bufferize-function-boundaries=true strict-analysis=true").on(&["scripts"]).leaks().refuses(NOT_BUFFERIZED_AFTER_SCRIPTS),
    // Lowerings.
    pipeline("--convert-linalg-to-loops --convert-scf-to-cf --canonicalize --cse").on(LINALG).refuses(REFUSALS),
    pipeline("--convert-linalg-to-parallel-loops --convert-scf-to-cf --canonicalize").on(LINALG).refuses(REFUSALS),
    pipeline("--convert-linalg-to-affine-loops --affine-loop-invariant-code-motion --lower-affine --convert-scf-to-cf").on(LINALG).refuses(REFUSALS),
    pipeline("--convert-elementwise-to-linalg --linalg-fuse-elementwise-ops --canonicalize --cse").on(LINALG),
    pipeline("--linalg-generalize-named-ops --linalg-fuse-elementwise-ops --linalg-fold-unit-extent-dims --canonicalize").on(LINALG).known(&[Problem::Undefined]),
    pipeline("--linalg-generalize-named-ops --linalg-specialize-generic-ops --canonicalize").on(LINALG),
    pipeline("--lower-affine --convert-scf-to-cf --canonicalize --sccp --cse").on(AFFINE).refuses(NOT_FLAT),
    pipeline("--convert-scf-to-cf --lift-cf-to-scf").on(LOOPS).refuses(REFUSALS),
    pipeline("--convert-scf-to-cf --canonicalize --lift-cf-to-scf --canonicalize").on(LOOPS).refuses(REFUSALS),
    pipeline("--lift-cf-to-scf --canonicalize --cse --convert-scf-to-cf").on(BLOCKS).refuses(REFUSALS),
    pipeline("--lift-cf-to-scf --inline --canonicalize").on(BLOCKS).refuses(REFUSALS),
    pipeline("--expand-strided-metadata --lower-affine --canonicalize --cse").on(MEMORY),
    pipeline("--inline --sroa --mem2reg --canonicalize --cse --sccp --symbol-dce").on(ALL),
    pipeline("--arith-expand --int-range-optimizations --arith-unsigned-when-equivalent --canonicalize").on(ALL),
    pipeline("--int-range-optimizations --arith-int-range-narrowing=int-bitwidths-supported=8,16,24,32 --canonicalize").on(ALL),
    pipeline("--scf-for-loop-peeling --scf-for-loop-canonicalization --canonicalize --loop-invariant-code-motion").on(LOOPS).refuses(&[NOT_AFFINE]),
    pipeline("--scf-parallel-loop-fusion --scf-parallel-loop-tiling=parallel-loop-tile-sizes=2 --lower-affine --convert-scf-to-cf --canonicalize").on(LOOPS).refuses(NOT_FLAT),
    pipeline("--scf-for-to-while --canonicalize --convert-scf-to-cf --canonicalize").on(LOOPS).refuses(NOT_FLAT),
    pipeline("--convert-linalg-to-loops --inline --expand-strided-metadata --lower-affine --convert-scf-to-cf --mem2reg --canonicalize --cse").on(&["buffers", "memory", "affine", "loops", "mixed"]),
];

/// All lines as subjects.
pub fn all() -> Vec<Subject> {
    SUBJECTS.iter().map(Row::subject).collect()
}

/// The passes on loops: those of loops alone, and those that come between them in most pipelines.
pub fn on_loops() -> Vec<Subject> {
    let is_on_loops = |subject: &Subject| {
        subject.passes().count() == 1
            && (subject.kinds.contains(&"loops") || BETWEEN_LOOP_PASSES.contains(&&*subject.flags))
    };
    all().into_iter().filter(is_on_loops).collect()
}

/// All passes and pipelines for programs of loops.
pub fn for_loops() -> Vec<Subject> {
    all().into_iter().filter(|subject| subject.fits("loops") || subject.fits("affine")).collect()
}

/// A sequence of passes that follows from a number.
pub fn sequence(subjects: &[Subject], kind: &str, numbers: &mut terrace_progen::numbers::Numbers) -> Subject {
    let fits = |subject: &&Subject| subject.mixes && subject.fits(kind);
    let list: Vec<&Subject> = subjects.iter().filter(fits).collect();
    let count = 2 + numbers.below(4);
    let count = if list.is_empty() { 0 } else { count };
    let picked: Vec<&Subject> = (0..count).map(|_| *numbers.pick(&list)).collect();
    let flags: Vec<&str> = picked.iter().map(|subject| &*subject.flags).collect();
    let reads_unwritten = picked.iter().any(|subject| subject.reads_unwritten);
    // A pass may reject the output of another.
    Subject { refusals: REFUSALS, reads_unwritten, ..Subject::of(&flags.join(" ")) }
}

impl Subject {
    /// This one, and another one on its output.
    pub fn then(&self, other: &Subject) -> Subject {
        let reads_unwritten = self.reads_unwritten || other.reads_unwritten;
        let leaks = self.leaks || other.leaks;
        let flags = format!("{} {}", self.flags, other.flags);
        Subject { refusals: REFUSALS, leaks, reads_unwritten, ..Subject::of(&flags) }
    }

    /// A pass or a pipeline by its flags, for programs of all kinds.
    pub fn of(flags: &str) -> Subject {
        Subject {
            flags: flags.to_owned(),
            kinds: &[],
            refusals: &[],
            leaks: false,
            frees: false,
            mixes: false,
            copies: None,
            bufferizes: false,
            reads_unwritten: false,
            known: &[],
        }
    }

    /// Whether programs of a kind are for it.
    pub fn fits(&self, kind: &str) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// Returns a known problem as such.
    pub(crate) fn excused(&self, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Wrong(problem, _) if self.known.contains(&problem) => Verdict::Known,
            verdict => verdict,
        }
    }

    /// Its flags as a shell takes them.
    pub fn quoted(&self) -> String {
        let quoted = |(name, options): (&str, &str)| match options {
            "" => format!("--{name}"),
            options if options.contains(' ') => format!("--{name}='{options}'"),
            options => format!("--{name}={options}"),
        };
        self.passes().map(quoted).collect::<Vec<_>>().join(" ")
    }

    /// The names of its passes with their options, which blanks separate.
    pub fn passes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.flags.split(" --").map(|flag| {
            let flag = flag.trim().trim_start_matches('-');
            flag.split_once('=').unwrap_or((flag, ""))
        })
    }
}
