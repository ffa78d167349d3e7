import { Button } from '../parts/button';
import { isComparing } from '../state/compare';
import { isUnmarked } from '../state/mark-all';
import { wasWelcomed } from '../state/preferences';
import { walk } from '../state/walk';

/** Three sentences for who is here for the first time. */
export function Welcome() {
  // It is about a map: who has none yet is told what to do first, and who looks at many or walks on one has found the way.
  if (wasWelcomed.value || isUnmarked.value || isComparing.value || walk.value) return null;
  return (
    <section class="welcome" aria-label="Welcome">
      <p>Press Enter for another map, and change anything on the left: the map grows again at once.</p>
      <p>Click a piece or a doorway to learn why it is there; the timeline below shows how the map came about.</p>
      <p>The address holds all of it, so a link is the same map; Save writes your changes into the kit.</p>
      <Button label="Got it" isPrimary onClick={() => (wasWelcomed.value = true)} />
    </section>
  );
}
