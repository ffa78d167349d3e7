// Keys that are held down, for those who move with them. Keys are known by their place on the keyboard: W is where W is on an
// American one.

const MOVES: Record<string, [axis: 'ahead' | 'aside' | 'up', amount: number]> = {
  KeyW: ['ahead', 1], ArrowUp: ['ahead', 1], KeyS: ['ahead', -1], ArrowDown: ['ahead', -1],
  KeyA: ['aside', -1], KeyD: ['aside', 1], KeyQ: ['up', -1], KeyE: ['up', 1],
};
const TURNS: Record<string, number> = { ArrowLeft: 1, ArrowRight: -1 };

/** What the held keys ask for; each from -1 to 1, a turn to the left is positive. */
export interface Motion {
  ahead: number;
  aside: number;
  up: number;
  turn: number;
  fast: boolean;
}

export class Keys {
  private readonly held = new Set<string>();
  private active = false;

  /** `changed` is called when there may be something to do. */
  constructor(private readonly canvas: HTMLCanvasElement, private readonly changed: () => void) {
    addEventListener('keydown', this.down, true);
    addEventListener('keyup', this.up, true);
    addEventListener('blur', this.release);
  }

  /** Listens, or stops listening. Whoever listens has the focus, or a focused button would take the keys. */
  listen(on: boolean): void {
    this.active = on;
    this.release();
    if (on) this.canvas.focus({ preventScroll: true });
  }

  /** Null: no key is held. */
  motion(): Motion | null {
    const motion = { ahead: 0, aside: 0, up: 0, turn: 0, fast: false };
    for (const code of this.held) {
      const [axis, amount] = MOVES[code] ?? [];
      if (axis && amount) motion[axis] += amount;
      motion.turn += TURNS[code] ?? 0;
      motion.fast ||= code.startsWith('Shift');
    }
    return this.held.size ? motion : null;
  }

  dispose(): void {
    removeEventListener('keydown', this.down, true);
    removeEventListener('keyup', this.up, true);
    removeEventListener('blur', this.release);
  }

  private readonly down = (event: KeyboardEvent): void => {
    if (!this.active || !this.isOurs(event)) return;
    if (event.code.startsWith('Shift')) this.held.add(event.code);
    if (!(event.code in MOVES) && !(event.code in TURNS)) return;
    // The page has shortcuts of its own with some of these keys.
    event.preventDefault();
    event.stopPropagation();
    this.held.add(event.code);
    this.changed();
  };

  private readonly up = (event: KeyboardEvent): void => {
    this.held.delete(event.code);
  };

  private readonly release = (): void => this.held.clear();

  /** Whoever types into a field, or works in a panel, does not want to move. */
  private isOurs(event: KeyboardEvent): boolean {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    return !modified && (event.target === this.canvas || event.target === document.body);
  }
}
