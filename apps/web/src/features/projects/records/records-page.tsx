/** Alarms and warnings of a project, to view and handle. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { present } from '../../../lib/address/search-params.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import {
  type ProjectRecord,
  type RecordKind,
  useProjectRecords,
} from '../api/use-project-records.ts';
import { ViewList } from '../board/components/view-list.tsx';
import { ProjectFrame } from '../components/project-frame.tsx';
import { readRecordSearch } from '../project-search.ts';
import { HandleDialog } from './components/handle-dialog.tsx';
import { RecordDrawer } from './components/record-drawer.tsx';
import { type RecordFilterChange, RecordFilters } from './components/record-filters.tsx';
import { useRecordColumns } from './use-record-columns.tsx';

const NO_FILTERS = {
  device: undefined,
  handled: undefined,
  open: undefined,
  from: undefined,
  to: undefined,
} satisfies RecordFilterChange;

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
  const search = readRecordSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const mayHandle = useMay('alarm.handle');
  const table = useTable(`project-${kind}s`, LOG_PAGE_SIZES);
  const answer = useProjectRecords(kind, project, search, table.page, table.size);
  const [handled, setHandled] = useState<ProjectRecord>();
  const columns = useRecordColumns(mayHandle ? setHandled : undefined);
  const set = (part: RecordFilterChange, replace = false) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => present({ ...old, ...part }) as never,
      replace,
      resetScroll: false,
    });
  const filter = (part: RecordFilterChange) => set({ ...part, page: undefined });
  const isFiltered = Object.keys(NO_FILTERS).some((key) => search[key as keyof typeof search]);
  return (
    <>
      <ViewList
        label={t(`projects:page.${kind}s`)}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        answer={answer}
        file={t(`projects:record.file.${kind}`)}
        filters={<RecordFilters project={project} search={search} onChange={filter} />}
        empty={
          isFiltered
            ? {
                title: t('projects:record.none-found'),
                action: (
                  <Button onClick={() => filter(NO_FILTERS)}>{t('projects:set.clear')}</Button>
                ),
              }
            : { title: t(`projects:record.none.${kind}`), body: t('projects:record.none-body') }
        }
        onOpenRow={(row) => set({ record: row.id })}
        openRowKey={search.record}
      />
      <RecordDrawer
        record={answer.data?.list.find(({ id }) => id === search.record)}
        action={(record) =>
          mayHandle &&
          !record.handled && (
            <Button type="primary" onClick={() => setHandled(record)}>
              {t('projects:record.handle')}
            </Button>
          )
        }
        onClose={() => set({ record: undefined }, true)}
      />
      {handled !== undefined && (
        <HandleDialog kind={kind} record={handled} onClose={() => setHandled(undefined)} />
      )}
    </>
  );
}
