/** The user's second factor: state, and three actions that need the password, two also a code. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { type MyAccount, useMyAccountChanges } from '../api/use-my-account.ts';
import { ConfirmFactorDialog } from './confirm-factor-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step = 'begin' | 'renew' | 'remove';

interface FactorPanelProps {
  factor: MyAccount['second_factor'];
  /** Called when the user confirms that the recovery codes are stored. */
  onStored: () => void;
}

export function FactorPanel({ factor, onStored }: FactorPanelProps) {
  const { t } = useTranslation('account');
  const send = useMyAccountChanges();
  const [openStep, setOpenStep] = useState<Step>();
  const [begun, setBegun] = useState<Answer<'v2.my.second-factor.begin'>['data']>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpenStep(undefined);
  return (
    <>
      {codes !== undefined && (
        <RecoveryCodes
          key={codes[0]}
          codes={codes}
          onStored={() => {
            setCodes(undefined);
            onStored();
          }}
        />
      )}
      <section className="panel stack" aria-label={t('account:factor.title')}>
        <h2>{t('account:factor.title')}</h2>
        <p>{t('account:factor.about')}</p>
        {factor.since === null ? (
          <div className="account-actions row">
            <Button type="primary" onClick={() => setOpenStep('begin')}>
              {t('account:factor.begin')}
            </Button>
          </div>
        ) : (
          <>
            <p>
              {t('account:factor.since')} <Moment at={factor.since} />{' '}
              {t('account:factor.left', { count: factor.recovery_codes_left })}
            </p>
            <div className="account-actions row">
              <Button onClick={() => setOpenStep('renew')}>{t('account:factor.renew')}</Button>
              <Button danger onClick={() => setOpenStep('remove')}>
                {t('account:factor.remove')}
              </Button>
            </div>
          </>
        )}
      </section>
      {openStep === 'begin' && (
        <PasswordDialog
          title={t('account:factor.begin')}
          about={t('account:factor.begin-about')}
          onSave={({ password }) => send('v2.my.second-factor.begin', { body: { password } })}
          onSaved={({ data }) => {
            close();
            setBegun(data);
          }}
          onClose={close}
        />
      )}
      {openStep === 'renew' && (
        <PasswordDialog
          title={t('account:factor.renew')}
          about={t('account:factor.renew-about')}
          asksCode
          onSave={(body) => send('v2.my.second-factor.recovery-codes', { body })}
          onSaved={({ data }) => {
            close();
            setCodes(data.recovery_codes);
          }}
          onClose={close}
        />
      )}
      {openStep === 'remove' && (
        <PasswordDialog
          title={t('account:factor.remove')}
          about={t('account:factor.remove-about')}
          isDanger
          asksCode
          done={t('account:factor.removed')}
          onSave={(body) => send('v2.my.second-factor.remove', { body })}
          onClose={close}
        />
      )}
      {begun !== undefined && (
        <ConfirmFactorDialog
          begun={begun}
          onConfirmed={(fresh) => {
            setBegun(undefined);
            setCodes(fresh);
          }}
          onClose={() => setBegun(undefined)}
        />
      )}
    </>
  );
}
