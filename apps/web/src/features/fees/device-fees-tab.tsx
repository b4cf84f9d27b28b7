/** Fees of a device (docs/specification/energy-and-fees.md 2): days by band, as chart and table. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/table/data-table.tsx';
import { useTable } from '../../components/table/use-table.ts';
import { Tile } from '../../components/values/tile.tsx';
import { PATHS } from '../../config/paths.ts';
import { useDeviceCode } from '../../device-kit/use-device-code.ts';
import { present } from '../../lib/address/search-params.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { WhyDrawer } from '../energy-explanation/components/why-drawer.tsx';
import { useEnergyDays } from './api/use-energy-days.ts';
import { DaysChart } from './components/days-chart.tsx';
import { FeePeriod } from './components/fee-period.tsx';
import { SumsStrip } from './components/sums-strip.tsx';
import './fees.css';
import { type FeesDetailSearch, spanOf } from './fees-search.ts';
import { useDayColumns } from './use-day-columns.tsx';

/** Page size that fits all days of a request (at most 731), because the chart shows them all. */
const ALL_DAYS = 800;

export function DeviceFeesTab() {
  const { t } = useTranslation(['fees', 'shell']);
  const device = useDeviceCode();
  const mayCorrect = useMay('energy.correct');
  const search = useSearch({ from: '/shell/devices/$code/energy' });
  const { tab = 'energy', day } = search;
  const navigate = useNavigate({ from: '/devices/$code/energy' });
  const value = tab === 'energy' ? 'energy' : 'fee';
  const currency = useCurrency();
  const table = useTable('fees-detail');
  const answer = useEnergyDays({ span: spanOf(search), device }, { page: 1, size: ALL_DAYS });
  const columns = useDayColumns({ value, currency, isOneDevice: true });
  const all = answer.data?.list;
  const rows = sorted(all, table.sort, table.order)?.slice(
    (table.page - 1) * table.size,
    table.page * table.size,
  );
  const set = (part: { [K in keyof FeesDetailSearch]?: FeesDetailSearch[K] | undefined }) =>
    void navigate({ search: (old) => present({ ...old, ...part }), resetScroll: false });
  return (
    <div className="fees stack inset">
      <h2 className="visually-hidden">{t('fees:detail.title')}</h2>
      <div className="row">
        <Segmented
          aria-label={t('fees:detail.value')}
          value={tab}
          options={[
            { value: 'energy', label: t('fees:energy') },
            { value: 'bill', label: t('fees:fee') },
          ]}
          onChange={(next) => set({ tab: next === 'bill' ? 'bill' : 'energy' })}
        />
        <FeePeriod
          search={search}
          shown={answer.data}
          onChange={(part) => set({ ...part, on: undefined, page: undefined })}
        />
        {mayCorrect && (
          <Link to={PATHS.energyRepair} search={{ device }} className="push underlined">
            {t('shell:menu.energy-repair')}
          </Link>
        )}
      </div>
      <SumsStrip data={answer.data} value={value} currency={currency} />
      <Tile title={t(`fees:detail.chart.${value}`)} query={answer} className="fees__chart">
        {(data) => (
          <DaysChart
            days={data.list}
            value={value}
            currency={currency}
            label={t(`fees:detail.chart.${value}`)}
          />
        )}
      </Tile>
      <DataTable
        label={t('fees:detail.title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.date}
        rows={rows}
        total={answer.data?.total ?? 0}
        isFetching={answer.isFetching}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        filters={<span className="muted">{t('fees:detail.hint')}</span>}
        empty={{ title: t('fees:empty.title'), body: t('fees:empty.body') }}
        onOpenRow={(row) => set({ day: row.date })}
        openRowKey={day}
        exportPage={answer.readPage}
        exportName={t('fees:file.detail')}
      />
      <WhyDrawer
        of={
          day === undefined
            ? undefined
            : {
                device,
                start: day,
                end: day,
                isProvisional: all?.find(({ date }) => date === day)?.provisional,
              }
        }
        onClose={() => set({ day: undefined })}
      />
    </div>
  );
}

type Days = ReturnType<typeof useEnergyDays>['data'];

function sorted(
  days: NonNullable<Days>['list'] | undefined,
  sort: string | undefined,
  order: 'asc' | 'desc' | undefined,
) {
  if (days === undefined || (sort !== 'date' && sort !== 'ept' && sort !== 'fee')) return days;
  const sign = order === 'desc' ? -1 : 1;
  return days.toSorted((one, other) => {
    const [a, b] = [one[sort], other[sort]];
    // As on the server, days without a fee come last in both sort orders.
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  });
}
