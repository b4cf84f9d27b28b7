/** Operation log of a project and its devices: settings, commands, timers. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentRange } from '../../../components/fields/moment-range.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { present } from '../../../lib/address/search-params.ts';
import type { LogRow } from '../../log/api/use-log.ts';
import { LogDrawer } from '../../log/components/log-drawer.tsx';
import { useLogColumns } from '../../log/use-log-columns.tsx';
import { useProjectLog } from '../api/use-project-ledger.ts';
import { ViewList } from '../board/components/view-list.tsx';
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
  const { from, to } = useSearch({ from: '/shell/project-view-log' });
  const navigate = useNavigate({ from: '/project-view-log' });
  const table = useTable('project-log', LOG_PAGE_SIZES);
  const answer = useProjectLog(project, { from, to }, table.page, table.size);
  const columns = useLogColumns();
  const [open, setOpen] = useState<LogRow>();
  return (
    <>
      <ViewList
        label={t('projects:page.log')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        answer={answer}
        file={t('projects:log-file')}
        filters={
          <MomentRange
            from={from}
            to={to}
            onChange={(start, end) =>
              void navigate({
                search: (old) => present({ ...old, from: start, to: end, page: undefined }),
              })
            }
          />
        }
        empty={{ title: t('log:empty.title'), body: t('log:empty.body') }}
        onOpenRow={setOpen}
        openRowKey={open?.id}
      />
      <LogDrawer row={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
