import { describe, expect, it } from 'vitest';
import { failureKind } from './failure-kind.ts';

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('a failed batch', () => {
  it.each([
    ['57P01', 'away', 'the server is shut down'],
    ['57P03', 'away', 'it starts'],
    ['57014', 'away', 'a statement took too long'],
    ['08006', 'away', 'the connection broke'],
    ['53100', 'away', 'the disk is full'],
    ['53300', 'away', 'too many connections'],
    ['58030', 'away', 'the disk failed'],
    ['XX000', 'away', 'the server broke inside'],
    ['25006', 'away', 'it is read only now'],
    ['25P03', 'away', 'the process was stopped inside the transaction'],
    ['42P01', 'away', 'a table is missing'],
    ['42501', 'away', 'the right is missing'],
    ['40P01', 'collision', 'a deadlock'],
    ['40001', 'collision', 'serialisation'],
    ['22003', 'bad-row', 'a number out of range'],
    ['22P02', 'bad-row', 'a text that is no number'],
    ['22021', 'bad-row', 'a NUL byte'],
    ['23502', 'bad-row', 'a null'],
    ['23514', 'bad-row', 'a check'],
    ['25P02', 'away', 'the transaction had failed before'],
    ['ECONNREFUSED', 'away', 'nobody listens'],
    ['EPIPE', 'away', 'the other end of the socket was killed'],
    ['ENOENT', 'away', 'the socket is gone'],
    ['ECONNRESET', 'away', 'the socket broke'],
    ['ETIMEDOUT', 'away', 'the socket was silent'],
  ])('with %s is %s: %s', (code, kind) => {
    expect(failureKind(withCode(code))).toBe(kind);
  });

  it('for want of a partition is told apart from other checks', () => {
    const message = 'no partition of relation "measurement" found for row';
    expect(failureKind(withCode('23514', message))).toBe('no-partition');
  });

  it("with the driver's own errors is away", () => {
    for (const message of [
      'Connection terminated unexpectedly',
      'timeout exceeded when trying to connect',
    ]) {
      expect(failureKind(new Error(message))).toBe('away');
    }
  });

  it('by a bug of our own is the row that showed it', () => {
    expect(failureKind(new TypeError('x is not a function'))).toBe('bad-row');
    expect(failureKind(new RangeError('out of range'))).toBe('bad-row');
  });
});
