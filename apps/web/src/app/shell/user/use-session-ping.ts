import { useEffect } from 'react';
import { isApiError } from '../../../lib/calls/api-error.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { endSession, refreshSession } from '../../../lib/session/session.ts';

/**
 * Verifies the token on load (docs/specification/accounts.md 2.2). A refusal ends the session; an
 * unreachable server does not, because a short outage would sign every user out.
 */
export function useSessionPing(): void {
  const ping = useCallQuery('v2.ping-token', {}, { staleTime: Number.POSITIVE_INFINITY });
  useEffect(() => {
    if (ping.data !== undefined) {
      const { reset_pwd, second_factor_due, user_info } = ping.data.data;
      refreshSession({
        resetPassword: reset_pwd,
        secondFactorDue: second_factor_due,
        user: user_info as Parameters<typeof refreshSession>[0]['user'],
      });
    }
  }, [ping.data]);
  useEffect(() => {
    if (isApiError(ping.error) && ping.error.kind === 'refused' && ping.error.status !== 401) {
      if (ping.error.reason !== 'password-change-required') endSession('expired');
    }
  }, [ping.error]);
}
