/** A new maintenance window of a device: until when, and why. */
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DeviceSelect } from '../../../components/device-select.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { formatMoment } from '../../../lib/time-format.ts';
import { useRequiredSession } from '../../../lib/use-session.ts';
import { useWindowChanges } from '../api/use-rules.ts';

const MOST_REASON = 500;
const HOUR_MS = 3_600_000;
const USUAL_HOURS = 2;

export function WindowDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('alarms');
  const { zone } = useRequiredSession().user;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { add, followed } = useWindowChanges();
  const id = useId();
  const field = (at: number) => formatMoment(at, zone).slice(0, 16).replace(' ', 'T');
  const [device, setDevice] = useState<string>();
  const [from, setFrom] = useState(() => field(Date.now()));
  const [to, setTo] = useState(() => field(Date.now() + USUAL_HOURS * HOUR_MS));
  const [reason, setReason] = useState('');
  const isWrong = from === '' || to === '' || from >= to;
  const confirm = () => {
    if (device === undefined) return;
    add.mutate(
      { body: { device_code: device, from: wire(from), to: wire(to), reason: reason.trim() } },
      {
        onSuccess: () => {
          void followed();
          message.success(t('alarms:windows.added'));
          onDone();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('alarms:windows.add')}
      confirmLabel={t('alarms:windows.confirm')}
      isBusy={add.isPending}
      isBlocked={device === undefined || isWrong || reason.trim() === ''}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="alarm-form">
        <p>{t('alarms:windows.body')}</p>
        <DeviceSelect isOne value={device} onChange={setDevice} />
        {(
          [
            ['from', from, setFrom],
            ['to', to, setTo],
          ] as const
        ).map(([side, value, set]) => (
          <label key={side} className="alarm-form__field" htmlFor={`${id}-${side}`}>
            {t(`alarms:windows.${side}`)}
            <Input
              id={`${id}-${side}`}
              type="datetime-local"
              dir="ltr"
              value={value}
              status={isWrong ? 'error' : ''}
              aria-invalid={isWrong}
              aria-describedby={`${id}-said`}
              onChange={({ target }) => set(target.value)}
            />
          </label>
        ))}
        <span id={`${id}-said`} className="alarm-form__said" data-wrong={isWrong}>
          {isWrong ? t('common:range.wrong') : t('common:range.zone', { zone })}
        </span>
        <label className="alarm-form__field" htmlFor={`${id}-reason`}>
          {t('alarms:windows.reason')}
          <Input.TextArea
            id={`${id}-reason`}
            value={reason}
            aria-required
            maxLength={MOST_REASON}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        {add.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(add.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}

/** `2026-11-21T14:30` of the field as the wire has it. */
function wire(text: string): string {
  const moment = text.replace('T', ' ');
  return moment.length === 16 ? `${moment}:00` : moment.slice(0, 19);
}
