import { SWITCH_COMMANDS, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { SWITCH_ACTIONS, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { describe, expect, it } from 'vitest';
import { Contact } from './contact.ts';

const REFUSED = 'refused';
const PADLOCK = 'lockedByMechanism';

/**
 * The expected results of open, close, lock and unlock in each state, listed independently of the
 * code.
 */
const OUTCOMES: Record<SwitchAction, readonly [string, string, string, string]> = {
  openByManual: [REFUSED, REFUSED, 'lockByCommand', REFUSED],
  openByCommand: [REFUSED, 'closeByCommand', 'lockByCommand', REFUSED],
  openByFault: [REFUSED, 'closeByCommand', 'lockByCommand', REFUSED],
  openByPowerlost: [REFUSED, 'closeByCommand', 'lockByCommand', REFUSED],
  openByTimer: [REFUSED, 'closeByCommand', 'lockByCommand', REFUSED],
  openByLeak: [REFUSED, 'closeByCommand', 'lockByCommand', REFUSED],
  closeByManual: ['openByCommand', REFUSED, 'lockByCommand', REFUSED],
  closeByCommand: ['openByCommand', REFUSED, 'lockByCommand', REFUSED],
  closeAutomatic: ['openByCommand', REFUSED, 'lockByCommand', REFUSED],
  closeByTimer: ['openByCommand', REFUSED, 'lockByCommand', REFUSED],
  lockByCommand: [REFUSED, REFUSED, REFUSED, 'openByCommand'],
  lockByFault: [REFUSED, REFUSED, REFUSED, REFUSED],
  lockByOrg: [PADLOCK, PADLOCK, PADLOCK, PADLOCK],
};
const column: Record<SwitchCommand, number> = { open: 0, close: 1, lock: 2, unlock: 3 };

describe('contacts', () => {
  const cases = SWITCH_ACTIONS.flatMap((action) =>
    SWITCH_COMMANDS.map(
      (command) => [action, command, OUTCOMES[action][column[command]] ?? ''] as const,
    ),
  );

  it.each(cases)('in state %s, the command %s results in %s', (action, command, outcome) => {
    const contact = new Contact(action);
    const answer = contact.obey(command, 'command');
    const isRefusal = outcome === REFUSED || outcome === PADLOCK;
    expect(answer).toBe(isRefusal ? outcome : 'done');
    expect(contact.action).toBe(isRefusal ? action : outcome);
  });

  it('change position by a timer, which is the reported cause', () => {
    const contact = new Contact('closeByManual');
    contact.obey('open', 'timer');
    expect(contact.action).toBe('openByTimer');
    contact.obey('close', 'timer');
    expect(contact.action).toBe('closeByTimer');
  });

  it('that were opened by hand stay so through lock and unlock, and refuse a remote close', () => {
    const contact = new Contact('closeByCommand');
    contact.moveByHand('open');
    expect(contact.obey('lock', 'command')).toBe('done');
    expect(contact.obey('unlock', 'command')).toBe('done');
    expect(contact.action).toBe('openByManual');
    expect(contact.obey('close', 'command')).toBe('refused');
  });

  it('no longer count as opened by hand after they were closed and locked again', () => {
    const contact = new Contact('openByManual');
    contact.obey('lock', 'command');
    contact.obey('unlock', 'command');
    contact.moveByHand('close');
    contact.obey('lock', 'command');
    contact.obey('unlock', 'command');
    expect(contact.action).toBe('openByCommand');
  });

  it('cannot be closed by hand while locked', () => {
    const contact = new Contact('lockByCommand');
    contact.moveByHand('close');
    expect(contact.action).toBe('lockByCommand');
  });

  it('do not change position when jammed, whether they report the failure or not', () => {
    const contact = new Contact('closeByCommand');
    contact.jam = 'silent';
    expect(contact.obey('open', 'command')).toBe('done');
    contact.jam = 'admitted';
    expect(contact.obey('open', 'command')).toBe('failed');
    expect(contact.action).toBe('closeByCommand');
  });
});
