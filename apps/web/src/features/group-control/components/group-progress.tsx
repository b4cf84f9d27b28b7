/** A batch command in progress: overall progress, result of each device, available actions. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { isSwitchCommand, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { CommandStateTag } from '../../../device-kit/components/command-state-tag.tsx';
import { useCommandReason } from '../../../device-kit/use-command-reason.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import {
  type GroupProgress,
  useCancelBatchCommand,
  useGroupProgress,
} from '../api/use-batch-command.ts';
import { groupResults, hasFailed, TURN_STATES, type TurnState } from '../group-results.ts';
import { useShownName } from '../shown-names.ts';

export interface GroupProgressPanelProps {
  readonly id: string;
  /** Asks about the same command to the devices that failed: their states have changed since. */
  readonly onRetry: (command: SwitchCommand, codes: readonly string[]) => void;
  readonly onLeave: () => void;
}

export function GroupProgressPanel(props: GroupProgressPanelProps) {
  const { id, onLeave } = props;
  const { t } = useTranslation('group-control');
  const { data, error, refetch } = useGroupProgress(id);
  const back = <Button onClick={onLeave}>{t('group-control:progress.back')}</Button>;
  if (data !== undefined) return <Progress {...props} progress={data} />;
  if (error === null) return <p role="status">{t('common:loading')}</p>;
  if (error.reason === 'not-found') {
    return <EmptyState title={t('group-control:progress.gone')} action={back} />;
  }
  return <ErrorState error={error} onRetry={() => void refetch()} />;
}

interface ProgressProps extends GroupProgressPanelProps {
  readonly progress: GroupProgress;
}

function Progress({ id, progress, onRetry, onLeave }: ProgressProps) {
  const { t } = useTranslation(['group-control', 'control']);
  const { zone } = useRequiredSession().user;
  const errorText = useErrorText();
  const submission = useCancelBatchCommand(id);
  const results = groupResults(progress.devices.map(({ state }) => state));
  const isRunning = progress.ended_at === null;
  const request = { command: isSwitchCommand(progress.switch) ? progress.switch : 'open' } as const;
  const title = t(`group-control:progress.title.${request.command}`, { count: results.total });
  return (
    <section className="group-progress stack panel bleed" aria-label={title}>
      <h2>{title}</h2>
      <p className="muted">
        <bdi>{progress.user_name}</bdi>,{' '}
        <bdi className="ltr">{formatMoment(progress.created_at, zone)}</bdi>
        {progress.reason !== null && (
          <>
            {' '}
            – <bdi>{progress.reason}</bdi>
          </>
        )}
      </p>
      <progress value={results.settled} max={results.total} aria-label={title} />
      <p className="row" role="status">
        {t('group-control:progress.done', { count: results.settled, total: results.total })}{' '}
        {results.counts.map(({ state, count }) => (
          <CommandStateTag key={state} state={state} count={count} />
        ))}
      </p>
      <div className="row">
        {isRunning && (
          <Button
            danger
            loading={submission.isSending}
            onClick={() => void submission.cancelRest(request)}
          >
            {t('group-control:progress.cancel')}
          </Button>
        )}
        {!isRunning && results.failed > 0 && (
          <Button
            type="primary"
            onClick={() => {
              const failed = progress.devices.filter(({ state }) => hasFailed(state));
              onRetry(
                request.command,
                failed.map((device) => device.device_code),
              );
            }}
          >
            {t('group-control:progress.retry', { count: results.failed })}
          </Button>
        )}
        <Button onClick={onLeave}>{t('group-control:progress.back')}</Button>
      </div>
      {submission.failure !== undefined && (
        <Alert type="error" showIcon title={errorText(submission.failure.error)} role="alert" />
      )}
      <ul className="group-list group-list--whole ruled box" aria-label={title}>
        {progress.devices.map((device) => (
          <DeviceResult key={device.device_code} device={device} />
        ))}
      </ul>
    </section>
  );
}

function DeviceResult({ device }: { device: GroupProgress['devices'][number] }) {
  const reason = useCommandReason(device.reason);
  const name = useShownName()({
    code: device.device_code,
    name: device.device_name,
    channel: device.channel,
  });
  const state: TurnState = TURN_STATES.find((one) => one === device.state) ?? 'unknown';
  return (
    <li className="row gap-text" data-state={state}>
      <span className="grow-wide breakable">
        <bdi>{name}</bdi> <span className="code ltr faint text-small">{device.device_code}</span>
      </span>
      <CommandStateTag state={state} />
      {reason !== undefined && <span className="full hint">{reason}</span>}
    </li>
  );
}
