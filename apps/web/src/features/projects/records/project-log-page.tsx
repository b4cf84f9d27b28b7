/** Operation log of a project and its devices: settings, commands, timers. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RangeFilter } from '../../../components/forms/range-filter.tsx';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import type { LogRow } from '../../log/api/use-log.ts';
import { LogDrawer } from '../../log/components/log-drawer.tsx';
import { useLogColumns } from '../../log/use-log-columns.tsx';
import { useProjectLog } from '../api/use-project-ledger.ts';
import { ProjectFrame } from '../components/project-frame.tsx';

export function ProjectLogPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.log')} section="view">
      {({ id }) => <Log key={id} project={id} />}
    </ProjectFrame>
  );
}

function Log({ project }: { project: number }) {
  const { t } = useTranslation(['projects', 'log']);
  const list = useListSearch(useSearch({ from: '/shell/project-view-log' }), 'from', 'to');
  const table = useTable('project-log', { sizes: LOG_PAGE_SIZES });
  const log = useProjectLog(project, list.search, table);
  const columns = useLogColumns();
  const [open, setOpen] = useState<LogRow>();
  return (
    <>
      <QueryTable
        label={t('projects:page.log')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={log}
        exportName={t('projects:log-file')}
        filters={<RangeFilter list={list} />}
        empty={{ title: t('log:empty.title'), body: t('log:empty.body') }}
        onOpenRow={setOpen}
        openRowKey={open?.id}
      />
      <LogDrawer row={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
