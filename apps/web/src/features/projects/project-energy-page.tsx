/** Energy and fee of a project's devices by day or month, from the energy ledger. */
import { useSearch } from '@tanstack/react-router';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { FeePeriod } from '../fees/components/fee-period.tsx';
import { SumsStrip } from '../fees/components/sums-strip.tsx';
import '../fees/fees.css';
import { spanOf } from '../fees/fees-search.ts';
import { useDayColumns } from '../fees/use-day-columns.tsx';
import { useProjectEnergy } from './api/use-project-ledger.ts';
import { ProjectFrame } from './components/project-frame.tsx';

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
  const { search, filter: set } = useListSearch(useSearch({ from: '/shell/project-view-energy' }));
  const { by = 'day', value = 'energy' } = search;
  const currency = useCurrency();
  const table = useTable(`project-${value}`);
  const answer = useProjectEnergy({ project, span: spanOf(search), by }, table);
  const columns = useDayColumns({ value, currency, isOneDevice: false }).map((column) =>
    // Rows are in day order; the call supports no other sorting.
    ({ ...column, isSortable: false }),
  );
  return (
    <>
      <div className="row">
        <FeePeriod search={search} shown={answer.data} onChange={set} />
      </div>
      <SumsStrip data={answer.data} value={value} currency={currency} />
      <QueryTable
        label={t('projects:page.energy')}
        table={table}
        columns={columns}
        rowKey={(row) => `${row.device_code} ${row.date}`}
        query={answer}
        exportName={t('projects:energy.file')}
        filters={
          <>
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
