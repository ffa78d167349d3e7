// What the pointer does on the canvas: clicks that are no drags, drags, and where it rests.

/** Pixels that a hand may tremble in a click. */
const TREMBLE = 4;

export interface PointerEvents {
  click(x: number, y: number): void;
  /** With the main button down; how far since the last time. */
  drag(dx: number, dy: number): void;
  /** No more than once a frame; null: the pointer left, or drags. */
  hover(place: { x: number; y: number } | null): void;
}

export class Pointer {
  private pressed: { x: number; y: number; button: number; dragged: boolean } | null = null;
  private at: { x: number; y: number } | null = null;
  private scheduled = 0;
  private readonly listeners = new AbortController();

  constructor(private readonly canvas: HTMLCanvasElement, private readonly events: PointerEvents) {
    const { signal } = this.listeners;
    canvas.addEventListener('pointerdown', this.down, { signal });
    canvas.addEventListener('pointermove', this.move, { signal });
    canvas.addEventListener('pointerup', this.up, { signal });
    canvas.addEventListener('pointercancel', this.cancel, { signal });
    canvas.addEventListener('pointerleave', this.leave, { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  }

  dispose(): void {
    this.listeners.abort();
    cancelAnimationFrame(this.scheduled);
  }

  private readonly down = (event: PointerEvent): void => {
    this.canvas.focus({ preventScroll: true });
    if (!event.isPrimary) return this.cancel();
    this.canvas.setPointerCapture(event.pointerId);
    this.pressed = { ...this.placeOf(event), button: event.button, dragged: false };
  };

  private readonly move = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    const { x, y } = this.placeOf(event);
    const { pressed } = this;
    if (pressed) {
      pressed.dragged ||= Math.hypot(x - pressed.x, y - pressed.y) > TREMBLE;
      if (pressed.dragged && pressed.button === 0 && this.at) this.events.drag(x - this.at.x, y - this.at.y);
    }
    this.at = { x, y };
    this.scheduled ||= requestAnimationFrame(this.tell);
  };

  private readonly up = (event: PointerEvent): void => {
    const { pressed } = this;
    this.pressed = null;
    if (pressed && !pressed.dragged && pressed.button === 0) this.events.click(pressed.x, pressed.y);
    this.move(event);
  };

  private readonly cancel = (): void => {
    this.pressed = null;
  };

  private readonly leave = (): void => {
    this.at = null;
    this.scheduled ||= requestAnimationFrame(this.tell);
  };

  private readonly tell = (): void => {
    this.scheduled = 0;
    this.events.hover(this.pressed ? null : this.at);
  };

  private placeOf(event: PointerEvent): { x: number; y: number } {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
