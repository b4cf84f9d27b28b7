/** Details of one user: account, available actions, open sessions and latest sign-ins. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { useAction } from '../../../components/forms/use-action.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { SessionList } from '../../account/components/session-list.tsx';
import { SignInList } from '../../account/components/sign-in-list.tsx';
import { type UserRow, useUser, useUserChanges } from '../api/use-users.ts';
import type { GeneratedPassword } from '../made-password.ts';
import { UserState, useUserRole } from '../use-user-columns.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { GRAVE, STEPS, StepDialog, type UserStep } from './step-dialog.tsx';

interface UserDrawerProps {
  id: number;
  onClose: () => void;
  onPassword: (password: GeneratedPassword) => void;
}

export function UserDrawer({ id, onClose, onPassword }: UserDrawerProps) {
  const found = useUser(id);
  const user = found.data?.user;
  return (
    <SideDrawer
      open
      onClose={onClose}
      size={480}
      title={<bdi>{user?.name ?? ''}</bdi>}
      loading={found.isPending}
    >
      {found.error !== null && (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} isCompact />
      )}
      {found.data !== undefined && <UserBody {...found.data} onPassword={onPassword} />}
    </SideDrawer>
  );
}

type Found = NonNullable<ReturnType<typeof useUser>['data']>;

function UserBody({
  user,
  sessions,
  sign_ins: signIns,
  api_keys: apiKeys,
  onPassword,
}: Found & Pick<UserDrawerProps, 'onPassword'>) {
  const { t } = useTranslation(['users', 'account']);
  const roleOf = useUserRole();
  const send = useUserChanges();
  const { run, isBusy, error } = useAction({ showsError: true });
  const [ending, setEnding] = useState<string>();
  const params = { id: String(user.id) };
  return (
    <div className="users-drawer stack gap-16">
      <Facts
        rows={[
          [t('users:column.state'), <UserState key="state" state={user.state} />],
          [t('users:column.role'), <bdi key="role">{roleOf(user)}</bdi>],
          [t('users:column.group'), <bdi key="group">{user.group_name}</bdi>],
          [t('users:column.mail'), user.mail],
          [
            t('users:column.factor'),
            t(user.second_factor ? 'users:factor.on' : 'users:factor.off'),
          ],
          [t('users:column.way'), t(`users:way.${user.sign_in}`, { defaultValue: user.sign_in })],
          [t('users:column.created'), <Moment key="created" at={user.created_at} />],
        ]}
      />
      {user.sign_in !== 'password' && (
        <p className="hint prose">
          {t(`users:way-about.${user.sign_in}`, { defaultValue: user.sign_in })}
        </p>
      )}
      <UserActions user={user} apiKeys={apiKeys} onPassword={onPassword} />
      <section className="stack" aria-label={t('account:session.title')}>
        <h2>{t('account:session.title')}</h2>
        <SessionList
          sessions={sessions}
          busy={isBusy ? ending : undefined}
          onEnd={
            user.changeable
              ? ({ id: session }) => {
                  setEnding(session);
                  void run(() => send('v2.users.sessions.end', { params: { ...params, session } }));
                }
              : undefined
          }
        />
        <ErrorAlert error={error} />
      </section>
      <section className="stack" aria-label={t('account:sign-in.title')}>
        <h2>{t('account:sign-in.title')}</h2>
        <SignInList signIns={signIns} />
      </section>
    </div>
  );
}

/** Actions that apply to the current state of the user. */
function stepsOf(user: UserRow): UserStep[] {
  const makesSense: Readonly<Record<UserStep, boolean>> = {
    disable: user.state !== 'disabled',
    enable: user.state === 'disabled',
    unlock: user.state === 'locked',
    reset: user.sign_in !== 'provider',
    'sign-out': user.sessions > 0,
    'remove-factor': user.second_factor,
    'unlink-provider': user.sign_in === 'both',
  };
  return STEPS.filter((step) => makesSense[step]);
}

function UserActions({
  user,
  apiKeys,
  onPassword,
}: {
  user: UserRow;
  apiKeys: number;
  onPassword: (password: GeneratedPassword) => void;
}) {
  const { t } = useTranslation(['users', 'errors']);
  const { user_id: own } = useRequiredSession().user;
  const [step, setStep] = useState<UserStep | 'change'>();
  if (!user.changeable) {
    const reason = user.id === own ? t('users:fixed-own') : t('errors:reason.user-above-own');
    return <p className="muted">{reason}</p>;
  }
  return (
    <>
      <div className="account-actions row">
        <Button type="primary" onClick={() => setStep('change')}>
          {t('users:change')}
        </Button>
        {stepsOf(user).map((one) => (
          <Button key={one} danger={GRAVE.includes(one)} onClick={() => setStep(one)}>
            {t(`users:step.${one}`)}
          </Button>
        ))}
      </div>
      {step === 'change' && <ChangeDialog user={user} onClose={() => setStep(undefined)} />}
      {step !== undefined && step !== 'change' && (
        <StepDialog
          key={step}
          user={user}
          apiKeys={apiKeys}
          step={step}
          onClose={() => setStep(undefined)}
          onPassword={onPassword}
        />
      )}
    </>
  );
}
