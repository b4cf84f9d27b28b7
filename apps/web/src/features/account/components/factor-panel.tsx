/**
 * The user's second factor: its state and its three actions. Each requires the password, two also a
 * code.
 */
import { App, Button } from 'antd';
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
  onKept: () => void;
}

export function FactorPanel({ factor, onKept }: FactorPanelProps) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const { begin, renew, remove, followed } = useMyAccountChanges();
  const [asked, setAsked] = useState<Step>();
  const [begun, setBegun] = useState<Answer<'v2.my.second-factor.begin'>['data']>();
  const [codes, setCodes] = useState<readonly string[]>();
  const calls = { begin, renew, remove };
  const ask = (step: Step) => {
    calls[step].reset();
    setAsked(step);
  };
  const carryOut = (step: Step, password: string, code: string) => {
    const body = { password, code };
    const close = () => {
      setAsked(undefined);
      void followed();
    };
    if (step === 'begin') {
      begin.mutate(
        { body: { password } },
        {
          onSuccess: ({ data }) => {
            close();
            setBegun(data);
          },
        },
      );
    } else if (step === 'renew') {
      renew.mutate(
        { body },
        {
          onSuccess: ({ data }) => {
            close();
            setCodes(data.recovery_codes);
          },
        },
      );
    } else {
      remove.mutate(
        { body },
        {
          onSuccess: () => {
            close();
            void message.success(t('account:factor.removed'));
          },
        },
      );
    }
  };
  return (
    <>
      {codes !== undefined && (
        <RecoveryCodes
          key={codes[0]}
          codes={codes}
          onKept={() => {
            setCodes(undefined);
            onKept();
          }}
        />
      )}
      <section className="panel stack" aria-label={t('account:factor.title')}>
        <h2>{t('account:factor.title')}</h2>
        <p>{t('account:factor.about')}</p>
        {factor.since === null ? (
          <div className="account-actions row">
            <Button type="primary" onClick={() => ask('begin')}>
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
              <Button onClick={() => ask('renew')}>{t('account:factor.renew')}</Button>
              <Button danger onClick={() => ask('remove')}>
                {t('account:factor.remove')}
              </Button>
            </div>
          </>
        )}
      </section>
      {asked !== undefined && (
        <PasswordDialog
          key={asked}
          title={t(`account:factor.${asked}`)}
          about={t(`account:factor.${asked}-about`)}
          confirmLabel={t('account:go-on')}
          isDanger={asked === 'remove'}
          asksCode={asked !== 'begin'}
          isBusy={calls[asked].isPending}
          error={calls[asked].error}
          onConfirm={(password, code) => carryOut(asked, password, code)}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {begun !== undefined && (
        <ConfirmFactorDialog
          begun={begun}
          onDone={(fresh) => {
            setBegun(undefined);
            setCodes(fresh);
          }}
          onCancel={() => setBegun(undefined)}
        />
      )}
    </>
  );
}
