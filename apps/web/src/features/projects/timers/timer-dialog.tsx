/** Dialog to create or edit a timer of a project. */
import { ORDERS } from '@busbar/domain/switch/interlock';
import { Alert, App, Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { DaysInput } from '../../timers/components/days-input.tsx';
import { useLampGroups } from '../api/use-lamp-groups.ts';
import { type ProjectTimer, useProjectTimerChanges } from '../api/use-project-timers.ts';
import { Field } from '../components/field.tsx';
import {
  bodyOf,
  draftOfTimer,
  NEW_TIMER,
  type ProjectTimerDraft,
  problemOf,
} from './timer-draft.ts';
import { TimerWhenFields } from './timer-when-fields.tsx';
import '../../device-control/components/order-dialog.css';

interface TimerDialogProps {
  project: number;
  /** Undefined for a new timer. */
  timer?: ProjectTimer | undefined;
  onDone: () => void;
}

/** Option value for all groups (no single group). */
const ALL = 0;

export function TimerDialog({ project, timer, onDone }: TimerDialogProps) {
  const { t } = useTranslation(['project-timers', 'projects', 'timers', 'control', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const groups = useLampGroups(project);
  const { add, change, followed } = useProjectTimerChanges();
  const [draft, setDraft] = useState(timer === undefined ? NEW_TIMER : draftOfTimer(timer));
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => void mayClose().then((yes) => yes && onDone());
  const set = (part: Partial<ProjectTimerDraft>) => {
    setDirty(true);
    setDraft((old) => ({ ...old, ...part }));
  };
  const problem = isAsked ? problemOf(draft) : undefined;
  const said = (field: string) =>
    problem?.field === field ? t(`errors:reason.${problem.refusal}`) : undefined;
  const failure = add.error ?? change.error;

  const save = async () => {
    setAsked(true);
    if (problemOf(draft) !== undefined) return;
    const body = bodyOf(draft);
    const { lampGroupId } = draft;
    const answer = await (timer === undefined
      ? add.mutateAsync({ body: { project_id: project, lamp_group_id: lampGroupId, ...body } })
      : change.mutateAsync({ params: { id: String(timer.id) }, body })
    ).catch(() => undefined);
    void followed();
    if (answer === undefined) return;
    setDirty(false);
    void message.success(t(timer === undefined ? 'project-timers:added' : 'projects:updated'));
    onDone();
  };

  return (
    <Dialog
      open
      title={t(timer === undefined ? 'project-timers:add' : 'project-timers:change')}
      mask={{ closable: !isDirty }}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{t('common:cancel')}</Button>
          <Button
            type="primary"
            loading={add.isPending || change.isPending}
            onClick={() => void save()}
          >
            {t('projects:save')}
          </Button>
        </>
      }
    >
      <div className="project-form">
        <Field label={t('project-timers:column.order')}>
          <Segmented
            aria-label={t('project-timers:column.order')}
            value={draft.order}
            options={ORDERS.map((value) => ({ value, label: t(`control:order.${value}`) }))}
            onChange={(order) => set({ order })}
          />
        </Field>
        <TimerWhenFields draft={draft} set={set} said={said} />
        <DaysInput value={draft.days} problem={said('days')} onChange={(days) => set({ days })} />
        <Field label={t('project-timers:column.for')} about={t('project-timers:for-about')}>
          <Select
            aria-label={t('project-timers:column.for')}
            disabled={timer !== undefined}
            showSearch={{ optionFilterProp: 'label' }}
            value={draft.lampGroupId ?? ALL}
            options={[
              { value: ALL, label: t('projects:all-groups') },
              ...(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => set({ lampGroupId: id === ALL ? null : id })}
          />
        </Field>
        <p className="order-effect">{t('timers:form.warning')}</p>
        {failure !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(failure)} />
        )}
      </div>
    </Dialog>
  );
}
