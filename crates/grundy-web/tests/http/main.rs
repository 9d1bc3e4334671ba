//! The server over real connections, with made-up answers behind it.

mod guard;
mod interface;
mod limits;
mod openapi;
mod questions;
mod rehearsal;
mod support;
