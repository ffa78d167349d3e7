// What the page and a session say to each other: plain data, whatever carries it. The Rust side of this page is the crate
// `snapmesh-session`; the two are held together by the end-to-end tests.
//
// Over a socket, a request is a text frame with JSON. An answer is a text frame with JSON, or, when it has numbers by the
// thousand, a binary frame: the length of a JSON header (u32, little endian), the header, then bytes. Every answer carries
// the id of its request; a request may have several answers, and the last one is always `done`.

import type { PieceAnswer, FloorAnswer, ProposedAnswer, JoinedAnswer, MarkedAnswer } from './protocol/bench';
import type { PlansAnswer, SampleAnswer, SearchingAnswer, SearchedAnswer } from './protocol/compare';
import type { LoopabilityAnswer, StoryAnswer, WhyAnswer, FreeAnswer } from './protocol/understand';
import type { ComposedAnswer, WalkedAnswer, NavmeshAnswer, TourAnswer, PathAnswer } from './protocol/walk';

export * from './protocol/bench';
export * from './protocol/compare';
export * from './protocol/understand';
export * from './protocol/walk';

/** A preset, and edits on top of it. Later edits win; there is one for a path at most. */
export interface Settings {
  preset: string | null;
  edits: Edit[];
}

/** What a designer wants: settings, and what is done to their map by hand. With steps, the map is what they come to, and the
 * settings are for what follows. */
export interface Wish extends Settings {
  steps: Step[];
}

/** An act, and the settings that it was done with: those of the first step are also what the map grew with. */
export interface Step extends Settings {
  act: Act;
}

/** What can be done to a map by hand. `placed` is a number of the map before it. */
export type Act =
  /** It stays from now on, with the way from it to the start, or need not any more. */
  | { act: 'pin' | 'unpin'; placed: number }
  /** It goes, with all that hangs on it. */
  | { act: 'delete'; placed: number }
  /** The same, and growth goes on. */
  | { act: 'regrow'; placed: number; seed: number }
  /** All is grown anew that is not pinned. */
  | { act: 'grow'; seed: number }
  /** A free connector is closed by a cap. */
  | { act: 'cap'; port: Port; seed: number }
  /** A piece of the kit, by its id, is joined to a free connector. */
  | { act: 'place'; port: Port; piece: string; connector: number; seed: number }
  /** Two free connectors are joined by a chain of pieces. */
  | { act: 'close'; from: Port; to: Port; seed: number };

/** One edit: a path as in `--set`, `section.key`, and its value as TOML text. `null`: what the kit says about it is left out. */
export interface Edit {
  path: string;
  value: string | null;
}

/** A placed piece's connector. */
export interface Port {
  placed: number;
  connector: number;
}

export type Vec3 = [number, number, number];

/** A connector of a file, in the order of its section or of the file itself. */
export interface Doorway {
  file: string;
  connector: number;
}

export type Request = { id: number } & (
  /** Reads the kit (if need be), works out the settings and grows the map of the wish. A new one takes the place of one at
   * work. Answers: `kit` (first time, and when pieces changed), `setup`, `growing`*, `map`, `composed`, `timeline`, `walked`, or `failed`. */
  | { request: 'grow'; wish: Wish }
  /** Whether there is a map of a wish with steps: the last of them may be refused, in words. What was worked out is remembered for
   * `grow`. Answer: `shaped`, or `failed`. */
  | { request: 'shape'; wish: Wish }
  /** What pieces look like: a GLB with a node for each, in bytes. Of all pieces of the kit in force (`file: null`), or of one
   * file of the catalog that the kit does not use. Answer: `art`. */
  | { request: 'art'; file: string | null }
  /** What pieces look like from above. Answer: `plans`. */
  | { request: 'plans' }
  /** The maps of `count` seeds from `start` on, under the settings of the wish that was asked for last. It goes on while other
   * requests are answered, until all are told or it is stopped. Answers: `sample`*. */
  | { request: 'gallery'; start: string; count: number }
  /** Maps that fulfil demands, likewise: those of the kit's `demands`, by name. The best of all that do, or the first (`best: null`).
   * Answers: `searching`*, `searched`, then `sample`* of what was found, or else of what came close. */
  | { request: 'search'; demands: Record<string, Json>; best: Best | null; start: string; tries: number }
  /** A gallery or a search, by the id of its request, is not wanted any more: it ends with what it has. Answer: `done` alone. */
  | { request: 'stop'; of: number }
  /** How well the kit closes loops, under the settings of the wish that was asked for last. Takes a moment. Answer: `loopability`. */
  | { request: 'loopability' }
  /** Sentences of the story, for events [from, from + count). Answer: `story`. */
  | { request: 'story'; from: number; count: number }
  /** Why a piece is there. Answer: `why`. */
  | { request: 'why'; placed: number }
  /** Why nothing is at a free connector. Answer: `free`. */
  | { request: 'free'; port: Port }
  /** The walkable surface as triangles. Answer: `navmesh`. */
  | { request: 'navmesh' }
  /** A tour through the largest region. Answer: `tour`. */
  | { request: 'tour'; stops: number; seed: number }
  /** The way from one place to another over the walkable surface. Answer: `path`. */
  | { request: 'path'; from: Vec3; to: Vec3 }
  /** The map as a file. Answer: `file`. */
  | { request: 'export'; ending: 'glb' | 'json' | 'png' | 'svg' | 'obj'; options: ExportOptions }
  /** Writes the wish into `kit.toml`. Answer: `saved`. */
  | { request: 'save'; wish: Wish }
  /** A piece by itself, checked, as the wish has it; with `looks`, a GLB of it in bytes. Answer: `piece`. */
  | { request: 'piece'; file: string; wish: Wish; looks: boolean }
  /** What of a piece can be walked. Answer: `floor`. */
  | { request: 'floor'; file: string; wish: Wish }
  /** What is proposed for a piece, whatever it has already. Answer: `proposed`. */
  | { request: 'propose'; file: string; wish: Wish }
  /** How two pieces meet that are joined at a connector each. Answer: `joined`. */
  | { request: 'join'; wish: Wish; from: Doorway; to: Doorway }
  /** Marks all pieces that lack connectors or boxes, and writes that into `kit.toml` with the wish. Answer: `marked`. */
  | { request: 'mark'; wish: Wish }
  /** Reads the kit again from the disk, whether it changed or not; what `grow` tells next is new. Answer: `done` alone. */
  | { request: 'reload' }
);

/** Which maps are the best: so many, by a metric of the kit's `metrics`. */
export interface Best {
  count: number;
  by: string;
  lowest: boolean;
}

/** As the options of the command. */
export interface ExportOptions {
  connectors?: boolean;
  /** What is drawn, as static bodies to walk on. */
  colliders?: boolean;
  /** What keeps pieces apart. */
  boxes?: boolean;
  instancing?: boolean;
  nav?: boolean;
  /** As `--angle`, `--size`, `--cut`, `--color`. */
  angle?: string;
  size?: string;
  cut?: string;
  color?: string;
  /** Whether free doorways are marked. */
  doorways?: boolean;
}

export type Answer = { id: number } & (
  | KitAnswer
  | SetupAnswer
  | GrowingAnswer
  | MapAnswer
  | TimelineAnswer
  | ComposedAnswer
  | WalkedAnswer
  | ArtAnswer
  | PlansAnswer
  | SampleAnswer
  | SearchingAnswer
  | SearchedAnswer
  | LoopabilityAnswer
  | StoryAnswer
  | WhyAnswer
  | FreeAnswer
  | NavmeshAnswer
  | TourAnswer
  | PathAnswer
  | FileAnswer
  | PieceAnswer
  | FloorAnswer
  | ProposedAnswer
  | JoinedAnswer
  | MarkedAnswer
  | SavedAnswer
  | ShapedAnswer
  | FailedAnswer
  | { answer: 'done' }
  /** Not asked for (id 0): files of the kit changed on the disk. The page asks for `grow` again. */
  | { answer: 'changed' }
);

export interface Problem {
  severity: 'error' | 'warning' | 'note';
  /** Where it is, for people: a file with line and column or node, or a setting. */
  place: string;
  message: string;
  help: string | null;
  /** The setting it is about, as `section.key`, if it is about one. */
  setting: string | null;
  /** The file of the piece it is about, as in the catalog, if it is about one. */
  file: string | null;
}

/** The kit as far as it was read. Numbers of pieces are places in `pieces`. */
export interface KitAnswer {
  answer: 'kit';
  name: string;
  /** The folder, as it was named on the command line. */
  folder: string;
  /** The JSON schema of `kit.toml`: `properties.SECTION.properties.KEY` with description, type, enum, minimum, maximum,
   * exclusiveMinimum, default, unit, methods (those that have the parameter); `properties.rules.additionalProperties` is a rule. */
  schema: Schema;
  presets: string[];
  /** The pieces of the kit in force, in the order of its library: drawn ones, and starters. Empty if the kit has errors. */
  pieces: PieceInfo[];
  /** Every file in the folder that could be a piece, used or not, by name. */
  catalog: CatalogEntry[];
  /** Every color that a connector of the kit has, sorted. */
  colors: string[];
  /** Whether there is a `kit.toml`; a folder of models is a kit that says nothing yet. */
  has_file: boolean;
  /** What maps can be compared by. */
  metrics: Metric[];
  /** What a search can demand. */
  demands: DemandKind[];
  /** Another number when the pieces were read anew, so that their art has to be asked for again; 0: there is none. */
  art: number;
}

export interface Metric {
  name: string;
  help: string;
  whole: boolean;
  /** Whether it takes a walk to find it out. */
  walks: boolean;
}

/** Something that can be demanded of a map, and what it takes: a whole number, one from 0 to 1, metres along each axis (null: any),
 * or pieces by their ids, each with a number. */
export interface DemandKind {
  name: string;
  help: string;
  takes: 'count' | 'share' | 'size' | 'pieces';
}

export interface CatalogEntry {
  file: string;
  /** Its place in `pieces`; null if the kit does not use it or could not be read. */
  piece: number | null;
}

export interface PieceInfo {
  id: string;
  file: string;
  /** Around all that is drawn, in metres. */
  min: Vec3;
  max: Vec3;
  triangles: number;
  connectors: Connector[];
  boxes: Box[];
  /** Tags of its file and of the kit. */
  tags: string[];
  /** What it is used as: several of `piece` (drawn), `starter`, `cap` (closes a connector that stays free), `door` (stands where
   * two pieces are joined). */
  roles: ('piece' | 'starter' | 'cap' | 'door')[];
  /** What its file says, if it says so. */
  weight: number | null;
  max_count: number | null;
}

export interface Connector {
  name: string;
  pins: number;
  color: string;
  position: Vec3;
  heading: Vec3;
  up: Vec3;
}

export interface Box {
  center: Vec3;
  half: Vec3;
  axes: [Vec3, Vec3, Vec3];
}

/** The settings in force. Whole numbers beyond 2^53 (seeds) are texts. */
export interface SetupAnswer {
  answer: 'setup';
  /** By section and key; of `rules` and `pieces`, by the names that the designer gave. Keys that nobody gave and that have no
   * default are missing. */
  settings: Record<string, Record<string, Json>>;
  /** Where a value comes from, by `section.key`; what is not listed is a default. */
  origins: Record<string, 'kit' | 'preset' | 'edit'>;
  /** What the kit itself says, preset included and edits left aside, as `settings`: what a reset of an edit comes to. */
  unedited: Record<string, Record<string, Json>>;
  /** What becomes of connectors, by their kind: every kind that maps can have, by pins and color. */
  ends: KindEnds[];
  /** Which color accepts which, as in force: [guide][tentative], in the order of the kit's `colors`. */
  matrix: boolean[][];
  /** Errors, warnings and notes about kit and settings. With an error no map follows. */
  problems: Problem[];
  /** The command that makes this map, without outputs. */
  command: string;
  /** Whether the wish comes to other settings than what is on the disk. */
  edited: boolean;
}

/** What becomes of connectors of a kind. Each key comes from the most specific section of `[ends]` that gives it (`2 white`, `2 *`,
 * `* white`, `* *`), which is named; null: none gives it. */
export interface KindEnds {
  pins: number;
  color: string;
  /** What closes one that stays free: as it is written, and the pieces that are meant. */
  cap: EndList | null;
  /** What stands where one is joined, likewise. */
  door: EndList | null;
  free: { section: string; value: 'may' | 'never' } | null;
  /** Whether every map closes all of them, whatever its seed. */
  always_closed: boolean;
  /** Pieces of the kit that could be its cap or door: with one connector that the rules let meet it. */
  candidates: number[];
}

export interface EndList {
  section: string;
  names: string[];
  pieces: number[];
}

/** A map that is growing: pieces so far, as in `map`. Not sent for maps that are done in no time. */
export interface GrowingAnswer {
  answer: 'growing';
  placed: PlacedRow[];
}

/** Number of the piece; position; cosine and sine of its turn about +Y (x' = c x + s z, z' = c z - s x); guide (-1: the starting
 * piece), the guide's connector, its own connector; joints from the starting piece; what it is there for. */
export type PlacedRow = [
  piece: number, x: number, y: number, z: number, cos: number, sin: number,
  guide: number, guideConnector: number, connector: number, depth: number, role: Role,
];

/** What a placed piece is there for. */
export const enum Role {
  /** The map grew by it. */
  Piece = 0,
  /** It closes a connector that stayed free. */
  Cap = 1,
  /** It is part of a chain that closes a loop. */
  Loop = 2,
}

/** Two connectors that are joined beyond the tree, which closes a loop: how far they miss each other, in metres and degrees. */
export interface Link {
  from: Port;
  to: Port;
  gap: number;
  turn: number;
}

/** Number of the piece; position; cosine and sine of its turn; the placed piece and its connector that it stands at. */
export type DoorRow = [
  piece: number, x: number, y: number, z: number, cos: number, sin: number, placed: number, connector: number,
];

export interface MapAnswer {
  answer: 'map';
  seed: string;
  digest: string;
  stop: { reason: string; sentence: string };
  /** What grew, pieces of loops last, then the caps. */
  placed: PlacedRow[];
  /** How many of `placed` grew, pieces of loops included; the others are caps. */
  pieces: number;
  /** How many of them were kept from another map: the first ones. */
  kept: number;
  /** The placed pieces that are pinned, and what was done by hand, a sentence for each step. */
  pins: number[];
  steps: string[];
  doors: DoorRow[];
  links: Link[];
  free_connectors: number;
  /** Metres along each axis, around all that grew. */
  size: Vec3;
  depth: number;
  branching: number;
  linearity: number;
  promises: { promise: string; kept: boolean; value: number }[];
  /** What stood in the way, in sentences, if a promise was not kept or the map ended early; else empty. */
  trouble: string[];
}

/** The growth as events. Bytes: i32 [kind, a, b] for each event, then (from the next multiple of 8 bytes on) f64 [PlacedRow without depth: 10 numbers] for each
 * placement, those taken back later included. */
export interface TimelineAnswer {
  answer: 'timeline';
  events: number;
  placements: number;
  /** Every link, those taken back later included. */
  links: Link[];
  /** How many events there were in all; more than `events` if some were left out. */
  all: number;
  bytes?: ArrayBuffer;
}

/** Kinds of events on the timeline, and what `a` and `b` are. */
export const enum EventKind {
  /** Something was said and nothing placed; a: the placed piece that is the guide, b: the piece that is tried (-1 if none). */
  Talk = 0,
  /** A piece was placed; a: its place in the placements; b: its place on the map. */
  Placed = 1,
  /** Pieces were taken back; a: how many are left; b: how many links are. */
  TakenBack = 2,
  /** Growth is done. From here on the first a pieces and b links are as `map` says; loops and caps may follow. */
  Grown = 3,
  /** A door was hung; a: its number. */
  Hung = 4,
  /** Two connectors were linked; a: the place in the timeline's `links`; b: how many links there are then. */
  Linked = 5,
}

export interface ArtAnswer {
  answer: 'art';
  /** The number of the piece that each node of the GLB, in order, is of (0 for a single file). The nodes stand at the origin. */
  pieces: number[];
  /** Of a single file: what it is. */
  info: PieceInfo | null;
  bytes?: ArrayBuffer;
}

export interface FileAnswer {
  answer: 'file';
  name: string;
  bytes?: ArrayBuffer;
}

export interface SavedAnswer {
  answer: 'saved';
  /** What the old file is called now. */
  backup: string;
}

/** A wish with steps comes to a map; not `there` if it was not worked out to its end. */
export interface ShapedAnswer {
  answer: 'shaped';
  there: boolean;
}

/** What was asked for cannot be had. */
export interface FailedAnswer {
  answer: 'failed';
  problems: Problem[];
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A part of the JSON schema. */
export interface Schema {
  description?: string;
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  default?: Json;
  unit?: string;
  methods?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}
