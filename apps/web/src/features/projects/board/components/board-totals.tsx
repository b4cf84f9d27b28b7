/** Summary of the project in five figures. */

import { formatCount } from '@busbar/domain/formats/number-format';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ValueWithUnit } from '../../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../../i18n/use-language.ts';
import type { BoardTotals } from '../board-rows.ts';

export const BoardTotalsStrip = memo(function BoardTotalsStrip({
  totals,
}: {
  /** Undefined while they load; the strip keeps its height. */
  totals: BoardTotals | undefined;
}) {
  const { t } = useTranslation('projects');
  const { tag } = useLanguage();
  const count = (value: number | null | undefined) =>
    value == null ? '–' : formatCount(value, tag);
  const failed = totals?.failed ?? 0;
  const attention = totals?.attention ?? 0;
  const figures: readonly (readonly [
    key: string,
    value: ReactNode,
    note: ReactNode,
    tone?: string,
  ])[] = [
    ['groups', count(totals?.groups), null],
    [
      'lamps-on',
      count(totals?.lampsOn),
      t('projects:board.of-lamps', { count: totals?.lamps ?? 0, total: count(totals?.lamps) }),
    ],
    ['failed', count(totals?.failed), null, failed > 0 ? 'alarm' : ''],
    [
      'power',
      <ValueWithUnit key="power" value={totals?.measuredKw ?? null} unit="kW" digits={3} />,
      <>
        {t('projects:board.expected')}{' '}
        <ValueWithUnit value={totals?.expectedKw ?? null} unit="kW" digits={3} />
      </>,
    ],
    ['attention', count(totals?.attention), null, attention > 0 ? 'warning' : ''],
  ];
  return (
    <dl className="board-totals figures columns columns-fit columns-narrow">
      {figures.map(([key, value, note, tone]) => (
        <div className="panel" key={key} data-tone={tone ?? ''}>
          <dt>{t(`projects:board.${key}`)}</dt>
          <dd className="row align-baseline gap-text">
            <bdi>{value}</bdi>
            {note !== null && <span className="plain hint">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
});
