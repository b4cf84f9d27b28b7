/** Explains why no command was accepted: breaker busy, command refused, or no response. */
import { CloseCircleFilled, HourglassOutlined, QuestionCircleFilled } from '@ant-design/icons';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/error-text.ts';
import type { ApiError } from '../../lib/calls/api-error.ts';

/** Temporary refusals, after which the user only has to wait. */
const PASSING: readonly string[] = ['control-busy', 'too-soon', 'too-many-attempts'];
/** Refusals for which there is specific advice. */
const ADVISED: readonly string[] = [
  'control-busy',
  'too-soon',
  'device-offline',
  'close-disabled',
  'locked-by-other',
  'mechanically-locked',
  'state-unknown',
  'forbidden',
];

export interface CommandOutcomeNoteProps {
  readonly command: SwitchCommand;
  readonly error: ApiError;
  readonly onClose: () => void;
}

export function CommandOutcomeNote({ command, error, onClose }: CommandOutcomeNoteProps) {
  const { t } = useTranslation('control');
  const errorText = useErrorText();
  // If there is no response, the command may have been accepted.
  if (error.kind !== 'refused') {
    return (
      <Note
        kind="unsure"
        Sign={QuestionCircleFilled}
        title={t('control:outcome.unsure', { order: t(`control:order.${command}`) })}
        advice={t('control:outcome.unsure-advice')}
        onClose={onClose}
      />
    );
  }
  const { reason = '' } = error;
  const isPassing = PASSING.includes(reason);
  return (
    <Note
      kind={isPassing ? 'busy' : 'refused'}
      Sign={isPassing ? HourglassOutlined : CloseCircleFilled}
      title={errorText(error)}
      advice={t(`control:outcome.advice.${ADVISED.includes(reason) ? reason : 'other'}`)}
      onClose={onClose}
    />
  );
}

interface NoteProps {
  kind: 'busy' | 'refused' | 'unsure';
  Sign: typeof HourglassOutlined;
  title: string;
  advice: string;
  onClose: () => void;
}

function Note({ kind, Sign, title, advice, onClose }: NoteProps) {
  const { t } = useTranslation();
  return (
    <div className="order-outcome" data-kind={kind} role="alert">
      <Sign className="order-outcome__sign" aria-hidden="true" />
      <p className="strong">{title}</p>
      <p className="order-outcome__advice">{advice}</p>
      <Button size="small" type="text" className="order-outcome__close" onClick={onClose}>
        {t('common:dismiss')}
      </Button>
    </div>
  );
}
