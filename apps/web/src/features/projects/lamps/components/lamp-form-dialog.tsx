/** Dialog to create a lamp group or to edit all of its fields. */
import { Alert, App, Button, Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { DeviceSelect } from '../../../../components/fields/device-select.tsx';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../../lib/use-unsaved-guard.ts';
import { type LampGroup, useLampGroupChanges } from '../../api/use-lamp-groups.ts';
import { Field } from '../../components/field.tsx';
import { bodyOf, draftOf, type LampDraft, type LampField, lampProblem } from '../lamp-draft.ts';
import { LampBurnFields } from './lamp-burning.tsx';
import { LampFigureFields } from './lamp-figures.tsx';
import { LampPlaceFields } from './lamp-place.tsx';

interface LampFormDialogProps {
  project: number;
  /** Undefined for a new group. */
  group?: LampGroup | undefined;
  onDone: () => void;
}

export function LampFormDialog({ project, group, onDone }: LampFormDialogProps) {
  const { t } = useTranslation(['projects', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { add, change, followed } = useLampGroupChanges();
  const [draft, setDraft] = useState(() => draftOf(group));
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const id = useId();
  const mayClose = useUnsavedGuard(isDirty);
  const close = () => void mayClose().then((yes) => yes && onDone());
  const set = (part: Partial<LampDraft>) => {
    setDirty(true);
    setDraft((old) => ({ ...old, ...part }));
  };
  const found = lampProblem(draft);
  const said = (field: LampField) =>
    isAsked && found?.field === field ? t(`errors:reason.${found.reason}`) : undefined;
  const failure = add.error ?? change.error;

  const save = async () => {
    setAsked(true);
    if (found !== undefined) return;
    const body = bodyOf(draft);
    const answer = await (group === undefined
      ? add.mutateAsync({ body: { project_id: project, ...body } })
      : change.mutateAsync({ params: { id: String(group.id) }, body })
    ).catch(() => undefined);
    if (answer === undefined) return;
    setDirty(false);
    void followed();
    void message.success(t(group === undefined ? 'projects:lamp.added' : 'projects:updated'));
    onDone();
  };

  return (
    <Dialog
      open
      title={
        group === undefined
          ? t('projects:lamp.add')
          : t('projects:lamp.change', { name: group.name })
      }
      width={820}
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
        <div className="project-form__grid">
          <Field label={t('projects:field.name')} id={`${id}-name`} said={said('name')}>
            <Input
              id={`${id}-name`}
              value={draft.name}
              maxLength={100}
              dir="auto"
              aria-required
              status={said('name') === undefined ? '' : 'error'}
              aria-invalid={said('name') !== undefined}
              onChange={({ target }) => set({ name: target.value })}
            />
          </Field>
          <Field
            label={t('projects:lamp.device')}
            said={said('device')}
            about={t('projects:lamp.device-about')}
          >
            <DeviceSelect isOne value={draft.device} onChange={(device) => set({ device })} />
          </Field>
          <Field label={t('projects:lamp.in-use')} about={t('projects:lamp.in-use-about')}>
            <Checkbox
              checked={draft.inUse}
              onChange={({ target }) => set({ inUse: target.checked })}
            >
              {t('projects:lamp.in-use-yes')}
            </Checkbox>
          </Field>
        </div>
        <LampFigureFields draft={draft} set={set} said={said} />
        <LampBurnFields draft={draft} set={set} said={said} />
        <LampPlaceFields draft={draft} set={set} said={said} />
        {isAsked && found !== undefined && (
          <Alert type="warning" showIcon role="alert" title={t(`errors:reason.${found.reason}`)} />
        )}
        {failure !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(failure)} />
        )}
      </div>
    </Dialog>
  );
}
