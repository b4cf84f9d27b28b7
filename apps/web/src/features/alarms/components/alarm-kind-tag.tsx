import { AlertFilled, InfoCircleFilled, WarningFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import type { AlarmRow } from '../../../device-kit/alarm.ts';

/** Priority of an alarm as icon, label and colour. */
export function AlarmPriorityTag({ alarm }: { alarm: Pick<AlarmRow, 'priority'> }) {
  const { t } = useTranslation('alarms');
  const { priority } = alarm;
  if (priority <= 2) {
    return (
      <StateTag tone="alarm" icon={<AlertFilled />} isPlain={priority === 2}>
        {t(priority === 1 ? 'alarms:priority.1' : 'alarms:priority.2')}
      </StateTag>
    );
  }
  return priority === 3 ? (
    <StateTag tone="warning" icon={<WarningFilled />} isPlain>
      {t('alarms:priority.3')}
    </StateTag>
  ) : (
    <StateTag tone="neutral" icon={<InfoCircleFilled />} isPlain>
      {t('alarms:priority.4')}
    </StateTag>
  );
}
