/** Value, period and shape of the three-month chart; the choice is kept in the address. */
import { useNavigate } from '@tanstack/react-router';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { present } from '../../../lib/address/search-params.ts';
import type { ChartChoice, ChartPeriod, ChartShape, ChartValue } from '../months-chart.ts';

export function ChartSwitches({ choice, isYear }: { choice: ChartChoice; isYear: boolean }) {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate({ from: '/dashboard' });
  const set = (part: Partial<ChartChoice>) =>
    void navigate({
      search: (old) => present({ ...old, ...part }),
      replace: true,
      resetScroll: false,
    });
  const isDay = choice.period === 'day';
  return (
    <div className="row">
      {(isDay || isYear) && (
        <span className="faint text-tiny" role="status">
          {t(isYear ? 'dashboard:chart.year-why' : 'dashboard:chart.fee-why')}
        </span>
      )}
      <Segmented<ChartValue>
        size="small"
        aria-label={t('dashboard:chart.value')}
        value={choice.value}
        options={[
          { value: 'energy', label: t('dashboard:chart.energy') },
          { value: 'fee', label: t('dashboard:chart.fee'), disabled: isDay },
        ]}
        onChange={(value) => set({ value })}
      />
      <Segmented<ChartPeriod>
        size="small"
        aria-label={t('dashboard:chart.period')}
        value={choice.period}
        options={[
          { value: 'day', label: t('dashboard:chart.day') },
          { value: 'month', label: t('dashboard:chart.month') },
        ]}
        onChange={(period) => set({ period })}
      />
      <Segmented<ChartShape>
        size="small"
        aria-label={t('dashboard:chart.shape')}
        value={choice.shape}
        options={[
          { value: 'bar', label: t('dashboard:chart.bar') },
          { value: 'line', label: t('dashboard:chart.line') },
        ]}
        onChange={(shape) => set({ shape })}
      />
    </div>
  );
}
