/** Withdraws a correction with a reason; its row remains in the list. */
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines } from '../../../components/forms/form-text.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { type Correction, useCorrectionChanges } from '../api/use-corrections.ts';
import { useDecisionText } from '../use-decision-text.ts';

interface WithdrawDialogProps {
  readonly correction: Correction;
  readonly onClose: () => void;
}

export function WithdrawDialog({ correction, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('repair');
  const decisionText = useDecisionText();
  const { withdraw } = useCorrectionChanges();
  const form = useFormState({ reason: '' });
  const reason = form.values.reason.trim();
  return (
    <FormDialog
      form={form}
      title={t('repair:withdrawal.title')}
      saveLabel={t('repair:withdrawal.confirm')}
      done={t('repair:withdrawal.done')}
      isBlocked={reason === ''}
      onSave={() => withdraw({ params: { id: String(correction.id) }, query: { reason } })}
      onClose={onClose}
    >
      <Facts
        rows={[
          [t('repair:steps.reading'), <Moment key="at" at={correction.register_ts} />],
          [t('repair:list.decision'), decisionText(correction)],
          [t('repair:dialog.reason'), <bdi key="reason">{correction.reason}</bdi>],
        ]}
      />
      <p>{t('repair:withdrawal.body')}</p>
      <FormLines
        label={t('repair:withdrawal.reason')}
        isRequired
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
