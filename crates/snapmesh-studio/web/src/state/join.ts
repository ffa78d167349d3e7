// Two pieces joined: the one on the bench at one of its connectors, and another one at one of its.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { Connector, JoinedAnswer, PieceAnswer } from '../protocol';
import { bench } from './bench';
import { ask, connection } from './link';
import { sayFailed } from './messages';
import { connectors } from './marks';
import { mayMeet } from './matrix';
import { kit } from './session';
import { wish } from './wish';

export interface Join {
  connector: number;
  /** The other piece and its connector. */
  file: string;
  other: number;
}

export const join = signal<Join | null>(null);
export const joined = signal<JoinedAnswer | null>(null);
/** The other piece, and what it looks like. */
export const partner = signal<PieceAnswer | null>(null);

export const isJoining = computed(() => join.value !== null);

export function endJoin(): void {
  join.value = null;
}

/** Keeps the answers in step with what is chosen, and with the wish. */
export function followJoin(): void {
  effect(() => {
    if (bench.value === null) endJoin();
  });
  const file = computed(() => join.value?.file ?? null);
  effect(() => {
    const art = kit.value?.art;
    if (art === undefined || file.value !== partner.peek()?.info.file) partner.value = null;
    if (file.value !== null && connection.value === 'open') untracked(() => void fetchPartner(file.value!));
  });
  effect(() => {
    const [chosen, now, from] = [join.value, wish.value, bench.value];
    if (!chosen || from === null) joined.value = null;
    else untracked(() => void measure(chosen, from, now));
  });
}

async function fetchPartner(file: string): Promise<void> {
  const answer = await ask({ request: 'piece', file, wish: wish.value, looks: true }, 'piece');
  const chosen = join.value;
  if (chosen?.file !== file) return;
  if (answer.answer === 'failed') return sayFailed(answer);
  partner.value = answer;
  if (!isChosenByHand) preferMeeting(chosen, answer.info.connectors);
}

/** Whether a connector was chosen, and not only the other piece. */
let isChosenByHand = false;

/** Another choice. With another piece, the first two connectors that may meet are joined. */
export function chooseJoin(chosen: Join, isConnector: boolean): void {
  isChosenByHand = isConnector;
  join.value = chosen;
}

function preferMeeting(chosen: Join, theirs: Connector[]): void {
  const ours = connectors.peek();
  const first = ours[chosen.connector];
  // The one that is chosen here stays, if some connector there may meet it.
  const order = first ? [chosen.connector, ...ours.keys()] : [...ours.keys()];
  for (const connector of order) {
    const other = theirs.findIndex((note) => mayMeet(ours[connector]!, note));
    if (other < 0) continue;
    join.value = { ...chosen, connector, other };
    return;
  }
}

async function measure(chosen: Join, from: string, now: typeof wish.value): Promise<void> {
  const to = { file: chosen.file, connector: chosen.other };
  const answer = await ask({ request: 'join', wish: now, from: { file: from, connector: chosen.connector }, to }, 'joined');
  if (join.value !== chosen || wish.value !== now) return;
  joined.value = answer.answer === 'failed' ? null : answer;
}
