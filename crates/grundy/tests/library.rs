//! The library as its users see it.
//!
//! One program for all of them: each more would be linked with the whole library, in every profile.

mod chinese;
mod find;
mod floors;
mod guide;
mod hunt;
mod intervals;
mod kinds;
mod known;
mod known_patterns;
mod laws;
mod misere;
mod plain;
mod proofs;
mod proved_rules;
mod published;
mod reasons;
mod whole;
