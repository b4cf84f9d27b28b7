/** Opens the link for the signed-in user and applies its events to the cached responses. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../lib/calls/api-client.ts';
import { setSecondFactorDue } from '../lib/session/session.ts';
import { useRequiredSession } from '../lib/session/use-session.ts';
import { followEvents } from './follow-events.ts';
import { RealtimeContext } from './realtime-context.ts';
import { type LinkSocket, openRealtimeLink, type RealtimeLink } from './realtime-link.ts';

function openBrowserSocket(): LinkSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api/websocket/info`);
}

export function RealtimeProvider({ children }: { children: ReactNode }) {
  const { user, token } = useRequiredSession();
  const queryClient = useQueryClient();
  const [link, setLink] = useState<RealtimeLink | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token is a new session and needs a new handshake.
  useEffect(() => {
    const opened = openRealtimeLink({
      userId: user.user_id,
      openSocket: openBrowserSocket,
      // If the session has expired, the ping returns 401, which redirects to the sign-in page or to
      // the setup of a second factor.
      onRefused: () =>
        void call('v2.ping-token')
          .then(({ data }) => setSecondFactorDue(data.second_factor_due))
          .catch(() => undefined),
    });
    const stopFollowing = followEvents(queryClient, opened);
    const online = () => opened.retryNow();
    window.addEventListener('online', online);
    setLink(opened);
    return () => {
      window.removeEventListener('online', online);
      stopFollowing();
      opened.stop();
    };
  }, [user.user_id, token, queryClient]);

  return <RealtimeContext value={link}>{children}</RealtimeContext>;
}
