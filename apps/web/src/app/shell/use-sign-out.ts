import { useCallback } from 'react';
import { call } from '../../lib/api-client.ts';
import { endSession } from '../../lib/session.ts';

/** Ends the session on the server and in the browser, even if the server is unreachable. */
export function useSignOut(): () => void {
  return useCallback(() => {
    void call('v2.logout')
      .catch(() => undefined)
      .finally(() => endSession('signed-out'));
  }, []);
}
