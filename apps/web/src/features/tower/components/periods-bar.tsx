/** The day of a tower user: its valid periods, the time outside them, and overlaps. */
import { MINUTES_OF_DAY, partsOfSpan } from '@busbar/domain/tariff/tariff-calendar';
import type { TimePeriod } from '@busbar/domain/tower/time-period';
import { useTranslation } from 'react-i18next';
import { DayBar, type DayPart } from '../../../components/bars/day-bar.tsx';

const COLORS = ['#7cb3f5', '#f2b950', '#7fcf9f', '#c3a2f5', '#f59a8f'] as const;

export function PeriodsBar({ periods, name }: { periods: readonly TimePeriod[]; name: string }) {
  const { t } = useTranslation('towers');
  const parts = periods.flatMap((period, at): DayPart[] => {
    const span = period.valid ? spanOf(period) : undefined;
    if (span === undefined) return [];
    return partsOfSpan(span)
      .filter(([from, to]) => from < to)
      .map(([from, to]) => ({
        kind: `period-${at + 1}`,
        label: t('towers:period.number', { number: at + 1 }),
        from,
        to,
        color: COLORS[at % COLORS.length]!,
      }));
  });
  const overlaps = overlapsOf(parts).map(([from, to]) => ({
    kind: 'overlap',
    label: t('towers:period.overlap'),
    from,
    to,
  }));
  return parts.length === 0 ? (
    <p className="hint prose">{t('towers:period.always')}</p>
  ) : (
    <DayBar parts={[...parts, ...overlaps]} name={name} />
  );
}

function spanOf({ begin, end }: TimePeriod): { from: number; to: number } | undefined {
  const minute = (text: string) => {
    const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
    return Number(hours) * 60 + Number(minutes);
  };
  const from = minute(begin);
  const to = minute(end) === 0 ? MINUTES_OF_DAY : minute(end);
  return Number.isNaN(from + to) || from === to ? undefined : { from, to };
}

function overlapsOf(parts: readonly DayPart[]): [number, number][] {
  return parts.flatMap((one, at) =>
    parts.slice(at + 1).flatMap((other): [number, number][] => {
      const from = Math.max(one.from, other.from);
      const to = Math.min(one.to, other.to);
      return from < to && one.kind !== other.kind ? [[from, to]] : [];
    }),
  );
}
