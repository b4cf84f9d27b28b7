/** The checkers find planted bugs, and find nothing in a correct run. */
import { type CommandState, canMove } from '@busbar/domain/switch/command-state';
import { describe, expect, it } from 'vitest';
import {
  brokenLives,
  type CommandFate,
  doubleExecutions,
  type Execution,
  lateExecutions,
  lateSendings,
  oldExecutions,
  overlaps,
  unsettled,
  untraced,
  untruths,
} from './command-checkers.ts';

function fate(
  commandId: string,
  states: readonly CommandState[],
  more: Partial<CommandFate> = {},
): CommandFate {
  const isOpen = ['queued', 'sent', 'acknowledged', 'unknown'].includes(states.at(-1)!);
  return {
    deviceCode: 'DEVICE0001',
    commandId,
    state: states.at(-1)!,
    createdAt: 1_000,
    expiresAt: 6_000,
    sentAt: states.includes('sent') ? 1_100 : null,
    endedAt: isOpen ? null : 2_000,
    transitions: states.map((state, index) => ({ state, at: 1_000 + index * 100 })),
    ...more,
  };
}
const ran = (commandId: string, more: Partial<Execution> = {}): Execution => ({
  deviceCode: 'DEVICE0001',
  commandId,
  at: 1_200,
  moved: true,
  ...more,
});

const DONE = fate('a', ['queued', 'sent', 'acknowledged', 'confirmed']);
const LOST = fate('b', ['queued', 'sent', 'unknown', 'expired'], {
  createdAt: 3_000,
  endedAt: 9_000,
});
const GOOD = { fates: [DONE, LOST], executions: [ran('a')] };

/** Runs every checker over a run. */
function violations(executions: readonly Execution[], fates: readonly CommandFate[]) {
  return {
    late: lateExecutions(executions, fates, 1_000),
    lateSent: lateSendings(fates),
    double: doubleExecutions(executions),
    overlap: overlaps(fates),
    untrue: untruths(executions, fates),
    unsettled: unsettled(fates),
    broken: brokenLives(fates, canMove),
  };
}

const NONE = {
  late: [],
  lateSent: [],
  double: [],
  overlap: [],
  untrue: [],
  unsettled: [],
  broken: [],
};

describe('the command checkers', () => {
  it('find nothing in a correct run', () => {
    expect(violations(GOOD.executions, GOOD.fates)).toEqual(NONE);
  });

  it('allow the tolerance and no more', () => {
    expect(lateExecutions([ran('a', { at: 7_000 })], [DONE], 1_000)).toEqual([]);
    expect(lateExecutions([ran('a', { at: 7_001 })], [DONE], 1_000)).toHaveLength(1);
  });

  it('do not report a command that follows immediately as an overlap', () => {
    expect(overlaps([DONE, fate('c', ['queued'], { createdAt: 2_000 })])).toEqual([]);
  });

  it('draw no conclusion about the contact from an unknown command that was overtaken', () => {
    const overtaken = fate('o', ['queued', 'sent', 'unknown', 'cancelled']);
    expect(untruths([ran('o')], [overtaken])).toEqual([]);
    expect(untruths([], [overtaken])).toEqual([]);
  });

  it.each([
    ['expiry ignored by the device', 'late', [ran('a', { at: 60_000 })], [DONE]],
    ['a command invented in transit', 'late', [ran('a'), ran('x')], [DONE]],
    [
      'expiry ignored by the sender',
      'lateSent',
      [],
      [fate('l', ['queued', 'sent', 'unknown', 'expired'], { sentAt: 6_000 })],
    ],
    ['ids not remembered by the device', 'double', [ran('a'), ran('a', { moved: false })], [DONE]],
    [
      'no separation of two commands',
      'overlap',
      [ran('a')],
      [DONE, fate('n', ['queued', 'cancelled'], { createdAt: 1_500, endedAt: 1_600 })],
    ],
    [
      'a second command during an unknown one',
      'overlap',
      [],
      [fate('u', ['queued', 'sent', 'unknown']), fate('v', ['queued'], { createdAt: 9_000 })],
    ],
    ['confirmed by the reply alone', 'untrue', [], [DONE]],
    ['confirmed though the contact stuck', 'untrue', [ran('a', { moved: false })], [DONE]],
    ['expired while in transit', 'untrue', [ran('b')], [LOST]],
    [
      'rejected by a reply to another',
      'untrue',
      [ran('r')],
      [fate('r', ['queued', 'sent', 'rejected'])],
    ],
    [
      'cancelled after the sender had claimed it',
      'untrue',
      [ran('k')],
      [fate('k', ['queued', 'cancelled'])],
    ],
    ['never completed', 'unsettled', [], [fate('f', ['queued', 'sent'])]],
    ['never read back', 'unsettled', [], [fate('f', ['queued', 'sent', 'unknown'])]],
    ['sent twice', 'broken', [], [fate('t', ['queued', 'sent', 'sent', 'rejected'])]],
    ['confirmed after its expiry', 'broken', [], [fate('t', ['queued', 'expired', 'confirmed'])]],
    [
      'a missing transition',
      'broken',
      [],
      [fate('t', ['queued', 'sent'], { state: 'rejected', endedAt: 3_000 })],
    ],
  ] as const)('find this bug: %s', (_bug, finding, executions, fates) => {
    expect(violations(executions, fates)[finding]).not.toEqual([]);
  });

  const TRACES = {
    messageIdOf: new Map([
      ['a', 'a'],
      ['b', 'shared'],
      ['c', 'shared'],
    ]),
    logged: new Set(['a', 'b', 'c']),
    stepped: new Set(['a', 'b', 'c']),
  };
  const told = (messageId: string) => ({ deviceCode: 'DEVICE0001', messageId });

  it('find nothing if each command has its log entry and its transition', () => {
    expect(untraced([told('a'), told('shared')], TRACES)).toEqual([]);
  });

  it.each([
    ['a message without a record', [told('x')], TRACES],
    ['no log entry', [], { ...TRACES, logged: new Set(['a', 'b']) }],
    ['no transition', [], { ...TRACES, stepped: new Set(['b', 'c']) }],
  ])('find this bug: %s', (_bug, messages, traces) => {
    expect(untraced(messages, traces)).toHaveLength(1);
  });

  it('distinguish commands submitted before and after the device came back', () => {
    const given = [{ commandId: 'a', createdAt: 1_000 }];
    expect(oldExecutions([{ commandId: 'a', awakeSince: 1_000 }], given)).toEqual([]);
    expect(oldExecutions([{ commandId: 'a', awakeSince: 1_001 }], given)).toHaveLength(1);
    expect(oldExecutions([{ commandId: 'x', awakeSince: 0 }], given)).toHaveLength(1);
  });
});
