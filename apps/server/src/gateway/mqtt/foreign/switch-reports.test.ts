import { describe, expect, it } from 'vitest';
import { SwitchReports } from './switch-reports.ts';

const NEW = { action: undefined, commanded: undefined };

function reports(known: ConstructorParameters<typeof SwitchReports>[1] = NEW) {
  const clock = { now: 0 };
  return { clock, reported: new SwitchReports(() => clock.now, known) };
}

describe('switch reports of a connection', () => {
  it('are the first position and each change, not its repetitions', () => {
    const { reported } = reports({ action: 'closeByCommand', commanded: undefined });
    const actions = (['closeByCommand', 'closeByCommand', 'openByManual'] as const).map(
      (cause) => reported.report(cause === 'closeByCommand', cause, 'none')[0]?.action,
    );
    expect(actions).toEqual(['closeByCommand', undefined, 'openByManual']);
  });

  it('name a command that the device has accepted, in its position only', () => {
    const { reported } = reports();
    reported.report(true, 'closeByManual', 'none');
    reported.sent('c-1', 'open', 10_000);
    expect(reported.report(false, 'openByManual', 'none')[0]?.commandId).toBeUndefined();
    reported.accepted('c-1');
    expect(reported.report(true, 'closeByManual', 'none')[0]?.commandId).toBeUndefined();
    expect(reported.isAwaited('c-1')).toBe(true);
    expect(reported.report(false, 'openByManual', 'none')).toMatchObject([
      { action: 'openByCommand', commandId: 'c-1', deviceTime: undefined },
    ]);
    expect(reported.isAwaited('c-1')).toBe(false);
  });

  it('name a command in its position only, even if the device names it as the cause', () => {
    const { reported } = reports();
    reported.sent('c-1', 'open', 10_000);
    expect(reported.report(true, 'closeByCommand', 'command')[0]?.commandId).toBeUndefined();
    expect(reported.isAwaited('c-1')).toBe(true);
    expect(reported.report(false, 'openByCommand', 'command')[0]?.commandId).toBe('c-1');
  });

  it('name no command that the device has refused, or of another id', () => {
    const { reported } = reports();
    reported.sent('c-1', 'open', 10_000);
    reported.accepted('c-2');
    reported.refused('c-2');
    expect(reported.report(false, 'openByManual', 'none')[0]?.commandId).toBeUndefined();
    reported.refused('c-1');
    expect(reported.report(false, 'openByCommand', 'command')[0]?.commandId).toBeUndefined();
  });

  it('repeat the position once after the expiry of a command, which it resolves', () => {
    const { reported, clock } = reports();
    reported.report(true, 'closeByManual', 'none');
    reported.sent('c-1', 'open', 10_000);
    expect(reported.report(true, 'closeByManual', 'none')).toEqual([]);
    clock.now = 10_001;
    expect(reported.report(true, 'closeByManual', 'none')).toMatchObject([
      { action: 'closeByManual', commandId: undefined },
    ]);
    expect(reported.report(true, 'closeByManual', 'none')).toEqual([]);
  });

  it('never name a command for a position that something else has caused', () => {
    const { reported } = reports({ action: 'closeByCommand', commanded: undefined });
    reported.report(true, 'closeByCommand', 'command');
    reported.sent('c-1', 'open', 10_000);
    expect(reported.report(false, 'openByManual', 'other')).toMatchObject([
      { action: 'openByManual', commandId: undefined },
    ]);
    reported.accepted('c-1');
    expect(reported.report(false, 'openByManual', 'other')).toEqual([]);
  });

  it('keep the cause of a position that an accepted command has not changed', () => {
    const { reported } = reports({ action: 'openByManual', commanded: undefined });
    reported.sent('c-1', 'open', 10_000);
    reported.accepted('c-1');
    expect(reported.report(false, 'openByManual', 'none')).toMatchObject([
      { action: 'openByManual', commandId: 'c-1' },
    ]);
  });

  it('explain a closed breaker by a command of an earlier connection until the first report', () => {
    const { reported } = reports({ action: 'openByCommand', commanded: 'close' });
    expect([reported.isCommanded(true), reported.isCommanded(false)]).toEqual([true, false]);
    expect(reported.reachedBy(true)).toBeUndefined();
    reported.report(true, 'closeByCommand', 'command');
    expect(reported.isCommanded(true)).toBe(false);
  });

  it('do not explain an open breaker by a command of an earlier connection', () => {
    const { reported } = reports({ action: 'closeByCommand', commanded: 'open' });
    expect(reported.isCommanded(false)).toBe(false);
  });
});
