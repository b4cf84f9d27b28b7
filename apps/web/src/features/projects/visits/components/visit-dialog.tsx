/** Dialog to plan, edit or complete a visit, with the replaced parts. */

import { useTranslation } from 'react-i18next';
import { FormCheckbox } from '../../../../components/forms/form-checkbox.tsx';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { FormMoment } from '../../../../components/forms/form-moment.tsx';
import { FormSelect } from '../../../../components/forms/form-select.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import { FormLines, FormText } from '../../../../components/forms/form-text.tsx';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { useLampGroups } from '../../api/use-lamp-groups.ts';
import { useVisitChanges, type Visit } from '../../api/use-visits.ts';
import { PartFields } from '../../components/part-fields.tsx';
import { bodyOf, draftOf, isVisitWrong } from '../visit-draft.ts';

interface VisitDialogProps {
  project: number;
  /** Day of a new visit, `YYYY-MM-DD`. */
  day?: string;
  /** Undefined for a new visit. */
  visit?: Visit;
  /** If true, saving marks the visit as done. */
  isDone?: boolean;
  onClose: () => void;
}

export function VisitDialog({ project, day, visit, isDone = false, onClose }: VisitDialogProps) {
  const { t } = useTranslation(['projects', 'errors', 'shell']);
  const { zone } = useRequiredSession().user;
  const groups = useLampGroups(project);
  const send = useVisitChanges();
  const form = useFormState(() => draftOf(visit, day, zone), {
    problems: (draft) =>
      isVisitWrong(draft) ? { to: t('errors:reason.visit-invalid') } : undefined,
  });
  const group = form.field('group');
  const kind = visit === undefined ? 'add' : isDone ? 'done' : 'change';
  const save = () => {
    const body = bodyOf(form.values);
    return visit === undefined
      ? send('v2.project-visit.add', {
          body: {
            project_id: project,
            lamp_group_id: group.value ?? null,
            silence: form.values.silence,
            ...body,
          },
        })
      : send('v2.project-visit.change', {
          params: { id: String(visit.id) },
          body: { ...body, ...(isDone ? { done: true } : {}) },
        });
  };
  return (
    <FormDialog
      form={form}
      title={t(`projects:visit.title.${kind}`)}
      width={520}
      saveLabel={t(isDone ? 'projects:visit.done' : 'projects:save')}
      done={t('projects:updated')}
      onSave={save}
      onClose={onClose}
    >
      {visit === undefined && (
        <FormSelect
          label={t('projects:record.group')}
          value={group.value ?? 0}
          isSearched
          options={[
            { value: 0, label: t('projects:visit.whole') },
            ...(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => group.onChange(id === 0 ? undefined : id)}
        />
      )}
      <div className="columns columns-fit columns-narrow">
        {(['from', 'to'] as const).map((side) => (
          <FormMoment
            key={side}
            label={t(`projects:visit.${side}`)}
            help={side === 'from' ? t('shell:range.zone', { zone }) : undefined}
            isWrong={form.problemOf('to') !== undefined}
            {...form.field(side)}
          />
        ))}
      </div>
      <FormText label={t('projects:visit.worker')} maxLength={100} {...form.field('worker')} />
      <FormLines
        label={t('projects:visit.notes')}
        maxLength={5_000}
        maxRows={8}
        {...form.field('notes')}
      />
      <PartFields {...form.field('parts')} />
      {visit === undefined && (
        <FormCheckbox label={t('projects:visit.silence')} {...form.field('silence')} />
      )}
    </FormDialog>
  );
}
