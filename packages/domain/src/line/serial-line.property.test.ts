/** Promises of a line under random requests, delays, lost answers and frames of others. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerOf, exchangeOf, type Fields, TestLine } from '../../test/test-line.ts';
import type { LineFrame } from './line-frame.ts';
import type { LineRequest } from './line-request.ts';

const LATE_MS = 4_000;
const TIMEOUT_MS = 1_000;

interface Step {
  readonly waitMs: number;
  readonly request: Fields | undefined;
  /** Delay of the answer to the next sent request; undefined if it is lost. */
  readonly delayMs: number | undefined;
  readonly isRefused: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  waitMs: fc.nat(2_500),
  request: fc.option(
    fc.record({
      slave: fc.constantFrom('1', '2'),
      fn: fc.constantFrom(3, 6),
      length: fc.constantFrom(2, 4),
      priority: fc.constantFrom('command' as const, 'read' as const),
      expiresAt: fc.nat(60_000),
      isBroadcast: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
    { nil: undefined },
  ),
  delayMs: fc.option(fc.oneof(fc.nat(TIMEOUT_MS), fc.nat(TIMEOUT_MS + LATE_MS - 200)), {
    nil: undefined,
    freq: 6,
  }),
  isRefused: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
});

interface Arrival {
  readonly at: number;
  readonly frame: LineFrame;
}

/** Runs the steps; each answer carries the bytes of the request that it belongs to. */
function simulate(steps: readonly Step[]): { line: TestLine; requests: LineRequest[] } {
  const line = new TestLine({ timeoutMs: TIMEOUT_MS, lateMs: LATE_MS }, [
    { slave: '1', blocks: ['p', 'q'], intervalMs: 5_000 },
    { slave: '3', blocks: ['p'], intervalMs: 7_000 },
  ]);
  const requests: LineRequest[] = [];
  let arrivals: Arrival[] = [];
  let seen = 0;
  for (const { waitMs, request, delayMs, isRefused } of steps) {
    if (request !== undefined) {
      const { expiresAt = 0 } = request;
      const fields = { ...request, expiresAt: line.now + expiresAt };
      const created = exchangeOf(`r${requests.length}`, fields);
      requests.push(created);
      line.enqueue(created);
    }
    const end = line.now + waitMs;
    for (;;) {
      for (const { at, action } of line.actions.slice(seen)) {
        if (action.kind !== 'send' || action.request.exchange.expects === null) continue;
        if (delayMs === undefined) continue;
        const frame = answerOf(action.request, isRefused ? 'busy' : undefined);
        arrivals.push({ at: at + delayMs, frame });
      }
      seen = line.actions.length;
      arrivals = arrivals.toSorted((a, b) => a.at - b.at);
      const next = arrivals[0];
      const at = Math.min(line.wakeAt ?? Infinity, next?.at ?? Infinity);
      if (at > end) break;
      if (next !== undefined && next.at === at) {
        arrivals.shift();
        line.now = Math.max(line.now, at);
        line.receive(next.frame);
      } else line.advanceTo(at);
    }
    line.now = end;
  }
  line.handle({ kind: 'end', reason: 'stopped' });
  return { line, requests };
}

it('sends one request at a time, ends each exactly once, and never accepts the answer to another', () => {
  let answers = 0;
  let late = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const { line, requests } = simulate(steps);
      const ends = new Map<string, number>();
      let open: string | undefined;
      let lastSentAt = 0;
      for (const { at, action } of line.actions) {
        if (action.kind === 'send') {
          const { id, priority, expiresAt } = action.request;
          // A request without an answer in time is repeated or fails: either closes it.
          const isOverdue = at - lastSentAt >= TIMEOUT_MS;
          expect(open === undefined || isOverdue, `${id} sent while ${open} is open`).toBe(true);
          if (priority === 'command') expect(at).toBeLessThan(expiresAt!);
          open = id;
          lastSentAt = at;
        }
        if (action.kind !== 'answer' && action.kind !== 'failure') continue;
        const { id, exchange } = action.request;
        ends.set(id, (ends.get(id) ?? 0) + 1);
        if (id === open) open = undefined;
        if (action.kind === 'answer' && action.frame !== undefined) {
          answers++;
          expect([...action.frame.bytes.slice(1)]).toEqual([...exchange.bytes]);
        }
      }
      expect([...ends.values()].every((count) => count === 1)).toBe(true);
      for (const { id } of requests) expect(ends.has(id)).toBe(true);
      const sent = new Set(
        line.actions.flatMap(({ action }) => (action.kind === 'send' ? [action.request.id] : [])),
      );
      for (const id of sent) expect(ends.has(id)).toBe(true);
      late += line.line.discarded.late;
    }),
    { numRuns: 1_000 },
  );
  expect(answers).toBeGreaterThan(1_000);
  expect(late).toBeGreaterThan(1_000);
});
