import { describe, expect, it } from 'vitest';
import {
  powerCommand,
  powerOfState,
  powerOfText,
  powerPayload,
  relayOfName,
  relaysOfState,
} from './tasmota-power.ts';
import {
  hasTasmotaCommands,
  isTasmotaFilter,
  tasmotaCommandTopic,
  tasmotaTopicOf,
} from './tasmota-topics.ts';

const CODE = 'tasmota-plug-01';

describe('the relay of a Tasmota device', () => {
  it.each([
    [{ POWER: 'ON' }, true],
    [{ POWER: 'OFF' }, false],
    [{ POWER1: 'ON', POWER2: 'OFF' }, true],
    [{ POWER2: 'ON' }, undefined],
    [{ Command: 'Unknown' }, undefined],
    [{}, undefined],
  ])('%j is closed: %s', (state, isClosed) => {
    expect(powerOfState(state)).toEqual({ ok: true, isClosed });
  });

  it.each(['on', 'TOGGLE', '1', '', 'ONE', '\u0000'])('%j is no position', (text) => {
    expect(powerOfText(text)).toMatchObject({ ok: false, rejection: { reason: 'unknown-word' } });
  });

  it.each([[1], [true], [null], [['ON']], [{ ON: true }]])('%j is no position', (POWER) => {
    expect(powerOfState({ POWER }).ok).toBe(false);
  });

  it('is switched by words that are its positions', () => {
    expect(powerOfText(powerPayload(true))).toEqual({ ok: true, isClosed: true });
    expect(powerOfText(powerPayload(false))).toEqual({ ok: true, isClosed: false });
  });
});

describe('the relays of a Tasmota device', () => {
  it.each([
    ['POWER', 1],
    ['POWER1', 1],
    ['POWER2', 2],
    ['POWER20', 20],
    ['POWER21', undefined],
    ['POWER0', undefined],
    ['POWER02', undefined],
    ['POWERON', undefined],
    ['power2', undefined],
    ['Power', undefined],
  ])('%s is number %s', (name, relay) => {
    expect(relayOfName(name)).toBe(relay);
  });

  it.each([
    [1, 'POWER'],
    [2, 'POWER2'],
    [12, 'POWER12'],
  ])('number %d is switched with %s', (relay, name) => {
    expect(powerCommand(relay)).toBe(name);
    expect(relayOfName(name)).toBe(relay);
  });

  it.each([
    [{ POWER: 'ON' }, [[1, true]], false],
    [{ POWER1: 'ON' }, [[1, true]], true],
    [{ POWER2: 'OFF' }, [[2, false]], true],
    [
      { POWER1: 'ON', POWER2: 'OFF', POWER3: 'ON', POWER4: 'OFF', Dimmer: 3 },
      [
        [1, true],
        [2, false],
        [3, true],
        [4, false],
      ],
      true,
    ],
    [{ POWER: 'OFF', POWER1: 'ON' }, [[1, false]], true],
    [{ Command: 'Unknown' }, [], false],
  ])('%j has the positions %j, with numbers: %s', (state, positions, isNumbered) => {
    const { powers, isNumbered: is } = relaysOfState(state);
    expect([...powers].map(([relay, power]) => [relay, power.ok && power.isClosed])).toEqual(
      positions,
    );
    expect(is).toBe(isNumbered);
  });

  it('has a wrong position rejected by its name, and reads the others', () => {
    const { powers } = relaysOfState({ POWER1: 'ON', POWER2: 'HALF' });
    expect(powers.get(1)).toEqual({ ok: true, isClosed: true });
    expect(powers.get(2)).toMatchObject({ ok: false, rejection: { reason: 'unknown-word' } });
    expect(JSON.stringify(powers.get(2))).toContain('POWER2');
  });

  it('are all named by a state of the device, and not by the result of a command', () => {
    expect(relaysOfState({ Time: 'x', Uptime: '0T00:01:00', POWER: 'ON' }).isWhole).toBe(true);
    expect(relaysOfState({ POWER1: 'ON', POWER2: 'ON' }).isWhole).toBe(false);
  });
});

describe('the topics of a Tasmota device', () => {
  it.each([
    [`tele/${CODE}/LWT`, 'online'],
    [`tele/${CODE}/SENSOR`, 'sensors'],
    [`tele/${CODE}/STATE`, 'state'],
    [`stat/${CODE}/STATUS10`, 'sensors'],
    [`stat/${CODE}/RESULT`, 'state'],
    [`stat/${CODE}/POWER`, 'power'],
    [`stat/${CODE}/POWER1`, 'power'],
    [`stat/${CODE}/POWER2`, 'power'],
    [`stat/${CODE}/POWER0`, 'other'],
    [`stat/${CODE}/POWER21`, 'other'],
    [`tele/${CODE}/POWER2`, 'other'],
    [`tele/${CODE}/INFO1`, 'other'],
    ['tasmota/discovery/A1B2C3D4E5F6/config', 'other'],
    ['tasmota/discovery/A1B2C3D4E5F6/sensors', 'other'],
    ['tasmota/discovery/A1B2C3D4E5F6/other', undefined],
    ['tele/other-device/SENSOR', undefined],
    [`tele/${CODE}2/SENSOR`, undefined],
    [`tele/${CODE}`, undefined],
    [`cmnd/${CODE}/POWER`, undefined],
    [`ep/1/${CODE}/up/data`, undefined],
    [`${CODE}/online`, undefined],
    ['', undefined],
  ])('%s is %s', (topic, kind) => {
    expect(tasmotaTopicOf(CODE, topic)?.kind).toBe(kind);
  });

  it.each([
    ['POWER', 1, false],
    ['POWER1', 1, true],
    ['POWER2', 2, true],
    ['POWER20', 20, true],
  ])('%s has the position of relay %d, with a number: %s', (name, relay, isNumbered) => {
    const topic = tasmotaTopicOf(CODE, `stat/${CODE}/${name}`);
    expect(topic).toEqual({ kind: 'power', relay, isNumbered });
  });

  it.each([
    [`cmnd/${CODE}/#`, true, true],
    [`cmnd/${CODE}/+`, true, true],
    [`stat/${CODE}/#`, true, false],
    ['cmnd/tasmotas/#', false, false],
    ['cmnd/+/POWER', false, false],
    ['#', false, false],
    ['cmnd/#', false, false],
    [`cmnd/${CODE}2/#`, false, false],
    [`cmnd/${CODE}`, false, false],
  ])('the filter %s is allowed: %s, with commands: %s', (filter, isAllowed, hasCommands) => {
    expect(isTasmotaFilter(CODE, filter)).toBe(isAllowed);
    expect(hasTasmotaCommands(CODE, filter)).toBe(hasCommands);
  });

  it('have one command for each name', () => {
    expect(tasmotaCommandTopic(CODE, 'POWER')).toBe(`cmnd/${CODE}/POWER`);
  });
});
