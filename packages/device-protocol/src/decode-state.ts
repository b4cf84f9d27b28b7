/**
 * State reports (device protocol, "Up"): of the device itself by the name of
 * its switch action, of a gateway's slaves by status code. `cmd` ties a report
 * to the command that caused it; without it the movement was the device's own.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import { actionOfSlaveStatus } from '@busbar/domain/switch/slave-status';
import { SWITCH_ACTIONS, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { countUnknown, decodeObject } from './decode-object.ts';
import { isJsonObject, type JsonObject, type Payload } from './payload.ts';
import { type Decoded, quoted, type Rejection, rejection, Unreadable } from './rejection.ts';
import { commandIdOf, timeOf, wordOf } from './wire-values.ts';

export interface StateReport {
  /** The slave that reports; undefined for the device itself. */
  readonly address: number | undefined;
  readonly deviceTime: number | undefined;
  readonly action: SwitchAction;
  readonly commandId: string | undefined;
}

export const MAX_SLAVES = 20;

export function decodeState(payload: Payload): Decoded<StateReport> {
  return decodeObject(payload, (record) => {
    const deviceTime = timeOf(record);
    const commandId = commandIdOf(record, 'cmd');
    const action = wordOf(record, 'action', SWITCH_ACTIONS);
    const slaves = record.slaves;
    if (action === undefined && slaves === undefined) {
      throw new Unreadable('missing-field', 'neither action nor slaves');
    }
    const accepted: StateReport[] = [];
    const rejected: Rejection[] = [];
    if (action !== undefined) accepted.push({ address: undefined, deviceTime, action, commandId });
    listOf(slaves).forEach((entry, index) => {
      const slave = readSlave(entry, index);
      if ('reason' in slave) rejected.push(slave);
      else accepted.push({ ...slave, deviceTime, commandId });
    });
    return {
      accepted,
      rejected,
      unknownFields: countUnknown(record, ['ts', 'cmd', 'action', 'slaves']),
    };
  });
}

function listOf(slaves: unknown): readonly unknown[] {
  if (slaves === undefined) return [];
  if (!Array.isArray(slaves)) throw new Unreadable('wrong-type', 'slaves is no list');
  if (slaves.length > MAX_SLAVES) {
    throw new Unreadable('too-many', `${slaves.length} slaves are more than ${MAX_SLAVES}`);
  }
  return slaves;
}

function readSlave(
  entry: unknown,
  index: number,
): { address: number; action: SwitchAction } | Rejection {
  if (!isJsonObject(entry)) return rejection('not-an-object', 'a slave is an object', index);
  const { ad: address, st: status }: JsonObject = entry;
  if (!isSlaveAddress(address)) {
    return rejection('bad-address', `ad: ${quoted(address)} is not 1 to 20`, index);
  }
  if (typeof status !== 'number') {
    return rejection('wrong-type', `st: ${quoted(status)} is no number`, index);
  }
  const action = actionOfSlaveStatus(status);
  if (action === undefined) {
    return rejection('unknown-word', `st: ${status} is no status code`, index);
  }
  return { address, action };
}
