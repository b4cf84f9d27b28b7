/** A state as icon, label and colour; colour is never the only difference (docs/design.md 2.1). */
import type { ReactNode } from 'react';

const STATE_TONES = [
  'closed',
  'open',
  'good',
  'alarm',
  'warning',
  'neutral',
  'late',
  'unknown',
  'info',
] as const;
export type StateTone = (typeof STATE_TONES)[number];

interface StateTagProps {
  tone: StateTone;
  icon: ReactNode;
  children: ReactNode;
  /** Omits the tinted background, for dense tables. */
  isPlain?: boolean;
  title?: string;
}

export function StateTag({ tone, icon, children, isPlain = false, title }: StateTagProps) {
  return (
    <span className="state-tag" data-tone={tone} data-plain={isPlain} title={title}>
      <span className="inline text-small" aria-hidden="true">
        {icon}
      </span>
      <span>{children}</span>
    </span>
  );
}
