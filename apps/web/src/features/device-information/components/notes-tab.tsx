/** Notes of users: newest first, with author and time, immutable. */
import { DeleteOutlined } from '@ant-design/icons';
import { LONGEST_NOTE } from '@busbar/domain/device/note';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useMayChange, useRefetchInformation } from '../api/use-information.ts';
import { DeleteQuestion } from './delete-question.tsx';

export function NotesTab({ code }: { code: string }) {
  const { t } = useTranslation('device-information');
  const mayChange = useMayChange();
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
      <DeleteQuestion
        call="v2.device-information.notes.delete"
        code={code}
        id={doomed}
        title={t('device-information:notes.delete-title')}
        onClose={() => setDoomed(undefined)}
      >
        <p dir="auto">{list?.find(({ id }) => id === doomed)?.text}</p>
      </DeleteQuestion>
    </>
  );
}

function NoteForm({ code }: { code: string }) {
  const { t } = useTranslation(['device-information', 'devices']);
  const [form] = Form.useForm<{ text: string }>();
  const add = useCallMutation('v2.device-information.notes.add');
  const refetch = useRefetchInformation();
  return (
    <Form<{ text: string }>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="information__form stack gap-8 to-start"
      onFinish={({ text }) =>
        add.mutate(
          { params: { device_code: code }, body: { text } },
          {
            onSuccess: () => {
              form.resetFields();
              void refetch();
            },
          },
        )
      }
    >
      <Form.Item
        name="text"
        label={t('device-information:notes.new')}
        rules={[{ required: true, whitespace: true, message: t('devices:form.required') }]}
      >
        <Input.TextArea
          dir="auto"
          maxLength={LONGEST_NOTE}
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder={t('device-information:notes.example')}
        />
      </Form.Item>
      <ErrorAlert error={add.error} />
      <Button type="primary" htmlType="submit" loading={add.isPending}>
        {t('device-information:notes.add')}
      </Button>
    </Form>
  );
}
