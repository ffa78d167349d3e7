import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app';
import { followKeys } from './keys';
import { followAddress } from './state/address';
import { followBench } from './state/bench';
import { followJoin } from './state/join';
import { followComparing } from './state/compare';
import { followWish, growInNewSession, growNow } from './state/grow';
import { connect } from './state/link';
import { theme } from './state/preferences';
import { followSearch } from './state/search';
import { followSelection } from './state/selection';
import { kit, map, status, walked } from './state/session';
import { followShape } from './state/shape';
import { followStory } from './state/story';
import { followMap } from './state/walk';
import './styles/theme.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/blocks.css';
import './styles/view.css';
import './styles/setup.css';
import './styles/ends.css';
import './styles/loops.css';
import './styles/panels.css';
import './styles/bench.css';
import './styles/compare.css';
import './styles/shape.css';

/** What style sheets, tests and the tab of the browser can see of the state. */
function followRoot(): void {
  const root = document.documentElement;
  effect(() => {
    root.dataset.theme = theme();
    root.dataset.state = status.value;
    root.dataset.digest = map.value?.digest ?? '';
    root.dataset.walked = String(walked.value !== null);
    document.title = kit.value ? `${kit.value.name || kit.value.folder} – snapmesh studio` : 'snapmesh studio';
  });
}

followAddress();
followRoot();
render(<App />, document.getElementById('page')!);
followSelection();
followShape();
followStory();
followMap();
followWish();
followComparing();
followSearch();
followKeys();
followBench();
followJoin();
connect(growInNewSession, growNow);
