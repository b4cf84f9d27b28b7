/** Alarms and warnings of a project, to view and handle. */
import { useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { RangeFilter } from '../../../components/forms/range-filter.tsx';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useStateFilters } from '../../alarms/use-state-filters.ts';
import { useLampGroups } from '../api/use-lamp-groups.ts';
import {
  type ProjectRecord,
  type RecordKind,
  useProjectRecords,
} from '../api/use-project-records.ts';
import { ProjectFrame } from '../components/project-frame.tsx';
import { readRecordSearch } from '../project-search.ts';
import { HandleDialog } from './components/handle-dialog.tsx';
import { RecordDrawer } from './components/record-drawer.tsx';
import { useRecordColumns } from './use-record-columns.tsx';

export function ProjectAlarmsPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.alarms')} section="view">
      {({ id }) => <Records key={id} kind="alarm" project={id} />}
    </ProjectFrame>
  );
}

export function ProjectWarningsPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.warnings')} section="view">
      {({ id }) => <Records key={id} kind="warning" project={id} />}
    </ProjectFrame>
  );
}

function Records({ kind, project }: { kind: RecordKind; project: number }) {
  const { t } = useTranslation('projects');
  const list = useListSearch(
    readRecordSearch(useSearch({ strict: false }) as Record<string, unknown>),
    'device',
    'handled',
    'open',
    'from',
    'to',
  );
  const { search } = list;
  const mayHandle = useMay('alarm.handle');
  const table = useTable(`project-${kind}s`, { sizes: LOG_PAGE_SIZES });
  const records = useProjectRecords(kind, project, search, table);
  const groups = useLampGroups(project);
  const states = useStateFilters();
  const [handled, setHandled] = useState<ProjectRecord>();
  const columns = useRecordColumns(mayHandle ? setHandled : undefined);
  return (
    <>
      <QueryTable
        label={t(`projects:page.${kind}s`)}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={records}
        exportName={t(`projects:record.file.${kind}`)}
        filters={
          <FilterBar
            list={list}
            clearLabel={t('projects:set.clear')}
            filters={[
              {
                kind: 'choice',
                name: 'device',
                label: t('projects:record.group'),
                placeholder: t('projects:all-groups'),
                isSearched: true,
                options: (groups.data ?? []).map((group) => ({
                  value: group.device_code,
                  label: group.name,
                })),
              },
              { kind: 'other', name: 'range', node: <RangeFilter list={list} /> },
              ...states,
            ]}
          />
        }
        empty={
          list.isFiltered
            ? {
                title: t('projects:record.none-found'),
                action: <Button onClick={list.clear}>{t('projects:set.clear')}</Button>,
              }
            : { title: t(`projects:record.none.${kind}`), body: t('projects:record.none-body') }
        }
        onOpenRow={(row) => list.set({ record: row.id })}
        openRowKey={search.record}
      />
      <RecordDrawer
        record={records.data?.list.find(({ id }) => id === search.record)}
        action={(record) =>
          mayHandle &&
          !record.handled && (
            <Button type="primary" onClick={() => setHandled(record)}>
              {t('projects:record.handle')}
            </Button>
          )
        }
        onClose={() => list.set({ record: undefined })}
      />
      {handled !== undefined && (
        <HandleDialog kind={kind} record={handled} onClose={() => setHandled(undefined)} />
      )}
    </>
  );
}
