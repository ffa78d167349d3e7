import { connectorColor } from '../view/colors';

/** A dab of a connector's color, as the view draws it. Its name always stands beside it. */
export function Swatch({ color }: { color: string }) {
  return <span class="swatch" style={{ background: connectorColor(color) }} aria-hidden="true" />;
}
