/**
 * Fee query (docs/specification/energy-and-fees.md 2): energy and bill of devices by day, over 3,
 * 7, 30 or 90 days or a period, with the days of all of them as a chart.
 */

import { CloseOutlined, PrinterOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import { DeviceSelect } from '../../components/fields/device-select.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { Tile } from '../../components/values/tile.tsx';
import { present } from '../../lib/address/search-params.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { XlsxButton } from '../data-report/components/xlsx-button.tsx';
import { useDaySums, useEnergyDays } from './api/use-energy-days.ts';
import { DaysChart } from './components/days-chart.tsx';
import { FeePeriod } from './components/fee-period.tsx';
import { SumsStrip } from './components/sums-strip.tsx';
import './fees.css';
import { StepLink } from '../../components/states/step-link.tsx';
import { spanOf } from './fees-search.ts';
import { useDayColumns } from './use-day-columns.tsx';

const PANEL = 'fees-panel';

export function FeesPage() {
  const { t } = useTranslation('fees');
  const { search, filter: set } = useListSearch(useSearch({ from: '/shell/feesselect' }));
  const navigate = useNavigate();
  const { tab = 'energy', days, start, end, on, device } = search;
  const span = spanOf(search);
  const value = tab === 'energy' ? 'energy' : 'fee';
  const currency = useCurrency();
  const table = useTable(`fees-${tab}`);
  const { sort, order } = table;
  const sums = useDaySums({ span, device });
  const answer = useEnergyDays(
    { span: on === undefined ? span : { start: on, end: on }, device, sort, order },
    table,
  );
  const columns = useDayColumns({ value, currency, isOneDevice: false });
  const openTab = (next: 'energy' | 'bill') =>
    // Column selection and sort order apply only to the table in which they were set.
    set({ tab: next, cols: undefined, sort: undefined, order: undefined });

  return (
    <div className="fees stack page">
      <PageHeading />
      <TabStrip
        label={t('fees:title')}
        panelId={PANEL}
        active={tab}
        tabs={[
          { key: 'energy', label: t('fees:tab.energy') },
          { key: 'bill', label: t('fees:tab.bill') },
        ]}
        onOpen={openTab}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, tab)} className="stack">
        <div className="row">
          <FeePeriod
            search={search}
            shown={sums.data}
            onChange={(part) => set({ ...part, on: undefined })}
          />
          <DeviceSelect value={device} onChange={(next) => set({ device: next })} />
          {on !== undefined && (
            <Button
              icon={<CloseOutlined aria-hidden />}
              iconPlacement="end"
              aria-label={`${on}, ${t('fees:all-days')}`}
              title={t('fees:all-days')}
              onClick={() => set({ on: undefined })}
            >
              <bdi className="ltr">{on}</bdi>
            </Button>
          )}
          <span className="push">
            <XlsxButton
              period={sums.data && { start: start ?? sums.data.start, end: end ?? sums.data.end }}
              device={device}
            />
          </span>
        </div>
        <SumsStrip data={answer.data} value={value} currency={currency} />
        <Tile
          title={t(`fees:detail.chart.${value}`)}
          query={sums}
          className="fees__chart"
          tools={<span className="muted text-small">{t('fees:chart-hint')}</span>}
        >
          {(data) => (
            <DaysChart
              days={data.days}
              value={value}
              currency={currency}
              label={t(`fees:detail.chart.${value}`)}
              onOpenDay={(date) => set({ on: date })}
            />
          )}
        </Tile>
        <QueryTable
          label={t(`fees:tab.${tab}`)}
          table={table}
          columns={columns}
          rowKey={(row) => `${row.device_code} ${row.date}`}
          query={answer}
          actions={
            tab === 'bill' && (
              <Button
                icon={<PrinterOutlined aria-hidden />}
                onClick={() => void navigate({ to: '/bill', search: present({ device }) })}
              >
                {t('fees:to-bill')}
              </Button>
            )
          }
          empty={{
            title: t('fees:empty.title'),
            body: t('fees:empty.body'),
            action: <StepLink step="device-info" />,
          }}
          onOpenRow={(row) =>
            void navigate({
              to: '/feesdetail',
              search: present({ device: row.device_code, days, start, end, tab, day: row.date }),
            })
          }
          exportName={t(`fees:file.${tab}`)}
        />
      </div>
    </div>
  );
}
