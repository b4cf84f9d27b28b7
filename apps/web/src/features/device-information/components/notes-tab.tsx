/** Notes of users: newest first, with author and time, immutable. */
import { DeleteOutlined } from '@ant-design/icons';
import { LONGEST_NOTE } from '@busbar/domain/device/note';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { FormPanel } from '../../../components/forms/form-panel.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines } from '../../../components/forms/form-text.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useInformationChanges, useMayChange } from '../api/use-information.ts';

export function NotesTab({ code }: { code: string }) {
  const { t } = useTranslation('device-information');
  const mayChange = useMayChange();
  const send = useInformationChanges();
  const [doomed, setDoomed] = useState<number>();
  const notes = useCallQuery('v2.device-information.notes', {
    params: { device_code: code },
  });
  const list = notes.data?.data.list;
  return (
    <>
      {mayChange && <NoteForm code={code} />}
      {notes.error !== null && (
        <ErrorState isCompact error={notes.error} onRetry={() => void notes.refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState
          title={t('device-information:notes.empty')}
          body={t('device-information:notes.empty-body')}
        />
      )}
      <ul className="information__notes stack gap-8" aria-label={t('device-information:tab.notes')}>
        {list?.map((note) => (
          <li key={note.id} className="panel">
            <p dir="auto" className="breakable">
              {note.text}
            </p>
            <p className="hint">
              <bdi>{note.user_name}</bdi> · <Moment at={note.at} />
              {note.deletable && (
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('device-information:notes.delete', { user: note.user_name })}
                  onClick={() => setDoomed(note.id)}
                />
              )}
            </p>
          </li>
        ))}
      </ul>
      {doomed !== undefined && (
        <DeleteDialog
          title={t('device-information:notes.delete-title')}
          saveLabel={t('device-information:delete')}
          onSave={() =>
            send('v2.device-information.notes.delete', {
              params: { device_code: code, id: String(doomed) },
            })
          }
          onClose={() => setDoomed(undefined)}
        >
          <p dir="auto">{list?.find(({ id }) => id === doomed)?.text}</p>
        </DeleteDialog>
      )}
    </>
  );
}

function NoteForm({ code }: { code: string }) {
  const { t } = useTranslation(['device-information', 'devices']);
  const send = useInformationChanges();
  const form = useFormState(
    { text: '' },
    {
      problems: ({ text }) =>
        text.trim() === '' ? { text: t('devices:form.required') } : undefined,
    },
  );
  return (
    <FormPanel
      form={form}
      className="stack gap-16 information__form"
      saveLabel={t('device-information:notes.add')}
      onSave={() =>
        send('v2.device-information.notes.add', {
          params: { device_code: code },
          body: { text: form.values.text },
        })
      }
    >
      <FormLines
        label={t('device-information:notes.new')}
        maxLength={LONGEST_NOTE}
        maxRows={8}
        placeholder={t('device-information:notes.example')}
        {...form.field('text')}
      />
    </FormPanel>
  );
}
