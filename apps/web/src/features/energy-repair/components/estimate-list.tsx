/** Days of all devices whose energy is estimated; each opens the correction of its device. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { PeriodField } from '../../../components/fields/period-field.tsx';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { PATHS } from '../../../config/paths.ts';
import { useGroups } from '../../../device-kit/api/use-device-choices.ts';
import { MAX_DAYS } from '../../energy-explanation/span-parts.ts';
import { useEstimates } from '../api/use-estimates.ts';
import { isSpan } from '../repair-span.ts';
import { correctionOf, useEstimateColumns } from '../use-estimate-columns.tsx';

const NO_DAYS = { list: [], total: 0 };

export function EstimateList() {
  const { t } = useTranslation('repair');
  const navigate = useNavigate({ from: PATHS.energyRepair });
  const list = useListSearch(useSearch({ from: '/shell/energy-repair' }), 'group', 'kind');
  const { from, to, corrected } = list.search;
  const period = from !== undefined && to !== undefined ? { start: from, end: to } : undefined;
  const isWrong = period !== undefined && !isSpan(period);
  const table = useTable('energy-estimates');
  const days = useEstimates(list.search, table, !isWrong);
  const columns = useEstimateColumns();
  const groups = (useGroups().data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <p className="muted">{t('repair:estimates.body')}</p>
      <QueryTable
        label={t('repair:estimates.title')}
        table={table}
        columns={columns}
        rowKey={(row) => `${row.device_code} ${row.date}`}
        query={isWrong ? { ...days, data: NO_DAYS } : days}
        filters={
          <FilterBar
            list={list}
            filters={[
              {
                kind: 'other',
                name: 'days',
                node: (
                  <PeriodField
                    maxDays={MAX_DAYS}
                    value={period ?? days.data}
                    onChange={({ start, end }) => list.filter({ from: start, to: end })}
                  />
                ),
              },
              ...(groups.length > 1
                ? [
                    {
                      kind: 'choice' as const,
                      name: 'group' as const,
                      label: t('repair:estimates.group'),
                      options: groups,
                      isSearched: true,
                    },
                  ]
                : []),
              {
                kind: 'choice',
                name: 'kind',
                label: t('repair:estimates.why'),
                options: (['gap', 'register'] as const).map((value) => ({
                  value,
                  label: t(`repair:estimates.kind.${value}`),
                })),
              },
              {
                kind: 'other',
                name: 'corrected',
                node: (
                  <Checkbox
                    checked={corrected !== undefined}
                    onChange={({ target }) =>
                      list.filter({ corrected: target.checked ? 'yes' : undefined })
                    }
                  >
                    {t('repair:estimates.corrected-too')}
                  </Checkbox>
                ),
              },
            ]}
          />
        }
        empty={
          isWrong
            ? { title: t('repair:day.wrong', { count: MAX_DAYS }) }
            : list.isFiltered
              ? {
                  title: t('repair:estimates.none-found'),
                  action: <Button onClick={list.clear}>{t('repair:estimates.all')}</Button>,
                }
              : { title: t('repair:estimates.none'), body: t('repair:estimates.none-body') }
        }
        onOpenRow={(row) => void navigate({ search: correctionOf(row) })}
        exportName={t('repair:estimates.file')}
      />
    </>
  );
}
