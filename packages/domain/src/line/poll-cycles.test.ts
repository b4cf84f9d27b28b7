/** Poll cycles of a line: order, interval, back-off, and blocks that a slave does not have. */
import { describe, expect, it } from 'vitest';
import { exchangeOf, polledSlave, TestLine } from '../../test/test-line.ts';

const MINUTE = 60_000;

/** Passes the time; `reactTo` answers a request that was sent, or does nothing. */
function runWith(line: TestLine, ms: number, reactTo: (name: string) => void) {
  const end = line.now + ms;
  let seen = 0;
  while (line.now < end) {
    const open = line.sent.length > line.ended.length ? line.sent.at(-1) : undefined;
    if (open !== undefined && line.sent.length > seen) {
      seen = line.sent.length;
      reactTo(open);
    } else line.advanceTo(Math.min(end, line.wakeAt ?? end));
  }
}

/** Answers every request to these slaves until the time has passed. */
function run(line: TestLine, ms: number, answering: readonly string[], refused: string[] = []) {
  runWith(line, ms, (name) => {
    if (refused.includes(name)) line.answer(name, 'no-such-data');
    else if (answering.some((slave) => name.startsWith(`${slave}/`))) line.answer(name);
  });
}

describe('poll cycle', () => {
  it('reads all blocks of all slaves, then again after the interval', () => {
    const line = new TestLine({}, [
      { slave: '1', blocks: ['a', 'b'] },
      { slave: '2', blocks: ['a'] },
    ]);
    run(line, MINUTE - 1, ['1', '2']);
    expect(line.sent).toEqual(['1/a', '1/b', '2/a']);
    run(line, MINUTE, ['1', '2']);
    expect(line.sent).toEqual(['1/a', '1/b', '2/a', '1/a', '1/b', '2/a']);
  });

  it('ends with a note, also if single blocks or all of them were not answered', () => {
    const line = new TestLine({}, [
      { slave: '1', blocks: ['a', 'b'] },
      { slave: '2', blocks: ['a', 'b'] },
    ]);
    line.answer('1/a').advance(20);
    expect(line.cycles).toEqual([]);
    runWith(line, 30_000, () => undefined);
    expect(line.ended).toEqual(['1/a: answer', '1/b: no-answer, sent', '2/a: no-answer, sent']);
    expect(line.cycles).toEqual(['1', '2']);
  });

  it('continues for a slave that is not replaced, and begins for the others', () => {
    const line = new TestLine({}, [
      { slave: '1', blocks: ['a', 'b'] },
      { slave: '2', blocks: ['a'] },
    ]);
    line.answer('1/a').advance(20);
    const [kept] = line.polled;
    line.handle({ kind: 'slaves', slaves: [kept!, polledSlave({ slave: '3', blocks: ['c'] })] });
    run(line, MINUTE - 100, ['1', '3']);
    expect(line.sent).toEqual(['1/a', '1/b', '3/c']);
    expect(line.cycles).toEqual(['1', '3']);
  });

  it('begins again for a slave that is replaced while one of its blocks is read', () => {
    const line = new TestLine({}, [{ slave: '1', blocks: ['a', 'b'] }]);
    line.handle({ kind: 'slaves', slaves: [polledSlave({ slave: '1', blocks: ['c', 'd'] })] });
    line.answer('1/a').advance(20);
    expect(line.cycles).toEqual([]);
    run(line, MINUTE - 100, ['1']);
    expect(line.sent).toEqual(['1/a', '1/c', '1/d']);
  });

  it('does not accumulate on a line that is slower than the interval', () => {
    const line = new TestLine({}, [{ slave: '1', blocks: ['a'], intervalMs: 100 }]);
    line.advance(950).answer('1/a');
    run(line, 300, ['1']);
    expect(line.sent.length).toBeLessThanOrEqual(4);
  });

  it('leaves a slave alone for ten minutes after two cycles without an answer', () => {
    const line = new TestLine({}, [
      { slave: '1', blocks: ['a', 'b'] },
      { slave: '2', blocks: ['a'] },
    ]);
    run(line, 2 * MINUTE, ['2']);
    // Each cycle ends with the first block, which is repeated once; the second begins with the next.
    expect(line.sent.filter((name) => name.startsWith('1/'))).toEqual(['1/a', '1/a', '1/b', '1/b']);
    const [note] = line.notes;
    expect(line.notes).toEqual([expect.stringMatching(/^1 left alone: \d+$/)]);
    const until = Number(note!.split(': ')[1]);
    const polls = line.sent.length;
    run(line, until - line.now - 1, ['2']);
    expect(line.sent.slice(polls).every((name) => name === '2/a')).toBe(true);
    expect(line.sent.slice(polls).length).toBeGreaterThanOrEqual(9);
    run(line, MINUTE, ['1', '2']);
    expect(line.notes.at(-1)).toBe('1 left alone: no');
    expect(line.sent.slice(polls)).toContain('1/b');
  });

  it('polls a slave again as soon as it answers another request', () => {
    const line = new TestLine({}, [{ slave: '1', blocks: ['a'] }]);
    run(line, 2 * MINUTE, []);
    expect(line.notes).toHaveLength(1);
    line
      .enqueue(exchangeOf('r', { slave: '1', fn: 4 }))
      .answer('r')
      .advance(20);
    expect(line.notes.at(-1)).toBe('1 left alone: no');
    expect(line.sent.at(-1)).toBe('1/a');
  });

  it('leaves out a block that the slave does not have, but not its other blocks', () => {
    const line = new TestLine({}, [
      { slave: '1', blocks: ['a', 'b'] },
      { slave: '2', blocks: ['a'] },
    ]);
    run(line, 3 * MINUTE - 1, ['1', '2'], ['1/a']);
    expect(line.notes).toEqual(['1/a left out']);
    expect(line.ended[0]).toBe('1/a: no-such-data, sent');
    expect(line.sent.filter((name) => name === '1/a')).toHaveLength(1);
    expect(line.sent.filter((name) => name === '1/b')).toHaveLength(3);
    expect(line.sent.filter((name) => name === '2/a')).toHaveLength(3);
  });

  it('reads the other blocks of a slave that ignores one', () => {
    const line = new TestLine({}, [{ slave: '1', blocks: ['a', 'b', 'c'] }]);
    runWith(line, 3 * MINUTE - 1, (name) => {
      if (name !== '1/a') line.answer(name);
    });
    expect(line.notes).toEqual([]);
    expect(line.ended).toContain('1/b: answer');
    expect(line.ended).toContain('1/c: answer');
    expect(line.ended).toContain('1/a: no-answer, sent');
  });
});
