//! Structs of options.

/// Defines a struct of options: `#[non_exhaustive]`, so that it may get more, with a method of the name of each field that
/// sets it: `PrintOptions::default().generic(true)`. The struct needs `Default`, or another constructor.
#[macro_export]
macro_rules! options {
    (
        $(#[$attr:meta])*
        pub struct $name:ident $(<$life:lifetime>)? {
            $($(#[$doc:meta])* pub $field:ident: $ty:ty,)*
        }
    ) => {
        $(#[$attr])*
        #[non_exhaustive]
        pub struct $name $(<$life>)? {
            $($(#[$doc])* pub $field: $ty,)*
        }

        impl $(<$life>)? $name $(<$life>)? {
            $(
                #[doc = concat!("Sets `", stringify!($field), "`.")]
                #[must_use]
                pub fn $field(mut self, $field: $ty) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
