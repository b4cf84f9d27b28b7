import { describe, expect, it } from 'vitest';
import { failureKind } from './failure-kind.ts';

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('the failure kind of a batch', () => {
  it.each([
    ['57P01', 'away', 'the server is shut down'],
    ['57P03', 'away', 'the server is starting'],
    ['57014', 'away', 'a statement took too long'],
    ['08006', 'away', 'the connection broke'],
    ['53100', 'away', 'the disk is full'],
    ['53300', 'away', 'too many connections'],
    ['58030', 'away', 'the disk failed'],
    ['XX000', 'away', 'an internal server error'],
    ['25006', 'away', 'the server is read-only'],
    ['25P03', 'away', 'the process was suspended inside the transaction'],
    ['42P01', 'away', 'a table is missing'],
    ['42501', 'away', 'the permission is missing'],
    ['40P01', 'collision', 'a deadlock'],
    ['40001', 'collision', 'a serialization failure'],
    ['22003', 'bad-row', 'a number out of range'],
    ['22P02', 'bad-row', 'a text that is not a number'],
    ['22021', 'bad-row', 'a NUL byte'],
    ['23502', 'bad-row', 'a null value'],
    ['23514', 'bad-row', 'a check violation'],
    ['25P02', 'away', 'the transaction had failed before'],
    ['ECONNREFUSED', 'away', 'no server is listening'],
    ['EPIPE', 'away', 'the other end of the socket was killed'],
    ['ENOENT', 'away', 'the socket is gone'],
    ['ECONNRESET', 'away', 'the socket broke'],
    ['ETIMEDOUT', 'away', 'the socket timed out'],
  ])('with code %s is %s: %s', (code, kind) => {
    expect(failureKind(withCode(code))).toBe(kind);
  });

  it('is no-partition for a check violation caused by a missing partition', () => {
    const message = 'no partition of relation "measurement" found for row';
    expect(failureKind(withCode('23514', message))).toBe('no-partition');
  });

  it("is away for the driver's own errors", () => {
    for (const message of [
      'Connection terminated unexpectedly',
      'timeout exceeded when trying to connect',
    ]) {
      expect(failureKind(new Error(message))).toBe('away');
    }
  });

  it('is bad-row for a bug in our own code, so that the row that caused it is isolated', () => {
    expect(failureKind(new TypeError('x is not a function'))).toBe('bad-row');
    expect(failureKind(new RangeError('out of range'))).toBe('bad-row');
  });
});
