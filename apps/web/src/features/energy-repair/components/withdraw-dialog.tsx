/** Withdraws a correction with a reason; its row remains in the list. */
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type Correction, useCorrectionChanges } from '../api/use-corrections.ts';
import { useDecisionText } from '../use-decision-text.ts';

const MAX_REASON = 500;

export interface WithdrawDialogProps {
  readonly correction: Correction;
  readonly onDone: () => void;
}

export function WithdrawDialog({ correction, onDone }: WithdrawDialogProps) {
  const { t } = useTranslation('repair');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const wordOf = useDecisionText();
  const { withdraw, followed } = useCorrectionChanges();
  const id = useId();
  const [reason, setReason] = useState('');
  const confirm = () =>
    withdraw.mutate(
      { params: { id: String(correction.id) }, query: { reason: reason.trim() } },
      {
        onSuccess: () => {
          void followed();
          message.success(t('repair:withdrawal.done'));
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t('repair:withdrawal.title')}
      confirmLabel={t('repair:withdrawal.confirm')}
      isBusy={withdraw.isPending}
      isBlocked={reason.trim() === ''}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="repair__form stack">
        <Facts
          rows={[
            [t('repair:steps.reading'), <Moment key="at" at={correction.register_ts} />],
            [t('repair:list.decision'), wordOf(correction)],
            [t('repair:dialog.reason'), <bdi key="reason">{correction.reason}</bdi>],
          ]}
        />
        <p>{t('repair:withdrawal.body')}</p>
        <label className="repair__field stack gap-4" htmlFor={`${id}-reason`}>
          {t('repair:withdrawal.reason')}
          <Input.TextArea
            dir="auto"
            id={`${id}-reason`}
            value={reason}
            aria-required
            maxLength={MAX_REASON}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        {withdraw.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(withdraw.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
