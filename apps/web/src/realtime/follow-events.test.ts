import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followEvents } from './follow-events.ts';
import { live } from './live-query.ts';
import type { RealtimeEvent } from './realtime-event.ts';
import { type LinkSocket, openRealtimeLink } from './realtime-link.ts';

const of = { deviceId: 1, deviceCode: 'A' };
const reading = (ts: number): RealtimeEvent => ({
  ...of,
  type: 'VARIABLE',
  reading: { ts, dateTime: '' },
});
const INCOMPLETE: RealtimeEvent = { ...of, type: 'SLAVESTATUS', slaves: {} };
const DEVICES: RealtimeEvent = { ...of, type: 'DEVICES' };

/** The response is the newest reading's time. SLAVESTATUS only indicates that something changed. */
const apply = (answer: number, event: RealtimeEvent) =>
  event.type === 'SLAVESTATUS'
    ? undefined
    : event.type === 'VARIABLE'
      ? Math.max(answer, event.reading.ts)
      : answer;

/** A page with one live query and another query, and its simulated server. */
function startPage(options: Parameters<typeof live<number>>[1] = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const sockets: LinkSocket[] = [];
  const link = openRealtimeLink({
    userId: 7,
    openSocket: () => {
      const socket: LinkSocket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        send: () => undefined,
        close: () => undefined,
      };
      sockets.push(socket);
      return socket;
    },
    onRefused: () => undefined,
    random: () => 0,
  });
  const stop = followEvents(client, link);
  let value = 1;
  let failure: Error | undefined;
  const held: (() => void)[] = [];
  let isHeld = false;
  const ask = vi.fn(async () => {
    const answer = value;
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    if (failure !== undefined) throw failure;
    return answer;
  });
  const askOther = vi.fn(async () => 0);
  const queryKey = ['live'];
  const observer = new QueryObserver(client, { queryKey, queryFn: ask, ...live(apply, options) });
  const other = new QueryObserver(client, { queryKey: ['other'], queryFn: askOther });
  const shown: (number | undefined)[] = [];
  // Observes the query like `useQuery`, and records what a component would render.
  const render = () => shown.push(observer.getCurrentResult().data);
  const leave = observer.subscribe(notifyManager.batchCalls(render));
  const leaveOther = other.subscribe(() => undefined);
  onTestFinished.push(() => {
    leave();
    leaveOther();
    stop();
    link.stop();
    client.clear();
  });
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
  return {
    ask,
    askOther,
    client,
    held,
    leave,
    link,
    settle,
    shown,
    get data() {
      return client.getQueryData<number>(queryKey);
    },
    get state() {
      return client.getQueryState(queryKey)!;
    },
    answer: (next: number | Error) => {
      if (typeof next === 'number') [value, failure] = [next, undefined];
      else failure = next;
    },
    hold: (isHolding: boolean) => {
      isHeld = isHolding;
      for (const release of held.splice(0)) release();
    },
    connect: async () => {
      sockets.at(-1)!.onopen?.(new Event('open'));
      await settle();
    },
    disconnect: () => sockets.at(-1)!.onclose?.(new Event('close') as CloseEvent),
    mount: () => {
      const again = new QueryObserver(client, { queryKey, queryFn: ask, ...live(apply, options) });
      onTestFinished.push(again.subscribe(() => undefined));
    },
  };
}

const onTestFinished: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  for (const end of onTestFinished.splice(0)) end();
  vi.useRealTimers();
});

/** Starts a page whose response was requested after the channel was opened. */
async function startLivePage(options: Parameters<typeof live<number>>[1] = {}) {
  const page = startPage(options);
  await page.connect();
  await page.settle();
  page.ask.mockClear();
  page.askOther.mockClear();
  return page;
}

describe('a live query while the channel is connected', () => {
  it('is patched by events and never refetched', async () => {
    const page = await startLivePage();
    for (let ts = 2; ts < 152; ts += 1) {
      page.link.publish(reading(ts));
      await page.settle(2_000);
    }
    expect(page.data).toBe(151);
    expect(page.ask).not.toHaveBeenCalled();
  });

  it('does not get a new update time from an event', async () => {
    const page = await startLivePage();
    const { dataUpdatedAt } = page.state;
    await page.settle(5_000);
    page.link.publish(reading(2));
    expect(page.state.dataUpdatedAt).toBe(dataUpdatedAt);
  });

  it('is patched while it is not displayed, and not refetched when it is displayed again', async () => {
    const page = await startLivePage();
    page.leave();
    page.link.publish(reading(9));
    page.mount();
    await page.settle();
    expect(page.data).toBe(9);
    expect(page.ask).not.toHaveBeenCalled();
  });

  it('is refetched after an event that does not contain everything that changed', async () => {
    const page = await startLivePage();
    page.answer(5);
    page.link.publish(INCOMPLETE);
    await page.settle();
    expect([page.data, page.ask.mock.calls.length]).toEqual([5, 1]);
  });

  it('retains the events that arrive during a refetch whose response is older', async () => {
    const page = await startLivePage();
    page.shown.length = 0;
    page.hold(true);
    page.link.publish(INCOMPLETE);
    await page.settle();
    page.link.publish(reading(8));
    page.hold(false);
    await page.settle();
    expect(page.data).toBe(8);
    expect(page.shown.slice(page.shown.indexOf(8))).not.toContain(1);
  });

  it('is refetched half a minute after a failure', async () => {
    const page = await startLivePage();
    page.answer(new Error('no answer'));
    page.link.publish(INCOMPLETE);
    await page.settle();
    page.answer(6);
    page.link.publish(reading(3));
    expect([page.data, page.state.status]).toEqual([3, 'error']);
    await page.settle(20_000);
    expect(page.ask).toHaveBeenCalledTimes(1);
    await page.settle(15_000);
    expect([page.data, page.state.status]).toEqual([6, 'success']);
  });

  it('is refetched when devices change, at most once a minute', async () => {
    const page = await startLivePage();
    for (let seconds = 0; seconds < 90; seconds += 1) {
      page.link.publish(DEVICES);
      await page.settle(1_000);
    }
    expect(page.ask).toHaveBeenCalledTimes(2);
    await page.settle(300_000);
    expect(page.ask).toHaveBeenCalledTimes(3);
  });

  it('is refetched immediately after an incomplete event, and then at most once per pause', async () => {
    const page = await startLivePage({ pauseMs: 5_000 });
    for (let seconds = 0; seconds < 12; seconds += 1) {
      page.link.publish(INCOMPLETE);
      await page.settle(1_000);
      expect(page.ask).toHaveBeenCalledTimes(1 + Math.floor((seconds + 1) / 5));
    }
  });

  it('of a long list applies events in batches', async () => {
    const page = await startLivePage({ gatherMs: 200 });
    page.shown.length = 0;
    for (let ts = 2; ts < 1_002; ts += 1) {
      page.link.publish(reading(ts));
      await page.settle(1);
    }
    await page.settle(200);
    // The first event is applied immediately, the following ones five times per second.
    expect(page.shown).toHaveLength(6);
    expect(page.data).toBe(1_001);
  });
});

describe('a live query after a gap', () => {
  it('is refetched if the channel was opened after its response', async () => {
    const page = startPage();
    await page.settle();
    expect([page.ask.mock.calls.length, page.askOther.mock.calls.length]).toEqual([1, 1]);
    page.answer(4);
    await page.connect();
    expect(page.data).toBe(4);
    expect([page.ask.mock.calls.length, page.askOther.mock.calls.length]).toEqual([2, 1]);
  });

  it('is refetched if the channel was opened during its first request', async () => {
    const page = startPage();
    page.hold(true);
    await page.settle();
    page.answer(4);
    await page.connect();
    page.hold(false);
    await page.settle();
    expect([page.data, page.ask.mock.calls.length]).toEqual([4, 2]);
  });

  it('is refetched exactly once after a reconnect, like all displayed queries', async () => {
    const page = await startLivePage();
    page.disconnect();
    page.answer(7);
    await page.settle(500);
    expect(page.ask).not.toHaveBeenCalled();
    await page.connect();
    await page.settle(300_000);
    expect(page.data).toBe(7);
    expect([page.ask.mock.calls.length, page.askOther.mock.calls.length]).toEqual([1, 1]);
  });

  it('is refetched when it is displayed again', async () => {
    const page = await startLivePage();
    page.leave();
    page.disconnect();
    await page.settle(500);
    await page.connect();
    page.link.publish(reading(3));
    expect(page.ask).not.toHaveBeenCalled();
    page.mount();
    await page.settle();
    expect(page.ask).toHaveBeenCalledTimes(1);
  });

  it('is refetched after the page was suspended', async () => {
    const page = await startLivePage();
    vi.setSystemTime(Date.now() + 600_000);
    await page.settle(2_000);
    expect(page.link.state().kind).toBe('connecting');
    await page.connect();
    expect(page.ask).toHaveBeenCalledTimes(1);
  });
});

describe('a live query while the channel is disconnected', () => {
  it('is polled at the interval that its response determines', async () => {
    const page = await startLivePage({ pollMs: (answer) => (answer === 1 ? 2_000 : 30_000) });
    page.disconnect();
    await page.settle(5_000);
    expect(page.ask).toHaveBeenCalledTimes(2);
    page.answer(2);
    await page.settle(2_000);
    page.ask.mockClear();
    await page.settle(60_000);
    expect(page.ask).toHaveBeenCalledTimes(2);
    expect(page.askOther).not.toHaveBeenCalled();
  });

  it('is not polled while the user has paused the channel', async () => {
    const page = await startLivePage();
    page.link.pause();
    await page.settle(300_000);
    expect(page.ask).not.toHaveBeenCalled();
  });
});
