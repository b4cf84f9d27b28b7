/**
 * Fee query (docs/specification/energy-and-fees.md 2): energy and bill of devices by day, over 3,
 * 7, 30 or 90 days.
 */
import { PrinterOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import { DeviceSelect } from '../../components/fields/device-select.tsx';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { present } from '../../lib/address/search-params.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useEnergyDays } from './api/use-energy-days.ts';
import { RangeButtons } from './components/range-buttons.tsx';
import { SumsStrip } from './components/sums-strip.tsx';
import './fees.css';
import { DEFAULT_RANGE } from './fees-search.ts';
import { useDayColumns } from './use-day-columns.tsx';

const PANEL = 'fees-panel';

export function FeesPage() {
  const { t } = useTranslation('fees');
  const { search, filter: set } = useListSearch(useSearch({ from: '/shell/feesselect' }));
  const navigate = useNavigate();
  const { tab = 'energy', days = DEFAULT_RANGE, device } = search;
  const value = tab === 'energy' ? 'energy' : 'fee';
  const currency = useCurrency();
  const table = useTable(`fees-${tab}`);
  const { sort, order } = table;
  const answer = useEnergyDays({ days: Number(days), device, sort, order }, table);
  const columns = useDayColumns({ value, currency, isOneDevice: false });
  const openTab = (next: 'energy' | 'bill') =>
    // Column selection and sort order apply only to the table in which they were set.
    set({ tab: next, cols: undefined, sort: undefined, order: undefined });

  return (
    <div className="fees stack page">
      <h1 className="visually-hidden">{t('fees:title')}</h1>
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
        <SumsStrip data={answer.data} value={value} currency={currency} />
        <QueryTable
          label={t(`fees:tab.${tab}`)}
          table={table}
          columns={columns}
          rowKey={(row) => `${row.device_code} ${row.date}`}
          query={answer}
          filters={
            <>
              <RangeButtons value={days} onChange={(next) => set({ days: next })} />
              <DeviceSelect value={device} onChange={(next) => set({ device: next })} />
            </>
          }
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
          empty={{ title: t('fees:empty.title'), body: t('fees:empty.body') }}
          onOpenRow={(row) =>
            void navigate({
              to: '/feesdetail',
              search: { device: row.device_code, days, tab, day: row.date },
            })
          }
          exportName={t(`fees:file.${tab}`)}
        />
      </div>
    </div>
  );
}
