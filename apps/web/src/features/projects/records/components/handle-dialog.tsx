/** Dialog to mark an alarm or warning of a project as handled, with a note. */
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../../i18n/error-text.ts';
import {
  type ProjectRecord,
  type RecordKind,
  useHandleRecord,
} from '../../api/use-project-records.ts';
import { Field } from '../../components/field.tsx';
import { RecordFacts } from './record-drawer.tsx';

const MOST_TEXT = 500;

interface HandleDialogProps {
  kind: RecordKind;
  record: ProjectRecord;
  onDone: () => void;
}

export function HandleDialog({ kind, record, onDone }: HandleDialogProps) {
  const { t } = useTranslation('projects');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { handle, followed } = useHandleRecord(kind);
  const id = useId();
  const [note, setNote] = useState('');
  const confirm = () => {
    const told = note.trim();
    handle.mutate(
      {
        params: { id: String(record.id) },
        body: { handled: true, ...(told === '' ? {} : { note: told }) },
      },
      {
        onSuccess: () => {
          void message.success(t('projects:record.handled'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(`projects:record.title.${kind}`)}
      confirmLabel={t('projects:record.confirm')}
      isBusy={handle.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="project-form">
        <RecordFacts record={record} />
        <Field label={t('projects:record.note')} id={id}>
          <Input.TextArea
            id={id}
            value={note}
            dir="auto"
            maxLength={MOST_TEXT}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        {handle.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(handle.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
