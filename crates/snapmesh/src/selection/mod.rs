//! Selection methods: which piece a map starts from, and which piece is the next guide.
//!
//! A method is a [`Method`]: its name, its parameters and its code. To add one to snapmesh, write a file and
//! name it in [`STANDARD`]; to use one of your own, put it into `settings.selection.method`.

mod method;
mod line;
mod arena;
mod corridor;
mod star;
mod branch;

pub use arena::ARENA;
pub use branch::BRANCH;
pub use corridor::CORRIDOR;
pub use method::{
    CloneMethod, Grown, Lengths, MapView, Method, Next, Params, SelectGuide, Size, StartPreference, Stop,
};
pub use star::STAR;

/// The methods of the paper.
pub const STANDARD: &[&Method] = &[&ARENA, &CORRIDOR, &STAR, &BRANCH];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_told_apart_and_their_defaults_are_legal() {
        for method in STANDARD {
            for param in method.params {
                let default = param.default.value().expect("a parameter has a default of its own");
                assert!(param.accept("selection", default).is_ok(), "{}.{}", method.name, param.name);
            }
            let twice = STANDARD.iter().filter(|other| other.name == method.name).count();
            assert_eq!(twice, 1, "{}", method.name);
        }
    }
}
