import type { CommandAction } from '@busbar/device-protocol/down/down-command';
import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import { MAX_DATA_BYTES } from '@busbar/device-protocol/payload';
import { decodeUp } from '@busbar/device-protocol/up/decode-up';
import { SWITCH_COMMANDS, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { SWITCH_ACTIONS, SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import { describe, expect, it } from 'vitest';
import { applyFault, FAULT_NAMES } from '../connection/faults.ts';
import { type Reaction, SimulatedDevice } from './device.ts';
import type { DeviceSpec } from './device-spec.ts';
import type { Outgoing } from './outgoing.ts';
import { healthy } from './quirks.ts';
import { decodeStored, encodeStored } from './stored-device.ts';

const MINUTE = 60_000;
const now = Date.UTC(2026, 0, 15, 10);

const spec: DeviceSpec = {
  code: 'BREAKER-0001',
  type: 'MT61',
  slaveCount: 0,
  ratedCurrentA: 63,
  zone: 'Asia/Shanghai',
  countsFrom: Date.UTC(2026, 0, 1),
  intervalMs: MINUTE,
  moveMs: 150,
};
const breaker = () => new SimulatedDevice(spec, now);
const gateway = () =>
  new SimulatedDevice({ ...spec, code: 'GATEWAY-0001', type: 'MT88C', slaveCount: 20 }, now);

const submit = (
  device: SimulatedDevice,
  action: CommandAction,
  { id = 'c-1', at = now, expiresAt = now + 30_000 } = {},
): Reaction => device.onCommand(encodeCommand({ id, expiresAt, ...action }), at);

const doSwitch = (to: SwitchCommand): CommandAction => ({ op: 'switch', to });

/** Decodes every message like the platform; throws if a message would be rejected. */
function understood(messages: readonly Outgoing[]) {
  return messages.map(({ kind, payload }) => {
    const message = decodeUp(kind, payload);
    if (message.kind === 'offline' || message.decoded.rejected.length > 0) throw new Error(payload);
    const accepted = message.decoded.accepted.map((part): Record<string, unknown> => ({ ...part }));
    return { kind, accepted };
  });
}

const replyCode = (reaction: Reaction) => understood(reaction.messages)[0]?.accepted[0]?.code;

describe('a breaker', () => {
  const cases = SWITCH_ACTIONS.flatMap((action) =>
    SWITCH_COMMANDS.map((to) => [action, to] as const),
  );

  it.each(cases)('in state %s follows the switch table for the command %s', (action, to) => {
    const device = breaker();
    const [unit] = device.units;
    unit?.become(action, now);
    const row = SWITCH_TABLE[action];
    const allowed = {
      open: row.closed,
      close: row.closeAllowed === true,
      lock: row.lockAllowed,
      unlock: row.unlockAllowed,
    }[to];
    const reaction = submit(device, doSwitch(to));
    if (allowed) {
      expect(replyCode(reaction)).toBe(0);
      expect(reaction.execution?.moved).toBe(true);
      expect(reaction.messages.map(({ kind }) => kind)).toEqual(['reply', 'state']);
      expect(understood(reaction.messages)[1]?.accepted[0]).toMatchObject({
        action: unit?.contact.action,
        commandId: 'c-1',
      });
      expect(unit?.contact.closed).toBe(to === 'close');
    } else {
      expect(replyCode(reaction)).toBe(action === 'lockByOrg' ? 423 : 409);
      expect(reaction.execution).toBeUndefined();
      expect(unit?.contact.action).toBe(action);
    }
  });

  it('replies before it switches, and reports the state after the switching time', () => {
    const { messages } = submit(breaker(), doSwitch('open'));
    expect(messages.map(({ kind, afterMs }) => [kind, afterMs])).toEqual([
      ['reply', 0],
      ['state', 150],
    ]);
  });

  it.each([
    ['at its expiry', 0, 0, 0],
    ['a millisecond after its expiry', 1, 0, 410],
    ['after its expiry on a fast device clock', -60_000, 60_001, 410],
    ['before its expiry on a slow device clock', 60_000, -60_000, 0],
  ])('checks the expiry of a command %s', (_name, lateMs, skew, code) => {
    const device = breaker();
    device.quirks.clockSkewMs = skew;
    const reaction = submit(device, doSwitch('open'), { at: now + lateMs, expiresAt: now });
    expect(replyCode(reaction)).toBe(code);
    expect(device.units[0]?.contact.closed).toBe(code === 410);
  });

  it('answers a repeated command with the first reply and does not switch again', () => {
    const device = breaker();
    const first = submit(device, doSwitch('open'));
    submit(device, doSwitch('close'), { id: 'c-2' });
    const again = submit(device, doSwitch('open'), { at: now + 10 * MINUTE - 1 });
    expect(again.messages.map(({ payload }) => payload)).toEqual([first.messages[0]?.payload]);
    expect(again.execution).toBeUndefined();
    expect(device.units[0]?.contact.action).toBe('closeByCommand');
  });

  it('repeats a refusal even if the state would now permit the command', () => {
    const device = breaker();
    expect(replyCode(submit(device, doSwitch('close')))).toBe(409);
    submit(device, doSwitch('open'), { id: 'c-2' });
    expect(replyCode(submit(device, doSwitch('close')))).toBe(409);
    expect(device.units[0]?.contact.closed).toBe(false);
  });

  it('replies 400 to an invalid command, and does not reply to a command without an id', () => {
    const device = breaker();
    const bad = `{"id":"c-9","exp":${now + 1},"op":"switch","args":{"to":"toggle"}}`;
    expect(replyCode(device.onCommand(bad, now))).toBe(400);
    expect(device.onCommand('nonsense', now).messages).toEqual([]);
    expect(device.units[0]?.contact.action).toBe('closeByManual');
  });

  it('answers a summon with the current values immediately', () => {
    const variable = understood(submit(breaker(), { op: 'summon', dataType: 'variable' }).messages);
    expect(variable.map(({ kind }) => kind)).toEqual(['reply', 'data']);
    expect(Object.keys(variable[1]?.accepted[0]?.measurement ?? {})).toHaveLength(27);
    expect(variable[1]?.accepted[0]?.registers).toBeUndefined();
    const energy = understood(submit(breaker(), { op: 'summon', dataType: 'energy' }).messages);
    expect(Object.keys(energy[1]?.accepted[0]?.registers ?? {})).toHaveLength(30);
  });

  it('stores written parameters, and refuses an unknown field', () => {
    const device = breaker();
    const write = (data: Record<string, unknown>, id: string) =>
      submit(device, { op: 'write', what: 'overVoltage', data }, { id });
    expect(understood(write({ ov: '280.0' }, 'w-1').messages)[0]?.accepted[0]).toMatchObject({
      code: 0,
      data: { ov: '280.0', orv: '255.0' },
    });
    expect(replyCode(write({ ov: '290.0', constructor: 'x' }, 'w-2'))).toBe(400);
    const read = submit(device, { op: 'read', what: 'overVoltage' }, { id: 'r-1' });
    expect(understood(read.messages)[0]?.accepted[0]).toMatchObject({ data: { ov: '280.0' } });
  });

  it('runs its timers by itself, without a command', () => {
    const device = breaker();
    const timers = [{ id: 7, days: 127, at: '18:30', to: 'open' as const }];
    expect(replyCode(submit(device, { op: 'timers', timers }))).toBe(0);
    const due = Date.UTC(2026, 0, 15, 10, 30);
    expect(device.nextDueAt()).toBeLessThan(due);
    for (let at = now; at < due; at += MINUTE) device.step(at);
    expect(device.units[0]?.contact.closed).toBe(true);
    const messages = understood(device.step(due)).filter(({ kind }) => kind === 'state');
    expect(messages[0]?.accepted[0]).toMatchObject({ action: 'openByTimer', deviceTime: due });
    expect(messages[0]?.accepted[0]?.commandId).toBeUndefined();
  });

  it('replies with an error if no device on its line answers a frame', () => {
    expect(replyCode(submit(breaker(), { op: 'frame', hex: '6816' }))).toBe(500);
  });
});

describe('reporting', () => {
  it('sends one reading per interval, each with its own timestamp', () => {
    const device = breaker();
    const times = new Set<number>();
    for (let at = now; at <= now + 10 * MINUTE; at += 7000) {
      for (const message of device.step(at)) for (const { ts } of message.readings) times.add(ts);
    }
    expect(times.size).toBeGreaterThanOrEqual(9);
    const steps = [...times].slice(1).map((ts, index) => ts - ([...times][index] ?? 0));
    expect(new Set(steps)).toEqual(new Set([MINUTE]));
  });

  it('starts with the nameplate and the contact position', () => {
    const greeting = understood(breaker().greeting(now));
    expect(greeting.map(({ kind }) => kind)).toEqual(['info', 'state']);
    expect(greeting[0]?.accepted[0]).toMatchObject({ deviceType: 'MT61', ratedVoltageV: 230 });
    expect(greeting[1]?.accepted[0]).toMatchObject({ action: 'closeByManual' });
  });

  it('sends only the last readings of the time during which its computer was asleep', () => {
    const messages = breaker().step(now + 30 * 24 * 60 * MINUTE);
    expect(messages.length).toBeLessThanOrEqual(62);
  });
});

describe('a gateway', () => {
  it('reports for its twenty slaves', () => {
    const device = gateway();
    const [data] = understood(device.step(now + MINUTE));
    expect(data?.accepted.map(({ address }) => address)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(understood(device.greeting(now))[0]?.accepted[0]?.slaves).toHaveLength(20);
  });

  it('switches only the slaves that the command names', () => {
    const device = gateway();
    const reaction = submit(device, {
      op: 'slaves',
      slots: [
        { address: 3, order: 'open' },
        { address: 4, order: 'none' },
        { address: 5, order: 'close' },
      ],
    });
    expect(replyCode(reaction)).toBe(0);
    expect(understood(reaction.messages)[1]?.accepted).toMatchObject([
      { address: 3, action: 'openByCommand', commandId: 'c-1' },
    ]);
    const open = device.units.filter((unit) => !unit.contact.closed).map((unit) => unit.address);
    expect(open).toEqual([3]);
  });

  it('switches no slave if one of them is not allowed to switch', () => {
    const device = gateway();
    device.moveByHand('open', now, 5);
    const reaction = submit(device, {
      op: 'slaves',
      slots: [
        { address: 3, order: 'open' },
        { address: 5, order: 'close' },
      ],
    });
    expect(replyCode(reaction)).toBe(409);
    expect(device.units[2]?.contact.closed).toBe(true);
  });

  it.each([
    ['a command for its own contact', { op: 'switch', to: 'open' }, 400],
    ['a slave it does not have', { op: 'slaves', slots: [{ address: 20, order: 'open' }] }, 400],
  ] as const)('refuses %s', (_name, action, code) => {
    const small = new SimulatedDevice({ ...spec, type: 'MT88C', slaveCount: 2 }, now);
    expect(replyCode(submit(small, action as CommandAction))).toBe(code);
  });

  it('reports the states of its slaves', () => {
    const reaction = submit(gateway(), { op: 'read', what: 'slaveControl' });
    expect(understood(reaction.messages)[0]?.accepted[0]).toMatchObject({
      data: { s1: { ad: 1, st: 10 }, s20: { ad: 20, st: 10 } },
    });
  });
});

describe('slots of a gateway', () => {
  const write = (device: SimulatedDevice, data: object, id = 'w-1') =>
    submit(device, { op: 'write', what: 'slaveControl', data: data as never }, { id });
  const small = () =>
    new SimulatedDevice({ ...spec, code: 'GATEWAY-0002', type: 'MT88C', slaveCount: 2 }, now);
  const table = (device: SimulatedDevice) =>
    understood(submit(device, { op: 'read', what: 'slaveControl' }, { id: 'r-1' }).messages)[0]
      ?.accepted[0]?.data;

  it('store written values, also after a restart', () => {
    const device = small();
    expect(replyCode(write(device, { s2: { ad: 1, en: 1 }, s1: { ad: 2, en: 0 } }))).toBe(0);
    const expected = { s2: { ad: 1, st: 10 }, s1: { ad: 2, st: 10, en: 0 } };
    expect(table(device)).toEqual(expected);
    const stored = decodeStored(JSON.parse(encodeStored(device.snapshot())));
    expect(table(new SimulatedDevice(device.spec, now, stored))).toEqual(expected);
  });

  it('include and store a discovered slave', () => {
    const device = small();
    applyFault('slave-discovered', device, now);
    expect(table(device)).toMatchObject({ s3: { ad: 3 } });
    const stored = decodeStored(JSON.parse(encodeStored(device.snapshot())));
    expect(new SimulatedDevice(device.spec, now, stored).units).toHaveLength(3);
  });

  it('exclude a disabled slave from readings and commands', () => {
    const device = small();
    write(device, { s2: { ad: 2, en: 0 } });
    const [data] = understood(device.step(now + MINUTE));
    expect(data?.accepted.map(({ address }) => address)).toEqual([1]);
    const slots = [{ address: 2, order: 'open' as const }];
    expect(replyCode(submit(device, { op: 'slaves', slots }))).toBe(409);
    expect(device.units[1]?.contact.closed).toBe(true);
  });

  it.each([
    ['two slaves in one slot', { s2: { ad: 1, en: 1 } }, 409],
    ['a slave it does not have', { s5: { ad: 5, en: 1 } }, 400],
    ['an invalid enabled value', { s1: { ad: 1, en: 2 } }, 400],
    ['an empty write', {}, 400],
  ])('refuse %s and change nothing', (_name, data, code) => {
    const device = small();
    expect(replyCode(write(device, data))).toBe(code);
    expect(table(device)).toEqual({ s1: { ad: 1, st: 10 }, s2: { ad: 2, st: 10 } });
  });
});

describe('a DTU', () => {
  it('opens and closes, and refuses a lock', () => {
    const device = new SimulatedDevice({ ...spec, type: 'HF-DTU' }, now);
    expect(replyCode(submit(device, doSwitch('lock')))).toBe(400);
    expect(replyCode(submit(device, doSwitch('open'), { id: 'c-2' }))).toBe(0);
  });
});

describe('faults', () => {
  it.each(FAULT_NAMES)('%s causes no message that the platform rejects', (name) => {
    for (const device of [breaker(), gateway()]) {
      const messages = [...applyFault(name, device, now)];
      for (let at = now; at < now + 5 * MINUTE; at += MINUTE) messages.push(...device.step(at));
      understood(messages);
    }
  });

  it('a stuck contact replies done and does not switch', () => {
    const device = breaker();
    applyFault('contact-stuck', device, now);
    const reaction = submit(device, doSwitch('open'));
    expect(replyCode(reaction)).toBe(0);
    expect(reaction.messages).toHaveLength(1);
    expect(reaction.execution?.moved).toBe(false);
    expect(device.units[0]?.contact.closed).toBe(true);
  });

  it('six hours of buffered readings are uploaded together, each with its own timestamp', () => {
    const device = breaker();
    applyFault('buffered-upload', device, now);
    const until = now + 6 * 60 * MINUTE;
    for (let at = now; at < until; at += MINUTE) expect(device.step(at)).toEqual([]);
    const messages = device.step(until + MINUTE).filter(({ kind }) => kind === 'data');
    for (const { payload } of messages) expect(payload.length).toBeLessThanOrEqual(MAX_DATA_BYTES);
    const readings = messages.flatMap((message) => message.readings);
    expect(readings.length).toBeGreaterThanOrEqual(360);
    expect(readings[0]?.ts).toBeLessThanOrEqual(now + MINUTE);
  });

  it('a buffered upload is sent immediately if the fault ends early', () => {
    const device = breaker();
    applyFault('buffered-upload', device, now);
    for (let at = now; at < now + 9 * MINUTE; at += MINUTE) device.step(at);
    Object.assign(device.quirks, healthy());
    const [message] = device.step(now + 10 * MINUTE);
    expect(message?.readings.length).toBeGreaterThanOrEqual(9);
  });

  it('a device continues to count in a silent month and sends no readings of that time', () => {
    const device = breaker();
    const [before] = device.readings(now);
    applyFault('silent-month', device, now);
    const month = 30 * 24 * 60 * MINUTE;
    for (let at = now; at < now + month; at += 60 * MINUTE) expect(device.step(at)).toEqual([]);
    const messages = device.step(now + month + MINUTE).flatMap(({ readings }) => readings);
    expect(messages[0]?.ts).toBeGreaterThanOrEqual(now + month);
    expect(messages[0]?.activeTotal).toBeGreaterThan((before?.registers?.activeTotal ?? NaN) + 100);
  });

  it.each([
    ['spring', Date.UTC(2026, 2, 29, 1), -60],
    ['autumn', Date.UTC(2026, 9, 25, 1), 60],
  ])('a clock that misses the %s time change is wrong from then on', (_season, change, minutes) => {
    const device = new SimulatedDevice({ ...spec, zone: 'Europe/Paris' }, change - MINUTE);
    applyFault('clock-misses-dst', device, change - MINUTE);
    expect(device.deviceTime(change - 1)).toBe(change - 1);
    expect(device.deviceTime(change)).toBe(change + minutes * MINUTE);
  });

  it('readings do not contain the three mute slaves', () => {
    const device = gateway();
    applyFault('slaves-mute', device, now);
    expect(understood(device.step(now + MINUTE))[0]?.accepted).toHaveLength(17);
    const reaction = submit(device, { op: 'slaves', slots: [{ address: 1, order: 'open' }] });
    expect(replyCode(reaction)).toBe(500);
  });

  it('duplicated and swapped messages lose no reading', () => {
    const device = breaker();
    applyFault('swapped-messages', device, now);
    applyFault('duplicate-messages', device, now);
    const times = Array.from({ length: 8 }, (_, index) => device.step(now + (index + 1) * MINUTE))
      .flat()
      .flatMap(({ readings }) => readings.map(({ ts }) => ts));
    expect(times).toHaveLength(16);
    expect(new Set(times).size).toBe(8);
    expect(times).not.toEqual(times.toSorted());
  });

  it('a voltage sag is measured only while it lasts', () => {
    const device = breaker();
    applyFault('voltage-sag', device, now);
    const volts = (at: number) => device.readings(at)[0]?.measurement?.voltageB;
    expect([volts(now), volts(now + 1500)]).toEqual([160, 160]);
    expect(volts(now + 1501)).toBeGreaterThan(210);
  });

  it('a reply with a wrong id does not contain the id of the command', () => {
    const device = breaker();
    applyFault('wrong-reply-id', device, now);
    const reaction = submit(device, doSwitch('open'));
    expect(understood(reaction.messages)[0]?.accepted[0]?.commandId).not.toBe('c-1');
  });

  it('closing by hand is reported without a command id', () => {
    const device = breaker();
    device.units[0]?.become('openByFault', now);
    const [state] = understood(applyFault('closed-by-hand', device, now));
    expect(state?.accepted[0]).toMatchObject({ action: 'closeByManual' });
    expect(state?.accepted[0]?.commandId).toBeUndefined();
  });
});
