/** Active alarms of a breaker: type, cause and start. */
import { AlertFilled, WarningFilled } from '@ant-design/icons';
import { isDryContactAlarm } from '@busbar/domain/alarm/dry-contact';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { alarmTypeOf } from '../../../device-kit/alarm.ts';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { AlarmCause } from '../../../device-kit/components/alarm-cause.tsx';
import './alarm-notes.css';

type Alarm = DeviceDetail['alarms'][number];

/** Rendered even without alarms, so that a new alarm in the live region is announced. */
export function AlarmNotes({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation(['control', 'alarms']);
  return (
    <div className="alarm-notes stack gap-4" role="status" aria-label={t('control:alarm.label')}>
      {alarms.map((alarm) => (
        <AlarmNote key={`${alarm.type} ${alarm.phase ?? ''}`} alarm={alarm} />
      ))}
    </div>
  );
}

function AlarmNote({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation(['control', 'alarms']);
  const { since, detail } = alarm;
  const type = alarmTypeOf(alarm.type);
  const name = isDryContactAlarm(alarm.type) ? detail : '';
  const isWarning = alarm.kind === 'warning';
  return (
    <p className="alarm-note row gap-text text-small" data-kind={isWarning ? 'warning' : 'alarm'}>
      <StateTag
        tone={isWarning ? 'warning' : 'alarm'}
        icon={isWarning ? <WarningFilled /> : <AlertFilled />}
        isPlain
      >
        {t(`alarms:kind.${isWarning ? 'warning' : 'alarm'}`)}
      </StateTag>
      <strong dir="auto">{name || t(`alarms:type.${type ?? 'other'}`)}</strong>
      <AlarmCause alarm={{ ...alarm, opened_at: since, ended_at: null, log_detail: detail }} />
      <span className="muted" aria-live="off">
        <Moment at={since} /> · <Age at={since} />
      </span>
    </p>
  );
}
