//! The games: one file per family, each with its rules in words, its theorem and whose it is, and the test that holds
//! the theorem against plain search.

pub mod amazons;
pub mod arc_kayles;
pub mod atleast;
pub mod bash;
pub mod blocking;
pub mod bounded;
pub mod boxes;
pub mod brussels;
pub mod chess;
pub mod chomp;
pub mod clobber;
pub mod codes;
pub mod coins;
pub mod compound;
pub mod cram;
pub mod cross;
pub mod decrement;
pub mod divisors;
pub mod edge_geography;
pub mod end_nim;
pub mod euclid;
pub mod exact;
pub mod extended;
pub mod fibonacci;
mod fields;
pub mod fission;
pub mod flip;
pub mod geography;
pub mod graph;
pub mod graph_nim;
pub mod hackenbush;
pub mod hill;
pub mod kayles;
pub mod kotzig;
pub mod lasker;
pub mod legendre;
pub mod moore;
pub mod multiply;
pub mod named;
pub mod nim;
pub mod nimble;
pub mod nimstring;
pub mod node_kayles;
pub mod nogo;
pub mod northcott;
pub mod once;
pub mod paper;
pub mod passing;
pub mod primes;
pub mod range;
pub mod rim;
pub mod row;
pub mod silver;
pub mod split;
pub mod sprouts;
mod squares;
pub mod staircase;
pub mod sylver;
pub mod tactix;
pub mod take;
pub use take::sets;
pub mod tartan;
pub mod tax;
pub mod toads;
pub mod toppling;
pub mod tree;
mod vertex_set;
pub mod welter;
pub mod wythoff;

#[cfg(test)]
mod oracle;

use grundy_base::{budget, message, text};
use grundy_core::{component, couples, encoded, engine, notation, reason, ruleset, scene};
use grundy_core::{pairs_of_numbers, single_heaps};
use grundy_engine::quotient;
use grundy_number::{self as number, nimber};

use notation::Listing;

/// Every game, in the order of the catalogue.
pub const GAMES: &[&Listing] = &[
    &nim::LISTING,
    &bounded::LISTING,
    &bash::LISTING,
    &take::LISTING,
    &codes::LISTING,
    &extended::LISTING,
    &named::KAYLES,
    &named::DAWSONS_KAYLES,
    &named::DAWSONS_CHESS,
    &named::TREBLECROSS,
    &named::OFFICERS,
    &named::GUILES,
    &split::GRUNDY,
    &split::COUPLES,
    &lasker::LISTING,
    &tax::LISTING,
    &wythoff::LISTING,
    &fibonacci::LISTING,
    &euclid::LISTING,
    &chess::ROOK,
    &chess::QUEEN,
    &chess::KING,
    &chess::KNIGHT,
    &chess::BISHOP,
    &cross::LISTING,
    &passing::LISTING,
    &moore::LISTING,
    &staircase::LISTING,
    &nimble::LISTING,
    &northcott::LISTING,
    &silver::LISTING,
    &silver::DOLLAR,
    &coins::TURTLES,
    &coins::MOCK_TURTLES,
    &coins::TWINS,
    &coins::TRIPLETS,
    &coins::RULER,
    &coins::MOEBIUS,
    &coins::MOGUL,
    &coins::COINS,
    &tartan::TARTAN,
    &tartan::ACROSTIC,
    &welter::LISTING,
    &rim::LISTING,
    &end_nim::LISTING,
    &blocking::LISTING,
    &exact::LISTING,
    &cram::LISTING,
    &clobber::LISTING,
    &clobber::CANNIBAL,
    &tactix::LISTING,
    &fission::LISTING,
    &nogo::LISTING,
    &amazons::LISTING,
    &toads::LISTING,
    &toads::ELEPHANTS,
    &toppling::LISTING,
    &kotzig::LISTING,
    &sylver::LISTING,
    &chomp::LISTING,
    &graph::LISTING,
    &tree::LISTING,
    &hackenbush::LISTING,
    &node_kayles::LISTING,
    &arc_kayles::LISTING,
    &geography::LISTING,
    &geography::UNDIRECTED,
    &edge_geography::LISTING,
    &edge_geography::UNDIRECTED,
    &graph_nim::LISTING,
    &nimstring::LISTING,
    &sprouts::LISTING,
    &brussels::LISTING,
    &compound::CONJUNCTIVE,
    &compound::LONG,
    &compound::SELECTIVE,
    &compound::ORDINAL,
    &row::ROW,
    &row::RING,
    &atleast::LISTING,
    &multiply::LISTING,
    &boxes::LISTING,
    &hill::LISTING,
    &paper::LISTING,
    &legendre::LISTING,
    &once::LISTING,
    &divisors::LISTING,
    &primes::LISTING,
    &decrement::LISTING,
    &flip::LISTING,
];
