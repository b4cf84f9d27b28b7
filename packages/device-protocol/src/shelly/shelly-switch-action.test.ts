import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { describe, expect, it } from 'vitest';
import { actionOfShelly, causeProofOf } from './shelly-switch-action.ts';

const action = (
  output: boolean,
  source: string | undefined,
  known?: SwitchAction,
  hasError = false,
) => actionOfShelly({ output, source, hasError }, known);

describe('the switch action of a Shelly', () => {
  it.each<[string, string | undefined, SwitchAction, SwitchAction]>([
    ['a request over MQTT', 'MQTT', 'openByCommand', 'closeByCommand'],
    ['a request over MQTT', 'mqtt', 'openByCommand', 'closeByCommand'],
    ['its button', 'button', 'openByManual', 'closeByManual'],
    ['its switch', 'switch', 'openByManual', 'closeByManual'],
    ['another program', 'HTTP_in', 'openByManual', 'closeByManual'],
    ['the cloud of the manufacturer', 'SHC', 'openByManual', 'closeByManual'],
    ['an unknown source', 'something new', 'openByManual', 'closeByManual'],
    ['no source', undefined, 'openByManual', 'closeByManual'],
    ['a timer', 'timer', 'openByTimer', 'closeByTimer'],
    ['a schedule', 'schedule', 'openByTimer', 'closeByTimer'],
    ['its start', 'init', 'openByPowerlost', 'closeAutomatic'],
  ])('after %s (%s) is %s or %s', (_, source, open, closed) => {
    expect(action(false, source)).toBe(open);
    expect(action(true, source)).toBe(closed);
  });

  it('is a fault while a protection of the open device is active', () => {
    expect(action(false, 'button', undefined, true)).toBe('openByFault');
    expect(action(true, 'button', undefined, true)).toBe('closeByManual');
  });

  it('remains opened by hand after a restart: the cause is not lost with the power', () => {
    expect(action(false, 'init', 'openByManual')).toBe('openByManual');
    expect(action(true, 'init', 'openByManual')).toBe('closeAutomatic');
  });

  it('becomes opened by hand if a person opened it since the last report', () => {
    expect(action(false, 'button', 'openByCommand')).toBe('openByManual');
  });

  it('remains as it is if the position is the same and no source is named', () => {
    expect(action(false, undefined, 'openByTimer')).toBe('openByTimer');
  });

  it('becomes opened by hand if it was closed when it was last seen before a restart', () => {
    expect(action(false, 'init', 'closeByCommand')).toBe('openByManual');
  });

  it('remains opened by hand after a command that changed nothing', () => {
    expect(action(false, 'MQTT', 'openByManual')).toBe('openByManual');
    expect(action(false, 'MQTT', 'closeByCommand')).toBe('openByCommand');
  });

  it.each([
    ['MQTT', 'command'],
    ['button', 'other'],
    [undefined, 'none'],
  ])('with the source %s proves %s', (source, proof) => {
    expect(causeProofOf({ output: true, source, hasError: false })).toBe(proof);
  });
});
