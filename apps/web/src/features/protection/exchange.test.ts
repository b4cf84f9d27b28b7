import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../lib/calls/api-error.ts';
import {
  afterCommand,
  afterError,
  afterTime,
  afterValues,
  begin,
  EXCHANGE_LIMIT_MS,
  type Exchange,
} from './exchange.ts';

const READ = begin('read', 1_000);
const SAVE = begin('save', 1_000);
const IDLE: Exchange = { kind: 'idle' };
const command = (state: string, reason: string | null = null, msg: string | null = null) =>
  ({ state, reason, msg }) as Parameters<typeof afterCommand>[1];
const error = (kind: ApiErrorKind) => new ApiError({ kind, status: 0, code: 1, msg: '' });

describe('a read', () => {
  it('is done when the values arrive', () => {
    expect(afterValues(READ, 3_000)).toEqual({ kind: 'done', errand: 'read', at: 3_000 });
  });

  it.each([
    ['rejected', null, 'rejected'],
    ['rejected', 'unreadable-answer', 'unreadable'],
    ['expired', 'not-sent', 'expired'],
    ['cancelled', 'session-ended', 'cancelled'],
    ['unknown', 'no-answer', 'unknown'],
  ])('that ends as %s (%s) fails with the cause %s', (state, reason, cause) => {
    expect(afterCommand(READ, command(state, reason, 'why'), 5_000)).toEqual({
      kind: 'failed',
      errand: 'read',
      cause,
      msg: 'why',
      afterMs: 4_000,
    });
  });

  it('continues while the command is in progress', () => {
    for (const state of ['queued', 'sent', 'acknowledged']) {
      expect(afterCommand(READ, command(state), 5_000)).toBe(READ);
    }
  });
});

describe('a save', () => {
  it('is not done when values arrive, because they may predate it', () => {
    expect(afterValues(SAVE, 3_000)).toBe(SAVE);
  });

  it('is read back after the device acknowledges, and done only when confirmed', () => {
    const taken = afterCommand(SAVE, command('acknowledged'), 2_000);
    expect(taken).toMatchObject({ kind: 'running', isReadingBack: true });
    expect(afterCommand(taken, command('acknowledged'), 2_100)).toBe(taken);
    expect(afterCommand(taken, command('confirmed'), 3_000)).toEqual({
      kind: 'done',
      errand: 'save',
      at: 3_000,
    });
  });

  it.each([
    ['rejected', 'read-back-different', 'different'],
    ['rejected', 'refused-by-device', 'rejected'],
    ['unknown', 'not-read-back', 'not-read-back'],
    ['unknown', 'no-answer', 'unknown'],
  ])('that ends as %s (%s) fails with the cause %s', (state, reason, cause) => {
    expect(afterCommand(SAVE, command(state, reason), 5_000)).toMatchObject({
      kind: 'failed',
      cause,
    });
  });

  it.each(['network', 'timeout'] as const)(
    'without a response (%s) may have been accepted',
    (kind) => {
      expect(afterError(SAVE, error(kind), 9_000)).toMatchObject({
        kind: 'failed',
        cause: 'unsure',
      });
      expect(afterError(READ, error(kind), 9_000)).toMatchObject({ kind: 'refused' });
    },
  );

  it.each(['refused', 'failed'] as const)('ends as refused if its request is %s', (kind) => {
    expect(afterError(SAVE, error(kind), 9_000)).toMatchObject({ kind: 'refused', errand: 'save' });
  });
});

describe('a missing response', () => {
  it.each([READ, SAVE])('ends the exchange after its time limit', (running) => {
    const { errand } = running as Extract<Exchange, { kind: 'running' }>;
    const limit = EXCHANGE_LIMIT_MS[errand];
    expect(afterTime(running, 1_000 + limit - 1)).toBe(running);
    expect(afterTime(running, 1_000 + limit)).toMatchObject({ cause: 'silence', afterMs: limit });
  });

  it('has no effect on a finished exchange', () => {
    const done = afterValues(READ, 3_000);
    for (const state of [IDLE, done]) {
      expect(afterTime(state, 1e9)).toBe(state);
      expect(afterCommand(state, command('unknown'), 1e9)).toBe(state);
      expect(afterValues(state, 1e9)).toBe(state);
      expect(afterError(state, error('network'), 1e9)).toBe(state);
    }
  });
});
