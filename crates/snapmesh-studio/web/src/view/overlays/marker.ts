// The shape of a connector's marker: it stands at the origin, heads along +Z, and is as long as 1.

import { BufferAttribute, type BufferGeometry, BoxGeometry, CylinderGeometry, ExtrudeGeometry, Shape } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

/** More than these are not told apart by eye anyway. */
export const MOST_STUDS = 12;

const SPACING = 0.3;
const DARK = 0.06;

/** Studs and arrow in the color of the connector, on a dark rim that sets them off from any floor. */
export function marker(studs: number): BufferGeometry {
  const width = Math.max(studs, 1) * SPACING;
  const base = new BoxGeometry(width + 0.12, 0.08, 0.36);
  const parts = [shaded(base, DARK), shaded(arrow(0.07, 0, 0.08), DARK), shaded(arrow(0, 0.04, 0.1), 1)];
  for (let stud = 0; stud < studs; stud++) {
    const shape = new CylinderGeometry(0.1, 0.12, 0.16, 12).translate((stud + 0.5) * SPACING - width / 2, 0.1, 0);
    parts.push(shaded(shape, 1));
  }
  const whole = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return whole;
}

/** A flat arrow from the studs to 1, wider all around by a rim. */
function arrow(rim: number, bottom: number, thickness: number): BufferGeometry {
  const shape = new Shape();
  const [shaft, wing] = [0.09 + rim, 0.27 + rim];
  shape.moveTo(-shaft, 0.2).lineTo(shaft, 0.2).lineTo(shaft, 0.56 - rim).lineTo(wing, 0.56 - rim);
  shape.lineTo(0, 1 + rim * 1.6).lineTo(-wing, 0.56 - rim).lineTo(-shaft, 0.56 - rim).closePath();
  // The shape is drawn in XY; this lays it down with its tip towards +Z.
  const flat = new ExtrudeGeometry(shape, { depth: thickness, bevelEnabled: false });
  return flat.rotateX(Math.PI / 2).translate(0, bottom + thickness, 0);
}

/** The same layout for all parts, so that they can be merged: no index, a gray for each corner. */
function shaded(shape: BufferGeometry, gray: number): BufferGeometry {
  const geometry = shape.index ? shape.toNonIndexed() : shape;
  if (geometry !== shape) shape.dispose();
  geometry.deleteAttribute('uv');
  const colors = new Float32Array(geometry.attributes.position.count * 3).fill(gray);
  return geometry.setAttribute('color', new BufferAttribute(colors, 3));
}
