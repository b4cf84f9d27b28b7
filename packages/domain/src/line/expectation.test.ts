import { describe, expect, it } from 'vitest';
import { answerOf, exchangeOf, type Fields } from '../../test/test-line.ts';
import { canBeConfused, isAnswer } from './expectation.ts';

const expectsOf = (fields: Fields) => exchangeOf('x', fields).exchange.expects!;
const A = '000000000161';

describe('answer to a request', () => {
  it.each<[string, Fields, Fields, boolean]>([
    ['the same slave, function and length', {}, {}, true],
    ['another slave', {}, { slave: '2' }, false],
    ['a slave whose address ends alike', { slave: '7' }, { slave: '17' }, false],
    ['another function', {}, { fn: 4 }, false],
    ['another length', {}, { length: 6 }, false],
    ['another identifier', { prefix: [1, 2] }, { prefix: [1, 3] }, false],
    ['any slave if the address is a wildcard', { slave: 'AAAAAAAAAAAA' }, { slave: A }, true],
    ['the digits after a wildcard', { slave: 'AAAAAAAA0161' }, { slave: A }, true],
    ['other digits after a wildcard', { slave: 'AAAAAAAA0162' }, { slave: A }, false],
  ])('requires %s', (_case, requested, answered, expected) => {
    const frame = answerOf(exchangeOf('x', answered));
    expect(isAnswer(frame, expectsOf(requested))).toBe(expected);
  });

  it('may be a refusal without identifier and with another length', () => {
    const frame = answerOf(exchangeOf('x', { length: 1 }), 'no-such-data');
    expect(isAnswer(frame, expectsOf({ prefix: [1, 2] }))).toBe(true);
  });

  it('is never a request', () => {
    const frame = { ...answerOf(exchangeOf('x')), direction: 'request' as const };
    expect(isAnswer(frame, expectsOf({}))).toBe(false);
  });
});

describe('requests that can be confused', () => {
  it.each<[Fields, Fields, boolean]>([
    [{}, { length: 8 }, true],
    [{}, { slave: '2' }, false],
    [{}, { fn: 4 }, false],
    [{ slave: 'AAAAAAAAAAAA' }, { slave: A }, true],
    [{ slave: A }, { slave: 'AAAAAAAA0162' }, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(canBeConfused(expectsOf(a), expectsOf(b))).toBe(expected);
    expect(canBeConfused(expectsOf(b), expectsOf(a))).toBe(expected);
  });
});
