/** How many missing answers an answer could be, on a line whose answers do not name their request. */
import { describe, expect, it } from 'vitest';
import { exchangeOf, TestLine } from '../../../test/test-line.ts';

const read = (id: string, fn = 3, slave = '1') => exchangeOf(id, { fn, slave });

/** Returns the doubts of each answer, in the order of their arrival. */
const doubtsOf = ({ actions }: TestLine) =>
  actions.flatMap(({ action }) => (action.kind === 'answer' ? [action.doubts] : []));

/** A line on which the request `a` was sent twice without an answer. */
function afterLoss(hasTransactionIds = false): TestLine {
  const line = new TestLine({ hasTransactionIds, idleMs: Infinity });
  line.enqueue(read('a'));
  return line.advance(60_000);
}

describe('an answer', () => {
  it('is certain if none is missing', () => {
    const line = new TestLine();
    line.enqueue(read('a')).answer('a').advance(20);
    expect(doubtsOf(line)).toEqual([0]);
  });

  it('could be each missing one of the same slave and function, however late', () => {
    const line = afterLoss();
    for (const id of ['b', 'c', 'd']) line.enqueue(read(id)).answer(id).advance(3_600_000);
    expect(doubtsOf(line)).toEqual([2, 2, 2]);
  });

  it('could be that of its own first attempt', () => {
    const line = new TestLine();
    line.enqueue(read('a')).untilSent(2).answer('a');
    expect(doubtsOf(line)).toEqual([1]);
  });

  it.each([
    ['function', 4, '1'],
    ['slave', 3, '2'],
  ])('of another %s is certain, and shows that none before it is still missing', (_, fn, slave) => {
    const line = afterLoss();
    line
      .enqueue(read('b', fn, slave))
      .answer('b')
      .advance(20);
    line.enqueue(read('c')).answer('c');
    expect(doubtsOf(line)).toEqual([0, 0]);
  });

  it('shows nothing about earlier ones if its own is uncertain', () => {
    const line = afterLoss();
    line.enqueue(read('b', 4)).advance(60_000);
    line.enqueue(read('c')).answer('c').advance(20).enqueue(read('d', 4)).answer('d');
    expect(doubtsOf(line)).toEqual([2, 2]);
  });

  it('could be the refusal of an earlier request', () => {
    const line = afterLoss();
    line.enqueue(read('b')).answer('b', 'busy').advance(20).enqueue(read('c')).answer('c');
    expect(doubtsOf(line)).toEqual([2]);
  });

  it('is always certain if it names its request', () => {
    const line = afterLoss(true);
    line.enqueue(read('b')).answer('b');
    expect(doubtsOf(line)).toEqual([0]);
  });
});
