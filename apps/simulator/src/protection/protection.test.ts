/**
 * Protections of a simulated breaker on a stepped clock: the time of each action, and the reports.
 */

import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import type { JsonObject } from '@busbar/device-protocol/payload';
import { decodeUp } from '@busbar/device-protocol/up/decode-up';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { describe, expect, it } from 'vitest';
import { SimulatedDevice } from '../device/device.ts';
import type { DeviceSpec } from '../device/device-spec.ts';
import type { Outgoing } from '../device/outgoing.ts';
import type { Conditions, Disturbance } from '../fleet/terminals.ts';

const start = Date.UTC(2026, 0, 15, 10);
const spec: DeviceSpec = {
  code: 'BREAKER-0001',
  type: 'MT61',
  slaveCount: 0,
  ratedCurrentA: 63,
  zone: 'Asia/Shanghai',
  countsFrom: Date.UTC(2026, 0, 1),
  intervalMs: 60_000,
  moveMs: 0,
};

type Step =
  | readonly [atS: number, change: Disturbance]
  | readonly [atS: number, order: 'open' | 'close' | 'lock' | 'by-hand-open' | 'by-hand-close'];

interface Case {
  readonly set?: Partial<Record<ProtectionName, JsonObject>>;
  readonly steps: readonly Step[];
  readonly untilS: number;
}

/** Returns all reports except readings and replies, as `second event`. */
function course({ set = {}, steps, untilS }: Case): string[] {
  const device = new SimulatedDevice(spec, start);
  for (const [name, values] of Object.entries(set)) {
    device.parameters.write(name as ProtectionName, values);
  }
  const messages: Outgoing[] = [];
  // Follows the simulator's schedule: the device is stepped when it is due, and at each step of the
  // script.
  const runTo = (end: number): void => {
    for (let at = device.nextDueAt(); at <= end; at = device.nextDueAt()) {
      messages.push(...device.step(at));
    }
    messages.push(...device.step(end));
  };
  for (const [atS, what] of steps) {
    const at = start + atS * 1000;
    runTo(at);
    if (typeof what === 'object') device.disturb(what, at);
    else if (what === 'by-hand-open') messages.push(...device.moveByHand('open', at));
    else if (what === 'by-hand-close') messages.push(...device.moveByHand('close', at));
    else {
      const command = { id: `c-${at}`, expiresAt: at + 30_000, op: 'switch', to: what } as const;
      messages.push(...device.onCommand(encodeCommand(command), at).messages);
    }
  }
  runTo(start + untilS * 1000);
  return messages.flatMap(lineOf);
}

function lineOf({ kind, payload }: Outgoing): string[] {
  const up = decodeUp(kind, payload);
  const second = (deviceTime: number | undefined) => ((deviceTime ?? 0) - start) / 1000;
  if (up.kind === 'state') {
    const [report] = up.decoded.accepted;
    return [`${second(report?.deviceTime)} ${report && 'action' in report && report.action}`];
  }
  if (up.kind === 'alarm') {
    const [report] = up.decoded.accepted;
    if (report === undefined) throw new Error(payload);
    const { type, active, value, limit, phase = '' } = report;
    const what = active ? `${type}${phase} ${value} over ${limit}` : `${type} over`;
    return [`${second(report.deviceTime)} ${what}`];
  }
  return [];
}

const everyPhase = (volts: number): Conditions => ({ voltageV: { A: volts, B: volts, C: volts } });
const ordinary = { voltageV: undefined };

describe('over-voltage', () => {
  it.each<[string, Case, string[]]>([
    [
      'trips after the action delay, recovers and recloses after the recovery delay',
      {
        steps: [
          [10, everyPhase(281)],
          [20, ordinary],
        ],
        untilS: 120,
      },
      [
        '11 overVoltageA 281 over 275',
        '11 openByFault',
        '50 overVoltage over',
        '50 closeAutomatic',
      ],
    ],
    [
      'remains closed if the fault ends before the action delay',
      {
        steps: [
          [10, everyPhase(281)],
          [10.9, ordinary],
        ],
        untilS: 120,
      },
      [],
    ],
    ['remains closed at the threshold itself', { steps: [[10, everyPhase(275)]], untilS: 120 }, []],
    [
      'reports the phase',
      { steps: [[10, { voltageV: { B: 280.5 } }]], untilS: 20 },
      ['11 overVoltageB 280.5 over 275', '11 openByFault'],
    ],
    [
      'remains open between the recovery value and the threshold',
      {
        steps: [
          [10, everyPhase(281)],
          [20, everyPhase(260)],
          [300, ordinary],
        ],
        untilS: 400,
      },
      [
        '11 overVoltageA 281 over 275',
        '11 openByFault',
        '330 overVoltage over',
        '330 closeAutomatic',
      ],
    ],
    [
      'restarts the recovery delay if the fault returns',
      {
        steps: [
          [10, everyPhase(281)],
          [20, ordinary],
          [40, everyPhase(281)],
          [60, ordinary],
        ],
        untilS: 120,
      },
      [
        '11 overVoltageA 281 over 275',
        '11 openByFault',
        '90 overVoltage over',
        '90 closeAutomatic',
      ],
    ],
    [
      'remains open if automatic closing is disabled',
      {
        set: { enableSwitch: { autoSwitchOn: '0' } },
        steps: [
          [10, everyPhase(281)],
          [20, ordinary],
        ],
        untilS: 200,
      },
      ['11 overVoltageA 281 over 275', '11 openByFault', '50 overVoltage over'],
    ],
    [
      'locks if configured, and remains locked after recovery',
      {
        set: { overVoltage: { doLock: 'true' } },
        steps: [
          [10, everyPhase(281)],
          [20, ordinary],
        ],
        untilS: 200,
      },
      ['11 overVoltageA 281 over 275', '11 lockByFault', '50 overVoltage over'],
    ],
    [
      'does nothing if it is disabled',
      {
        set: { overVoltage: { enable: 'false' } },
        steps: [[10, everyPhase(281)]],
        untilS: 200,
      },
      [],
    ],
    [
      'uses written parameters: 280 V for 5 s',
      {
        set: { overVoltage: { ov: '280.0', ovjt: '5000' } },
        steps: [
          [10, everyPhase(279)],
          [20, everyPhase(281)],
        ],
        untilS: 60,
      },
      ['25 overVoltageA 281 over 280', '25 openByFault'],
    ],
    [
      'does not reclose a breaker that was opened by hand in between',
      {
        steps: [
          [10, everyPhase(281)],
          [15, 'by-hand-close'],
          [15.5, 'by-hand-open'],
          [20, ordinary],
        ],
        untilS: 200,
      },
      [
        '11 overVoltageA 281 over 275',
        '11 openByFault',
        '15 closeByManual',
        '15.5 openByManual',
        '50 overVoltage over',
      ],
    ],
    [
      'trips again when it is closed on the fault',
      {
        steps: [
          [10, everyPhase(281)],
          [15, 'close'],
        ],
        untilS: 30,
      },
      ['11 overVoltageA 281 over 275', '11 openByFault', '15 closeByCommand', '16 openByFault'],
    ],
  ])('%s', (_name, script, events) => {
    expect(course(script)).toEqual(events);
  });
});

describe('low voltage', () => {
  it('ignores a sag of 1.5 s and trips on a sag of 2 s', () => {
    const sag = (seconds: number): Case => ({
      steps: [
        [10, everyPhase(160)],
        [10 + seconds, ordinary],
      ],
      untilS: 30,
    });
    expect(course(sag(1.5))).toEqual([]);
    expect(course(sag(2.5))).toEqual(['12 underVoltageA 160 over 165', '12 openByFault']);
  });
});

const slots = (...counts: string[]) =>
  Object.fromEntries(counts.map((count, index) => [`ct${index + 1}`, count]));

describe('over-current', () => {
  it('recloses at the reclose slots while the fault persists, and stops after the last slot', () => {
    const events = course({
      set: {
        overCurrent: {
          ...slots('02', '01', '00', '00', '00'),
          cd1: '60',
          cd2: '120',
          ocrt: '9999',
        },
      },
      steps: [[10, { currentA: 70 }]],
      untilS: 1000,
    });
    expect(events.filter((line) => /open|close/.test(line))).toEqual([
      '15 openByFault',
      '75 closeAutomatic',
      '80 openByFault',
      '140 closeAutomatic',
      '145 openByFault',
      '265 closeAutomatic',
      '270 openByFault',
    ]);
    expect(events[0]).toMatch(/^15 overCurrent[ABC] 70(\.\d+)? over 63$/);
  });

  it('resets its attempts after a minute without a fault', () => {
    const events = course({
      set: { overCurrent: { ...slots('01', '00', '00', '00', '00'), cd1: '60', ocrt: '10' } },
      steps: [
        [10, { currentA: 70 }],
        [20, { currentA: undefined }],
        [200, { currentA: 70 }],
      ],
      untilS: 400,
    });
    expect(events.filter((line) => /open|close/.test(line))).toEqual([
      '15 openByFault',
      '75 closeAutomatic',
      '205 openByFault',
      '265 closeAutomatic',
      '270 openByFault',
    ]);
    expect(events.filter((line) => line.endsWith(' over')).slice(0, 2)).toEqual([
      '25 overCurrent over',
      '215 overCurrent over',
    ]);
  });
});

describe('overload', () => {
  it('evaluates the power of all phases', () => {
    const set = { overCurrent: { enable: 'false' } };
    expect(course({ set, steps: [[10, { powerKw: 42.5 }]], untilS: 30 })).toEqual([
      expect.stringMatching(/^15 overLoad 42\.5(\d+)? over 42$/),
      '15 openByFault',
    ]);
  });
});

describe('a lost phase', () => {
  it('trips after its delay and closes when the phase returns', () => {
    const events = course({
      set: { lowVoltage: { enable: 'false' }, interphaseImbalance: { enable: 'false' } },
      steps: [
        [10, { voltageV: { C: 20 } }],
        [60, ordinary],
      ],
      untilS: 200,
    });
    expect(events).toEqual([
      '12 phaseLossC 20 over 150',
      '12 openByFault',
      '90 phaseLoss over',
      '90 closeAutomatic',
    ]);
  });
});

describe('a lost phase under a low-voltage protection', () => {
  const sag = (voltageV: object) => ({
    set: { interphaseImbalance: { enable: 'false' } },
    steps: [[10, { voltageV }]] as const,
    untilS: 40,
  });
  const alarms = (of: object) => course(sag(of) as never).map((line) => line.split(' ')[1]);

  it('raises no low-voltage alarm for the same phase, but raises one for another phase', () => {
    expect(alarms({ C: 0 })).toContain('phaseLossC');
    expect(alarms({ C: 0 })).not.toContain('underVoltageC');
    expect(alarms({ B: 160, C: 0 })).toContain('underVoltageB');
  });
});

describe('imbalance', () => {
  it('trips at the deviation from the mean, in percent', () => {
    const events = course({
      steps: [[10, { voltageV: { A: 200, B: 250, C: 250 } }]],
      untilS: 30,
    });
    expect(events).toEqual(['20 phaseUnbalance 14.29 over 10', '20 openByFault']);
  });
});

describe('leakage', () => {
  it('trips immediately, is not reclosed, and trips again while it lasts', () => {
    expect(
      course({
        steps: [
          [10, { leakageMa: 45 }],
          [40, 'close'],
          [60, { leakageMa: undefined }],
          [70, 'close'],
        ],
        untilS: 200,
      }),
    ).toEqual([
      '10 electricLeakage 45 over 30',
      '10 openByLeak',
      '40 closeByCommand',
      '40 openByLeak',
      '60 electricLeakage over',
      '70 closeByCommand',
    ]);
  });
});

describe('power loss', () => {
  const outage: readonly Step[] = [
    [10, everyPhase(0)],
    [100, ordinary],
  ];

  it('opens, and closes when the supply has been within limits for the recovery delay', () => {
    expect(course({ steps: outage, untilS: 300 })).toEqual([
      '10 powerOutage 0 over 70',
      '10 openByPowerlost',
      '130 powerOutage over',
      '130 closeAutomatic',
    ]);
  });

  it('only raises an alarm if the breaker is set not to open', () => {
    const set = { enableSwitch: { switchOnOff: '0' } };
    expect(course({ set, steps: outage, untilS: 300 })).toEqual([
      '10 powerOutage 0 over 70',
      '130 powerOutage over',
    ]);
  });

  it('stops the counters although the contact remains closed', () => {
    const device = new SimulatedDevice(spec, start);
    device.parameters.write('enableSwitch', { switchOnOff: '0' });
    device.disturb(everyPhase(0), start);
    const total = (at: number) => device.readings(at)[0]?.registers?.activeTotal;
    const before = total(start) ?? Infinity;
    expect(total(start + 3_600_000)).toBe(before);
    expect(device.readings(start)[0]?.measurement).toMatchObject({ voltageA: 0, currentA: 0 });
    device.disturb(ordinary, start + 3_600_000);
    expect(total(start + 7_200_000)).toBeGreaterThan(before);
  });
});

describe('timing control', () => {
  // The script begins at 18:00 in Shanghai.
  const slots = {
    s1: { time: '18:01', op: '1' },
    s2: { time: '18:02', op: '2' },
    s3: { time: '18:03', op: '0' },
  };

  it('opens and closes the breaker at its slots every day', () => {
    const set = { timingConfig: { sw: '1', ...slots } };
    const events = course({ set, steps: [], untilS: 86_400 + 90 });
    expect(events).toEqual(['60 openByTimer', '120 closeByTimer', '86460 openByTimer']);
  });

  it('switches nothing if it is disabled', () => {
    expect(
      course({ set: { timingConfig: { sw: '0', ...slots } }, steps: [], untilS: 300 }),
    ).toEqual([]);
  });
});

describe('measurements under scripted conditions', () => {
  it('are consistent', () => {
    const device = new SimulatedDevice(spec, start);
    device.disturb({ voltageV: { A: 281, B: 240 }, currentA: 20 }, start);
    const m = device.readings(start)[0]?.measurement ?? {};
    expect([m.voltageA, m.voltageB]).toEqual([281, 240]);
    for (const phase of ['A', 'B', 'C'] as const) {
      const [v, i] = [m[`voltage${phase}`] ?? 0, m[`current${phase}`] ?? 0];
      expect(i).toBeCloseTo(20, 1);
      expect(m[`apparentPower${phase}`]).toBeCloseTo((v * i) / 1000, 2);
    }
    expect(m.apparentPower).toBeCloseTo(Math.hypot(m.activePower ?? 0, m.reactivePower ?? 0), 2);
    const sum = (m.activePowerA ?? 0) + (m.activePowerB ?? 0) + (m.activePowerC ?? 0);
    expect(m.activePower).toBeCloseTo(sum, 3);
    expect(m.lineVoltageA).toBeCloseTo(Math.sqrt(281 ** 2 + 240 ** 2 + 281 * 240), 0);
  });
});
