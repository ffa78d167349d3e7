// For kits that are not marked yet: all of it at once, as `snapmesh mark --write` does it.

import { Button } from '../parts/button';
import { isMarking, markAll } from '../state/mark-all';
import { hasError, kit } from '../state/session';

export function Unmarked() {
  if (!kit.value || (kit.value.has_file && !hasError.value) || kit.value.catalog.length === 0) return null;
  return (
    <div class="unmarked">
      <p>
        {kit.value.has_file
          ? 'Pieces without connectors cannot be joined.'
          : 'This folder has models and no kit.toml yet. Connectors make them pieces.'}{' '}
        Doorways can be found in their meshes, or marked one by one: open a piece.
      </p>
      <Button
        label={isMarking.value ? 'Looking…' : 'Find all doorways'}
        title="Looks at every piece without connectors, and writes what it finds into kit.toml"
        isPrimary
        isDisabled={isMarking.value}
        onClick={() => void markAll()}
      />
    </div>
  );
}
