/**
 * Shares one session between all tabs. sessionStorage belongs to one tab, so a copied link opened
 * in a new tab would require signing in again. The new tab therefore requests the session from the
 * other tabs, and ending it in one tab ends it in all. BroadcastChannel reaches only pages of the
 * same origin, which share the cookie anyway.
 */
import { pageHolder } from './held-page.ts';
import {
  currentSession,
  endSession,
  onSessionChange,
  type Session,
  startSession,
} from './session.ts';

type HandoffMessage =
  | { type: 'ask' }
  | { type: 'here'; session: Session }
  | { type: 'started'; session: Session }
  | { type: 'ended'; isExpired: boolean };

const HANDOFF_TIMEOUT_MS = 150;

/** Starts responding to other tabs and, if this tab has no session, requests theirs. */
export async function joinOtherTabs(): Promise<void> {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel('busbar.session');
  let isHearing = false;
  const post = (message: HandoffMessage) => channel.postMessage(message);

  onSessionChange((session, reason) => {
    if (isHearing) return;
    if (session !== null) post({ type: 'started', session });
    else if (reason !== null) post({ type: 'ended', isExpired: reason === 'expired' });
  });

  const answered = new Promise<void>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<HandoffMessage>) => {
      const own = currentSession();
      if (data.type === 'ask') {
        if (own !== null) post({ type: 'here', session: own });
        return;
      }
      // A change received from another tab must not be broadcast again.
      isHearing = true;
      try {
        if (data.type === 'ended') {
          if (own !== null) endSession(data.isExpired ? 'expired' : 'signed-out');
        } else if (data.type === 'here') {
          const holder = pageHolder();
          const isForOther = holder !== null && holder.user_id !== data.session.user.user_id;
          if (own === null && !isForOther) startSession(data.session);
        } else if (own === null) {
          if (data.session.user.user_id === pageHolder()?.user_id) startSession(data.session);
        } else if (own.token !== data.session.token) {
          // Another user signed in in another tab, so the token of this tab is no longer valid.
          if (own.user.user_id === data.session.user.user_id) startSession(data.session);
          else endSession('expired');
        }
      } finally {
        isHearing = false;
      }
      resolve();
    };
  });

  if (currentSession() !== null || !/(?:^|; )user_id=./.test(document.cookie)) return;
  post({ type: 'ask' });
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, HANDOFF_TIMEOUT_MS))]);
}
