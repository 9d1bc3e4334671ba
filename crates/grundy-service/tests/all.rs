//! Requests and what they answer.
//!
//! One program for all of them: each more would be linked with the whole library, in every profile.

mod doubted;
mod laws;
mod misere_patterns;
mod quotients;
mod requests;
mod samples;
mod tables;
