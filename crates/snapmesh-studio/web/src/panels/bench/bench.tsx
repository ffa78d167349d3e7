// The bench: a piece in the middle, the others on the left, its marks on the right. It lies over the map, which waits.

import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/button';
import { ProblemList } from '../../parts/problem';
import { bench, closeBench, piece } from '../../state/bench';
import { nameOfFile } from '../../state/files';
import { BenchBoxes } from './boxes';
import { BenchConnectors } from './connectors';
import { BenchFloor } from './floor';
import { BenchJoin } from './join';
import { BenchPieces } from './pieces';
import { BenchProposals } from './proposals';
import { BenchUse } from './use';
import { BenchView } from './view';

export function Bench() {
  if (bench.value === null) return null;
  return (
    <section class="bench" aria-label="Piece">
      <aside class="panel setup" aria-label="Pieces of the kit">
        <header class="panel-head">
          <Back />
        </header>
        <div class="panel-body">
          <BenchPieces />
        </div>
      </aside>
      <BenchView />
      <aside class="panel selection bench-marks" aria-label="Marks">
        <header class="panel-head">
          <h2>{nameOfFile(bench.value)}</h2>
        </header>
        <div class="panel-body">
          <Problems />
          <BenchUse />
          <BenchProposals />
          <BenchConnectors />
          <BenchBoxes />
          <BenchFloor />
          <BenchJoin />
        </div>
      </aside>
    </section>
  );
}

/** Whoever comes here by keys goes on from here. */
function Back() {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <span ref={box}>
      <Button label="Back to the map" icon="left-arrow" shortcut="Esc" onClick={closeBench} />
    </span>
  );
}

/** What is wrong with the piece as a whole; what is about one connector stands there. */
function Problems() {
  const all = piece.value?.problems.filter(({ connector }) => connector === null) ?? [];
  return <ProblemList problems={all} />;
}
