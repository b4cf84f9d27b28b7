import { CheckCircleOutlined, ClockCircleOutlined, LockFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import type { Period } from '../api/use-settlement.ts';

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

/** Why an ended period is not closed. */
export function WaitsFor({ period }: { period: Period }) {
  const { t } = useTranslation('fees');
  const reason =
    period.fee === null ? 'prices' : period.closes_itself ? 'readings' : 'administrator';
  return <p className="hint">{t(`fees:period.waits-for.${reason}`)}</p>;
}

/** First and last day of a period. */
export function PeriodSpan({ period }: { period: { start: string; end: string } }) {
  return <bdi className="ltr nowrap">{`${period.start} – ${period.end}`}</bdi>;
}
