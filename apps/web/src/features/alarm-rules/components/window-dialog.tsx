/** Creates a maintenance window for a device or a group, with an end and a reason. */
import { Alert, App, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { formatMoment } from '../../../lib/formats/time-format.ts';
import { isMoment } from '../../../lib/formats/wall-clock.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useWindowChanges } from '../api/use-rules.ts';
import { GroupSelect, useOwnGroups } from './group-select.tsx';

const MOST_REASON = 500;
const HOUR_MS = 3_600_000;
const USUAL_HOURS = 2;
const KINDS = ['device', 'group'] as const;

export function WindowDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('alarms');
  const { zone } = useRequiredSession().user;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { add, followed } = useWindowChanges();
  const id = useId();
  const field = (at: number) => `${formatMoment(at, zone).slice(0, 16)}:00`;
  const { all } = useOwnGroups();
  const [kind, setKind] = useState<(typeof KINDS)[number]>('device');
  const [device, setDevice] = useState<string>();
  const [group, setGroup] = useState<number>();
  const [from, setFrom] = useState(() => field(Date.now()));
  const [to, setTo] = useState(() => field(Date.now() + USUAL_HOURS * HOUR_MS));
  const [reason, setReason] = useState('');
  const isUnreadable = [from, to].some((text) => text !== '' && !isMoment(text));
  const isWrong = !isUnreadable && (from === '' || to === '' || from >= to);
  const ofDevice = device === undefined ? undefined : { device_code: device };
  const ofGroup = group === undefined ? undefined : { group_id: String(group) };
  const of = kind === 'device' ? ofDevice : ofGroup;
  const confirm = () => {
    if (of === undefined) return;
    add.mutate(
      { body: { ...of, from, to, reason: reason.trim() } },
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
      isBlocked={of === undefined || isWrong || isUnreadable || reason.trim() === ''}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="alarm-form stack">
        <p>{t('alarms:windows.body')}</p>
        {all.length > 0 && (
          <Radio.Group
            aria-label={t('alarms:windows.of')}
            value={kind}
            onChange={({ target }) => setKind(target.value)}
            options={KINDS.map((value) => ({ value, label: t(`alarms:windows.kind.${value}`) }))}
          />
        )}
        {kind === 'device' ? (
          <DeviceSelect isOne value={device} onChange={setDevice} />
        ) : (
          <GroupSelect value={group} onChange={setGroup} />
        )}
        {(
          [
            ['from', from, setFrom],
            ['to', to, setTo],
          ] as const
        ).map(([side, value, set]) => (
          <label key={side} className="stack gap-4" htmlFor={`${id}-${side}`}>
            {t(`alarms:windows.${side}`)}
            <MomentField
              id={`${id}-${side}`}
              value={value}
              isWrong={isWrong}
              aria-describedby={`${id}-said`}
              onChange={set}
            />
          </label>
        ))}
        <span id={`${id}-said`} className="hint" data-wrong={isWrong}>
          {isWrong ? t('common:range.wrong') : t('common:range.zone', { zone })}
        </span>
        <label className="stack gap-4" htmlFor={`${id}-reason`}>
          {t('alarms:windows.reason')}
          <Input.TextArea
            dir="auto"
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
