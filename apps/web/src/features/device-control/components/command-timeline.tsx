/**
 * The last command as a small timeline. Every state has its own icon, so that busy, refused,
 * expired and unknown are distinguishable at a glance, and one sentence gives the advice.
 */
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
import { formatMoment } from '@busbar/domain/formats/time-format';
import { type CommandState, isOpenState } from '@busbar/domain/switch/command-state';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CommandWire } from '../../../device-kit/api/command-after-event.ts';
import type { LastCommand } from '../../../device-kit/api/device-detail.ts';
import {
  type CommandStep,
  commandAdvice,
  commandSteps,
} from '../../../device-kit/command-steps.ts';
import { useCommandReason } from '../../../device-kit/use-command-reason.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { OverrideCommand } from './override-command.tsx';
import './command-timeline.css';

const SIGNS: Readonly<Record<CommandState, typeof CheckOutlined>> = {
  queued: ClockCircleOutlined,
  sent: SendOutlined,
  acknowledged: CheckOutlined,
  confirmed: CheckCircleFilled,
  rejected: CloseCircleFilled,
  expired: FieldTimeOutlined,
  cancelled: StopOutlined,
  unknown: QuestionCircleFilled,
};

export interface CommandTimelineProps {
  readonly command: LastCommand;
  readonly deviceName: string;
  /** The user may cancel a queued command and dismiss one whose outcome is unknown. */
  readonly canCancel: boolean;
  /** Called with the command after the user ended it here. */
  readonly onEnded: (command: CommandWire) => void;
}

export function CommandTimeline(props: CommandTimelineProps) {
  const { command, deviceName, canCancel, onEnded } = props;
  const { t } = useTranslation('control');
  const errorText = useErrorText();
  const cancel = useCallMutation('v2.device.command.cancel');
  const name =
    command.switchCommand === undefined ? '' : t(`control:order.${command.switchCommand}`);
  const reason = useCommandReason(command.reason);
  return (
    <section
      className="command stack gap-8"
      data-state={command.state}
      aria-label={t('control:command.title', { order: name })}
      aria-busy={isOpenState(command.state)}
    >
      <h3 className="muted text-tiny">{t('control:command.title', { order: name })}</h3>
      <ol className="stack gap-2">
        {commandSteps(command).map((step) => (
          <Step key={step.state} step={step} />
        ))}
      </ol>
      <p className="command__advice text-small" role="status">
        {t(`control:command.advice.${commandAdvice(command)}`)}
        {reason !== undefined && (
          <span className="command__reason muted">
            {t('control:command.reason')} <bdi>{reason}</bdi>
          </span>
        )}
      </p>
      {command.state === 'queued' && canCancel && (
        <Button
          size="small"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { params: { id: command.id } },
              { onSuccess: ({ data }) => onEnded(data) },
            )
          }
        >
          {t('control:command.cancel')}
        </Button>
      )}
      {command.state === 'unknown' && canCancel && (
        <OverrideCommand command={command} deviceName={deviceName} onDone={onEnded} />
      )}
      {cancel.error !== null && (
        <p className="bad text-small" role="alert">
          {errorText(cancel.error)}
        </p>
      )}
    </section>
  );
}

function Step({ step }: { step: CommandStep }) {
  const { t } = useTranslation('control');
  const { zone } = useRequiredSession().user;
  const Sign = SIGNS[step.state];
  const moment = step.at === undefined ? undefined : formatMoment(step.at, zone);
  return (
    <li
      className="command__step faint text-small"
      data-place={step.place}
      data-state={step.state}
      aria-current={step.place === 'now' ? 'step' : undefined}
    >
      <Sign className="command__sign" aria-hidden="true" />
      <span className="command__word">{t(`control:command.state.${step.state}`)}</span>
      <span className="faint text-tiny ltr" title={moment}>
        {moment === undefined ? '–' : moment.slice(11)}
      </span>
    </li>
  );
}
