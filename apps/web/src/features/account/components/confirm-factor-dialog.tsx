/** Shows the key of a second factor as a QR code and as text, and takes its first code. */

import { QRCode } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useMyAccountChanges } from '../api/use-my-account.ts';

interface ConfirmFactorDialogProps {
  begun: Answer<'v2.my.second-factor.begin'>['data'];
  onConfirmed: (codes: readonly string[]) => void;
  onClose: () => void;
}

const inFours = (key: string): string => key.replaceAll(/.{4}(?=.)/g, '$& ');

export function ConfirmFactorDialog({ begun, onConfirmed, onClose }: ConfirmFactorDialogProps) {
  const { t } = useTranslation('account');
  const send = useMyAccountChanges();
  const form = useFormState({ code: '' });
  const { code } = form.values;
  return (
    <FormDialog
      form={form}
      title={t('account:factor.begin')}
      saveLabel={t('account:factor.confirm')}
      isBlocked={!/^\s*\d{3}\s*\d{3}\s*$/.test(code)}
      onSave={() => send('v2.my.second-factor.confirm', { body: { code } })}
      onSaved={({ data }) => onConfirmed(data.recovery_codes)}
      onClose={onClose}
    >
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
        {t('account:factor.key')} <bdi className="code ltr">{inFours(begun.key)}</bdi>
        <CopyButton text={begun.key} what={t('account:factor.key')} />
      </p>
      <FormText
        label={t('account:factor.code')}
        isRequired
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.field('code')}
      />
    </FormDialog>
  );
}
