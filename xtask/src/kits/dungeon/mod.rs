//! The dungeon kit: rooms and passages under the ground, with walls and ceilings.
//!
//! One pin is a crawl of 1.4 m, two are a door of 2.4 m, three a gate of 4 m. White is plain stone, red the crypts,
//! green the flooded caves, gold what lies at the end of a way; shafts join floors by ladders. Ends close what
//! leads nowhere, and doors stand open between rooms. Floors are at height 0 of the connectors, the outer faces of walls
//! in the planes of the doorways.

mod chance;
mod materials;
mod measures;
mod outline;
mod props;
mod shell;
mod rooms;
mod vaults;
mod ways;
mod floors;
mod shafts;
mod ends;
mod doors;

use crate::piece::Piece;

pub(super) fn pieces() -> Vec<Piece> {
    vec![
        rooms::entrance(),
        rooms::cell(),
        rooms::hall(),
        rooms::storeroom(),
        vaults::throne(),
        vaults::treasury(),
        vaults::crypt(),
        vaults::ossuary(),
        vaults::cavern(),
        vaults::grotto(),
        ways::passage(),
        ways::crawl(),
        ways::avenue(),
        ways::corner(),
        ways::bend(),
        ways::tee(),
        ways::crossing(),
        ways::narrows(),
        ways::gateway(),
        ways::crypt_gate(),
        ways::cave_mouth(),
        floors::stairs(),
        floors::spiral(),
        floors::chasm(),
        shafts::top(),
        shafts::bottom(),
        shafts::ladder_shaft(),
        ends::locked_hatch(),
        ends::locked_door(),
        ends::portcullis(),
        ends::shaft_lid(),
        ends::shaft_sump(),
    ]
}

pub(super) fn doors() -> Vec<Piece> {
    vec![doors::oak_door(), doors::plank_door(), doors::crypt_door(), doors::iron_gate(), doors::vines()]
}
