import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { notificationSettings } from '../../../test/answers/notification-answers.ts';
import { renderPage } from '../../../test/render-page.tsx';

const ENDPOINT = 'https://push.example/abc';
const KEYS = { p256dh: 'p', auth: 'a' };

/** A fake browser with a push service; the test sets the user's and the service's responses. */
class PushBrowser {
  permission: NotificationPermission = 'default';
  says: NotificationPermission = 'granted';
  isServiceAway = false;
  subscribedWith: unknown[] = [];
  registered: unknown[] = [];
  #subscription: object | null = null;

  constructor() {
    const browser = this;
    const subscription = {
      endpoint: ENDPOINT,
      toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
      unsubscribe: async () => {
        browser.#subscription = null;
        return true;
      },
    };
    const registration = {
      pushManager: {
        getSubscription: async () => browser.#subscription,
        subscribe: async (options: unknown) => {
          if (browser.isServiceAway) throw new DOMException('no push service', 'AbortError');
          browser.subscribedWith.push(options);
          browser.#subscription = subscription;
          return subscription;
        },
      },
    };
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('Notification', {
      get permission() {
        return browser.permission;
      },
      requestPermission: async () => {
        browser.permission = browser.says;
        return browser.says;
      },
    });
    vi.stubGlobal('navigator', {
      ...navigator,
      userAgent: navigator.userAgent,
      language: 'en',
      serviceWorker: {
        getRegistration: async () => registration,
        register: async (...given: unknown[]) => browser.registered.push(given),
        ready: Promise.resolve(registration),
      },
    });
  }

  get isSubscribed() {
    return this.#subscription !== null;
  }
}

const render = () =>
  renderPage('/notification-setting', {
    prepare: (server) => {
      server.answer('v2.notification-settings', { data: notificationSettings() });
      server.answer('v2.notification-push', {});
      server.answer('v2.notification-push.remove', {});
    },
  });

const switchTo = (way: 'on' | 'off') =>
  screen.findByRole('button', { name: new RegExp(`Turn ${way} in this browser$`) });

describe('browser push', () => {
  it('explains the prompt, requests permission, and registers the subscription on the platform', async () => {
    const browser = new PushBrowser();
    const { user, server } = await render();
    expect(await screen.findByText(/^Your browser will ask whether/)).toBeTruthy();
    await user.click(await switchTo('on'));
    expect(await switchTo('off')).toBeTruthy();
    expect(server.requests('v2.notification-push')).toEqual([
      { body: { endpoint: ENDPOINT, keys: KEYS } },
    ]);
    expect(browser.registered).toEqual([['/push-worker.js', { scope: '/' }]]);
    expect(browser.subscribedWith).toEqual([
      { userVisibleOnly: true, applicationServerKey: notificationSettings().push_public_key },
    ]);
    await user.click(await switchTo('off'));
    await waitFor(() =>
      expect(server.requests('v2.notification-push.remove')).toEqual([
        { query: { endpoint: ENDPOINT } },
      ]),
    );
    expect(browser.isSubscribed).toBe(false);
  });

  it('does not subscribe without permission', async () => {
    const browser = new PushBrowser();
    browser.says = 'default';
    const { user, server } = await render();
    await user.click(await switchTo('on'));
    expect(await screen.findByText(/^Permission was not given/)).toBeTruthy();
    browser.says = 'denied';
    await user.click(await switchTo('on'));
    expect(await screen.findByText(/This browser blocks notifications/)).toBeTruthy();
    expect(server.requests('v2.notification-push')).toEqual([]);
  });

  it('reports an unreachable push service', async () => {
    const browser = new PushBrowser();
    browser.isServiceAway = true;
    const { user } = await render();
    await user.click(await switchTo('on'));
    expect(await screen.findByText(/^The push service of the browser/)).toBeTruthy();
  });

  it('unsubscribes when the platform rejects the subscription', async () => {
    const browser = new PushBrowser();
    const { user, server } = await render();
    server.answer('v2.notification-push', {
      refuse: { code: 400, reason: 'address-not-public', field: 'endpoint' },
    });
    await user.click(await switchTo('on'));
    expect(await screen.findByText('The address is not public')).toBeTruthy();
    expect(browser.isSubscribed).toBe(false);
    expect(await switchTo('on')).toBeTruthy();
  });

  it.each([
    ['no HTTPS', () => vi.stubGlobal('isSecureContext', false), /only over HTTPS/],
    ['blocked', (browser: PushBrowser) => (browser.permission = 'denied'), /This browser blocks/],
    [
      'no push service',
      () => Reflect.deleteProperty(globalThis, 'PushManager'),
      /cannot receive push/,
    ],
  ] as const)('shows why it is unavailable: %s', async (_, spoil, text) => {
    spoil(new PushBrowser());
    await render();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /in this browser$/ })).toBeNull();
  });
});
