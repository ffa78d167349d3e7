// The icons: drawn with lines on a grid of 16 by 16.

/** Dots, each a small ring: a line of no length would be hard to see. */
function dots(...places: [x: number, y: number][]): string {
  return places.map(([x, y]) => `M${x - 0.4} ${y}a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0`).join('');
}

const PATHS = {
  dice: `M2.5 2.5h11v11h-11z${dots([5.4, 5.4], [10.6, 5.4], [8, 8], [5.4, 10.6], [10.6, 10.6])}`,
  locked: 'M4 7.5h8V13H4zM5.5 7.5V5.5a2.5 2.5 0 0 1 5 0v2',
  unlocked: 'M4 7.5h8V13H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.8-1',
  undo: 'M6 3.5 3 6.5l3 3M3 6.5h6.5a3.25 3.25 0 0 1 0 6.5H6',
  redo: 'm10 3.5 3 3-3 3M13 6.5H6.5a3.25 3.25 0 0 0 0 6.5H10',
  save: 'M3 3h7.5L13 5.5V13H3zM5.5 3v3.5h4V3M5 13V9.5h6V13',
  share: 'M8 10V2.5M5 5l3-2.5L11 5M3 8.5V13h10V8.5',
  walk: 'M8.8 3.2h.01M8 5.5l-2.2 1.7L5 9.5M8 5.5l2 2.2 1.8.5M8 5.5 7.5 9l2 1.8.6 3M7.5 9 6.8 11 5 13.8',
  sun:
    'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5' +
    'M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  moon: 'M12.8 9.6A5.4 5.4 0 0 1 6.4 3.2a5.4 5.4 0 1 0 6.4 6.4',
  help: 'M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M8 11.8h.01M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8',
  play: 'M5 3.2v9.6L12.5 8z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  back: 'M11.5 3.5 6 8l5.5 4.5zM4.5 3.5v9',
  forward: 'M4.5 3.5 10 8l-5.5 4.5zM11.5 3.5v9',
  close: 'm4 4 8 8M12 4l-8 8',
  plus: 'M8 3.5v9M3.5 8h9',
  reset: 'M3.2 5.5A5.3 5.3 0 1 1 2.8 9M3 2.5v3.2h3.2',
  orbit: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M2 8c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5M8 2C6.6 2 5.5 4.7 5.5 8s1.1 6 2.5 6',
  fly: 'M2 8.5 14 3l-4 10.5-2.5-4.2zM7.5 9.3 14 3',
  plan: 'M2.5 2.5h11v11h-11zM2.5 7h5v6.5M10.5 2.5v5h3',
  frame: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M6 6h4v4H6z',
  connectors: 'M2 8h4M10 8h4M6 5.5v5h1.5a2.5 2.5 0 0 0 0-5zM10 5.5v5',
  boxes: 'm8 2 5.2 3v6L8 14l-5.2-3V5zM2.8 5 8 8l5.2-3M8 8v6',
  points: dots([4, 4], [8, 5.5], [12.5, 4], [5, 9], [11, 8.5], [8, 12], [3, 12.8], [13, 12.5]),
  navmesh: 'M1.5 12.5 5 4h6.5l3 8.5zM5 4l3 8.5L11.5 4',
  shadows: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 2.5v11M8 5.5h3.7M8 8h5.5M8 10.5h3.7',
  caps: 'M3.5 14V2.5h9V14M2 14h12M3.5 6.3h9M3.5 10.1h9M8 2.5v3.8M6 6.3v3.8M10 6.3v3.8M8 10.1V14',
  doors: `M4 14V2.5h8V14M2 14h12${dots([9.7, 8.4])}`,
  loop: 'M3 8a5 5 0 0 1 9-3M13 8a5 5 0 0 1-9 3M12.2 1.8V5H9M3.8 14.2V11H7',
  cut: 'M2 9.5h12M4 9.5V13h8V9.5M4 6.5V3h8v3.5',
  left: 'M2.5 3h11v10h-11zM6.5 3v10',
  'left-arrow': 'M13 8H3.5M7 4 3 8l4 4',
  right: 'M2.5 3h11v10h-11zM9.5 3v10',
  bottom: 'M2.5 3h11v10h-11zM2.5 9.5h11',
  tiles: 'M2.5 10h3v3h-3zM6.5 10h3v3h-3zM10.5 10h3v3h-3zM2.5 3h11v4.5h-11z',
  warning: 'M8 2.5 14.2 13H1.8zM8 6.5v3M8 11.2h.01',
  error: 'M5.4 2h5.2L14 5.4v5.2L10.6 14H5.4L2 10.6V5.4zM8 5v3.5M8 10.8h.01',
  note: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 7.2v3.6M8 5.2h.01',
  check: 'm3.5 8.5 3 3 6-7',
  cross: 'm4.5 4.5 7 7M11.5 4.5l-7 7',
  compare: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  pair: 'M2 3.5h5v9H2zM9 3.5h5v9H9z',
  up: 'M8 13V3.5M4.5 7 8 3.5 11.5 7',
  down: 'M8 3v9.5M4.5 9 8 12.5 11.5 9',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4 9h8L9.5 6.5v-4M8 9v4.8',
  bin: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5 5.2 13.5h5.6l.7-9M6.8 7v4M9.2 7v4',
  flag: 'M4 14V2.5M4 3h8l-2 2.5L12 8H4',
  piece: 'M2.5 2.5h4v2h3v-2h4v4h-2v3h2v4h-4v-2h-3v2h-4v-4h2v-3h-2z',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5V10M5 7.5 8 10l3-2.5M3 13h10',
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
