import { Icon, type IconName } from './icon';

interface Props {
  label: string;
  icon?: IconName;
  /** Only the icon is shown; the label is said and stands in the tooltip. */
  isBare?: boolean;
  /** For what is on or off. */
  isPressed?: boolean;
  isPrimary?: boolean;
  isDisabled?: boolean;
  /** The key that does the same. */
  shortcut?: string;
  title?: string;
  class?: string;
  onClick(): void;
}

export function Button({ label, icon, isBare, isPressed, isPrimary, isDisabled, shortcut, title, onClick, ...rest }: Props) {
  const kinds = ['button', isBare && 'bare', isPrimary && 'primary', rest.class].filter(Boolean).join(' ');
  const told = title ?? (isBare ? label : undefined);
  return (
    <button
      type="button"
      class={kinds}
      aria-label={isBare ? label : undefined}
      aria-pressed={isPressed}
      disabled={isDisabled}
      title={shortcut ? `${told ?? label} (${shortcut})` : told}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {!isBare && <span>{label}</span>}
    </button>
  );
}
