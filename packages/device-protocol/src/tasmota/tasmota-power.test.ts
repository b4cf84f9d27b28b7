import { describe, expect, it } from 'vitest';
import { powerOfState, powerOfText, powerPayload } from './tasmota-power.ts';
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

describe('the topics of a Tasmota device', () => {
  it.each([
    [`tele/${CODE}/LWT`, 'online'],
    [`tele/${CODE}/SENSOR`, 'sensors'],
    [`tele/${CODE}/STATE`, 'state'],
    [`stat/${CODE}/STATUS10`, 'sensors'],
    [`stat/${CODE}/RESULT`, 'state'],
    [`stat/${CODE}/POWER`, 'power'],
    [`stat/${CODE}/POWER1`, 'power'],
    [`stat/${CODE}/POWER2`, 'other'],
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
