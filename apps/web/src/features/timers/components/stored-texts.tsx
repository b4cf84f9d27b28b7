/** Executor of a timer, and whether the device stores it as set; not shown by colour alone. */
import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  CloudServerOutlined,
  DiffFilled,
  HddOutlined,
} from '@ant-design/icons';
import type { TableState } from '@busbar/domain/timer/timer-holder';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { useCommandReason } from '../../../device-kit/use-command-reason.ts';
import type { Timer } from '../timer.ts';

const LOOKS: Readonly<Record<TableState, { tone: StateTone; Icon: typeof DiffFilled }>> = {
  same: { tone: 'good', Icon: CheckCircleFilled },
  waiting: { tone: 'info', Icon: ClockCircleOutlined },
  refused: { tone: 'alarm', Icon: CloseCircleFilled },
  different: { tone: 'warning', Icon: DiffFilled },
};

export function TableStateText({ timer }: { timer: Timer }) {
  const { t } = useTranslation('timers');
  const { runBy, held, heldAt } = timer;
  const reason = useCommandReason(timer.heldReason);
  const RunSign = runBy === 'device' ? HddOutlined : CloudServerOutlined;
  // Without a report from the device, the timer counts as waiting.
  const state = runBy === 'device' ? (held ?? 'waiting') : undefined;
  return (
    <div className="timer-held">
      <p className="row gap-text">
        <span>
          <RunSign aria-hidden /> {t(`timers:run-by.${runBy}`)}
        </span>
        {state !== undefined && <HeldTag state={state} />}
        {state === 'same' && heldAt !== null && (
          <span className="faint text-small">
            <Age at={heldAt} />
          </span>
        )}
      </p>
      {state !== undefined && state !== 'same' && (
        <p className="hint">
          {t(`timers:held-advice.${state}`)} {reason !== undefined && <bdi>({reason})</bdi>}
        </p>
      )}
    </div>
  );
}

function HeldTag({ state }: { state: TableState }) {
  const { t } = useTranslation('timers');
  const { tone, Icon } = LOOKS[state];
  return (
    <StateTag tone={tone} icon={<Icon />} isPlain>
      {t(`timers:held.${state}`)}
    </StateTag>
  );
}
