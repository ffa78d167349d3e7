//! What lets things behind a pointer be copied.

/// Makes `Box<dyn $what>` `Clone`: every `$what` that is `Clone` has `$clone`, which `$what` asks for.
macro_rules! clone_box {
    ($(#[$doc:meta])* $vis:vis trait $clone:ident of $what:ident by $copy:ident) => {
        $(#[$doc])*
        $vis trait $clone {
            /// A copy of it as it stands.
            fn $copy(&self) -> Box<dyn $what>;
        }

        impl<T: $what + Clone + 'static> $clone for T {
            fn $copy(&self) -> Box<dyn $what> {
                Box::new(self.clone())
            }
        }

        impl Clone for Box<dyn $what> {
            fn clone(&self) -> Self {
                (**self).$copy()
            }
        }
    };
}

pub(crate) use clone_box;
