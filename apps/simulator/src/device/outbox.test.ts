import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconnectDelayMs, refusedDelayMs } from '../connection/backoff.ts';
import { Outbox } from './outbox.ts';

describe('the outbox', () => {
  it('sends in order, with at most one window of messages in flight', () => {
    const outbox = new Outbox<string>(2, 10);
    for (const message of ['a', 'b', 'c']) outbox.add(message);
    expect([outbox.next(), outbox.next(), outbox.next()]).toEqual(['a', 'b', undefined]);
    outbox.acknowledged('b');
    expect([outbox.next(), outbox.next()]).toEqual(['c', undefined]);
    expect(outbox.size).toBe(2);
  });

  it('resends the messages in flight before newer ones after a lost connection', () => {
    const outbox = new Outbox<string>(2, 10);
    for (const message of ['a', 'b', 'c']) outbox.add(message);
    outbox.next();
    outbox.next();
    outbox.acknowledged('a');
    outbox.lineBroke();
    expect([outbox.next(), outbox.next()]).toEqual(['b', 'c']);
  });

  it('drops the oldest waiting message when it is full, and counts it', () => {
    const outbox = new Outbox<number>(1, 3);
    outbox.add(0);
    outbox.next();
    for (const message of [1, 2, 3, 4]) outbox.add(message);
    expect(outbox.dropped).toBe(2);
    outbox.acknowledged(0);
    expect(outbox.next()).toBe(3);
  });

  it('loses no message and repeats no acknowledged message, however the connection behaves', () => {
    const doings = fc.array(fc.constantFrom('add', 'send', 'acknowledge', 'break'), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(doings, (steps) => {
        const outbox = new Outbox<number>(4, 1000);
        const underWay: number[] = [];
        const acknowledged: number[] = [];
        let added = 0;
        for (const step of steps) {
          if (step === 'add') outbox.add(added++);
          if (step === 'break') {
            outbox.lineBroke();
            underWay.length = 0;
          }
          if (step === 'send') {
            const message = outbox.next();
            if (message !== undefined) underWay.push(message);
          }
          const first = step === 'acknowledge' ? underWay.shift() : undefined;
          if (first !== undefined) {
            outbox.acknowledged(first);
            acknowledged.push(first);
          }
        }
        expect(acknowledged).toEqual(acknowledged.map((_, index) => index));
        expect(outbox.size).toBe(added - acknowledged.length);
      }),
    );
  });
});

describe('delay before reconnecting', () => {
  it.each([
    [0, 0, 250],
    [0, 0.5, 500],
    [1, 0.5, 1000],
    [5, 0.5, 16_000],
    [6, 0.5, 30_000],
    [1000, 0, 15_000],
  ])('after attempt %i with random value %s is %i ms', (attempt, random, pause) => {
    expect(reconnectDelayMs(attempt, random)).toBe(pause);
  });

  it.each([
    [0, 0, 300_000],
    [0, 0.5, 600_000],
    [1, 0.5, 1_200_000],
    [3, 0.5, 3_600_000],
    [1000, 0, 1_800_000],
  ])('after refusal %i with random value %s is %i ms', (refusals, random, pause) => {
    expect(refusedDelayMs(refusals, random)).toBe(pause);
  });
});
