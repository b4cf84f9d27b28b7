/** Dialog to plan, edit or complete a visit, with the replaced parts. */
import { Alert, App, Button, Checkbox, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { MomentField } from '../../../../components/fields/moment-field.tsx';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { useUnsavedGuard } from '../../../../lib/use-unsaved-guard.ts';
import { useLampGroups } from '../../api/use-lamp-groups.ts';
import { useVisitChanges, type Visit } from '../../api/use-visits.ts';
import { Field } from '../../components/field.tsx';
import { PartFields } from '../../components/part-fields.tsx';
import { bodyOf, draftOf, isVisitWrong, type VisitDraft } from '../visit-draft.ts';

interface VisitDialogProps {
  project: number;
  /** Day of a new visit, `YYYY-MM-DD`. */
  day?: string;
  /** Undefined for a new visit. */
  visit?: Visit;
  /** If true, saving marks the visit as done. */
  isDone?: boolean;
  onDone: () => void;
}

export function VisitDialog({ project, day, visit, isDone = false, onDone }: VisitDialogProps) {
  const { t } = useTranslation(['projects', 'errors']);
  const { zone } = useRequiredSession().user;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const groups = useLampGroups(project);
  const { add, change, followed } = useVisitChanges();
  const [draft, setDraft] = useState(() => draftOf(visit, day, zone));
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const id = useId();
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => void mayClose().then((yes) => yes && onDone());
  const set = (part: Partial<VisitDraft>) => {
    setDirty(true);
    setDraft({ ...draft, ...part });
  };
  const isWrong = isVisitWrong(draft);
  const failure = add.error ?? change.error;
  const kind = visit === undefined ? 'add' : isDone ? 'done' : 'change';

  const save = async () => {
    setAsked(true);
    if (isWrong) return;
    const body = bodyOf(draft);
    const answer = await (visit === undefined
      ? add.mutateAsync({
          body: {
            project_id: project,
            lamp_group_id: draft.group ?? null,
            silence: draft.silence,
            ...body,
          },
        })
      : change.mutateAsync({
          params: { id: String(visit.id) },
          body: { ...body, ...(isDone ? { done: true } : {}) },
        })
    ).catch(() => undefined);
    if (answer === undefined) return;
    setDirty(false);
    void followed();
    void message.success(t('projects:updated'));
    onDone();
  };

  return (
    <Dialog
      open
      title={t(`projects:visit.title.${kind}`)}
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
            {t(isDone ? 'projects:visit.done' : 'projects:save')}
          </Button>
        </>
      }
    >
      <div className="project-form">
        {visit === undefined && (
          <Field label={t('projects:record.group')}>
            <Select
              aria-label={t('projects:record.group')}
              value={draft.group ?? 0}
              showSearch={{ optionFilterProp: 'label' }}
              options={[
                { value: 0, label: t('projects:visit.whole') },
                ...(groups.data ?? []).map((group) => ({ value: group.id, label: group.name })),
              ]}
              onChange={(group) => set({ group: group === 0 ? undefined : group })}
            />
          </Field>
        )}
        <div className="project-form__grid">
          {(['from', 'to'] as const).map((side) => (
            <Field
              key={side}
              label={t(`projects:visit.${side}`)}
              id={`${id}-${side}`}
              said={
                isAsked && isWrong && side === 'to' ? t('errors:reason.visit-invalid') : undefined
              }
              about={side === 'from' ? t('common:range.zone', { zone }) : undefined}
            >
              <MomentField
                id={`${id}-${side}`}
                value={draft[side]}
                isWrong={isAsked && isWrong}
                onChange={(moment) => set({ [side]: moment })}
              />
            </Field>
          ))}
        </div>
        <Field label={t('projects:visit.worker')} id={`${id}-worker`}>
          <Input
            id={`${id}-worker`}
            value={draft.worker}
            maxLength={100}
            dir="auto"
            onChange={({ target }) => set({ worker: target.value })}
          />
        </Field>
        <Field label={t('projects:visit.notes')} id={`${id}-notes`}>
          <Input.TextArea
            id={`${id}-notes`}
            value={draft.notes}
            maxLength={5_000}
            dir="auto"
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={({ target }) => set({ notes: target.value })}
          />
        </Field>
        <PartFields parts={draft.parts} onChange={(parts) => set({ parts })} />
        {visit === undefined && (
          <Checkbox
            checked={draft.silence}
            onChange={({ target }) => set({ silence: target.checked })}
          >
            {t('projects:visit.silence')}
          </Checkbox>
        )}
        {failure !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(failure)} />
        )}
      </div>
    </Dialog>
  );
}
