/** One active alarm: priority, type, device, measured value, start and actions. */
import { Checkbox } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Age } from '../../../components/values/age.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { AlarmRow } from '../../../device-kit/alarm.ts';
import { AlarmCause } from '../../../device-kit/components/alarm-cause.tsx';
import { AlarmLink } from '../../../device-kit/components/alarm-link.tsx';
import { AlarmMarks, HandledTag } from '../../../device-kit/components/alarm-state-tags.tsx';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { AlarmActions, type AlarmActionsProps } from './alarm-actions.tsx';
import { AlarmPriorityTag } from './alarm-kind-tag.tsx';

interface LiveAlarmProps {
  alarm: AlarmRow;
  onAsk: AlarmActionsProps['onAsk'];
  isSelected: boolean;
  /** Undefined if the user may not acknowledge alarms. */
  onSelect: ((id: number, isSelected: boolean) => void) | undefined;
}

export const LiveAlarm = memo(function LiveAlarm(props: LiveAlarmProps) {
  const { t } = useTranslation('alarms');
  const { alarm, onAsk, isSelected, onSelect } = props;
  const texts = useAlarmTexts();
  return (
    <li className="live-alarm" data-priority={alarm.priority} data-handled={alarm.handled}>
      <span className="line inline gap-text">
        {onSelect !== undefined && (
          <Checkbox
            aria-label={t('alarms:bulk.of', {
              type: texts.type(alarm),
              device: alarm.device_name,
            })}
            checked={isSelected}
            disabled={alarm.handled}
            onChange={({ target }) => onSelect(alarm.id, target.checked)}
          />
        )}
        <AlarmPriorityTag alarm={alarm} />
      </span>
      <span className="live-alarm__what stack gap-0 to-start">
        <strong>{texts.type(alarm)}</strong>
        <AlarmLink alarm={alarm} />
      </span>
      <span className="live-alarm__measure">
        <AlarmCause alarm={alarm} />
        {alarm.count > 1 && (
          <span className="live-alarm__count faint">
            {t('alarms:live.times', { number: alarm.count })}
          </span>
        )}
      </span>
      <span className="live-alarm__since stack gap-0 to-start hint">
        <Moment at={alarm.opened_at} />
        <span aria-live="off">
          <Age at={alarm.opened_at} />
        </span>
      </span>
      <span className="row inline gap-text live-alarm__tags">
        <HandledTag isHandled={alarm.handled} />
        <AlarmMarks alarm={alarm} />
        {alarm.handled && alarm.handled_note !== '' && (
          <bdi className="muted one-line" title={alarm.handled_by}>
            {alarm.handled_note}
          </bdi>
        )}
      </span>
      <AlarmActions alarm={alarm} hasSnooze onAsk={onAsk} />
    </li>
  );
});
