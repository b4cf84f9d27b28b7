/** Acknowledges an alarm, with a note, or deletes it, with a reason; both texts are optional. */

import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines } from '../../../components/forms/form-text.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { useAlarmChanges } from '../api/use-alarm-changes.ts';
import { useUndoNotice } from '../use-undo-notice.tsx';

export interface NoteDialogProps {
  readonly what: 'deal' | 'delete';
  readonly alarm: AlarmRow;
  readonly onClose: () => void;
}

export function NoteDialog({ what, alarm, onClose }: NoteDialogProps) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const send = useAlarmChanges();
  const offerUndo = useUndoNotice();
  const form = useFormState({ text: '' });
  const text = form.values.text.trim();
  const params = { id: String(alarm.id) };
  return (
    <FormDialog<unknown>
      form={form}
      title={t(`alarms:${what}.title`)}
      saveLabel={t(`alarms:${what}.confirm`)}
      isDanger={what === 'delete'}
      {...(what === 'delete' && { done: t('alarms:delete.done') })}
      onSave={() =>
        what === 'deal'
          ? send('v2.alarm.handle', {
              params,
              body: { handled: true, ...(text !== '' && { note: text }) },
            })
          : send('v2.alarm.delete', { params, ...(text !== '' && { query: { reason: text } }) })
      }
      onSaved={() => {
        onClose();
        if (what === 'deal') offerUndo([alarm.id]);
      }}
      onClose={onClose}
    >
      <Facts
        rows={[
          [
            t('alarms:column.device'),
            <DeviceName key="device" name={alarm.device_name} code={alarm.device_code} />,
          ],
          [t('alarms:column.type'), texts.type(alarm)],
          [t('alarms:column.time'), <Moment key="time" at={alarm.opened_at} />],
        ]}
      />
      <p>{t(`alarms:${what}.body`)}</p>
      <FormLines label={t(`alarms:${what}.field`)} maxLength={500} {...form.field('text')} />
    </FormDialog>
  );
}
