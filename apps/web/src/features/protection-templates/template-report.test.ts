import { describe, expect, it } from 'vitest';
import {
  attentionFirst,
  differencesOf,
  stateOf,
  stepCounts,
  stepsByDevice,
  type TemplateRun,
  type TemplateStep,
} from './template-report.ts';

const OVER_VOLTAGE = {
  enable: 'true',
  doOpen: 'true',
  doLock: 'false',
  ov: '275.0',
  orv: '255.0',
  ovjt: '1000',
  ovrt: '30',
};

const step = (more: Partial<TemplateStep> = {}): TemplateStep => ({
  device_code: 'A',
  device_name: 'Pump house',
  set: 'overVoltage',
  state: 'same',
  reason: null,
  msg: null,
  fields: null,
  found: null,
  ...more,
});

const run: TemplateRun = {
  run_id: 'r',
  template_name: 'Feeders',
  kind: 'compare',
  sets: { overVoltage: OVER_VOLTAGE },
  user_name: 'mira',
  created_at: 0,
  ends_at: 0,
  ended_at: null,
  steps: [],
};

describe('the report of a template run', () => {
  it('groups the sets of a device', () => {
    const steps = [step(), step({ device_code: 'B' }), step({ set: 'lowVoltage' })];
    expect(stepsByDevice(steps).map(({ code, steps: own }) => [code, own.length])).toEqual([
      ['A', 2],
      ['B', 1],
    ]);
  });

  it('lists the sets of a device in the order of the tabs', () => {
    const steps = ['meteor', 'lowVoltage', 'overVoltage'].map((set) => step({ set }));
    expect(stepsByDevice(steps)[0]!.steps.map(({ set }) => set)).toEqual([
      'overVoltage',
      'lowVoltage',
      'meteor',
    ]);
  });

  it('lists devices that need attention first', () => {
    const steps = [
      step({ device_code: 'A' }),
      step({ device_code: 'B', state: 'refused' }),
      step({ device_code: 'C', state: 'waiting' }),
      step({ device_code: 'D', set: 'lowVoltage', state: 'different' }),
      step({ device_code: 'D' }),
    ];
    const codes = attentionFirst(stepsByDevice(steps)).map(({ code }) => code);
    expect(codes).toEqual(['B', 'D', 'A', 'C']);
  });

  it('counts by state; unknown states of later versions count as not answered', () => {
    const steps = [step(), step({ state: 'different' }), step(), step({ state: 'melted' })];
    expect(stepCounts(steps)).toEqual([
      { state: 'same', count: 2 },
      { state: 'different', count: 1 },
      { state: 'not-answered', count: 1 },
    ]);
    expect(stateOf(step({ state: 'melted' }))).toBe('not-answered');
  });

  it('lists the lines that differ, with flags combined into one line', () => {
    const found = { ...OVER_VOLTAGE, ov: '281.0', doLock: 'true' };
    const fields = { enable: true, doOpen: true, doLock: false, ov: false, orv: true };
    const differences = differencesOf(run, step({ state: 'different', fields, found }));
    expect(differences.map(({ row }) => row.key).toSorted()).toEqual(['reaction', 'startValue']);
    expect(differences[0]!.wanted).toMatchObject({ startValue: 275 });
    expect(differences[0]!.reported).toMatchObject({ startValue: 281 });
  });

  it('lists no lines if the device has not reported', () => {
    expect(differencesOf(run, step({ state: 'refused' }))).toEqual([]);
  });
});
