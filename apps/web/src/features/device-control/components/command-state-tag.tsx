/** Where a command stands, on one line of a list: sign, word and colour. */
import {
  CheckCircleFilled,
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleFilled,
  FieldTimeOutlined,
  QuestionCircleFilled,
  SendOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/state-tag.tsx';

const LOOKS: Readonly<Record<CommandState, { tone: StateTone; Icon: typeof CheckOutlined }>> = {
  queued: { tone: 'info', Icon: ClockCircleOutlined },
  sent: { tone: 'info', Icon: SendOutlined },
  acknowledged: { tone: 'info', Icon: CheckOutlined },
  confirmed: { tone: 'good', Icon: CheckCircleFilled },
  rejected: { tone: 'alarm', Icon: CloseCircleFilled },
  expired: { tone: 'warning', Icon: FieldTimeOutlined },
  cancelled: { tone: 'neutral', Icon: StopOutlined },
  unknown: { tone: 'unknown', Icon: QuestionCircleFilled },
};

export function CommandStateTag({ state }: { state: CommandState }) {
  const { t } = useTranslation('control');
  const { tone, Icon } = LOOKS[state];
  return (
    <StateTag tone={tone} icon={<Icon />}>
      {t(`control:command.state.${state}`)}
    </StateTag>
  );
}
