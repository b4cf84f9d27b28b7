import { describe, expect, it } from 'vitest';
import type { Frame } from './frames.ts';
import { appendDevices, TelemetryLog, type View } from './telemetry-log.ts';

const VIEW: View = { groupId: 1, zone: 'UTC', inBatches: false };

function counted() {
  let rendered = 0;
  const frame = (text: string): Frame => ({
    type: 'PRESENCE',
    isResult: false,
    render(zone) {
      rendered += 1;
      return `"${text} ${zone}"`;
    },
  });
  return { frame, rendered: () => rendered };
}

const textsOf = (log: TelemetryLog, from: number, view = VIEW, onlyLatest = false) =>
  log.piece(from, view, onlyLatest).messages.map(String);

describe('the log of telemetry', () => {
  it('renders a part once for all sockets that are at the same place', () => {
    const log = new TelemetryLog();
    const { frame, rendered } = counted();
    for (let i = 0; i < 10; i++) log.append(`${i}`, frame(`${i}`), [1]);
    for (let socket = 0; socket < 1_000; socket++) textsOf(log, 0);
    expect(rendered()).toBe(10);
    const piece = log.piece(0, VIEW, false);
    expect(log.piece(0, VIEW, false).messages[0]).toBe(piece.messages[0]);
  });

  it.each<[string, Partial<View>, readonly string[]]>([
    ['a group above both devices', { groupId: 1 }, ['"a UTC"', '"b UTC"']],
    ['the group of one device', { groupId: 2 }, ['"b UTC"']],
    ['another group', { groupId: 3 }, []],
    ['another time zone', { groupId: 2, zone: 'Asia/Shanghai' }, ['"b Asia/Shanghai"']],
    ['batches', { inBatches: true }, ['{"batch":["a UTC","b UTC"]}']],
    ['batches of one', { groupId: 2, inBatches: true }, ['"b UTC"']],
  ])('is filtered and rendered for %s', (_, view, texts) => {
    const log = new TelemetryLog();
    const { frame } = counted();
    log.append('a', frame('a'), [1]);
    log.append('b', frame('b'), [1, 2]);
    expect(textsOf(log, 0, { ...VIEW, ...view })).toEqual(texts);
  });

  it('gives a socket that is behind the DEVICES of its own group, and one of several', () => {
    const log = new TelemetryLog();
    appendDevices(log, [1, 2]);
    appendDevices(log, [1, 3]);
    for (const [groupId, count] of [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 0],
    ] as const) {
      expect(textsOf(log, 0, { ...VIEW, groupId }, true), `${groupId}`).toHaveLength(count);
    }
  });

  it('gives a socket that is behind only the latest of each key, from its place on', () => {
    const log = new TelemetryLog();
    const { frame } = counted();
    for (const [key, text] of ['a1', 'b1', 'a2', 'b2', 'a3'].entries()) {
      log.append(text[0]!, frame(`${key}${text}`), [1]);
    }
    expect(textsOf(log, 0, VIEW, true)).toEqual(['"3b2 UTC"', '"4a3 UTC"']);
    expect(textsOf(log, 4, VIEW, true)).toEqual(['"4a3 UTC"']);
    expect(textsOf(log, 5, VIEW, true)).toEqual([]);
  });

  it('is divided into pieces that continue where the last one ended', () => {
    const log = new TelemetryLog();
    const { frame } = counted();
    for (let i = 0; i < 100; i++) log.append(`${i}`, frame('x'.repeat(2_000)), [1]);
    const counts: number[] = [];
    for (let place = 0; place < log.end; ) {
      const { messages, next } = log.piece(place, VIEW, false);
      counts.push(messages.length);
      place = next;
    }
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(Math.max(...counts)).toBeLessThan(40);
  });

  it('retains of what only slow sockets have not passed the latest of each key', () => {
    const log = new TelemetryLog();
    const { frame } = counted();
    for (let i = 0; i < 25_000; i++) log.append(`${i % 100}`, frame(`${i}`), [1]);
    log.trim(0, 24_950);
    // The latest of the hundred keys, of which the last fifty are also still to be sent to all.
    expect(log.size).toBe(100);
    expect(textsOf(log, 24_950)).toHaveLength(50);
    log.trim(24_990, 25_000);
    expect(log.size).toBe(10);
    log.trim(25_000, 25_000);
    expect(log.size).toBe(0);
    log.append('0', frame('next'), [1]);
    expect(textsOf(log, 25_000)).toEqual(['"next UTC"']);
  });
});
