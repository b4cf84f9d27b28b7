/** Selects the span, which is stored in the URL: days, or times to the second. */
import { ZoomOutOutlined } from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { localDateOf } from '@busbar/domain/local-date';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentRange } from '../../../../components/fields/moment-range.tsx';
import { PeriodField } from '../../../../components/fields/period-field.tsx';
import { daysOfSpan, isWholeDays, searchOfDays } from '../history-days.ts';
import { RANGES, type Range } from '../history-span.ts';
import type { HistorySpan } from '../use-history-span.ts';

export function SpanTools({ history }: { history: HistorySpan }) {
  const { t } = useTranslation('data');
  const { search, set, whole, zone } = history;
  const { range = 'today', from, to } = search;
  const [wantsTimes, setWantsTimes] = useState(false);
  const today = localDateOf(Date.now(), zone);
  const hasTimes = range === 'custom' && (wantsTimes || !isWholeDays(search, today));
  const unzoomed = { left: undefined, right: undefined };
  const choose = (next: Range) => {
    setWantsTimes(next === 'custom');
    // The times are first those of the span that is shown.
    const first = next === 'custom' ? { from: from ?? formatMoment(whole.startMs, zone), to } : {};
    set({ from: undefined, to: undefined, ...first, range: next, at: undefined, ...unzoomed });
  };
  return (
    <>
      <Segmented<Range | ''>
        aria-label={t('data:range.label')}
        value={range === 'custom' && !hasTimes ? '' : range}
        onChange={(next) => next !== '' && choose(next)}
        options={RANGES.map((value) => ({ value, label: t(`data:range.${value}`) }))}
      />
      {hasTimes ? (
        <MomentRange
          from={from}
          to={to}
          onChange={(start, end) => set({ range: 'custom', from: start, to: end, ...unzoomed })}
        />
      ) : (
        <PeriodField
          value={daysOfSpan(whole, zone, today)}
          onChange={(days) => {
            setWantsTimes(false);
            set({ ...searchOfDays(days, today), at: undefined, ...unzoomed });
          }}
        />
      )}
      {history.isZoomed && (
        <Button icon={<ZoomOutOutlined aria-hidden />} onClick={history.zoomOut}>
          {t('data:chart.zoom-out')}
        </Button>
      )}
    </>
  );
}
