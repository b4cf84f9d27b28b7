import { CheckCircleOutlined, ClockCircleOutlined, LockFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';

const LOOKS = {
  open: { tone: 'info', Icon: ClockCircleOutlined },
  ended: { tone: 'warning', Icon: CheckCircleOutlined },
  closed: { tone: 'neutral', Icon: LockFilled },
} as const;

/** State of a period: current, ended but still subject to changes, or permanently closed. */
export function PeriodState({ state }: { state: string }) {
  const { t } = useTranslation('fees');
  const known = state === 'open' || state === 'ended' ? state : 'closed';
  const { tone, Icon } = LOOKS[known];
  return (
    <StateTag tone={tone} icon={<Icon />} isPlain title={t(`fees:period.${known}-why`)}>
      {t(`fees:period.${known}`)}
    </StateTag>
  );
}

/** First and last day of a period. */
export function PeriodSpan({ period }: { period: { start: string; end: string } }) {
  return <bdi className="ltr nowrap">{`${period.start} – ${period.end}`}</bdi>;
}
