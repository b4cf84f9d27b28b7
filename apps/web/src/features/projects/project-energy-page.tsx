/** Energy and fee of a project's devices by day or month, from the energy ledger. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useTable } from '../../components/table/use-table.ts';
import { present } from '../../lib/address/search-params.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { RangeButtons } from '../fees/components/range-buttons.tsx';
import { SumsStrip } from '../fees/components/sums-strip.tsx';
import '../fees/fees.css';
import { useDayColumns } from '../fees/use-day-columns.tsx';
import { useProjectEnergy } from './api/use-project-ledger.ts';
import { ViewList } from './board/components/view-list.tsx';
import { ProjectFrame } from './components/project-frame.tsx';
import type { ProjectEnergySearch } from './project-search.ts';

export function ProjectEnergyPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.energy')} section="view">
      {({ id }) => <Energy key={id} project={id} />}
    </ProjectFrame>
  );
}

function Energy({ project }: { project: number }) {
  const { t } = useTranslation(['projects', 'fees']);
  const {
    days = '7',
    by = 'day',
    value = 'energy',
  } = useSearch({
    from: '/shell/project-view-energy',
  });
  const navigate = useNavigate({ from: '/project-view-energy' });
  const currency = useCurrency();
  const table = useTable(`project-${value}`);
  const answer = useProjectEnergy({ project, days: Number(days), by }, table.page, table.size);
  const columns = useDayColumns({ value, currency, isOneDevice: false }).map((column) =>
    // Rows are in day order; the call supports no other sorting.
    ({ ...column, isSortable: false }),
  );
  const set = (part: { [K in keyof ProjectEnergySearch]?: ProjectEnergySearch[K] | undefined }) =>
    void navigate({ search: (old) => present({ ...old, ...part, page: undefined }) });
  return (
    <>
      <SumsStrip data={answer.data} value={value} currency={currency} />
      <ViewList
        label={t('projects:page.energy')}
        table={table}
        columns={columns}
        rowKey={(row) => `${row.device_code} ${row.date}`}
        answer={answer}
        file={t('projects:energy.file')}
        filters={
          <>
            <RangeButtons value={days} onChange={(next) => set({ days: next })} />
            <Segmented
              aria-label={t('projects:energy.by')}
              value={by}
              options={(['day', 'month'] as const).map((one) => ({
                value: one,
                label: t(`projects:energy.${one}`),
              }))}
              onChange={(next) => set({ by: next })}
            />
            <Segmented
              aria-label={t('projects:energy.value')}
              value={value}
              options={[
                { value: 'energy' as const, label: t('fees:energy') },
                { value: 'fee' as const, label: t('fees:fee') },
              ]}
              onChange={(next) => set({ value: next, cols: undefined })}
            />
          </>
        }
        empty={{ title: t('fees:empty.title'), body: t('fees:empty.body') }}
      />
    </>
  );
}
