/** Voltage quality: a week of 10-minute averages evaluated by EN 50160, separately per phase. */
import { addDays, parseLocalDate } from '@busbar/domain/local-date';
import { Button, Skeleton } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useVoltageQuality } from '../api/use-voltage-quality.ts';
import { useHistorySpan } from '../history/use-history-span.ts';
import { QualityChart } from './quality-chart.tsx';
import { QualityPhases } from './quality-phases.tsx';
import './quality-tab.css';
import { DateField } from '../../../components/fields/date-field.tsx';
import { NumberField } from '../../../components/fields/number-field.tsx';

const WEEK = 7;
const MIN_NOMINAL = 50;
const MAX_NOMINAL = 1000;

export function QualityTab({ code }: { code: string }) {
  const { t } = useTranslation('analysis');
  const { search, set } = useHistorySpan();
  const id = useId();
  const query = useVoltageQuality(code, search.week, search.nominal);
  const week = query.data;
  const move = (days: number) => () =>
    week !== undefined && set({ week: addDays(week.first_day, days) });
  return (
    <div className="history stack" aria-busy={query.isFetching}>
      <div className="row gap-wide inset">
        <label className="compare-field stack gap-2 hint" htmlFor={`${id}-week`}>
          {t('analysis:quality.first-day')}
          <DateField
            id={`${id}-week`}
            value={search.week ?? week?.first_day ?? ''}
            onChange={(day) => set({ week: parseLocalDate(day) })}
          />
        </label>
        <span className="quality-moves line inline">
          <Button onClick={move(-WEEK)}>{t('analysis:quality.before')}</Button>
          <Button onClick={move(WEEK)}>{t('analysis:quality.after')}</Button>
        </span>
        <label className="compare-field stack gap-2 hint" htmlFor={`${id}-nominal`}>
          {t('analysis:quality.nominal')}
          <NumberField
            id={`${id}-nominal`}
            label={t('analysis:quality.nominal')}
            min={MIN_NOMINAL}
            max={MAX_NOMINAL}
            precision={0}
            unit="V"
            value={search.nominal ?? week?.nominal ?? null}
            changeOnWheel={false}
            onChange={(volts) => {
              if (!Number.isNaN(volts)) set({ nominal: volts ?? undefined });
            }}
          />
        </label>
      </div>
      {week === undefined ? (
        query.error === null ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <>
          {query.error !== null && (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} isCompact />
          )}
          {week.phases.length === 0 ? (
            <EmptyState title={t('analysis:quality.none')} body={t('analysis:quality.none-body')} />
          ) : (
            <>
              <QualityPhases week={week} />
              <QualityChart week={week} code={code} />
            </>
          )}
        </>
      )}
    </div>
  );
}
