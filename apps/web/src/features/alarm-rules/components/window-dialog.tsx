/** Creates a maintenance window for a device or a group, with an end and a reason. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { isMoment } from '@busbar/domain/formats/wall-clock';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormMoment } from '../../../components/forms/form-moment.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines } from '../../../components/forms/form-text.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useWindowChanges } from '../api/use-rules.ts';
import { GroupSelect, useOwnGroups } from './group-select.tsx';

const HOUR_MS = 3_600_000;
const USUAL_HOURS = 2;
const KINDS = ['device', 'group'] as const;

export function WindowDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['alarms', 'shell']);
  const { zone } = useRequiredSession().user;
  const send = useWindowChanges();
  const { all } = useOwnGroups();
  const form = useFormState(() => {
    const moment = (at: number) => `${formatMoment(at, zone).slice(0, 16)}:00`;
    return {
      kind: 'device' as (typeof KINDS)[number],
      device: undefined as string | undefined,
      group: undefined as number | undefined,
      from: moment(Date.now()),
      to: moment(Date.now() + USUAL_HOURS * HOUR_MS),
      reason: '',
    };
  });
  const { kind, device, group, from, to } = form.values;
  const reason = form.values.reason.trim();
  const isUnreadable = [from, to].some((text) => text !== '' && !isMoment(text));
  const isWrong = !isUnreadable && (from === '' || to === '' || from >= to);
  const isChosen = (kind === 'device' ? device : group) !== undefined;
  const of = kind === 'device' ? { device_code: device ?? '' } : { group_id: String(group) };
  return (
    <FormDialog
      form={form}
      title={t('alarms:windows.add')}
      saveLabel={t('alarms:windows.confirm')}
      done={t('alarms:windows.added')}
      isBlocked={!isChosen || isWrong || isUnreadable || reason === ''}
      onSave={() => send('v2.alarm-windows.add', { body: { ...of, from, to, reason } })}
      onClose={onClose}
    >
      <p>{t('alarms:windows.body')}</p>
      {all.length > 0 && (
        <Radio.Group
          aria-label={t('alarms:windows.of')}
          value={kind}
          onChange={({ target }) => form.set({ kind: target.value })}
          options={KINDS.map((value) => ({ value, label: t(`alarms:windows.kind.${value}`) }))}
        />
      )}
      {kind === 'device' ? (
        <DeviceSelect isOne {...form.field('device')} />
      ) : (
        <GroupSelect {...form.field('group')} />
      )}
      <FormMoment label={t('alarms:windows.from')} isWrong={isWrong} {...form.field('from')} />
      <FormMoment
        label={t('alarms:windows.to')}
        help={t('shell:range.zone', { zone })}
        {...form.field('to')}
        problem={isWrong ? t('shell:range.wrong') : undefined}
      />
      <FormLines
        label={t('alarms:windows.reason')}
        isRequired
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
