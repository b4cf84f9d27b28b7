import { useCallback } from 'react';
import { browserTab } from '../../../lib/browser-tab.ts';
import { call } from '../../../lib/calls/api-client.ts';
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
        if (page !== null) browserTab.open(page);
      });
  }, []);
}
