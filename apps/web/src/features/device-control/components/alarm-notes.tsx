/** Active alarms of a breaker: type, measured value and limit, start. */
import { AlertFilled, WarningFilled } from '@ant-design/icons';
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { isDryContactAlarm } from '@busbar/domain/alarm/dry-contact';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { alarmTypeOf } from '../../../device-kit/alarm.ts';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import './alarm-notes.css';
import { useLanguage } from '../../../i18n/use-language.ts';
import { formatShort, withUnit } from '../../../lib/formats/number-format.ts';

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
  const { since, value, limit, phase, detail } = alarm;
  const type = alarmTypeOf(alarm.type);
  const name = isDryContactAlarm(alarm.type) ? detail : '';
  const isWarning = alarm.kind === 'warning';
  const { tag } = useLanguage();
  const unit = type === undefined ? '' : alarmUnit(type);
  // One decimal is the resolution of protection settings.
  const text = (value: number) => withUnit(formatShort(value, 1, tag), unit, tag);
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
      {value !== null && (
        <span>
          <bdi className="ltr">{text(value)}</bdi>
          {limit !== null && <> ({t('control:alarm.limit', { limit: isolated(text(limit)) })})</>}
        </span>
      )}
      {phase !== null && <span>{t('control:alarm.phase', { phase })}</span>}
      <span className="muted" aria-live="off">
        <Moment at={since} /> · <Age at={since} />
      </span>
    </p>
  );
}

/** Isolates left-to-right text within a sentence of any language. */
const isolated = (text: string) => `\u2066${text}\u2069`;
