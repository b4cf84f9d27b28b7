/** Scale of the DC bus: the current voltage, and the cut and start voltages of each user. */

import { roundTo } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { TowerState } from '../api/use-towers.ts';
import { amount } from './tower-branch.tsx';

/** Operating range of 48 V equipment. */
const MIN_V = 40;
const MAX_V = 58;

export function BusScale({ state }: { state: TowerState }) {
  const { t } = useTranslation('towers');
  const { tag } = useLanguage();
  const users = state.users.filter(({ standby_type }) => standby_type === 'voltage');
  const limits = [
    ...limitsOf(users, 'cut', ({ cut_v }) => cut_v),
    ...limitsOf(users, 'start', ({ reconnect_v }) => reconnect_v),
  ];
  const texts = users.map(({ name, cut_v, reconnect_v }) =>
    t('towers:live.limits-of', {
      name,
      cut: amount(cut_v, 'V', tag),
      start: amount(reconnect_v, 'V', tag),
    }),
  );
  return (
    <div className="bus-scale">
      <div className="bus-scale__head line align-baseline spread gap-12">
        <span>{t('towers:live.bus')}</span>
        <strong>
          <ValueWithUnit value={state.bus_v} unit="V" at={state.reading_at} lateAfterMs={90_000} />
        </strong>
      </div>
      <div
        className="bus-scale__line"
        dir="ltr"
        role="img"
        aria-label={[t('towers:live.scale', { from: MIN_V, to: MAX_V }), ...texts].join('; ')}
      >
        {limits.map(({ kind, volts, slots }) => (
          <span
            key={`${kind} ${volts}`}
            className="bus-scale__limit muted nowrap centered"
            data-kind={kind}
            style={{ left: place(volts) }}
            title={`${slots}: ${amount(volts, 'V', tag)}`}
          >
            {slots}
          </span>
        ))}
        {state.bus_v !== null && (
          <span
            className="bus-scale__now"
            data-fresh={state.fresh}
            style={{ left: place(state.bus_v) }}
          />
        )}
      </div>
      <div className="bus-scale__ticks muted" dir="ltr" aria-hidden>
        {[40, 43, 46, 49, 52, 55, 58].map((volts) => (
          <span key={volts} style={{ left: place(volts) }}>
            {volts}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Users with the same voltage share a marker. */
function limitsOf(
  users: TowerState['users'],
  kind: 'cut' | 'start',
  voltsOf: (user: TowerState['users'][number]) => number,
) {
  return [...new Set(users.map(voltsOf))].map((volts) => ({
    kind,
    volts,
    slots: users
      .filter((user) => voltsOf(user) === volts)
      .map(({ slot }) => slot)
      .join(' · '),
  }));
}

function place(volts: number): string {
  const share = (Math.min(MAX_V, Math.max(MIN_V, volts)) - MIN_V) / (MAX_V - MIN_V);
  return `${roundTo(share * 100, 2)}%`;
}
