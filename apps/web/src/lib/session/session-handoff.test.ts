import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_USER } from '../../../test/render-page.tsx';

type Listener = ((event: MessageEvent) => void) | null;

/** Delivers messages synchronously to all other channels of the same name, never to itself. */
class Channel {
  static all: Channel[] = [];
  onmessage: Listener = null;
  constructor() {
    Channel.all.push(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) {
      if (other !== this) other.onmessage?.(new MessageEvent('message', { data }));
    }
  }
}

const SESSION = { token: 'tok', resetPassword: false, secondFactorDue: false, user: TEST_USER };

/** Simulates a new tab, with its own module instances and the same cookies. */
async function openTab() {
  vi.resetModules();
  const session = await import('./session.ts');
  const { joinOtherTabs } = await import('./session-handoff.ts');
  return { ...session, joinOtherTabs };
}

beforeEach(() => {
  Channel.all = [];
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => vi.unstubAllGlobals());

describe('the session shared by all tabs', () => {
  it('is passed to a new tab and ends in both when it ends in one', async () => {
    const first = await openTab();
    await first.joinOtherTabs();
    first.startSession(SESSION);
    sessionStorage.clear(); // The new tab has a storage of its own.

    const second = await openTab();
    expect(second.currentSession()).toBeNull();
    await second.joinOtherTabs();
    expect(second.currentSession()?.token).toBe('tok');

    second.endSession('signed-out');
    expect(first.currentSession()).toBeNull();
    expect(first.lastEndReason()).toBe('signed-out');
  });

  it('does not delay a new tab if no user is signed in', async () => {
    const tab = await openTab();
    await tab.joinOtherTabs();
    expect(tab.currentSession()).toBeNull();
  });

  it('is updated with a new token of the same user, and ends if another user signs in', async () => {
    const first = await openTab();
    await first.joinOtherTabs();
    first.startSession(SESSION);
    sessionStorage.clear();
    const second = await openTab();
    await second.joinOtherTabs();

    second.startSession({ ...SESSION, token: 'new' });
    expect(first.currentSession()?.token).toBe('new');
    second.startSession({ ...SESSION, token: 'other', user: { ...TEST_USER, user_id: 8 } });
    expect(first.currentSession()).toBeNull();
    expect(second.currentSession()?.token).toBe('other');
  });
});
