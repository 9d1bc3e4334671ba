//! Printers: the library's data as words, JSON and graphs. They compute nothing about games.

pub(crate) mod aligned;
pub(crate) mod answer;
pub(crate) mod atlas;
pub(crate) mod columns;
pub(crate) mod csv;
pub(crate) mod dot;
pub(crate) mod find;
pub(crate) mod format;
pub(crate) mod graph;
pub(crate) mod json;
pub(crate) mod listing;
pub(crate) mod moves;
pub(crate) mod paint;
pub(crate) mod period;
pub(crate) mod pointer;
pub(crate) mod poured;
pub(crate) mod quotient;
pub(crate) mod quotients;
pub(crate) mod sequence;
pub(crate) mod states;
pub(crate) mod steps;
pub(crate) mod table;
pub(crate) mod theorems;
