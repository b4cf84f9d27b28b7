/**
 * The provider leads here with its answer, which the server checks. The answer is removed from the
 * address at once, so that it is in no bookmark and is not sent again.
 */
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../../config/paths.ts';
import { useErrorText } from '../../../../i18n/error-text.ts';
import type { ApiError } from '../../../../lib/calls/api-error.ts';
import { useCallMutation } from '../../../../lib/calls/use-call.ts';
import { startSession } from '../../../../lib/session/session.ts';
import { knownProvider } from '../../known-provider.ts';
import { AuthAlert } from '../auth-alert.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { CodeStep } from '../sign-in-steps/code-step.tsx';

/** The server exchanges the answer with the provider, each request of which has its own limit. */
const TIMEOUT_MS = 30_000;

export function CallbackPage({ customer }: { customer: string }) {
  const { t } = useTranslation(['sign-in-more', 'auth']);
  const navigate = useNavigate();
  const errorText = useErrorText();
  const finish = useCallMutation('v2.sso.finish', { timeoutMs: TIMEOUT_MS });
  const { mutateAsync } = finish;
  const { history } = useRouter();
  const [query] = useState(() => history.location.search.slice(1));
  const isSent = useRef(false);

  // The sign-in page leads a signed-in user on to the page.
  const openPage = useCallback(
    (page: string) => navigate({ to: PATHS.login, search: { redirect: page }, replace: true }),
    [navigate],
  );

  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    history.replace(history.location.pathname);
    mutateAsync({ body: { customer_id: customer, query } })
      .then(({ data: { session, return_path } }) => {
        if (session === null) return navigate({ to: PATHS.account, replace: true });
        const { token, reset_pwd, second_factor_due, user_info } = session;
        startSession({
          token,
          resetPassword: reset_pwd,
          secondFactorDue: second_factor_due,
          user: user_info,
        });
        return openPage(return_path);
      })
      .catch(() => undefined);
  }, [mutateAsync, navigate, openPage, history, customer, query]);

  const challenge = challengeIn(finish.error);
  const known = knownProvider();
  const again =
    known === null ? { to: PATHS.login } : { to: PATHS.sso, params: { address: known.address } };
  if (challenge !== undefined) {
    return (
      <AuthFrame title={t('auth:login.title')}>
        <CodeStep
          challenge={challenge.challenge}
          onBack={() => void navigate({ to: PATHS.login, replace: true })}
          onDone={() => void openPage(challenge.return_path)}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('sign-in-more:sso.title')}>
      {finish.error === null ? (
        <p role="status">{t('auth:login.busy')}</p>
      ) : (
        <>
          <AuthAlert kind="error">{errorText(finish.error)}</AuthAlert>
          <Link {...again} className="auth-submit">
            {t('sign-in-more:sso.again')}
          </Link>
        </>
      )}
    </AuthFrame>
  );
}

const challengeIn = (error: ApiError | null) =>
  error?.reason === 'second-factor-required'
    ? (error.data as { challenge: string; return_path: string })
    : undefined;
