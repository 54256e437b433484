//! Fusion of loop nests that leaves out a group of the rules by which it is checked.

use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef};
use terrace_passes_affine::fusion::{Rule, fusion_without};

macro_rules! fusions {
    ($($name:ident = $text:literal, $rule:ident;)*) => {
        $(static $name: PassDef = PassDef {
            name: $text,
            class: "Plant",
            doc: "A bug.",
            make: |_| Ok(Pass::Body(fusion_without(Rule::$rule))),
            ..EMPTY_PASS
        };)*

        /// The passes.
        pub(crate) static FUSIONS: &[&PassDef] = &[$(&$name),*];
    };
}

fusions! {
    WITHOUT_SLICES = "plant-fuses-without-slices", Slices;
    WITHOUT_ORDER = "plant-fuses-without-order", Order;
    WITHOUT_SOURCE_ORDER = "plant-fuses-without-source-order", SourceOrder;
    WITHOUT_MOVES = "plant-fuses-without-moves", Moves;
    WITHOUT_REMOVAL = "plant-fuses-without-removal", Removal;
    WITHOUT_PRIVACY = "plant-fuses-without-privacy", Privacy;
}
