/** The link of the user's account with an account at the provider of the customer. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { browserTab } from '../../../lib/browser-tab.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { PasswordDialog } from './password-dialog.tsx';

/** Nothing is shown while the customer has no provider. */
export function SsoPanel({ hasFactor }: { hasFactor: boolean }) {
  const { t } = useTranslation('account');
  const { data } = useCallQuery('v2.my.single-sign-on', {}, { select: ({ data: own }) => own });
  const send = useSend('v2.my.single-sign-on');
  const [openStep, setOpenStep] = useState<'link' | 'unlink'>();
  if (data === undefined || data.provider_name === '') return null;
  const { provider_name: name, linked_at: linkedAt, is_created: isCreated } = data;
  const close = () => setOpenStep(undefined);
  return (
    <section className="panel stack" aria-label={t('account:sso.title')}>
      <h2>{t('account:sso.title')}</h2>
      {isCreated && <p>{t('account:sso.created', { name })}</p>}
      {!isCreated && linkedAt === null && (
        <>
          <p>{t('account:sso.not-linked', { name })}</p>
          <div className="account-actions row">
            <Button onClick={() => setOpenStep('link')}>{t('account:sso.link')}</Button>
          </div>
        </>
      )}
      {!isCreated && linkedAt !== null && (
        <>
          <p>
            {t('account:sso.linked', { name })} <Moment at={linkedAt} />
          </p>
          <div className="account-actions row">
            <Button danger onClick={() => setOpenStep('unlink')}>
              {t('account:sso.unlink')}
            </Button>
          </div>
        </>
      )}
      {openStep === 'link' && (
        <PasswordDialog
          title={t('account:sso.link')}
          about={t('account:sso.link-about', { name })}
          asksCode={hasFactor}
          onSave={(body) => send('v2.my.single-sign-on.link', { body })}
          onSaved={({ data: { url } }) => browserTab.open(url)}
          onClose={close}
        />
      )}
      {openStep === 'unlink' && (
        <PasswordDialog
          title={t('account:sso.unlink')}
          about={t('account:sso.unlink-about')}
          isDanger
          asksCode={hasFactor}
          done={t('account:sso.unlinked')}
          onSave={(body) => send('v2.my.single-sign-on.unlink', { body })}
          onClose={close}
        />
      )}
    </section>
  );
}
