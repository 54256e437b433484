//! Effects as definitions declare them.

/// The kind of an effect on a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectKind {
    /// The resource is allocated.
    Allocate,
    /// The resource is freed.
    Free,
    /// It is read.
    Read,
    /// It is written.
    Write,
}

/// The target of an effect, in a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EffectOn {
    /// The values of an operand slot.
    Operand(usize),
    /// The values of a result slot.
    Result(usize),
    /// The symbol in an inherent attribute slot.
    Symbol(usize),
    /// No particular resource.
    Anything,
}

/// The resource of ordinary memory.
pub const DEFAULT_RESOURCE: &str = "<Default>";
/// The resource of stack memory, freed by its scope.
pub const SCOPE_RESOURCE: &str = "AutomaticAllocationScope";

/// An effect in a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectDef {
    /// The kind of the effect.
    pub kind: EffectKind,
    /// To what.
    pub on: EffectOn,
    /// The resource's name.
    pub resource: &'static str,
}

macro_rules! effect_makers {
    ($($(#[$doc:meta])* $name:ident = $kind:ident;)*) => {
        $($(#[$doc])* pub const fn $name(on: EffectOn) -> EffectDef {
            EffectDef { kind: EffectKind::$kind, on, resource: DEFAULT_RESOURCE }
        })*
    };
}

effect_makers! {
    /// Allocates ordinary memory.
    allocates = Allocate;
    /// Frees ordinary memory.
    frees = Free;
    /// Reads ordinary memory.
    reads = Read;
    /// Writes ordinary memory.
    writes = Write;
}

impl EffectDef {
    /// The same effect on another resource.
    pub const fn of(self, resource: &'static str) -> Self {
        Self { resource, ..self }
    }
}
