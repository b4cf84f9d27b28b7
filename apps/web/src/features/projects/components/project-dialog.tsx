/** Dialog to create or rename a project. */
import { PROJECT_TYPES } from '@busbar/domain/project/project-type';
import { Alert, App, Button, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { type Project, useProjectChanges } from '../api/use-projects.ts';
import { Field } from './field.tsx';

interface ProjectDialogProps {
  /** Undefined for a new project. */
  project?: Project | undefined;
  onDone: (saved?: Project) => void;
}

const MOST_NAME = 100;
const MOST_TEXT = 1_000;

export function ProjectDialog({ project, onDone }: ProjectDialogProps) {
  const { t } = useTranslation(['projects', 'errors']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { add, change, followed } = useProjectChanges();
  const id = useId();
  const [name, setName] = useState(project?.name ?? '');
  const [type, setType] = useState(project?.type);
  const [description, setDescription] = useState(project?.description ?? '');
  const [isAsked, setAsked] = useState(false);
  const isDirty =
    name !== (project?.name ?? '') ||
    type !== project?.type ||
    description !== (project?.description ?? '');
  const mayClose = useUnsavedGuard(isDirty && !add.isSuccess && !change.isSuccess);
  const close = () => void mayClose().then((yes) => yes && onDone());
  const isMissing = name.trim() === '' || type === undefined;
  const failure = add.error ?? change.error;

  const save = async () => {
    setAsked(true);
    if (isMissing) return;
    const body = { name: name.trim(), type, description: description.trim() };
    const answer = await (project === undefined
      ? add.mutateAsync({ body })
      : change.mutateAsync({ params: { id: String(project.id) }, body })
    ).catch(() => undefined);
    if (answer === undefined) return;
    void followed();
    void message.success(t(project === undefined ? 'projects:set.added' : 'projects:updated'));
    onDone(answer.data);
  };

  return (
    <Dialog
      open
      title={t(project === undefined ? 'projects:set.add' : 'projects:set.change')}
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
        <Field label={t('projects:field.name')} id={`${id}-name`}>
          <Input
            id={`${id}-name`}
            value={name}
            maxLength={MOST_NAME}
            dir="auto"
            aria-required
            aria-invalid={isAsked && name.trim() === ''}
            status={isAsked && name.trim() === '' ? 'error' : ''}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={() => void save()}
          />
        </Field>
        <Field label={t('projects:field.type')}>
          <Radio.Group
            aria-label={t('projects:field.type')}
            value={type}
            options={PROJECT_TYPES.map((value) => ({ value, label: t(`projects:type.${value}`) }))}
            onChange={({ target }) => setType(target.value as string)}
          />
        </Field>
        <Field label={t('projects:field.description')} id={`${id}-text`}>
          <Input.TextArea
            id={`${id}-text`}
            value={description}
            maxLength={MOST_TEXT}
            dir="auto"
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={({ target }) => setDescription(target.value)}
          />
        </Field>
        {isAsked && isMissing && (
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={t('errors:reason.project-info-required')}
          />
        )}
        {failure !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(failure)} />
        )}
      </div>
    </Dialog>
  );
}
