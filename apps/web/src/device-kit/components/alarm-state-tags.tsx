/** State of an alarm: handled or not, active or ended, snoozed. */
import {
  CheckCircleFilled,
  ClockCircleOutlined,
  ExclamationCircleFilled,
  FieldTimeOutlined,
  MinusCircleOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../components/states/state-tag.tsx';
import { useNow } from '../../lib/use-now.ts';
import { type AlarmRow, isOpen, isSnoozed } from '../alarm.ts';

export function HandledTag({ isHandled }: { isHandled: boolean }) {
  const { t } = useTranslation('alarms');
  return isHandled ? (
    <StateTag tone="good" icon={<CheckCircleFilled />} isPlain>
      {t('alarms:state.handled')}
    </StateTag>
  ) : (
    <StateTag tone="warning" icon={<ClockCircleOutlined />} isPlain>
      {t('alarms:state.unhandled')}
    </StateTag>
  );
}

export function OpenTag({ alarm }: { alarm: Pick<AlarmRow, 'ended_at'> }) {
  const { t } = useTranslation('alarms');
  return isOpen(alarm) ? (
    <StateTag tone="alarm" icon={<ExclamationCircleFilled />} isPlain>
      {t('alarms:state.open')}
    </StateTag>
  ) : (
    <StateTag tone="neutral" icon={<MinusCircleOutlined />} isPlain>
      {t('alarms:state.ended')}
    </StateTag>
  );
}

const MINUTE_MS = 60_000;

/** Badges for maintenance, snoozed and reported late; most alarms have none. */
export function AlarmMarks({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const now = useNow(alarm.snoozed_until === null ? null : MINUTE_MS);
  return (
    <>
      {isOpen(alarm) && isSnoozed(alarm, now) && (
        <StateTag tone="info" icon={<ClockCircleOutlined />} isPlain>
          {t('alarms:state.snoozed')}
        </StateTag>
      )}
      {alarm.quiet && (
        <StateTag tone="info" icon={<ToolOutlined />} isPlain>
          {t('alarms:state.quiet')}
        </StateTag>
      )}
      {alarm.late && (
        <StateTag tone="late" icon={<FieldTimeOutlined />} isPlain>
          {t('alarms:state.late')}
        </StateTag>
      )}
    </>
  );
}
