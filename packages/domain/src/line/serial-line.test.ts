/** The order of requests, answers, timeouts and failures on one line. */
import { describe, expect, it } from 'vitest';
import { answerOf, exchangeOf, type Fields, TestLine } from '../../test/test-line.ts';

const command = (id: string, more: Fields = {}) =>
  exchangeOf(id, { priority: 'command', fn: 6, ...more });
const read = (id: string, more: Fields = {}) => exchangeOf(id, { priority: 'read', ...more });

describe('order of requests', () => {
  it('sends the next one only after the answer and 20 ms of silence', () => {
    const line = new TestLine();
    line.enqueue(read('a'), read('b', { slave: '2' }));
    expect(line.sent).toEqual(['a']);
    line.advance(100).answer('a');
    expect(line.sent).toEqual(['a']);
    expect(line.wakeAt).toBe(line.now + 20);
    line.advance(20);
    expect(line.sent).toEqual(['a', 'b']);
    expect(line.ended).toEqual(['a: answer']);
  });

  it('waits for 3.5 characters on a slow line', () => {
    const line = new TestLine({ baud: 1_200 });
    line.enqueue(read('a'), read('b'));
    line.advance(100).answer('a');
    expect(line.wakeAt).toBe(line.now + 33);
  });

  it('sends commands first, then requested readings, then poll cycles', () => {
    const line = new TestLine({}, [{ slave: '9', blocks: ['p1', 'p2'] }]);
    expect(line.sent).toEqual(['9/p1']);
    line.enqueue(read('r'), command('c1'), command('c2'));
    line.answer('9/p1').advance(20);
    line.answer('c1').advance(20).answer('c2').advance(20).answer('r').advance(20);
    expect(line.sent).toEqual(['9/p1', 'c1', 'c2', 'r', '9/p2']);
  });

  it('sends a command before the retry of a poll', () => {
    const line = new TestLine({}, [{ slave: '9', blocks: ['p'] }]);
    line.enqueue(command('c'));
    line.untilSent(2);
    line.answer('c').advance(20);
    expect(line.sent).toEqual(['9/p', 'c', '9/p']);
  });

  it('stops poll cycles while readings cannot be stored, but not commands', () => {
    const line = new TestLine({}, [{ slave: '9', blocks: ['p1', 'p2'] }]);
    line.handle({ kind: 'polling', isAllowed: false });
    line.answer('9/p1').advance(1_000);
    line.enqueue(command('c'));
    expect(line.sent).toEqual(['9/p1', 'c']);
    line.answer('c').advance(20).handle({ kind: 'polling', isAllowed: true });
    expect(line.sent).toEqual(['9/p1', 'c', '9/p2']);
  });

  it('ends a broadcast after its pause, without an answer', () => {
    const line = new TestLine({ broadcastMs: 500 });
    line.enqueue(exchangeOf('clock', { isBroadcast: true }), read('a'));
    const end = line.wakeAt!;
    expect(end).toBeGreaterThanOrEqual(line.now + 500);
    line.advanceTo(end - 1);
    expect(line.sent).toEqual(['clock']);
    line.advanceTo(end);
    expect(line.sent).toEqual(['clock', 'a']);
    expect(line.ended).toEqual(['clock: answer']);
  });
});

describe('requests without an answer', () => {
  it('are repeated once if they read, never if they are commands', () => {
    const line = new TestLine();
    line.enqueue(command('c'), read('r', { slave: '2' }));
    line.advance(60_000);
    expect(line.sent).toEqual(['c', 'r', 'r']);
    expect(line.ended).toEqual(['c: no-answer, sent', 'r: no-answer, sent']);
  });

  it('wait longer at a low baud rate', () => {
    const fast = new TestLine({ baud: 9_600, timeoutMs: 1_000 });
    const slow = new TestLine({ baud: 1_200, timeoutMs: 1_000 });
    fast.enqueue(read('r'));
    slow.enqueue(read('r'));
    expect(slow.wakeAt! - slow.now).toBeGreaterThan(fast.wakeAt! - fast.now);
  });

  it('have no effect on a request to another slave when they are answered late', () => {
    const line = new TestLine();
    line.enqueue(command('c'), command('d', { slave: '2' }));
    line.untilSent(2).answer('c');
    expect(line.ended).toEqual(['c: no-answer, sent']);
    expect(line.line.discarded.late).toBeGreaterThan(0);
    line.answer('d');
    expect(line.ended).toEqual(['c: no-answer, sent', 'd: answer']);
  });

  it('delay a request that their late answer might answer', () => {
    const line = new TestLine({ timeoutMs: 1_000, lateMs: 5_000 });
    line.enqueue(command('c'), command('d'), command('e', { slave: '2' }));
    line.untilSent(2);
    expect(line.sent).toEqual(['c', 'e']);
    line.answer('e').advance(3_000).answer('c');
    expect(line.ended).toEqual(['c: no-answer, sent', 'e: answer']);
    line.advance(20);
    expect(line.sent).toEqual(['c', 'e', 'd']);
  });

  it('are no longer awaited when the late time has passed', () => {
    const line = new TestLine({ timeoutMs: 1_000, lateMs: 5_000 });
    line.enqueue(command('c'), command('d'));
    line.advance(5_900);
    expect(line.sent).toEqual(['c']);
    line.advance(200);
    expect(line.sent).toEqual(['c', 'd']);
  });

  it('accept the answer to their first attempt, and discard the one to the second', () => {
    const line = new TestLine({ timeoutMs: 1_000, lateMs: 5_000 });
    line.enqueue(read('r'), read('s'), read('t', { slave: '2' }));
    line.untilSent(2).advance(50).answer('r').advance(20);
    expect(line.sent).toEqual(['r', 'r', 't']);
    expect(line.ended).toEqual(['r: answer']);
    line.answer('r').answer('t').advance(20);
    expect(line.ended).toEqual(['r: answer', 't: answer']);
    expect(line.sent).toEqual(['r', 'r', 't', 's']);
  });
});

describe('frames that are no answer', () => {
  it.each([
    ['other-slave', { slave: '7' }],
    ['late', { fn: 4 }],
    ['late', { length: 6 }],
    ['late', { prefix: [9] }],
  ] as const)('are discarded as %s: %j', (reason, fields) => {
    const line = new TestLine();
    line.enqueue(read('r', { prefix: [1, 2] }));
    line.receive(answerOf(exchangeOf('x', { prefix: [1, 2], ...fields })));
    expect(line.ended).toEqual([]);
    expect(line.line.discarded[reason]).toBeGreaterThan(0);
    line.answer('r');
    expect(line.ended).toEqual(['r: answer']);
  });

  it('are echoes if they equal the request', () => {
    const line = new TestLine();
    const request = read('r');
    line.enqueue(request);
    line.receive({ ...answerOf(request), direction: 'request', bytes: request.exchange.bytes });
    expect(line.line.discarded.echo).toBe(request.exchange.bytes.length);
    expect(line.ended).toEqual([]);
  });

  it('are echoes if the answer to a write has the same bytes, on a line with echo', () => {
    const line = new TestLine({ hasEcho: true });
    const write = command('c');
    line.enqueue(write);
    const { bytes } = write.exchange;
    const frame = { ...answerOf(write), direction: 'either' as const, bytes };
    line.receive(frame);
    expect(line.ended).toEqual([]);
    line.receive(frame);
    expect(line.ended).toEqual(['c: answer']);
  });
});

describe('expiry of commands', () => {
  it('ends a waiting command without sending it', () => {
    const line = new TestLine();
    line.enqueue(read('r'), command('c', { expiresAt: line.now + 500 }));
    expect(line.wakeAt).toBe(line.now + 500);
    line.advance(500).answer('r').advance(20);
    expect(line.sent).toEqual(['r']);
    expect(line.ended).toEqual(['c: expired, not sent', 'r: answer']);
  });

  it('prevents the retry of a command', () => {
    const line = new TestLine({ retries: { command: 3, read: 0, poll: 0 } });
    line.enqueue(command('c', { expiresAt: line.now + 1_000 }));
    line.advance(30_000);
    expect(line.sent).toEqual(['c']);
    expect(line.ended).toEqual(['c: no-answer, sent']);
  });
});

describe('end of a line', () => {
  it('is half-open if requests time out and no byte arrives', () => {
    const line = new TestLine({ halfOpenMs: 30_000 }, [
      { slave: '9', blocks: ['p'], intervalMs: 10_000 },
      { slave: '8', blocks: ['p'], intervalMs: 10_000 },
    ]);
    line.advance(29_000);
    expect(line.closed).toBeUndefined();
    line.advance(640_000);
    expect(line.closed).toBe('half-open');
  });

  it('is not half-open while heartbeats arrive', () => {
    const line = new TestLine({ halfOpenMs: 30_000 }, [
      { slave: '9', blocks: ['p'], intervalMs: 10_000 },
    ]);
    for (let count = 0; count < 100; count++) line.advance(10_000).receive();
    expect(line.closed).toBeUndefined();
  });

  it('is idle if no byte arrives for a long time', () => {
    const line = new TestLine({ idleMs: 900_000 });
    line.advance(899_999);
    expect(line.closed).toBeUndefined();
    line.advance(1);
    expect(line.closed).toBe('idle');
    expect(line.wakeAt).toBeUndefined();
  });

  it('ends all requests, and states which were sent', () => {
    const line = new TestLine();
    line.enqueue(command('c'), read('r'));
    line.handle({ kind: 'end', reason: 'replaced' });
    expect(line.closed).toBe('replaced');
    line.enqueue(read('s'));
    expect(line.ended).toEqual([
      'c: line-closed, sent',
      'r: line-closed, not sent',
      's: line-closed, not sent',
    ]);
  });

  it('refuses requests above the limit', () => {
    const line = new TestLine({ maxWaiting: 1 });
    line.enqueue(read('a'), read('b'), read('c'));
    expect(line.ended).toEqual(['c: queue-full, not sent']);
  });
});
