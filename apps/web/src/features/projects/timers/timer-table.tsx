/** Timers of a project: time, command, days, groups, and status per group. */

import '../../timers/components/timers-panel.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import {
  type ProjectTimer,
  useProjectTimerChanges,
  useProjectTimers,
} from '../api/use-project-timers.ts';
import { TimerDialog } from './timer-dialog.tsx';
import { useTimerName } from './timer-name.ts';
import { TimerRow } from './timer-row.tsx';
import '../../timers/components/timers-panel.css';
import { AddButton } from '../../../components/forms/add-button.tsx';

interface TimerTableProps {
  project: number;
  onShow: (timer: number) => void;
}

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; timer: ProjectTimer };

export function TimerTable({ project, onShow }: TimerTableProps) {
  const { t } = useTranslation(['project-timers', 'projects', 'shell']);
  const { zone } = useRequiredSession().user;
  const timers = useProjectTimers(project);
  const nameOf = useTimerName();
  const send = useProjectTimerChanges();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = (
    <AddButton onClick={() => setOpen({ kind: 'add' })}>{t('project-timers:add')}</AddButton>
  );
  return (
    <div className="panel stack gap-16">
      <div className="project-panel__head row align-start spread gap-wide">
        <p className="hint prose">
          {t('project-timers:about')} {t('shell:range.zone', { zone })}
        </p>
        {timers.data !== undefined && timers.data.length > 0 && add}
      </div>
      <Loaded
        query={timers}
        empty={
          <EmptyState
            title={t('project-timers:none')}
            body={t('project-timers:none-body')}
            action={add}
          />
        }
      >
        {(list) => (
          <table className="plain-table project-cards folds" aria-label={t('projects:page.timers')}>
            <thead>
              <tr>
                {(['when', 'order', 'days', 'for', 'next', 'standing', 'on'] as const).map(
                  (key) => (
                    <th key={key} scope="col">
                      {t(`project-timers:column.${key}`)}
                    </th>
                  ),
                )}
                <th scope="col">
                  <span className="visually-hidden">{t('projects:actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((timer) => (
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
      </Loaded>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <TimerDialog
          project={project}
          timer={open.kind === 'edit' ? open.timer : undefined}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog
          title={t('projects:delete.title')}
          name={nameOf(open.timer)}
          saveLabel={t('projects:delete.confirm')}
          done={t('projects:deleted')}
          onSave={() => send('v2.project-timer.delete', { params: { id: String(open.timer.id) } })}
          onClose={close}
        >
          <p>{t('project-timers:delete-body', { count: open.timer.groups })}</p>
        </DeleteDialog>
      )}
    </div>
  );
}
