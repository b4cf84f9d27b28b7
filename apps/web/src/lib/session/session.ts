/**
 * The session of this tab. The token is stored in sessionStorage and is valid only together with
 * the server's HttpOnly cookie (docs/decisions.md 4). The cookies that scripts can read
 * (docs/specification/accounts.md 2.4) contain names and ids for other pages of the site and
 * authorize nothing.
 */
import { RECENT_SETTING, writeSetting } from '../stored-setting.ts';
import { clearSessionCookies, writeSessionCookies } from './session-cookies.ts';
import type { SessionUser } from './session-user.ts';

export interface Session {
  token: string;
  /** The password is initial or weak, and the user may only change it. */
  resetPassword: boolean;
  /** The customer requires a second factor; this user has none and may only set it up. */
  secondFactorDue: boolean;
  user: SessionUser;
}

/** Reason for the end of a session: the user signed out, or the server no longer accepts it. */
export type EndReason = 'signed-out' | 'expired' | 'password-changed';

const STORAGE_KEY = 'busbar.session';
const listeners = new Set<(session: Session | null, reason: EndReason | null) => void>();
let current: Session | null = read();
let ended: EndReason | null = null;

export function currentSession(): Session | null {
  return current;
}

/** Reason for the end of the last session of this page; null if none has ended. */
export function lastEndReason(): EndReason | null {
  return ended;
}

/** Notifies about every change; `reason` is set if a session ended. */
export function onSessionChange(
  listener: (session: Session | null, reason: EndReason | null) => void,
): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startSession(session: Session): void {
  current = session;
  ended = null;
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  writeSessionCookies(session.user);
  notifyListeners(null);
}

/** Updates the user data from a ping response, without a new token. */
export function refreshSession(part: Omit<Session, 'token'>): void {
  if (current === null) return;
  const { user, resetPassword, secondFactorDue, token } = current;
  const isSame = (Object.keys(part.user) as (keyof SessionUser)[]).every(
    (key) => String(part.user[key]) === String(user[key]),
  );
  const isOpenAsBefore =
    part.resetPassword === resetPassword && part.secondFactorDue === secondFactorDue;
  if (!isSame || !isOpenAsBefore) startSession({ token, ...part });
}

/** The server requires a new password (docs/decisions.md 3); only that page remains available. */
export function requirePasswordChange(): void {
  if (current !== null && !current.resetPassword) {
    startSession({ ...current, resetPassword: true });
  }
}

/**
 * Called with true when the server requires a second factor, and with false when the user has set
 * it up; changes the available pages.
 */
export function setSecondFactorDue(secondFactorDue: boolean): void {
  if (current !== null && current.secondFactorDue !== secondFactorDue) {
    startSession({ ...current, secondFactorDue });
  }
}

/** Clears cookies, session storage and the recent entries of the search (docs/specification/accounts.md 2.2). */
export function endSession(reason: EndReason): void {
  current = null;
  ended = reason;
  sessionStorage.clear();
  writeSetting(RECENT_SETTING, null);
  clearSessionCookies();
  notifyListeners(reason);
}

/** Discards the state in memory and reads the storage again; for tests. */
export function reloadSession(): void {
  current = read();
  ended = null;
}

function notifyListeners(reason: EndReason | null): void {
  for (const listener of [...listeners]) listener(current, reason);
}

function read(): Session | null {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  if (stored === null) return null;
  try {
    const value = JSON.parse(stored) as Session;
    return typeof value.token === 'string' && typeof value.user?.user_id === 'number'
      ? value
      : null;
  } catch {
    // The stored session was not written by this version; a new sign-in replaces it.
    return null;
  }
}
