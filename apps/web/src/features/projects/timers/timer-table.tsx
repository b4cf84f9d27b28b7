/** Timers of a project: time, command, days, groups, and status per group. */
import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import {
  type ProjectTimer,
  useProjectTimerChanges,
  useProjectTimers,
} from '../api/use-project-timers.ts';
import { DeleteDialog } from '../components/delete-dialog.tsx';
import { TimerDialog } from './timer-dialog.tsx';
import { useTimerName } from './timer-name.ts';
import { TimerRow } from './timer-row.tsx';
import '../../timers/components/timers-panel.css';
import './timer-control.css';

interface TimerTableProps {
  project: number;
  onShow: (timer: number) => void;
}

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; timer: ProjectTimer };

export function TimerTable({ project, onShow }: TimerTableProps) {
  const { t } = useTranslation(['project-timers', 'projects']);
  const { zone } = useRequiredSession().user;
  const timers = useProjectTimers(project);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { data, error } = timers;
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => setOpen({ kind: 'add' })}
    >
      {t('project-timers:add')}
    </Button>
  );
  return (
    <div className="project-panel project-form">
      <div className="project-panel__head">
        <p className="project-form__hint">
          {t('project-timers:about')} {t('common:range.zone', { zone })}
        </p>
        {data !== undefined && data.length > 0 && add}
      </div>
      {data === undefined && error === null && <Skeleton active title={false} />}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void timers.refetch()}
          isCompact={data !== undefined}
        />
      )}
      {data !== undefined && data.length === 0 && (
        <EmptyState
          title={t('project-timers:none')}
          body={t('project-timers:none-body')}
          action={add}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <table className="plain-table project-cards" aria-label={t('projects:page.timers')}>
          <thead>
            <tr>
              {(['when', 'order', 'days', 'for', 'next', 'standing', 'on'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`project-timers:column.${key}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('projects:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((timer) => (
              <TimerRow
                key={timer.id}
                timer={timer}
                onShow={() => onShow(timer.id)}
                onEdit={() => setOpen({ kind: 'edit', timer })}
                onDelete={() => setOpen({ kind: 'delete', timer })}
              />
            ))}
          </tbody>
        </table>
      )}
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <TimerDialog
          project={project}
          timer={open.kind === 'edit' ? open.timer : undefined}
          onDone={close}
        />
      )}
      {open?.kind === 'delete' && <DeleteTimer timer={open.timer} onDone={close} />}
    </div>
  );
}

function DeleteTimer({ timer, onDone }: { timer: ProjectTimer; onDone: () => void }) {
  const { t } = useTranslation(['project-timers', 'projects']);
  const { message } = App.useApp();
  const { remove, followed } = useProjectTimerChanges();
  const nameOf = useTimerName();
  return (
    <DeleteDialog
      name={nameOf(timer)}
      body={t('project-timers:delete-body', { count: timer.groups })}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { params: { id: String(timer.id) } },
          {
            onSuccess: () => {
              void message.success(t('projects:deleted'));
              onDone();
            },
            onSettled: () => void followed(),
          },
        )
      }
      onCancel={onDone}
    />
  );
}
