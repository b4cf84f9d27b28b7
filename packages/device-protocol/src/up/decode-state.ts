/**
 * State reports (device protocol, "Up"): of the device itself by the name of its switch action, of
 * a gateway's slaves by status code, of dry contacts by position. `cmd` relates the report of a
 * switch position to the command that caused it; without `cmd`, the device switched without a
 * command.
 */
import { DRY_CONTACTS, type DryContactNumber } from '@busbar/domain/alarm/dry-contact';
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import type { DryContactReport, StateReport } from '@busbar/domain/device/device-report';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import { actionOfSlaveStatus } from '@busbar/domain/switch/slave-status';
import { SWITCH_ACTIONS, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { isJsonObject, type JsonObject, type Payload } from '../payload.ts';
import { type Decoded, quoted, Unreadable } from '../rejection.ts';
import { commandIdOf, enumOf, timeOf } from '../wire-values.ts';
import { countUnknown, decodeObject } from './decode-object.ts';

export const MAX_SLAVES = 20;

export function decodeState(payload: Payload): Decoded<StateReport | DryContactReport> {
  return decodeObject(payload, (record) => {
    const deviceTime = timeOf(record);
    const commandId = commandIdOf(record, 'cmd');
    const action = enumOf(record, 'action', SWITCH_ACTIONS);
    const { slaves, dry } = record;
    if (action === undefined && slaves === undefined && dry === undefined) {
      throw new Unreadable('missing-field', 'none of action, slaves and dry');
    }
    const accepted: (StateReport | DryContactReport)[] = [];
    const rejected: Rejection[] = [];
    if (action !== undefined) accepted.push({ address: undefined, deviceTime, action, commandId });
    listOf(slaves, 'slaves', MAX_SLAVES).forEach((entry, index) => {
      const slave = readSlave(entry, index);
      if ('reason' in slave) rejected.push(slave);
      else accepted.push({ ...slave, deviceTime, commandId });
    });
    listOf(dry, 'dry', DRY_CONTACTS.length).forEach((entry, index) => {
      const contact = readContact(entry, index);
      if ('reason' in contact) rejected.push(contact);
      else accepted.push({ ...contact, deviceTime });
    });
    return {
      accepted,
      rejected,
      unknownFields: countUnknown(record, ['ts', 'cmd', 'action', 'slaves', 'dry']),
    };
  });
}

function listOf(list: unknown, key: string, max: number): readonly unknown[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new Unreadable('wrong-type', `${key} is no list`);
  if (list.length > max) {
    throw new Unreadable('too-many', `${list.length} ${key} are more than ${max}`);
  }
  return list;
}

function readContact(
  entry: unknown,
  index: number,
): { contact: DryContactNumber; closed: boolean } | Rejection {
  if (!isJsonObject(entry)) return rejection('not-an-object', 'a dry contact is an object', index);
  const { n, closed }: JsonObject = entry;
  const contact = DRY_CONTACTS.find((number) => number === n);
  if (contact === undefined) {
    return rejection('bad-address', `n: ${quoted(n)} is not 1 or 2`, index);
  }
  if (typeof closed !== 'boolean') {
    return rejection('wrong-type', `closed: ${quoted(closed)} is not true or false`, index);
  }
  return { contact, closed };
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
