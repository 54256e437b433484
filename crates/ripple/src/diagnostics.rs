//! The tags that errors and warnings end in.

use terrace_ir::{Attr, Context, Diag, Ir, Loc, LocData};

macro_rules! tags {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal;)*) => {
        /// The kind of an error or a warning, written in brackets at the end of its message.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Tag {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Tag {
            /// Returns the tag as messages have it.
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

tags! {
    /// Operands have different sizes in one dimension.
    ShapeMismatch = "ripple-shape-mismatch";
    /// A stored value has dimensions that the address lacks.
    StoreShape = "ripple-store-shape";
    /// A function that is not specialized returns a block value.
    ReturnShape = "ripple-return-shape";
    /// A size, dimension, mask of dimensions or index is not constant.
    NotConstant = "ripple-not-constant";
    /// A dimension is 10 or more.
    DimRange = "ripple-dim-range";
    /// The index of a slice is not less than the size.
    SliceRange = "ripple-slice-range";
    /// The function of a shuffle cannot be evaluated.
    ShuffleFn = "ripple-shuffle-fn";
    /// The function of a shuffle returns an index that is out of range.
    ShuffleRange = "ripple-shuffle-range";
    /// A block does not lead to exactly one shape.
    AmbiguousBlock = "ripple-ambiguous-block";
    /// A block is passed to a function without definition, stored or compared.
    BlockEscape = "ripple-block-escape";
    /// A type that cannot have a shape, or inline assembly.
    Type = "ripple-type";
    /// A local that would need a shape is accessed in a way that prevents it.
    Local = "ripple-local";
    /// A specialized function calls itself.
    CallCycle = "ripple-call-cycle";
    /// The number of operands of a stack is wrong.
    StackCount = "ripple-stack-count";
    /// The sizes in bytes of a reinterpretation differ.
    ReinterpSize = "ripple-reinterp-size";
    /// An annotation is not followed by a loop in the form that it takes, or a loop is an op with a region.
    LoopForm = "ripple-loop-form";
    /// A loop is left under a block-shaped condition.
    LoopExit = "ripple-loop-exit";
    /// A dimension is mapped twice, or annotations of different blocks are stacked.
    LoopNest = "ripple-loop-nest";
    /// The index of a chunk is asked for outside a matching annotated loop.
    ParallelIdx = "ripple-parallel-idx";
    /// A scalar is assigned, or scalar memory is written, under a condition with more dimensions.
    AnyLane = "ripple-any-lane";
    /// The accesses that an access was lowered to, and the reason.
    Access = "ripple-access";
    /// An access became a gather or a scatter.
    Gather = "ripple-gather";
    /// An access takes every so many elements.
    Stride = "ripple-stride";
    /// Elements follow each other in another dimension than the innermost one.
    Dimension = "ripple-dimension";
    /// A value that was loaded before is loaded again.
    Reload = "ripple-reload";
    /// A function of a library would have to be called under a mask, and takes none.
    LibMask = "ripple-lib-mask";
    /// A library, or a function in it, cannot be used.
    LibName = "ripple-lib-name";
    /// A loop accumulates outer products, in tiles of the target or without.
    OuterProduct = "ripple-outer-product";
    /// A loop has blocks of another size than the program says.
    BlockSize = "ripple-block-size";
    /// A call is carried out element by element.
    Sequential = "ripple-sequential";
}

/// Returns an error with a tag.
pub fn error(tag: Tag, loc: Loc, message: impl std::fmt::Display) -> Box<Diag> {
    Diag::error(loc, format!("{message} [{}]", tag.text()))
}

/// Returns a warning with a tag.
pub fn warning(tag: Tag, loc: Loc, message: impl std::fmt::Display) -> Box<Diag> {
    Diag::warning(loc, format!("{message} [{}]", tag.text()))
}

/// Returns a remark with a tag.
pub fn remark(tag: Tag, loc: Loc, message: impl std::fmt::Display) -> Box<Diag> {
    Diag::remark(loc, format!("{message} [{}]", tag.text()))
}

/// Whether a diagnostic is of a kind.
pub(crate) fn is_of(diag: &Diag, tag: Tag) -> bool {
    diag.message.strip_suffix(']').and_then(|text| text.strip_suffix(tag.text())).is_some()
}

/// The line and the column of a location, where it is in the function that others are inlined into; 0 and 0 if that is not known.
pub(crate) fn place_in_source(ir: &Ir, loc: Loc) -> (u32, u32) {
    let mut data = ir.loc_data(loc);
    loop {
        let of = match data {
            LocData::File { line, col, .. } => return (*line, *col),
            LocData::CallSite { caller: of, .. } | LocData::Name { child: of, .. } => Some(of),
            LocData::Fused { locations, .. } => locations.first(),
            LocData::Unknown => None,
        };
        let Some(inner) = of.and_then(|of| of.as_loc(ir.cx())) else { return (0, 0) };
        data = inner;
    }
}

/// The directory of the headers, as locations name it.
const HEADERS: &str = "<terrace>/";

/// A location without the functions of the headers that were inlined there: what is wrong is wrong in the program.
pub(crate) fn in_program(ir: &Ir, loc: Loc) -> Loc {
    let (cx, mut loc) = (ir.cx(), loc);
    while let LocData::CallSite { callee, caller } = ir.loc_data(loc)
        && is_in_headers(cx, *callee)
    {
        loc = Loc::from_attr(*caller);
    }
    loc
}

fn is_in_headers(cx: &Context, loc: Attr) -> bool {
    match loc.as_loc(cx) {
        Some(LocData::File { file, .. }) => file.text(cx).starts_with(HEADERS),
        Some(LocData::Fused { locations, .. }) => locations.iter().any(|&part| is_in_headers(cx, part)),
        Some(LocData::CallSite { callee, .. }) => is_in_headers(cx, *callee),
        Some(LocData::Name { child, .. }) => is_in_headers(cx, *child),
        _ => false,
    }
}
