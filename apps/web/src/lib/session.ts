/**
 * Who is signed in, in this tab. The token lives in sessionStorage and counts only together with
 * the server's HttpOnly cookie (docs/decisions.md 4); the readable cookies
 * (docs/specification/accounts.md 2.4) carry names and ids for other pages of the site and
 * authorise nothing.
 */
import { clearSessionCookies, writeSessionCookies } from './session-cookies.ts';
import type { SessionUser } from './session-user.ts';

export interface Session {
  token: string;
  /** The password is initial or weak: nothing but changing it is allowed. */
  resetPassword: boolean;
  /** The customer requires a second factor of this user, who has none: only setting it up is allowed. */
  secondFactorDue: boolean;
  user: SessionUser;
}

/** Why a session is over: the user left, or the server no longer knows it. */
export type EndReason = 'signed-out' | 'expired' | 'password-changed';

const STORAGE_KEY = 'busbar.session';
const listeners = new Set<(session: Session | null, reason: EndReason | null) => void>();
let current: Session | null = read();
let ended: EndReason | null = null;

export function currentSession(): Session | null {
  return current;
}

/** Why the last session of this page ended; null before any has. */
export function lastEndReason(): EndReason | null {
  return ended;
}

/** Tells on every change; `reason` is set when a session ended. */
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
  tell(null);
}

/** Takes over what a ping says about the user, without a new token. */
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

/**
 * The server insists on a new password (docs/decisions.md 3); from now on only that screen is left.
 */
export function requirePasswordChange(): void {
  if (current !== null && !current.resetPassword) {
    startSession({ ...current, resetPassword: true });
  }
}

/** The server insists on a second factor (`true`), or has one now; changes which pages are left. */
export function setSecondFactorDue(secondFactorDue: boolean): void {
  if (current !== null && current.secondFactorDue !== secondFactorDue) {
    startSession({ ...current, secondFactorDue });
  }
}

/** Clears cookies and session storage as docs/specification/accounts.md 2.2 has it. */
export function endSession(reason: EndReason): void {
  current = null;
  ended = reason;
  sessionStorage.clear();
  clearSessionCookies();
  tell(reason);
}

/** Forgets what is in memory and reads the storage again; for tests that start afresh. */
export function reloadSession(): void {
  current = read();
  ended = null;
}

function tell(reason: EndReason | null): void {
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
    // Written by something else; a fresh sign-in replaces it.
    return null;
  }
}
