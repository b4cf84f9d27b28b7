/** Current state of all lamp groups of a project: figures, map and board, updated live. */

import { ReloadOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { App, Button, Input, Segmented } from 'antd';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { QueryState } from '../../../components/states/loaded.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { present } from '../../../lib/address/search-params.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useBoard, useCheckNow } from '../api/use-board.ts';
import { ProjectFrame } from '../components/project-frame.tsx';
import { GroupDrawer } from '../lamps/components/group-drawer.tsx';
import { type BoardRow, boardTotals, needsAttention } from './board-rows.ts';
import { BoardList } from './components/board-list.tsx';
import { BoardMap } from './components/board-map.tsx';
import { BoardTotalsStrip } from './components/board-totals.tsx';
import './board.css';

export function ProjectMonitorPage() {
  const { t } = useTranslation('projects');
  return (
    <ProjectFrame title={t('projects:page.monitor')} section="view">
      {({ id }) => <Monitor key={id} project={id} />}
    </ProjectFrame>
  );
}

function Monitor({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const { group, only } = useSearch({ from: '/shell/project-view-monitor' });
  const navigate = useNavigate({ from: '/project-view-monitor' });
  const board = useBoard(project);
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLocaleLowerCase());
  const { error } = board;
  // Deferred rendering: a thousand groups may change five times a second.
  const rows = useDeferredValue(board.data);
  const totals = useMemo(() => boardTotals(rows ?? []), [rows]);
  const found = useMemo(
    () =>
      (rows ?? []).filter(
        (row) => (only === undefined || needsAttention(row)) && isNamed(row, wanted),
      ),
    [rows, only, wanted],
  );
  const set = useCallback(
    (part: { group?: number | undefined; only?: 'attention' | undefined }) =>
      void navigate({
        search: (old) => present({ ...old, ...part }),
        replace: 'group' in part && part.group === undefined,
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback((id: number) => set({ group: id }), [set]);

  if (rows === undefined) return <QueryState query={{ ...board, data: rows }} lines={10} />;
  if (rows.length === 0) {
    return (
      <div className="panel">
        <EmptyState title={t('projects:lamp.none')} body={t('projects:lamp.none-body')} />
      </div>
    );
  }
  return (
    <>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void board.refetch()} isCompact />
      )}
      <BoardTotalsStrip totals={totals} />
      <div className="board">
        <BoardMap rows={rows} chosen={group} onOpen={open} />
        <div className="panel board__groups shrink">
          <div className="board__tools row">
            <Input
              className="board__search"
              aria-label={t('projects:board.search')}
              placeholder={t('projects:board.search')}
              value={text}
              allowClear
              onChange={({ target }) => setText(target.value)}
            />
            <Segmented<'all' | 'attention'>
              aria-label={t('projects:board.show')}
              value={only ?? 'all'}
              options={[
                { value: 'all', label: t('projects:board.all') },
                {
                  value: 'attention',
                  label: t('common:in-brackets', {
                    text: t('projects:board.attention'),
                    inside: totals.attention,
                  }),
                },
              ]}
              onChange={(next) => set({ only: next === 'all' ? undefined : next })}
            />
            <CheckNow project={project} />
          </div>
          {found.length === 0 ? (
            <EmptyState
              title={t(only === undefined ? 'projects:board.nothing' : 'projects:board.all-good')}
            />
          ) : (
            <BoardList rows={found} chosen={group} onOpen={open} />
          )}
        </div>
      </div>
      <GroupDrawer
        row={rows.find((row) => row.lamp_group_id === group)}
        onClose={() => set({ group: undefined })}
      />
    </>
  );
}

function isNamed(
  { name, device_code: code, device_name: device }: BoardRow,
  text: string,
): boolean {
  return text === '' || [name, code, device].some((one) => one.toLocaleLowerCase().includes(text));
}

function CheckNow({ project }: { project: number }) {
  const { t } = useTranslation('projects');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const check = useCheckNow();
  if (!useMay('project.write')) return null;
  return (
    <Button
      icon={<ReloadOutlined aria-hidden />}
      loading={check.isPending}
      onClick={() =>
        check.mutate(
          { body: { project_id: project } },
          {
            onSuccess: () => void message.info(t('projects:board.checking')),
            onError: (error) => void message.error(errorText(error)),
          },
        )
      }
    >
      {t('projects:board.check-now')}
    </Button>
  );
}
