/** Last run of a timer: icon, result, time, and the remedy if it did not run. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  QuestionCircleFilled,
} from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { CommandStateTag } from '../../../device-kit/components/command-state-tag.tsx';
import { useCommandReason } from '../../../device-kit/use-command-reason.ts';
import { runResult } from '../run-result.ts';
import type { Timer } from '../timer.ts';
import { MinuteOf } from './minute-of.tsx';

type Run = Pick<Timer, 'lastRunAt' | 'lastResult' | 'lastReason'>;

export function RunTexts({ timer }: { timer: Run }) {
  const { t } = useTranslation(['timers', 'control']);
  const result = runResult(timer);
  const reason = useCommandReason(timer.lastReason);
  if (result.kind === 'none') return t('timers:run.none');
  return (
    <div className="timer-run" data-kind={result.kind}>
      <p className="row gap-text">
        <ResultTag result={result} />
        <MinuteOf at={timer.lastRunAt} />
      </p>
      {result.kind === 'missed' && (
        <p className="hint">{t(`timers:run.missed-by.${result.advice}`)}</p>
      )}
      {result.kind === 'refused' && (
        <p className="hint">
          <bdi>{reason}</bdi> {t('timers:run.refused-advice')}
        </p>
      )}
      {result.kind === 'unreported' && <p className="hint">{t('timers:run.unreported-advice')}</p>}
      {result.kind === 'command' && result.state !== 'confirmed' && (
        <p className="hint">
          {t(`control:command.advice.${result.state}`)}{' '}
          {reason !== undefined && (
            <>
              {t('control:command.reason')} <bdi>{reason}</bdi>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function ResultTag({ result }: { result: ReturnType<typeof runResult> }) {
  const { t } = useTranslation('timers');
  switch (result.kind) {
    case 'command':
      return <CommandStateTag state={result.state} />;
    case 'done':
      return (
        <StateTag tone="good" icon={<CheckCircleFilled />}>
          {t('timers:run.done')}
        </StateTag>
      );
    case 'missed':
      return (
        <StateTag tone="warning" icon={<ExclamationCircleFilled />}>
          {t('timers:run.missed')}
        </StateTag>
      );
    case 'refused':
      return (
        <StateTag tone="alarm" icon={<CloseCircleFilled />}>
          {t('timers:run.refused')}
        </StateTag>
      );
    case 'unreported':
    case 'unknown':
    case 'none':
      return (
        <StateTag tone="unknown" icon={<QuestionCircleFilled />}>
          {t('timers:run.unreported')}
        </StateTag>
      );
  }
}
