/** Addresses to register at the provider, and the address that users open, each to copy. */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import type { SsoSettings } from '../api/use-settings.ts';

export function Addresses({ settings }: { settings: SsoSettings }) {
  const { t } = useTranslation(['single-sign-on', 'refusals']);
  const { callback_address, signed_out_address, sign_in_address } = settings;
  if (callback_address === '') {
    return (
      <div className="sso__addresses">
        <Alert type="warning" showIcon title={t('errors:reason.sso-needs-public-url')} />
      </div>
    );
  }
  return (
    <section className="sso__addresses stack gap-16" aria-label={t('single-sign-on:addresses')}>
      <h2>{t('single-sign-on:addresses')}</h2>
      <Address
        label={t('single-sign-on:callback')}
        help={t('single-sign-on:callback-about')}
        address={callback_address}
      />
      <Address
        label={t('single-sign-on:signed-out')}
        help={t('single-sign-on:signed-out-about')}
        address={signed_out_address}
      />
      {sign_in_address !== '' && (
        <Address
          label={t('single-sign-on:sign-in')}
          help={t('single-sign-on:sign-in-about')}
          address={sign_in_address}
        />
      )}
    </section>
  );
}

function Address({ label, help, address }: { label: string; help: string; address: string }) {
  return (
    <div className="stack gap-4">
      <strong>{label}</strong>
      <span>
        <bdi className="code ltr breakable">{address}</bdi>
        <CopyButton text={address} what={label} />
      </span>
      <span className="hint prose">{help}</span>
    </div>
  );
}
