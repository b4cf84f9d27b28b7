/** Timers of a device with their next and last run, to add, edit and delete. */
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeDevice } from '../../../components/device-tree/tree-device.ts';
import { useAction } from '../../../components/forms/use-action.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useMay } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useTimerSave, useTimers } from '../api/use-timers.ts';
import { timedDevices } from '../timed-devices.ts';
import type { Timer } from '../timer.ts';
import { draftOf, newDraft, type TimerDraft } from '../timer-draft.ts';
import { useTimerDeviceName } from '../use-timer-titles.ts';
import { DeleteTimerDialog } from './delete-timer-dialog.tsx';
import { TimerForm } from './timer-form.tsx';
import { TimerItem } from './timer-item.tsx';
import '../../device-control/components/command-dialog.css';
import './timers-panel.css';
import { AddButton } from '../../../components/forms/add-button.tsx';

export interface TimersPanelProps {
  readonly device: TreeDevice;
  readonly slaves: readonly TreeDevice[];
}

export function TimersPanel({ device, slaves }: TimersPanelProps) {
  const { t } = useTranslation(['timers', 'shell']);
  const { zone } = useRequiredSession().user;
  const timerDeviceName = useTimerDeviceName();
  const nameOf = ([first]: readonly Timer[]) => first && timerDeviceName(first);
  const mayChange = useMay('timer.write');
  const query = useTimers(device.code, device.parentCode ?? device.code);
  const [editing, setEditing] = useState<TimerDraft>();
  const [deleting, setDeleting] = useState<Timer>();
  const timers = query.data;
  const movable = timedDevices(device, slaves);
  const hasSeveral = device.kind === 'gateway' || movable.length > 1;
  const first = movable[0];

  if (timers === undefined) {
    return query.error === null ? (
      <div aria-busy="true">
        <span className="visually-hidden" role="status">
          {t('common:loading')}
        </span>
        <Skeleton active />
      </div>
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  if (editing !== undefined) {
    return (
      <TimerForm
        initial={editing}
        devices={movable}
        timers={timers}
        onDone={() => setEditing(undefined)}
      />
    );
  }
  const addButton = mayChange && first !== undefined && (
    <AddButton onClick={() => setEditing(newDraft(first.code))}>{t('timers:add')}</AddButton>
  );
  if (timers.length === 0) {
    return <EmptyState title={t('timers:none')} body={t('timers:none-body')} action={addButton} />;
  }
  return (
    <div className="timers stack">
      <div className="row spread gap-wide hint">
        <span>{t('shell:range.zone', { zone })}</span>
        {addButton}
      </div>
      {query.error !== null && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isCompact />
      )}
      {groupsOf(timers).map(([code, group]) => (
        <section className="stack gap-8" key={code} aria-label={nameOf(group)}>
          {hasSeveral && (
            <h3>
              <bdi>{nameOf(group)}</bdi> <span className="code ltr">{code}</span>
            </h3>
          )}
          <ul className="stack gap-8">
            {group.map((timer) => (
              <ListedTimer
                key={timer.id}
                timer={timer}
                mayChange={mayChange}
                onEdit={() => setEditing(draftOf(timer))}
                onDelete={() => setDeleting(timer)}
              />
            ))}
          </ul>
        </section>
      ))}
      {deleting !== undefined && (
        <DeleteTimerDialog timer={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </div>
  );
}

interface ListedTimerProps {
  timer: Timer;
  mayChange: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** A timer is enabled or disabled in its row; a refusal is shown there. */
function ListedTimer({ timer, ...rest }: ListedTimerProps) {
  const save = useTimerSave();
  const { run, isBusy, error } = useAction({ showsError: true });
  const { id, deviceCode, days, command, time } = timer;
  const enable = (isEnabled: boolean) =>
    void run(() => save({ id, deviceCode, days, command, time, isEnabled, field: 'time' }));
  return (
    <>
      <TimerItem timer={timer} isBusy={isBusy} onEnable={enable} {...rest} />
      {error !== undefined && (
        <li>
          <ErrorAlert error={error} />
        </li>
      )}
    </>
  );
}

/** Grouped by device, in address order: "-2" before "-10". */
function groupsOf(timers: readonly Timer[]): [string, Timer[]][] {
  const groups = new Map<string, Timer[]>();
  for (const timer of timers) {
    groups.set(timer.deviceCode, [...(groups.get(timer.deviceCode) ?? []), timer]);
  }
  const inSequence = new Intl.Collator('en', { numeric: true });
  return [...groups].toSorted(([one], [other]) => inSequence.compare(one, other));
}
