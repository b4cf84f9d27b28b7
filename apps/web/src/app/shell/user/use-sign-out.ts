import { useCallback } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { endSession } from '../../../lib/session/session.ts';

/** Ends the session on the server and in the browser, even if the server is unreachable. */
export function useSignOut(): () => void {
  return useCallback(() => {
    void call('v2.logout')
      .catch(() => undefined)
      .finally(() => endSession('signed-out'));
  }, []);
}
