/** Addresses to register at the provider, and the address that users open, each to copy. */
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import type { SsoSettings } from '../api/use-settings.ts';

export function Addresses({ settings }: { settings: SsoSettings }) {
  const { t } = useTranslation(['users', 'refusals']);
  const { callback_address, signed_out_address, sign_in_address, logout_address } = settings;
  if (callback_address === '') {
    return (
      <div className="shrink">
        <Alert type="warning" showIcon title={t('errors:reason.sso-needs-public-url')} />
      </div>
    );
  }
  return (
    <section className="stack gap-16 shrink" aria-label={t('users:sso.addresses')}>
      <h2>{t('users:sso.addresses')}</h2>
      <Address
        label={t('users:sso.callback')}
        help={t('users:sso.callback-about')}
        address={callback_address}
      />
      <Address
        label={t('users:sso.signed-out')}
        help={t('users:sso.signed-out-about')}
        address={signed_out_address}
      />
      <Address
        label={t('users:sso.logout')}
        help={t('users:sso.logout-about')}
        address={logout_address}
      />
      {sign_in_address !== '' && (
        <Address
          label={t('users:sso.sign-in')}
          help={t('users:sso.sign-in-about')}
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
      <span className="line gap-4">
        <bdi className="code ltr breakable shrink">{address}</bdi>
        <CopyButton text={address} what={label} />
      </span>
      <span className="hint prose">{help}</span>
    </div>
  );
}
