//! The operands of calls of Ripple's intrinsics by their names.

use terrace_ir::{OpRef, ValueRef};

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident = $index:literal,)* })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name<'a>(pub(crate) OpRef<'a>);

        impl<'a> $name<'a> {
            $(
                $(#[$field_doc])*
                pub(crate) fn $field(self) -> ValueRef<'a> {
                    self.0.operand($index)
                }
            )*
        }
    )* };
}

calls! {
    /// The declaration of a block.
    SetShapeCall {
        /// The kind of processing elements.
        pe = 0,
    }
    /// A query of a block: an index, or a size.
    QueryCall {
        block = 0,
        dim = 1,
    }
    ReduceCall {
        /// The dimensions, as bits.
        dims = 0,
        value = 1,
    }
    BroadcastCall {
        block = 0,
        /// The dimensions, as bits.
        dims = 1,
        value = 2,
    }
    SliceCall {
        value = 0,
    }
    ShuffleCall {
        first = 0,
        second = 1,
        is_pair = 2,
        /// The index function.
        function = 3,
    }
    StackCall {
        block = 0,
    }
    ReinterpCall {
        block = 0,
        value = 1,
    }
    RowCall {
        value = 0,
        index = 1,
    }
}

impl<'a> SetShapeCall<'a> {
    /// The sizes, dimension 0 first.
    pub(crate) fn sizes(self) -> impl Iterator<Item = ValueRef<'a>> {
        self.0.operands().skip(1)
    }
}

impl<'a> SliceCall<'a> {
    /// The indices, dimension 0 first.
    pub(crate) fn indices(self) -> impl Iterator<Item = ValueRef<'a>> {
        self.0.operands().skip(1)
    }
}

impl<'a> StackCall<'a> {
    /// The stacked values.
    pub(crate) fn values(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> {
        self.0.operands().skip(1)
    }
}
