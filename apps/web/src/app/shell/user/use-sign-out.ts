import { useCallback } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { openPage } from '../../../lib/open-page.ts';
import { endSession } from '../../../lib/session/session.ts';

/**
 * Ends the session on the server and in the browser, even if the server is unreachable, and opens the
 * page of the provider that ends its session, if there is one.
 */
export function useSignOut(): () => void {
  return useCallback(() => {
    void call('v2.logout')
      .catch(() => null)
      .then((answer) => {
        endSession('signed-out');
        const page = answer?.data?.provider_url ?? null;
        if (page !== null) openPage(page);
      });
  }, []);
}
