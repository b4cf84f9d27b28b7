/**
 * State of a command in a list: icon, label and colour. In addition to the states of a command
 * there are two for requests that did not become a command: waiting and refused.
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
import { StateTag, type StateTone } from '../../components/states/state-tag.tsx';

export type ShownCommandState = CommandState | 'waiting' | 'refused';

const LOOKS: Readonly<Record<ShownCommandState, { tone: StateTone; Icon: typeof CheckOutlined }>> =
  {
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
  readonly state: ShownCommandState;
  /** Number of commands in this state. */
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
