// Maps beside each other: drawn by the one renderer with the art that it holds, each onto a canvas of its own.

import { Box3, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3 } from 'three';
import { fit } from './cameras/fit';
import { CAP, DOOR } from './colors';
import type { Cut } from './cut';
import type { PieceArt } from './kit';
import { Pieces } from './pieces';
import { boundsOf } from './poses';
import type { Stage } from './stage';
import type { Look, Neighbor } from './types';

/** A map that is ready to be drawn. */
interface Scenery {
  scene: Scene;
  parts: Pieces[];
  boxes: Box3[];
}

/** As the light of thumbnails, which have no ground to mirror it either. */
const SUN = new Vector3(-0.5, 1, 0.42);

export class Beside {
  private readonly camera = new PerspectiveCamera(38);
  private readonly known = new Map<Neighbor, Scenery>();

  constructor(private readonly stage: Stage, private readonly cut: Cut) {}

  draw(maps: { map: Neighbor; canvas: HTMLCanvasElement }[], art: PieceArt[], look: Look): void {
    this.forget((map) => !maps.some((other) => other.map === map));
    const all = maps.map(({ map, canvas }) => ({ canvas, scenery: this.sceneryOf(map, art) }));
    this.camera.position.setFromSphericalCoords(1, Math.PI / 2 - look.tilt, look.turn);
    this.camera.lookAt(0, 0, 0);
    const stands = all.map(({ canvas, scenery }) => this.stand(scenery, canvas));
    const distance = Math.max(...stands.map(({ distance }) => distance)) / look.zoom;
    all.forEach(({ canvas, scenery }, place) => {
      this.camera.position.copy(stands[place].back).multiplyScalar(distance).add(stands[place].middle);
      this.camera.near = distance / 100;
      this.camera.far = distance * 10;
      this.stage.paint(scenery.scene, this.camera, canvas);
    });
  }

  /** Lets go of maps: all, or those that are not wanted any more. */
  forget(isIt: (map: Neighbor) => boolean = () => true): void {
    for (const [map, { parts }] of this.known) {
      if (!isIt(map)) continue;
      for (const part of parts) part.dispose();
      this.known.delete(map);
    }
  }

  dispose(): void {
    this.forget();
  }

  /** The middle of a map, and how far from it the camera sees all of it. */
  private stand({ boxes }: Scenery, { width, height }: HTMLCanvasElement) {
    const { eye, target } = fit(this.camera, boxes, { aspect: width / height, covered: 0 });
    const back = eye.clone().sub(target);
    const distance = back.length();
    return { middle: target, back: back.normalize(), distance };
  }

  private sceneryOf(map: Neighbor, art: PieceArt[]): Scenery {
    const known = this.known.get(map) ?? this.build(map, art);
    this.known.set(map, known);
    known.scene.background = this.stage.scene.background;
    known.scene.environment = this.stage.scene.environment;
    known.scene.environmentIntensity = this.stage.scene.environmentIntensity;
    return known;
  }

  private build({ placed, doors }: Neighbor, art: PieceArt[]): Scenery {
    const scene = new Scene();
    const sun = new DirectionalLight('#fff3e2', 2.4);
    sun.position.copy(SUN);
    scene.add(sun, new HemisphereLight('#e4efff', '#8d8274', this.stage.scene.environment ? 0.9 : 2.7));
    const parts = [new Pieces(this.cut, CAP), new Pieces(this.cut, DOOR)];
    [placed, doors].forEach((rows, place) => {
      parts[place].setKit(art);
      parts[place].update(rows, 0);
      parts[place].flush();
      scene.add(parts[place].group);
    });
    const boxes = placed.flatMap((row) => {
      const info = art[row[0]]?.info;
      return info ? [boundsOf(row, info.min, info.max)] : [];
    });
    return { scene, parts, boxes: boxes.length > 0 ? boxes : [new Box3(new Vector3(), new Vector3(1, 1, 1))] };
  }
}
