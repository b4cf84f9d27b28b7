/**
 * Where a command stands, on one line of a list: sign, word and colour. Beside the states of a
 * command two of an order that did not become one: it waits for its turn, or was refused.
 */
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
import type { CommandState } from '@busbar/domain/switch/command-state';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/state-tag.tsx';

export type OrderState = CommandState | 'waiting' | 'refused';

const LOOKS: Readonly<Record<OrderState, { tone: StateTone; Icon: typeof CheckOutlined }>> = {
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
};

interface CommandStateTagProps {
  readonly state: OrderState;
  /** How many stand so. */
  readonly count?: number;
}

export function CommandStateTag({ state, count }: CommandStateTagProps) {
  const { t } = useTranslation('control');
  const { tone, Icon } = LOOKS[state];
  return (
    <StateTag tone={tone} icon={<Icon />}>
      {t(`control:command.state.${state}`)}
      {count !== undefined && (
        <>
          {' '}
          <bdi>{count}</bdi>
        </>
      )}
    </StateTag>
  );
}
