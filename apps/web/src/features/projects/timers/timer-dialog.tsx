/** Dialog to create or edit a timer of a project. */
import '../../device-control/components/command-dialog.css';
import { SWITCH_COMMANDS } from '@busbar/domain/switch/interlock';
import { useTranslation } from 'react-i18next';
import { FormSegments } from '../../../components/forms/form-choice.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { DaysInput } from '../../timers/components/days-input.tsx';
import { useLampGroups } from '../api/use-lamp-groups.ts';
import { type ProjectTimer, useProjectTimerChanges } from '../api/use-project-timers.ts';
import { bodyOf, draftOfTimer, NEW_TIMER, problemOf } from './timer-draft.ts';
import { TimerWhenFields } from './timer-when-fields.tsx';

interface TimerDialogProps {
  project: number;
  /** Undefined for a new timer. */
  timer?: ProjectTimer | undefined;
  onClose: () => void;
}

/** Option value for all groups (no single group). */
const ALL = 0;

export function TimerDialog({ project, timer, onClose }: TimerDialogProps) {
  const { t } = useTranslation(['project-timers', 'projects', 'timers', 'control', 'errors']);
  const groups = useLampGroups(project);
  const send = useProjectTimerChanges();
  const form = useFormState(() => (timer === undefined ? NEW_TIMER : draftOfTimer(timer)), {
    problems: (draft) => {
      const found = problemOf(draft);
      return found && { [found.field ?? 'form']: t(`errors:reason.${found.refusal}`) };
    },
  });
  const group = form.field('lampGroupId');
  const save = () => {
    const body = bodyOf(form.values);
    return timer === undefined
      ? send('v2.project-timer.add', {
          body: { project_id: project, lamp_group_id: group.value, ...body },
        })
      : send('v2.project-timer.change', { params: { id: String(timer.id) }, body });
  };
  return (
    <FormDialog
      form={form}
      title={t(timer === undefined ? 'project-timers:add' : 'project-timers:change')}
      saveLabel={t('projects:save')}
      done={t(timer === undefined ? 'project-timers:added' : 'projects:updated')}
      onSave={save}
      onClose={onClose}
    >
      <FormSegments
        label={t('project-timers:column.order')}
        options={SWITCH_COMMANDS.map((value) => ({ value, label: t(`control:order.${value}`) }))}
        {...form.field('command')}
      />
      <TimerWhenFields form={form} />
      <DaysInput {...form.field('days')} />
      <FormSelect
        label={t('project-timers:column.for')}
        help={t('project-timers:for-about')}
        disabled={timer !== undefined}
        isSearched
        value={group.value ?? ALL}
        options={[
          { value: ALL, label: t('projects:all-groups') },
          ...(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => group.onChange(id === ALL ? null : id)}
      />
      <p className="order-effect">{t('timers:form.warning')}</p>
    </FormDialog>
  );
}
