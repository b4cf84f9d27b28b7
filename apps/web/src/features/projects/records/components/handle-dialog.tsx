/** Dialog to mark an alarm or warning of a project as handled, with a note. */

import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../../components/forms/form-state.ts';
import { FormLines } from '../../../../components/forms/form-text.tsx';
import {
  type ProjectRecord,
  type RecordKind,
  useRecordChanges,
} from '../../api/use-project-records.ts';
import { RecordFacts } from './record-drawer.tsx';

interface HandleDialogProps {
  kind: RecordKind;
  record: ProjectRecord;
  onClose: () => void;
}

export function HandleDialog({ kind, record, onClose }: HandleDialogProps) {
  const { t } = useTranslation('projects');
  const send = useRecordChanges(kind);
  const form = useFormState({ note: '' });
  const note = form.values.note.trim();
  return (
    <FormDialog
      form={form}
      title={t(`projects:record.title.${kind}`)}
      saveLabel={t('projects:record.confirm')}
      done={t('projects:record.handled')}
      onSave={() =>
        send(`v2.proj-${kind}.handle`, {
          params: { id: String(record.id) },
          body: { handled: true, ...(note !== '' && { note }) },
        })
      }
      onClose={onClose}
    >
      <RecordFacts record={record} />
      <FormLines label={t('projects:record.note')} maxLength={500} {...form.field('note')} />
    </FormDialog>
  );
}
