import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RealtimeEvent } from './realtime-event.ts';
import { type LinkSocket, openRealtimeLink } from './realtime-link.ts';

class Socket implements LinkSocket {
  onopen: LinkSocket['onopen'] = null;
  onmessage: LinkSocket['onmessage'] = null;
  onclose: LinkSocket['onclose'] = null;
  sent: string[] = [];
  isClosed = false;
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.isClosed = true;
  }
  open() {
    this.onopen?.(new Event('open'));
  }
  say(info: object) {
    const data = JSON.stringify({ info: JSON.stringify(info) });
    this.onmessage?.(new MessageEvent('message', { data }));
  }
  fail() {
    this.onclose?.(new Event('close') as CloseEvent);
  }
}

function start() {
  const sockets: Socket[] = [];
  const onRefused = vi.fn();
  const link = openRealtimeLink({
    userId: 7,
    openSocket: () => {
      const socket = new Socket();
      sockets.push(socket);
      return socket;
    },
    onRefused,
    random: () => 0,
  });
  return { link, sockets, onRefused };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the real-time link', () => {
  it('sends the user id as its first frame and is then connected', () => {
    const { link, sockets } = start();
    expect(link.state()).toEqual({ kind: 'connecting' });
    sockets[0]!.open();
    expect(sockets[0]!.sent.map((text) => JSON.parse(text))).toEqual([
      { userId: 7, batches: true },
    ]);
    expect(link.state()).toEqual({ kind: 'connected' });
  });

  it('emits events for known frames and drops unknown ones', () => {
    const { link, sockets } = start();
    const heard: RealtimeEvent[] = [];
    link.onEvent((event) => heard.push(event));
    sockets[0]!.open();
    sockets[0]!.onmessage?.(new MessageEvent('message', { data: 'no json' }));
    sockets[0]!.say({ deviceId: 1, deviceCode: 'A', msgType: 'LATER', message: '{}' });
    sockets[0]!.say({ deviceId: 1, deviceCode: 'A', msgType: 'VARIABLE', message: 'null' });
    sockets[0]!.say({
      deviceId: 1,
      deviceCode: 'A',
      msgType: 'REMOTE_CONTROL',
      deviceStatus: 'switch:openByCommand',
      message: '{"command_id":"c","state":"confirmed"}',
    });
    sockets[0]!.say({
      deviceId: 1,
      deviceCode: 'A',
      msgType: 'OVERVOLTAGEFAULT',
      message: '{"ov":"275.0","command_id":"c","verified":null,"ts":7}',
    });
    expect(heard).toEqual([
      {
        type: 'REMOTE_CONTROL',
        deviceId: 1,
        deviceCode: 'A',
        status: 'switch:openByCommand',
        command: { command_id: 'c', state: 'confirmed' },
      },
      {
        type: 'PARAMETERS',
        deviceId: 1,
        deviceCode: 'A',
        messageType: 'OVERVOLTAGEFAULT',
        parameters: { ov: '275.0', command_id: 'c', verified: null, ts: 7 },
      },
    ]);
  });

  it('emits the events of a batch in order', () => {
    const { link, sockets } = start();
    const heard: RealtimeEvent[] = [];
    link.onEvent((event) => heard.push(event));
    sockets[0]!.open();
    const infos = [
      { deviceId: 1, deviceCode: 'A', msgType: 'VARIABLE', message: '{"ts":1}' },
      { deviceId: 0, deviceCode: '', msgType: 'LATER', message: '{}' },
      { deviceId: 2, deviceCode: 'B', msgType: 'PRESENCE', message: '{"presence":"late"}' },
    ];
    const batch = infos.map((info) => ({ info: JSON.stringify(info) }));
    sockets[0]!.onmessage?.(new MessageEvent('message', { data: JSON.stringify({ batch }) }));
    expect(heard.map(({ type, deviceId }) => [type, deviceId])).toEqual([
      ['VARIABLE', 1],
      ['PRESENCE', 2],
    ]);
  });

  it('waits longer after each failure, until it has connected', () => {
    const { link, sockets } = start();
    sockets[0]!.open();
    sockets[0]!.fail();
    expect(link.state()).toEqual({ kind: 'reconnecting', retryAt: 1_000_500 });
    vi.advanceTimersByTime(499);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    sockets[1]!.fail();
    expect(link.state()).toEqual({ kind: 'reconnecting', retryAt: 1_001_500 });
    vi.advanceTimersByTime(1_000);
    sockets[2]!.open();
    expect(link.state()).toEqual({ kind: 'connected' });
    // A successful connection resets the backoff.
    sockets[2]!.fail();
    expect(link.state()).toEqual({ kind: 'reconnecting', retryAt: Date.now() + 500 });
  });

  it('checks the session if a socket closes without having opened', () => {
    const { sockets, onRefused } = start();
    sockets[0]!.fail();
    expect(onRefused).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(500);
    sockets[1]!.open();
    sockets[1]!.fail();
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  it('stays disconnected while paused and connects on resuming', () => {
    const { link, sockets } = start();
    sockets[0]!.open();
    link.pause();
    expect(sockets[0]!.isClosed).toBe(true);
    vi.advanceTimersByTime(120_000);
    expect(sockets).toHaveLength(1);
    link.resume();
    sockets[1]!.open();
    expect(link.state()).toEqual({ kind: 'connected' });
  });

  it('retries immediately on request', () => {
    const { link, sockets } = start();
    sockets[0]!.fail();
    link.retryNow();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('replaces the current connection on request, because it may be lost', () => {
    const { link, sockets } = start();
    sockets[0]!.open();
    link.retryNow();
    expect(sockets[0]!.isClosed).toBe(true);
    expect(link.state()).toEqual({ kind: 'connecting' });
    sockets[1]!.open();
    expect(link.state()).toEqual({ kind: 'connected' });
  });

  it('delivers events published by the page like events of the server', () => {
    const { link } = start();
    const heard: RealtimeEvent[] = [];
    link.onEvent((event) => heard.push(event));
    const event = { type: 'DEVICES', deviceId: 0, deviceCode: '' } as const;
    link.publish(event);
    expect(heard).toEqual([event]);
  });

  it('does not reconnect after it was stopped', () => {
    const { link, sockets } = start();
    sockets[0]!.fail();
    link.stop();
    link.resume();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(link.state()).toEqual({ kind: 'stopped' });
  });
});
