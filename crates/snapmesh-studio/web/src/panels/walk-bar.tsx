import { Button } from '../parts/button';
import { Segmented, type Choice } from '../parts/segmented';
import { leaveWalk, pauseWalk, setWalkMode, walk } from '../state/walk';
import type { WalkMode } from '../view';

const MODES: Choice<WalkMode>[] = [
  { value: 'follow', label: 'Follow', title: 'Watch the figure from behind (1)' },
  { value: 'eyes', label: 'Eyes', title: 'See what the figure sees (2)' },
  { value: 'self', label: 'Myself', title: 'Walk with the keys W A S D and the mouse (3)' },
];

const ADVICE: Record<WalkMode, string> = {
  follow: 'Drag to look around. Click on the floor to send it there.',
  eyes: 'Drag to look around. Click on the floor to send it there.',
  self: 'W A S D or arrows to walk, drag to look around.',
};

export function WalkBar() {
  const { mode, isPaused } = walk.value!;
  return (
    <>
      <div class="toolbar" role="toolbar" aria-label="Walk">
        <Segmented label="Who walks" choices={MODES} value={mode} onChange={setWalkMode} />
        <Button
          label={isPaused ? 'Go on' : 'Pause'}
          icon={isPaused ? 'play' : 'pause'}
          isDisabled={mode === 'self'}
          shortcut="Space"
          onClick={pauseWalk}
        />
        <Button label="Leave" icon="close" shortcut="Esc" onClick={leaveWalk} />
      </div>
      <p class="advice">{ADVICE[mode]}</p>
    </>
  );
}
