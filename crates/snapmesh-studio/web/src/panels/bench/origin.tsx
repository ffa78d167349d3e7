import { Button } from '../../parts/button';
import { backToFile, isGiven } from '../../state/marks';

/** Who says what is listed: the kit or the file; and the way back. */
export function Origin({ name }: { name: 'connectors' | 'boxes' | 'floor' }) {
  if (!isGiven(name)) return <p class="field-help">As the file has them. A change goes into kit.toml, and the file stays as it is.</p>;
  return (
    <div class="row">
      <p class="field-help grow">As the kit says.</p>
      <Button label={`Take the ${name} of the file`} icon="reset" isBare onClick={() => backToFile(name)} />
    </div>
  );
}
