/** Runs the service worker for push messages with stubs of its browser interfaces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../public/push-worker.js'), 'utf8');

function start(pages: readonly object[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const showNotification = vi.fn(async () => undefined);
  const openWindow = vi.fn(async () => undefined);
  const worker = {
    location: { origin: 'https://busbar.test' },
    addEventListener: (type: string, run: (event: object) => void) => listeners.set(type, run),
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
  };
  new Function('self', script)(worker);
  const send = async (type: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(type)?.({
      ...event,
      waitUntil: (given: Promise<unknown>) => {
        work = given;
      },
    });
    await work;
  };
  return { send, showNotification, openWindow };
}

const pushed = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } });

describe('the push worker', () => {
  it('shows the text of the platform and replaces the earlier notification of the same alarm', async () => {
    const { send, showNotification } = start();
    await send('push', pushed('{"subject":"Over-voltage","text":"Pump","alarmId":7}'));
    expect(showNotification).toHaveBeenCalledWith('Over-voltage', {
      body: 'Pump',
      icon: '/busbar.svg',
      data: '/historyalarm?alarm=7',
      tag: 'alarm-7',
      renotify: true,
    });
  });

  it.each([
    [
      'a test notification without an alarm',
      pushed('{"subject":"Test","text":"x","alarmId":null}'),
      'Test',
    ],
    ['invalid JSON', pushed('<html>'), 'Busbar'],
    ['null', pushed('null'), 'Busbar'],
    ['unexpected members', pushed('{"subject":{"a":1},"text":5}'), 'Busbar'],
    ['an empty push message', {}, 'Busbar'],
  ])('shows %s without a tag', async (_, event, title) => {
    const { send, showNotification } = start();
    await send('push', event);
    expect(showNotification).toHaveBeenCalledWith(
      title,
      expect.not.objectContaining({ tag: expect.anything() }),
    );
  });

  it('opens the alarm in an already open page on a click', async () => {
    const page = {
      url: 'https://busbar.test/dashboard',
      focus: vi.fn(async () => undefined),
      navigate: vi.fn(async () => undefined),
    };
    const other = { ...page, url: 'https://elsewhere.test/', focus: vi.fn() };
    const { send, openWindow } = start([other, page]);
    const close = vi.fn();
    await send('notificationclick', { notification: { close, data: '/historyalarm?alarm=7' } });
    expect(close).toHaveBeenCalled();
    expect(page.focus).toHaveBeenCalled();
    expect(page.navigate).toHaveBeenCalledWith('/historyalarm?alarm=7');
    expect(other.focus).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('opens a new page if the browser refuses to navigate the open one', async () => {
    const page = {
      url: 'https://busbar.test/dashboard',
      focus: async () => undefined,
      navigate: async () => Promise.reject(new TypeError('not controlled')),
    };
    const { send, openWindow } = start([page]);
    const notification = { close: () => undefined, data: '/historyalarm?alarm=7' };
    await send('notificationclick', { notification });
    expect(openWindow).toHaveBeenCalledWith('/historyalarm?alarm=7');
  });

  it.each([
    ['{"subject":"Over-voltage","text":"Pump","alarmId":7}', '/historyalarm?alarm=7'],
    ['{"subject":"Test","text":"x","alarmId":null}', '/realalarm'],
    ['{"subject":"x","text":"x","alarmId":"7&x=1"}', '/realalarm'],
  ])('opens a new page if none is open, for %s at %s', async (text, address) => {
    const { send, showNotification, openWindow } = start();
    await send('push', pushed(text));
    const [, { data }] = showNotification.mock.calls[0] as unknown as [string, { data: string }];
    await send('notificationclick', { notification: { close: () => undefined, data } });
    expect(openWindow).toHaveBeenCalledWith(address);
  });
});
