// The panel at the bottom: how the map grew, to play, step and scrub, with the story beside it.

import { Button } from '../parts/button';
import { Icon } from '../parts/icon';
import { Select } from '../parts/select';
import { Sentence } from '../parts/sentence';
import { VirtualList } from '../parts/virtual-list';
import { currentLine, lines, loopIn, showLine } from '../state/story';
import { SPEEDS, allEvents, goTo, isPlaying, lastPosition, position, replay, speed, step, togglePlay } from '../state/timeline';
import { GrowthCurve } from './growth-curve';

/** In pixels, as in the style sheet. */
const LINE_HEIGHT = 24;

export function Timeline() {
  return (
    <section class="panel timeline" aria-label="Timeline">
      <div class="playback">
        <Transport />
        <div class="scrub">
          <GrowthCurve />
          <input
            type="range"
            class="slider"
            aria-label="Position on the timeline"
            aria-valuetext={`event ${positionInWords()}`}
            min={0}
            max={lastPosition.value}
            disabled={!replay.value}
            value={position.value}
            onInput={(event) => goTo(Number(event.currentTarget.value))}
          />
        </div>
      </div>
      <Story />
    </section>
  );
}

function positionInWords(): string {
  return `${position.value.toLocaleString('en')} of ${lastPosition.value.toLocaleString('en')}`;
}

function Transport() {
  const speeds = SPEEDS.map((value) => ({ value: String(value), label: `${value}/s` }));
  const isEmpty = !replay.value;
  const leftOut = allEvents.value - lastPosition.value;
  return (
    <div class="transport">
      <Button label="Step back" icon="back" isBare shortcut="[" isDisabled={isEmpty} onClick={() => step(-1)} />
      <Button
        label={isPlaying.value ? 'Pause' : 'Play'}
        icon={isPlaying.value ? 'pause' : 'play'}
        isBare
        shortcut="Space"
        isDisabled={isEmpty}
        onClick={togglePlay}
      />
      <Button label="Step forward" icon="forward" isBare shortcut="]" isDisabled={isEmpty} onClick={() => step(1)} />
      <span class="position" title="Events shown, of all events of the growth">{positionInWords()}</span>
      {leftOut > 0 && <span class="unit">and {leftOut.toLocaleString('en')} that are left out</span>}
      <Select
        label="Speed, in events a second"
        value={String(speed.value)}
        choices={speeds}
        onChange={(next) => (speed.value = Number(next))}
      />
    </div>
  );
}

function Story() {
  const all = lines.value;
  const current = currentLine.value;
  if (all.length === 0) return <p class="empty story">The story of the map appears here.</p>;
  const row = (index: number) => {
    const { event, text } = all[index]!;
    const loop = loopIn(text);
    return (
      <div key={event} role="listitem" class={loop ? `story-line ${loop}` : 'story-line'} aria-current={index === current ? 'step' : undefined}>
        <button type="button" title={text} tabIndex={index === current ? 0 : -1} onClick={() => showLine(all[index]!)}>
          <span class="story-event">{event + 1}</span>
          {loop && <Icon name="loop" />}
          <Sentence text={text} />
        </button>
      </div>
    );
  };
  return (
    <div class="story">
      <VirtualList label="Story" count={all.length} rowHeight={LINE_HEIGHT} current={current} row={row} />
    </div>
  );
}
