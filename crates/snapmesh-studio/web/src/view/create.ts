// The view: puts its parts together.

import type { DoorRow, Link, PieceInfo, PlacedRow, Vec3 } from '../protocol';
import { Beside } from './beside';
import { Rig } from './cameras/rig';
import { CAP } from './colors';
import { Cut } from './cut';
import { Doors } from './doors';
import { Keys } from './keys';
import { disposeParts, type Part, partsOf, PieceArt, pieceNodes, readGlb, texturesOf } from './kit';
import { Boxes } from './overlays/boxes';
import { Connectors } from './overlays/connectors';
import { Navmesh } from './overlays/navmesh';
import { Pins } from './overlays/pins';
import { Points } from './overlays/points';
import { Picking } from './picking';
import { Pieces } from './pieces';
import { PlacedMap } from './placed';
import { pngOf } from './png';
import { Pointer } from './pointer';
import { Selected } from './selected';
import { Sky } from './sky';
import { Solid } from './solid';
import { Stage } from './stage';
import { Thumbnails } from './thumbnails';
import type { Agent, ColorBy, CreateView, Look, Neighbor, Target, View, ViewEvents, ViewOptions, WalkMode } from './types';
import { Walk } from './walk/walk';

/** Throws an `Error` with a sentence for people if there is no 3D. */
export const createView: CreateView = (canvas, events) => new StudioView(canvas, events);

class StudioView implements View {
  private readonly stage: Stage;
  private readonly sky: Sky;
  private readonly cut = new Cut();
  private readonly placed = new PlacedMap();
  private readonly solid = new Solid(this.placed);
  private readonly pieces = new Pieces(this.cut, CAP);
  private readonly doors = new Doors(this.cut);
  private readonly connectors = new Connectors(this.placed);
  private readonly boxes = new Boxes(this.pieces);
  private readonly points = new Points();
  private readonly navmesh = new Navmesh();
  private readonly pins = new Pins();
  private readonly selected = new Selected(this.placed, this.doors, this.connectors, this.cut);
  private readonly keys: Keys;
  private readonly rig: Rig;
  private readonly walking: Walk;
  private readonly picking: Picking;
  private readonly pointer: Pointer;
  private readonly thumbnails: Thumbnails;
  private readonly beside: Beside;
  private art: PieceArt[] = [];
  private pinned: number[] = [];
  private kits = 0;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly events: ViewEvents) {
    this.stage = new Stage(canvas);
    this.sky = new Sky(this.stage);
    this.keys = new Keys(canvas, () => this.stage.request());
    this.rig = new Rig(this.stage, this.keys);
    this.walking = new Walk(this.stage, this.rig, this.sky, this.keys, this.solid, this.cut, events);
    this.picking = new Picking(canvas, this.solid, this.doors.solid, this.connectors, this.cut);
    this.thumbnails = new Thumbnails(this.stage, this.cut);
    this.beside = new Beside(this.stage, this.cut);
    this.pointer = new Pointer(canvas, { click: this.click, drag: this.drag, hover: this.hover });
    this.boxes.group.visible = false;
    this.stage.scene.add(
      this.pieces.group, this.doors.group, this.connectors.group, this.boxes.group, this.points.group, this.navmesh.group,
      this.pins.mesh, this.selected.group,
    );
    this.stage.add((seconds) => this.tick(seconds));
    canvas.addEventListener('webglcontextrestored', this.restored);
  }

  async setKit(pieces: PieceInfo[], glb: ArrayBuffer, order: number[]): Promise<void> {
    const kit = ++this.kits;
    const nodes = pieceNodes(await readGlb(glb));
    const art = pieces.map((info, piece) => {
      const node = nodes[order.indexOf(piece)];
      return new PieceArt(info, node ? partsOf(node, info.min[1]) : []);
    });
    // Another kit came while this one was read.
    if (kit !== this.kits) return art.forEach(({ parts }) => disposeParts(parts));
    for (const { parts } of art) this.ready(parts);
    this.useKit(pieces, art);
  }

  setPlaced(rows: PlacedRow[], grown: number, links: Link[]): void {
    const change = this.placed.replace(rows, grown, links);
    this.pieces.setGrown(grown);
    this.showPieces(change.keep);
    this.connectors.update(change);
    const box = this.placed.box();
    this.sky.fit(box);
    this.rig.setMap(this.placed.bounds, box);
    this.selected.show();
    this.stage.request();
  }

  setPins(placed: number[]): void {
    this.pinned = placed;
    this.showPins();
    this.stage.request();
  }

  setDoors(rows: DoorRow[]): void {
    this.doors.replace(rows);
    this.sky.shadowsChanged();
    this.selected.show();
    this.stage.request();
  }

  setWalked(points: Float32Array | null, regions: Int32Array | null): void {
    this.points.set(points);
    this.pieces.setRegions(regions);
    this.stage.request();
  }

  setNavmesh(corners: Float32Array | null, triangles: Uint32Array | null): void {
    this.navmesh.set(corners, triangles);
    this.stage.request();
  }

  setOptions(options: Partial<ViewOptions>): void {
    for (const key of Object.keys(options) as (keyof ViewOptions)[]) this.setOption(key, options);
    this.stage.request();
  }

  select(target: Target | null): void {
    this.selected.target = target;
    this.selected.show();
    this.stage.request();
  }

  frame(target: Target | null): void {
    this.rig.frame(target ? this.selected.boxesOf(target) : this.placed.bounds, target === null);
  }

  thumbnail(piece: number, size: number): Promise<string> {
    return this.thumbnails.picture(this.art[piece]?.parts ?? [], size);
  }

  async thumbnailOf(glb: ArrayBuffer, size: number): Promise<string> {
    const parts = partsOf(await readGlb(glb), 0);
    this.ready(parts);
    const address = await this.thumbnails.picture(parts, size);
    disposeParts(parts);
    return address;
  }

  drawBeside(maps: { map: Neighbor; canvas: HTMLCanvasElement }[], look: Look): void {
    this.beside.draw(maps, this.art, look);
  }

  async picture(width: number, height: number): Promise<Blob> {
    this.flush();
    return pngOf(this.stage.snapshot(width, height));
  }

  walk(mode: WalkMode, way: Vec3[], agent: Agent, loop: boolean): void {
    this.walking.start(mode, way, agent, loop);
  }

  setWalkMode(mode: WalkMode): void {
    this.walking.setMode(mode);
  }

  pauseWalk(paused: boolean): void {
    this.walking.pause(paused);
  }

  endWalk(): void {
    this.walking.end();
  }

  walker(): Vec3 | null {
    return this.walking.place();
  }

  stats(): { pieces: number; draws: number; triangles: number; frames: number } {
    const { draws, triangles, frames } = this.stage;
    return { pieces: this.placed.rows.length, draws, triangles, frames };
  }

  dispose(): void {
    this.kits++;
    this.canvas.removeEventListener('webglcontextrestored', this.restored);
    const parts = [
      this.beside, this.pointer, this.walking, this.rig, this.keys, this.selected, this.boxes, this.pieces, this.doors, this.connectors,
      this.points, this.navmesh, this.pins, this.sky, this.stage,
    ];
    for (const part of parts) part.dispose();
    for (const { parts } of this.art) disposeParts(parts);
  }

  private useKit(pieces: PieceInfo[], art: PieceArt[]): void {
    const before = this.art;
    this.art = art;
    this.placed.setKit(pieces);
    this.solid.setKit(art);
    this.pieces.setKit(art);
    this.doors.setKit(art);
    this.selected.setKit(art);
    this.boxes.setKit(art);
    this.connectors.setKit(pieces);
    this.beside.forget();
    for (const { parts } of before) disposeParts(parts);
  }

  /** Materials as the view needs them. */
  private ready(parts: Part[]): void {
    const finest = this.stage.frugal ? 1 : Math.min(8, this.stage.renderer.capabilities.getMaxAnisotropy());
    for (const { material } of parts) {
      this.cut.teachSolid(material);
      for (const texture of texturesOf(material)) texture.anisotropy = finest;
    }
  }

  private setOption(key: keyof ViewOptions, options: Partial<ViewOptions>): void {
    switch (key) {
      case 'camera': return this.rig.setMode(options.camera ?? 'orbit');
      case 'color': return this.setColors(options.color ?? 'material');
      case 'connectors': return this.connectors.show(options.connectors ?? false);
      case 'boxes': return void (this.boxes.group.visible = options.boxes ?? false);
      case 'points': return void (this.points.group.visible = options.points ?? false);
      case 'navmesh': return void (this.navmesh.group.visible = options.navmesh ?? false);
      case 'shadows': return this.sky.setShadows(options.shadows ?? true);
      case 'caps': return this.showCaps(options.caps ?? true);
      case 'doors': return this.showDoors(options.doors ?? true);
      case 'cut': return this.setCut(options.cut ?? null);
      case 'theme': return this.sky.setTheme(options.theme ?? 'light');
    }
  }

  private setColors(color: ColorBy): void {
    this.pieces.setColors(color);
    this.doors.setColors(color);
  }

  private showCaps(on: boolean): void {
    this.placed.showCaps(on);
    this.showPieces(this.placed.rows.length);
    this.sky.shadowsChanged();
  }

  private showDoors(on: boolean): void {
    this.doors.show(on);
    this.sky.shadowsChanged();
  }

  /** Draws the pieces that are to be seen, of which the first `keep` are as before. */
  private showPieces(keep: number): void {
    this.pieces.update(this.placed.rows.slice(0, this.placed.shown), keep);
  }

  private showPins(): void {
    this.pins.set(this.pinned.flatMap((placed) => this.placed.bounds[placed] ?? []), this.cut.above);
  }

  private setCut(height: number | null): void {
    this.cut.set(height);
    this.showPins();
    this.sky.shadowsChanged();
    this.selected.show();
  }

  private tick(seconds: number): boolean {
    const moving = this.walking.active ? this.walking.tick(seconds) : this.rig.tick(seconds);
    this.flush();
    return moving;
  }

  private flush(): void {
    this.pieces.flush();
    this.doors.flush();
    this.connectors.flush();
  }

  private readonly click = (x: number, y: number): void => {
    const { camera } = this.stage;
    if (this.walking.active) this.walking.click(this.picking.hit(x, y, camera));
    else this.events.pick(this.picking.pick(x, y, camera));
  };

  private readonly drag = (dx: number, dy: number): void => {
    if (this.walking.active) this.walking.drag(dx, dy);
    else this.rig.drag(dx, dy);
  };

  private readonly hover = (at: { x: number; y: number } | null): void => {
    if (!at || this.walking.active) return this.events.hover(null, 0, 0);
    this.events.hover(this.picking.pick(at.x, at.y, this.stage.camera), at.x, at.y);
  };

  /** The graphics card was lost and is back: what it had made itself must be made again. */
  private readonly restored = (): void => {
    this.sky.makeEnvironment();
    this.sky.shadowsChanged();
    this.stage.request();
  };
}
