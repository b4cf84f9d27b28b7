/** Shows the key of a second factor as a QR code and as text, and takes its first code. */
import { Alert, Input, QRCode } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useMyAccountChanges } from '../api/use-my-account.ts';

interface ConfirmFactorDialogProps {
  begun: Answer<'v2.my.second-factor.begin'>['data'];
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}

const inFours = (key: string): string => key.replaceAll(/.{4}(?=.)/g, '$& ');

export function ConfirmFactorDialog({ begun, onDone, onCancel }: ConfirmFactorDialogProps) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { confirm, followed } = useMyAccountChanges();
  const [code, setCode] = useState('');
  const id = useId();
  const isCode = /^\s*\d{3}\s*\d{3}\s*$/.test(code);
  const send = () =>
    confirm.mutate(
      { body: { code } },
      {
        onSuccess: ({ data }) => {
          void followed();
          onDone(data.recovery_codes);
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t('account:factor.begin')}
      confirmLabel={t('account:factor.confirm')}
      isBusy={confirm.isPending}
      isBlocked={!isCode}
      onConfirm={send}
      onCancel={onCancel}
    >
      <div className="account-form stack">
        <p>{t('account:factor.scan')}</p>
        <div className="account-picture" role="img" aria-label={t('account:factor.picture')}>
          <QRCode
            type="svg"
            value={begun.otpauth_uri}
            size={188}
            bordered={false}
            color="#000"
            bgColor="#fff"
          />
        </div>
        <p className="account-key row">
          {t('account:factor.key')} <bdi className="code ltr breakable">{inFours(begun.key)}</bdi>
          <CopyButton text={begun.key} what={t('account:factor.key')} />
        </p>
        <label className="stack gap-4" htmlFor={id}>
          {t('account:factor.code')}
          <Input
            id={id}
            value={code}
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            aria-required
            onChange={({ target }) => setCode(target.value)}
            onPressEnter={() => isCode && send()}
          />
        </label>
        {confirm.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(confirm.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
