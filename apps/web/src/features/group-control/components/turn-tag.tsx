/** Where a device of a group order stands: sign, word and colour. */
import {
  CheckCircleFilled,
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleFilled,
  FieldTimeOutlined,
  HourglassOutlined,
  QuestionCircleFilled,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/state-tag.tsx';
import type { TurnState } from '../group-results.ts';

const LOOKS = {
  waiting: { tone: 'neutral', Icon: HourglassOutlined },
  queued: { tone: 'info', Icon: ClockCircleOutlined },
  sent: { tone: 'info', Icon: SendOutlined },
  acknowledged: { tone: 'info', Icon: CheckOutlined },
  confirmed: { tone: 'good', Icon: CheckCircleFilled },
  rejected: { tone: 'alarm', Icon: CloseCircleFilled },
  refused: { tone: 'alarm', Icon: CloseCircleFilled },
  expired: { tone: 'warning', Icon: FieldTimeOutlined },
  cancelled: { tone: 'neutral', Icon: StopOutlined },
  unknown: { tone: 'unknown', Icon: QuestionCircleFilled },
} as const satisfies Record<TurnState, { tone: StateTone; Icon: typeof CheckOutlined }>;

export function TurnTag({ state, count }: { state: TurnState; count?: number }) {
  const { t } = useTranslation(['group-control', 'control']);
  const { tone, Icon } = LOOKS[state];
  const isOwn = state === 'waiting' || state === 'refused';
  return (
    <StateTag tone={tone} icon={<Icon />} isPlain={count === undefined}>
      {t(isOwn ? `group-control:turn.${state}` : `control:command.state.${state}`)}
      {count !== undefined && (
        <>
          {' '}
          <bdi>{count}</bdi>
        </>
      )}
    </StateTag>
  );
}
