/** Progress of a comparison or write: a report for each device and field. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { useCommandReason } from '../../../device-kit/use-command-reason.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { sideOf } from '../../protection/fault-side.ts';
import { useRowTexts } from '../../protection/use-row-texts.ts';
import {
  attentionFirst,
  type DeviceSteps,
  differencesOf,
  stateOf,
  stepCounts,
  stepsByDevice,
  type TemplateRun,
  type TemplateStep,
} from '../template-report.ts';
import { StepTag } from './step-tag.tsx';

const LOOK_EVERY_MS = 1_500;

export function RunReport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { t } = useTranslation(['protection-templates', 'common']);
  const errorText = useErrorText();
  const { data, error, refetch } = useCallQuery(
    'v2.protection-templates.run',
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data?.data.ended_at === null ? LOOK_EVERY_MS : false),
    },
  );
  const cancel = useCallMutation('v2.protection-templates.run.cancel');
  const back = <Button onClick={onLeave}>{t('protection-templates:report.back')}</Button>;
  if (data === undefined) {
    if (error === null) return <p role="status">{t('common:loading')}</p>;
    return (
      <>
        <ErrorState error={error} onRetry={() => void refetch()} />
        {back}
      </>
    );
  }
  const run = data.data;
  const open = run.steps.filter((step) => ['waiting', 'asked'].includes(stateOf(step))).length;
  const title = t(`protection-templates:report.${run.kind === 'write' ? 'write' : 'compare'}`, {
    name: run.template_name,
  });
  const gathered = stepsByDevice(run.steps);
  const devices = run.ended_at === null ? gathered : attentionFirst(gathered);
  return (
    <section className="template-report stack inset" aria-label={title}>
      <h2>{title}</h2>
      <RunFacts run={run} />
      <progress value={run.steps.length - open} max={run.steps.length} aria-label={title} />
      <p className="row" role="status">
        {stepCounts(run.steps).map(({ state, count }) => (
          <StepTag key={state} state={state} count={count} />
        ))}
      </p>
      <div className="row">
        {run.steps.some(({ state }) => state === 'waiting') && (
          <Button
            danger
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id } }, { onSettled: () => void refetch() })}
          >
            {t('protection-templates:report.cancel')}
          </Button>
        )}
        {back}
      </div>
      {cancel.error !== null && (
        <Alert type="error" showIcon title={errorText(cancel.error)} role="alert" />
      )}
      <ul className="template-report__devices surface" aria-label={title}>
        {devices.map((device) => (
          <DeviceReport key={device.code} run={run} device={device} />
        ))}
      </ul>
    </section>
  );
}

function RunFacts({ run }: { run: TemplateRun }) {
  const { zone } = useRequiredSession().user;
  return (
    <p className="faint text-small">
      <bdi>{run.user_name}</bdi>, <bdi className="ltr">{formatMoment(run.created_at, zone)}</bdi>
    </p>
  );
}

function DeviceReport({ run, device }: { run: TemplateRun; device: DeviceSteps }) {
  return (
    <li>
      <p>
        <bdi className="strong">{device.name}</bdi>{' '}
        <span className="code ltr faint text-small">{device.code}</span>
      </p>
      <dl>
        {device.steps.map((step) => (
          <StepReport key={step.set} run={run} step={step} />
        ))}
      </dl>
    </li>
  );
}

function StepReport({ run, step }: { run: TemplateRun; step: TemplateStep }) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const texts = useRowTexts(sideOf(step.set));
  const reason = useCommandReason(step.reason);
  return (
    <div className="row align-baseline gap-text">
      <dt>{t(`protection:tab.${step.set}`, step.set)}</dt>
      <dd className="row gap-text">
        <StepTag state={stateOf(step)} />
        {differencesOf(run, step).map(({ row, wanted, reported }) => (
          <span key={row.key} className="full">
            {texts.label(row)}:{' '}
            {t('protection-templates:report.difference', {
              wanted: texts.text(row, wanted),
              found: texts.text(row, reported),
            })}
          </span>
        ))}
        {reason !== undefined && <span className="faint text-small full">{reason}</span>}
      </dd>
    </div>
  );
}
