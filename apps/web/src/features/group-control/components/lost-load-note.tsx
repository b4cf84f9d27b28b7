/** Load that a batch command interrupts, how old its readings are, and how many breakers lack one. */

import { formatQuantity } from '@busbar/domain/formats/number-format';
import { formatAge } from '@busbar/domain/formats/time-format';
import { lostLoad } from '@busbar/domain/load/lost-load';
import { SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { GroupDevice } from '../api/use-group-devices.ts';

interface LostLoadNoteProps {
  readonly breakers: readonly GroupDevice[];
  readonly now: number;
}

export function LostLoadNote({ breakers, now }: LostLoadNoteProps) {
  const { t } = useTranslation('group-control');
  const { tag } = useLanguage();
  // Locking an open breaker interrupts nothing.
  const closed = breakers.filter(
    ({ action }) => action === undefined || SWITCH_TABLE[action].closed,
  );
  const { kw, known, unknown, oldestAt } = lostLoad(closed);
  if (closed.length === 0) return null;
  const power = `\u2066${formatQuantity(kw, 1, 'kW', tag)}\u2069`;
  return (
    <p className="lost-load row gap-text">
      {known > 0 && <strong>{t('group-control:lost.load', { count: known, power })}</strong>}
      {oldestAt !== null && (
        <span className="muted">
          {t('group-control:lost.oldest', { age: formatAge(now - oldestAt, tag) })}
        </span>
      )}
      {unknown > 0 && (
        <span className="warn">{t('group-control:lost.without', { count: unknown })}</span>
      )}
    </p>
  );
}
