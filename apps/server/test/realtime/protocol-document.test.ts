/** The document matches what the server sends: each example is recreated from an event. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REALTIME_TYPES } from '@busbar/contract/realtime';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { describe, expect, it } from 'vitest';
import type { BusEvents, DeviceRef } from '../../src/bus.ts';
import {
  alarmFrames,
  alarmRowFrames,
  commandFrames,
  DEVICES_FRAME,
  type Frame,
  lampFrames,
  notificationFrame,
  parameterFrames,
  presenceFrames,
  readingFrames,
  slaveFrame,
  switchFrames,
} from '../../src/realtime/frames.ts';

const document = readFileSync(
  new URL('../../../../docs/protocol/realtime.md', import.meta.url),
  'utf8',
);
const ref: DeviceRef = {
  customerId: 1,
  deviceId: 41,
  deviceCode: 'MT61000000000001',
  groupPath: [3],
};
const command: BusEvents['command.changed'] = {
  ...ref,
  commandId: '01930f3a-1111-7000-8000-000000000001',
  state: 'confirmed',
  order: 'open',
  reason: null,
  detail: null,
  action: 'openByCommand',
  actionAt: 1_767_225_601_400,
  times: {
    queued: 1_767_225_600_500,
    sent: 1_767_225_600_700,
    acknowledged: 1_767_225_601_200,
    confirmed: 1_767_225_601_500,
  },
};
const reading = { ...ref, ts: 1_767_225_600_000, latest: true };

const FRAMES: readonly Frame[] = [
  ...commandFrames(command).filter(({ type }) => type === 'REMOTE_CONTROL'),
  ...switchFrames({
    ...ref,
    action: 'openByManual',
    at: 1_767_225_700_000,
    commandId: null,
    lock: undefined,
  }),
  ...switchFrames({
    ...ref,
    action: 'lockByCommand',
    at: 1_767_225_800_000,
    commandId: '01930f3a-1111-7000-8000-000000000004',
    lock: {
      userId: 7,
      userName: 'mira',
      reason: 'permit 214',
      until: 1_767_240_000_000,
      at: 1_767_225_800_100,
    },
  }),
  ...commandFrames({
    ...command,
    state: 'sent',
    times: { queued: 1_767_225_600_500, sent: 1_767_225_600_700 },
  }),
  ...commandFrames({
    ...command,
    commandId: '01930f3a-1111-7000-8000-000000000002',
    state: 'rejected',
    order: 'close',
    reason: 'locked-by-mechanism',
    detail: 'padlock',
    times: {
      queued: 1_767_225_600_500,
      sent: 1_767_225_600_700,
      rejected: 1_767_225_601_000,
    },
  }).filter(({ type }) => type === 'COMMAND'),
  ...readingFrames({
    ...reading,
    measurement: { voltageA: 230.1, currentA: 12.5, activePower: 2.85 },
  }),
  ...readingFrames({
    ...reading,
    registers: { activeTotal: 1063.84, activeImport: 1063.84, activeImportValley: 310.02 },
  }),
  ...presenceFrames({
    ...ref,
    presence: 'late',
    csq: 23,
    heardAt: 1_767_225_600_000,
    at: 1_767_225_690_000,
  }),
  DEVICES_FRAME,
  ...alarmFrames({
    ...ref,
    alarms: [
      {
        type: 'overVoltage',
        kind: 'alarm',
        since: 1_767_225_600_000,
        value: 281.2,
        peak: 281.2,
        limit: 275,
        phase: 'A',
        detail: '',
        facts: {},
      },
    ],
    at: 1_767_225_601_000,
  }),
  notificationFrame({
    notification: {
      id: 7,
      what: 'opened',
      at: 1_767_225_601_000,
      readAt: null,
      alarmId: 12,
      detail: {
        deviceCode: ref.deviceCode,
        deviceName: 'Pump',
        type: 'overVoltage',
        kind: 'alarm',
        phase: 'A',
        value: 281.2,
        limit: 275,
        openedAt: 1_767_225_600_000,
      },
    },
  }),
  ...lampFrames({
    ...ref,
    lampGroupId: 5,
    projectId: 2,
    check: {
      verdict: 'failed',
      lampsOn: 18,
      failed: 2,
      measuredKw: 1.8,
      expectedKw: 2,
      voltageV: 230.4,
      readingAt: 1_767_225_600_000,
    },
    standing: { failed: 2, under: 10 },
    at: 1_767_225_601_000,
  }),
  ...alarmRowFrames({
    ...ref,
    alarm: {
      ...ref,
      id: 7,
      deviceName: 'Workshop',
      deviceSimulated: false,
      groupId: 3,
      type: 'overVoltage',
      kind: 'alarm',
      priority: 2,
      phase: 'A',
      source: 'device',
      openedAt: 1_767_225_600_000,
      day: '2026-01-01',
      lastAt: 1_767_225_600_000,
      endedAt: null,
      endReason: null,
      count: 1,
      firstValue: 281.2,
      lastValue: 281.2,
      peakValue: 281.2,
      limitValue: 275,
      late: false,
      quiet: false,
      handledAt: null,
      handledBy: null,
      handledByName: '',
      handledNote: '',
      snoozedUntil: null,
      snoozedByName: '',
      deletedAt: null,
      detail: '',
      facts: {},
    },
    change: 'opened',
    at: 1_767_225_601_000,
  }),
  slaveFrame(
    {
      ...ref,
      deviceCode: 'MT88C00000000001',
      slaves: [
        { address: 1, status: 11 },
        { address: 7, status: 4 },
      ],
    },
    () => false,
  ),
  ...PROTECTIONS.flatMap((definition) =>
    parameterFrames({
      ...ref,
      set: definition.name,
      values: writeRecord(definition, defaultsOf(definition)),
      verified:
        definition.name === 'overVoltage'
          ? Object.fromEntries(definition.fields.map(({ wire }) => [wire, wire !== 'ovrt']))
          : null,
      commandId: '01930f3a-1111-7000-8000-000000000003',
      at: 1_767_225_602_000,
    }),
  ),
];

/** Returns a frame with its nested texts parsed, as the document shows it. */
function opened(frame: Frame): unknown {
  const { info } = JSON.parse(frame.render('Asia/Shanghai')) as { info: string };
  const parsed = JSON.parse(info) as { message: string };
  return { ...parsed, message: JSON.parse(parsed.message) };
}

const sections = [...document.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
const examples = [...document.matchAll(/```json (\w+)\n(.+?)\n```/gs)].map(([, type, text]) => ({
  type,
  value: JSON.parse(text!) as { msgType: string },
}));

it('a failed read ends the wait for parameters with their message, whatever the reason', () => {
  const read = { ...command, order: null, set: 'lowVoltage', detail: 'lv is missing' } as const;
  for (const state of ['rejected', 'expired', 'cancelled', 'unknown'] as const) {
    const frames = commandFrames({ ...read, state, reason: 'unreadable-answer' });
    expect(frames.map(({ type }) => type)).toEqual(['COMMAND', 'LOWVOLTAGEFAULT']);
    const { info } = JSON.parse(frames[1]!.render('Asia/Shanghai'));
    expect(JSON.parse(JSON.parse(info).message)).toMatchObject({
      command_id: read.commandId,
      state,
      msg: 'lv is missing',
    });
  }
  for (const state of ['queued', 'sent', 'confirmed'] as const) {
    expect(commandFrames({ ...read, state }).map(({ type }) => type)).toEqual(['COMMAND']);
  }
});

describe('docs/protocol/realtime.md', () => {
  it('has a section for each message type and for nothing else', () => {
    expect(sections.toSorted()).toEqual([...REALTIME_TYPES].toSorted());
  });

  it.each(REALTIME_TYPES)('shows %s as it is sent', (type) => {
    const shown = examples.filter((example) => example.type === type).map(({ value }) => value);
    const sent = FRAMES.filter((frame) => frame.type === type).map(opened);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(sent);
  });

  it('names every reason the server uses', () => {
    const control = fileURLToPath(new URL('../../src/areas/control', import.meta.url));
    const reasons = readdirSync(control, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(join(control, file), 'utf8').matchAll(/reason: [^;]*?;?$/gm),
      ])
      .flatMap(([line]) => [...line.matchAll(/'([a-z-]+)'/g)].map(([, reason]) => reason!));
    expect(new Set(reasons).size).toBeGreaterThan(12);
    const states = ['unknown', 'sent', 'queued', 'too-late'];
    for (const reason of new Set(reasons)) {
      if (!states.includes(reason)) expect(document).toContain(`\`${reason}\``);
    }
  });

  it('omits late readings', () => {
    expect(readingFrames({ ...reading, latest: false, measurement: { voltageA: 1 } })).toEqual([]);
  });
});
