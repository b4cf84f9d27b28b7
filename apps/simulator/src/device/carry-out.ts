/** The effect of each command on a device, and its reply (device protocol, "Down"). */
import type { DeviceTimer, DownCommand } from '@busbar/device-protocol/down/down-command';
import { wireTimer } from '@busbar/device-protocol/down/encode-down';
import type { JsonObject } from '@busbar/device-protocol/payload';
import type { ReplyName } from '@busbar/device-protocol/up/reply-codes';
import { decodeSlotChanges } from '@busbar/device-protocol/up/slot-changes';
import { validateSlotChanges, withSlotChanges } from '@busbar/domain/slot/slot-table';
import { COMMANDS_OF_KIND, type SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SlaveSlot } from '@busbar/domain/switch/slave-slot';
import { slaveStatusOfAction } from '@busbar/domain/switch/slave-status';
import { passFrame } from '../meter/pass-frame.ts';
import type { Carried, CommandedDevice } from './carried.ts';
import { dataMessages } from './outgoing.ts';
import type { Unit } from './unit.ts';

const TEXT: Readonly<Record<Exclude<ReplyName, 'done'>, string>> = {
  badArguments: 'bad arguments',
  refused: 'refused in the present state',
  expired: 'expired',
  lockedByMechanism: 'locked by the mechanism',
  failed: 'the contact did not move',
};

export function carryOut(device: CommandedDevice, command: DownCommand, now: number): Carried {
  switch (command.op) {
    case 'switch':
      return switchOwn(device, command.to, command.id, now);
    case 'slaves':
      return switchSlaves(device, command.slots, command.id, now);
    case 'summon':
      return summon(device, command.dataType, now);
    case 'read':
    case 'write':
      return parameters(device, command);
    case 'timers':
      return holdTimers(device, command.timers);
    case 'frame':
      return passFrame(device, command.hex, command.id, now);
  }
}

function refusal(name: Exclude<ReplyName, 'done'>): Carried {
  return { name, message: TEXT[name] };
}

function switchOwn(
  device: CommandedDevice,
  command: SwitchCommand,
  commandId: string,
  now: number,
): Carried {
  const [unit] = device.units;
  if (unit === undefined || !COMMANDS_OF_KIND[device.kind].includes(command)) {
    return refusal('badArguments');
  }
  const before = unit.contact.action;
  const answer = unit.obey(command, 'command', now);
  if (answer !== 'done') return refusal(answer);
  if (unit.contact.action === before) return { name: 'done' };
  const afterwards = device.stateOf([unit], commandId, now, device.spec.moveMs);
  return { name: 'done', afterwards, moved: true };
}

/**
 * All or nothing: a slave that is missing, mute or blocked makes the whole command fail. A slave
 * that is already in the requested position is skipped, so that it retains the cause of its
 * position.
 */
function switchSlaves(
  device: CommandedDevice,
  slots: readonly SlaveSlot[],
  commandId: string,
  now: number,
): Carried {
  if (device.kind !== 'gateway') return refusal('badArguments');
  const commands: { readonly unit: Unit; readonly command: 'open' | 'close' }[] = [];
  for (const { address, order: command } of slots) {
    const unit = device.units.find((candidate) => candidate.address === address);
    if (unit === undefined) return refusal('badArguments');
    if (command === 'none') continue;
    if (!unit.enabled) return refusal('refused');
    if (unit.mute) return refusal('failed');
    if (unit.contact.closed === (command === 'close')) continue;
    const answer = unit.contact.answerTo(command);
    if (answer !== 'done') return refusal(answer);
    if (unit.contact.jam === 'admitted') return refusal('failed');
    commands.push({ unit, command });
  }
  const before = commands.map(({ unit }) => unit.contact.action);
  for (const { unit, command } of commands) unit.obey(command, 'command', now);
  const moved = commands
    .map(({ unit }) => unit)
    .filter((unit, index) => unit.contact.action !== before[index]);
  const afterwards = device.stateOf(moved, commandId, now, device.spec.moveMs);
  return { name: 'done', afterwards, moved: moved.length > 0 };
}

/**
 * A gateway accepts timers only for its slaves, any other device only for itself; the reply
 * contains the timers in force.
 */
function holdTimers(device: CommandedDevice, timers: readonly DeviceTimer[]): Carried {
  const canRun = ({ address, to }: DeviceTimer) =>
    device.units.some((unit) => unit.address === address) &&
    COMMANDS_OF_KIND[address === undefined ? device.kind : 'slave'].includes(to);
  if (!timers.every(canRun)) return refusal('badArguments');
  device.timers = timers;
  return { name: 'done', data: { timers: timers.map(wireTimer) } };
}

function summon(device: CommandedDevice, dataType: 'variable' | 'energy', now: number): Carried {
  const readings = device
    .readings(now)
    .map((reading) =>
      dataType === 'variable'
        ? { ...reading, registers: undefined }
        : { ...reading, measurement: undefined },
    );
  return { name: 'done', afterwards: dataMessages(device.spec.code, readings, readings.length) };
}

function parameters(
  device: CommandedDevice,
  command: Extract<DownCommand, { op: 'read' | 'write' }>,
): Carried {
  const { what } = command;
  if (what === 'slaveControl') {
    if (device.kind !== 'gateway') return refusal('badArguments');
    return command.op === 'read'
      ? { name: 'done', data: slaveStatus(device) }
      : writeSlots(device, command.data);
  }
  if (command.op === 'read') return { name: 'done', data: device.parameters.read(what) };
  const data = device.parameters.write(what, command.data);
  return data === undefined ? refusal('badArguments') : { name: 'done', data };
}

/** All or nothing; the reply contains the slot table in force. */
function writeSlots(device: CommandedDevice, data: JsonObject): Carried {
  const changes = decodeSlotChanges(data);
  if ('reason' in changes) return refusal('badArguments');
  const table = device.units.map((unit) => ({ ...placeOf(unit), unit }));
  const refusals = validateSlotChanges(table, changes);
  if (refusals.includes('slave-unknown')) return refusal('badArguments');
  if (refusals.some((reason) => reason !== null)) return refusal('refused');
  for (const { unit, slot, enabled } of withSlotChanges(table, changes)) {
    Object.assign(unit, { slot, enabled });
  }
  return { name: 'done', data: slaveStatus(device) };
}

const placeOf = ({ slot, address, enabled }: Unit) => ({ slot, address: address ?? 0, enabled });

/**
 * Slots in the format of SLAVESTATUS (docs/specification/real-time.md 2.3), with `en` for the
 * disabled slots. A mute slave is omitted because its state is unknown; the state of a disabled
 * slave is known.
 */
function slaveStatus(device: CommandedDevice): JsonObject {
  return Object.fromEntries(
    device.units
      .filter((unit) => !unit.enabled || !unit.mute)
      .map((unit) => [
        `s${unit.slot}`,
        {
          ad: unit.address ?? 0,
          st: slaveStatusOfAction(unit.contact.action) ?? 0,
          ...(unit.enabled ? {} : { en: 0 }),
        },
      ]),
  );
}
