// Moves a camera smoothly from one place to another; at once for people who do not want things to move.

const SECONDS = 0.45;

export class Glide {
  private move: ((share: number) => void) | null = null;
  private passed = 0;

  /** `move` is called with shares of the way, from 0 to 1. */
  start(move: (share: number) => void, smooth: boolean): void {
    const still = !smooth || matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.move = still ? null : move;
    this.passed = 0;
    if (still) move(1);
  }

  stop(): void {
    this.move = null;
  }

  /** Returns whether it still moves. */
  tick(seconds: number): boolean {
    if (!this.move) return false;
    this.passed = Math.min(this.passed + seconds / SECONDS, 1);
    // Slow at both ends.
    this.move(this.passed * this.passed * (3 - 2 * this.passed));
    if (this.passed === 1) this.move = null;
    return true;
  }
}
