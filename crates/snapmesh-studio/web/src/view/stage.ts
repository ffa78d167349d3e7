// The renderer, and when it draws: only if something changed or moves, so that a page that is just looked at costs nothing.

import { type Camera, NeutralToneMapping, OrthographicCamera, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import type { Pane } from './cameras/fit';
import { screen } from './marks';

/** Is called before each frame, with the seconds since the last one; returns whether it needs another frame. */
export type Ticker = (seconds: number) => boolean;

const LONGEST_STEP = 0.1;
/** Pixels from the top of the canvas to below the buttons over it. */
const TOOLBAR = 52;

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  /** Whether all is drawn by the processor, where beauty takes seconds. */
  readonly frugal: boolean;
  camera: Camera = new PerspectiveCamera();
  /** Kept, for to ask the canvas makes the browser lay out the whole page. */
  pane: Pane = { aspect: 1, covered: 0 };
  frames = 0;
  draws = 0;
  triangles = 0;
  private readonly tickers = new Set<Ticker>();
  private readonly observer: ResizeObserver;
  private scheduled = 0;
  private last = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    // See-through only for thumbnails: the scene itself has a background.
    const context = canvas.getContext('webgl2', { alpha: true, antialias: true });
    if (!context) throw new Error('This browser cannot draw in 3D here: WebGL 2 is missing or switched off.');
    this.frugal = isSoftware(context);
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.setClearColor(0x000000, 0);
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.resize();
  }

  /** Calls this before every frame from now on. */
  add(ticker: Ticker): void {
    this.tickers.add(ticker);
  }

  /** Draws a frame soon. */
  request(): void {
    this.scheduled ||= requestAnimationFrame(this.frame);
  }

  /** A picture of what the view shows, as big as asked for. */
  snapshot(width: number, height: number): HTMLCanvasElement {
    const picture = document.createElement('canvas');
    picture.width = width;
    picture.height = height;
    this.renderer.setDrawingBufferSize(width, height, 1);
    try {
      const { drawingBufferWidth, drawingBufferHeight } = this.renderer.getContext();
      if (drawingBufferWidth < width || drawingBufferHeight < height) {
        throw new Error(`A picture of ${width} x ${height} pixels is too large for this browser.`);
      }
      this.render(width / height);
      picture.getContext('2d')?.drawImage(this.canvas, 0, 0);
    } finally {
      this.resize();
    }
    return picture;
  }

  /** Draws another scene onto a canvas of its own, with the same graphics card and all that it holds. */
  paint(scene: Scene, camera: PerspectiveCamera, onto: HTMLCanvasElement): void {
    this.renderer.setDrawingBufferSize(onto.width, onto.height, 1);
    try {
      setAspect(camera, onto.width / onto.height);
      this.renderer.render(scene, camera);
      onto.getContext('2d')?.drawImage(this.canvas, 0, 0);
    } finally {
      this.resize();
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.scheduled);
    // Nothing is drawn any more, whoever still asks for it.
    this.scheduled = -1;
    this.tickers.clear();
    this.observer.disconnect();
    this.renderer.dispose();
  }

  private readonly frame = (now: number): void => {
    const seconds = Math.min(Math.max((now - this.last) / 1000, 0), LONGEST_STEP);
    this.last = now;
    this.scheduled = 0;
    let moving = false;
    for (const tick of this.tickers) moving = tick(seconds) || moving;
    this.draw();
    if (moving) this.request();
    // After a rest the first step is a short one, not as long as the rest.
    else this.last = Infinity;
  };

  private draw(): void {
    this.render(this.pane.aspect);
    const { calls, triangles } = this.renderer.info.render;
    this.draws = calls;
    this.triangles = triangles;
    this.frames++;
  }

  private render(aspect: number): void {
    setAspect(this.camera, aspect);
    screen.height.value = this.renderer.getContext().drawingBufferHeight;
    this.renderer.render(this.scene, this.camera);
  }

  private resize(): void {
    const width = Math.max(this.canvas.clientWidth, 1);
    const height = Math.max(this.canvas.clientHeight, 1);
    this.pane = { aspect: width / height, covered: Math.min(TOOLBAR / height, 0.25) };
    const ratio = this.frugal ? 1 : Math.min(devicePixelRatio, 2);
    this.renderer.setDrawingBufferSize(width, height, ratio);
    // At once: a canvas that changes its size is empty until it is drawn.
    if (this.frames > 0) this.draw();
    this.request();
  }
}

function setAspect(camera: Camera, aspect: number): void {
  if (camera instanceof PerspectiveCamera) {
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
  } else if (camera instanceof OrthographicCamera) {
    camera.left = camera.bottom * aspect;
    camera.right = camera.top * aspect;
    camera.updateProjectionMatrix();
  }
}

/** Whether there is no graphics card. */
function isSoftware(context: WebGL2RenderingContext): boolean {
  // Some browsers name the card right away, others only to those who ask for it.
  const plain = String(context.getParameter(context.RENDERER));
  const info = plain === 'WebKit WebGL' ? context.getExtension('WEBGL_debug_renderer_info') : null;
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : plain;
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
