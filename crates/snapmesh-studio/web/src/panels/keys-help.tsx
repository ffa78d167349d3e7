import { Fragment } from 'preact';
import { KEYS } from '../keys';
import { Dialog } from '../parts/dialog';
import { closeDialog } from '../state/dialogs';

export function KeysHelp() {
  return (
    <Dialog title="Keys" onClose={closeDialog}>
      <div class="keys">
        {KEYS.map(({ group, keys }) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {keys.map(({ keys: names, does }) => (
                <div key={does}>
                  <dt>
                    {names.map((name, index) => (
                      <Fragment key={name}>
                        {index > 0 && ' or '}
                        <kbd>{name}</kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="field-help">In the view: drag to turn, drag with the right button to move, wheel to zoom, click to select.</p>
    </Dialog>
  );
}
