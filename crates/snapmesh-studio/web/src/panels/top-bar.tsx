// The bar on top: which map is wanted, and what is done with it.

import { Button } from '../parts/button';
import { Icon, type IconName } from '../parts/icon';
import { Select } from '../parts/select';
import { Tick } from '../parts/tick';
import { compare, isComparing } from '../state/compare';
import { dialog } from '../state/dialogs';
import { isHeld, isUpToDate } from '../state/grow';
import { folds, isLive, isSeedLocked, switchTheme, theme, toggle, type Foldable } from '../state/preferences';
import { isSlow, kit, problems, setup, status } from '../state/session';
import { generate } from '../state/shape';
import { save } from '../state/share';
import { startWalk } from '../state/walk';
import { redo, undo } from '../state/undone';
import { canRedo, canUndo, choosePreset, wish } from '../state/wish';
import { Seed } from './seed';

const FOLDS: { name: Foldable; icon: IconName; label: string; shortcut: string }[] = [
  { name: 'setup', icon: 'left', label: 'Set-up panel', shortcut: 'Alt+1' },
  { name: 'tiles', icon: 'tiles', label: 'Numbers', shortcut: 'Alt+2' },
  { name: 'timeline', icon: 'bottom', label: 'Timeline panel', shortcut: 'Alt+3' },
  { name: 'selection', icon: 'right', label: 'Selection panel', shortcut: 'Alt+4' },
];

export function TopBar() {
  return (
    <header class="top-bar">
      <h1 class="kit-name" title={kit.value?.folder}>
        <Icon name="piece" />
        <span>{kit.value?.name || kit.value?.folder || 'snapmesh studio'}</span>
      </h1>
      <Presets />
      <Seed />
      <Button label="Generate" isPrimary shortcut="Enter" title="Grow a map" onClick={generate} />
      <Tick label="Live" isSwitch title="Grow again at every change" isOn={isLive.value} onChange={() => toggle(isLive)} />
      <span class="busy" data-busy={isSlow.value && status.value === 'growing'} aria-hidden="true" />
      <span class="spacer" />
      <Problems />
      <Button label="Undo" icon="undo" isBare shortcut="Ctrl+Z" isDisabled={!canUndo.value} onClick={undo} />
      <Button label="Redo" icon="redo" isBare shortcut="Ctrl+Shift+Z" isDisabled={!canRedo.value} onClick={redo} />
      <SaveButton />
      <Button label="Share" icon="share" title="Link, command and files" onClick={() => (dialog.value = 'share')} />
      <Button
        label="Compare"
        icon="compare"
        isBare
        isPressed={isComparing.value}
        shortcut="G"
        title="Compare maps of many seeds, and search for some"
        onClick={compare}
      />
      <Button label="Walk" icon="walk" title="Walk through the map" onClick={() => void startWalk()} />
      <span class="separator" />
      <Folds />
      <Button
        label={theme() === 'dark' ? 'Light theme' : 'Dark theme'}
        icon={theme() === 'dark' ? 'sun' : 'moon'}
        isBare
        shortcut="T"
        onClick={switchTheme}
      />
      <Button label="Keys" icon="help" isBare shortcut="?" onClick={() => (dialog.value = 'keys')} />
    </header>
  );
}

function Presets() {
  const presets = kit.value?.presets ?? [];
  if (presets.length === 0) return null;
  const choices = [{ value: '', label: 'No preset' }, ...presets.map((name) => ({ value: name, label: name }))];
  const choose = (name: string) => choosePreset(name || null, isSeedLocked.value);
  return <Select label="Preset" value={wish.value.preset ?? ''} choices={choices} onChange={choose} />;
}

function SaveButton() {
  const isEdited = (setup.value?.edited ?? false) || (isHeld.value && !isUpToDate());
  return (
    <Button
      label="Save"
      icon="save"
      class={isEdited ? 'edited' : undefined}
      title={isEdited ? 'Write your changes into kit.toml' : 'Nothing to save'}
      shortcut="Ctrl+S"
      onClick={() => void save()}
    />
  );
}

/** How many problems there are; opens the panel that lists them. */
function Problems() {
  const all = problems.value;
  if (all.length === 0) return null;
  const worst = all[0]!.severity;
  return (
    <button
      type="button"
      class={`button count ${worst}`}
      title="Show the problems"
      aria-label={`${all.length} problems`}
      onClick={() => (folds.selection.value = false)}
    >
      <Icon name={worst} />
      <span>{all.length}</span>
    </button>
  );
}

function Folds() {
  return (
    <span class="toolbar-group">
      {FOLDS.map(({ name, icon, label, shortcut }) => (
        <Button
          key={name}
          label={label}
          icon={icon}
          isBare
          class="quiet"
          isPressed={!folds[name].value}
          shortcut={shortcut}
          onClick={() => toggle(folds[name])}
        />
      ))}
    </span>
  );
}
