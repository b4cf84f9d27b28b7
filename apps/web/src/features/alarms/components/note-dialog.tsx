/** Confirms handling an alarm, with a note, or deleting it, with a reason; both texts are optional. */
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { useAlarmWords } from '../../../device-kit/use-alarm-words.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useAlarmChanges } from '../api/use-alarms.ts';

const MOST_TEXT = 500;

export interface NoteDialogProps {
  readonly what: 'deal' | 'delete';
  readonly alarm: AlarmRow;
  readonly onDone: () => void;
}

export function NoteDialog({ what, alarm, onDone }: NoteDialogProps) {
  const { t } = useTranslation('alarms');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const words = useAlarmWords();
  const { deal, remove, followed } = useAlarmChanges();
  const id = useId();
  const [text, setText] = useState('');
  const change = what === 'deal' ? deal : remove;
  const confirm = () => {
    const params = { id: String(alarm.id) };
    const told = text.trim();
    const settled = {
      onSuccess: () => {
        message.success(t(`alarms:${what}.done`));
        onDone();
      },
      // An error is reported once; by then the list shows the changes of other users.
      onSettled: () => void followed(),
    };
    if (what === 'deal') {
      deal.mutate(
        { params, body: { handled: true, ...(told === '' ? {} : { note: told }) } },
        settled,
      );
    } else {
      remove.mutate({ params, ...(told === '' ? {} : { query: { reason: told } }) }, settled);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(`alarms:${what}.title`)}
      confirmLabel={t(`alarms:${what}.confirm`)}
      isDanger={what === 'delete'}
      isBusy={change.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="alarm-form stack">
        <Facts
          rows={[
            [t('alarms:column.device'), <bdi key="device">{alarm.device_name}</bdi>],
            [t('alarms:column.type'), words.type(alarm)],
            [t('alarms:column.time'), <Moment key="time" at={alarm.opened_at} />],
          ]}
        />
        <p>{t(`alarms:${what}.body`)}</p>
        <label className="stack gap-4" htmlFor={`${id}-text`}>
          {t(`alarms:${what}.field`)}
          <Input.TextArea
            dir="auto"
            id={`${id}-text`}
            value={text}
            maxLength={MOST_TEXT}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
