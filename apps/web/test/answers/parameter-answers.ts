/**
 * Parameters of a breaker as returned and pushed by the server; a test specifies only the
 * differences.
 */

import type { ProtectionName } from '@busbar/domain/protection/definition';
import { PROTECTIONS, protectionOf } from '@busbar/domain/protection/protections/protections';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import type { AnswerFor, ContractServer } from '../contract-server.ts';
import { push } from '../fake-web-socket.ts';
import { CODE } from './device-answers.ts';

type Data = AnswerFor<'v2.device.parameters'>['data'];
export type SetData = Data['sets'][number];

/** The factory defaults, keyed by API name. */
export function factoryRecord(set: ProtectionName, more: object = {}): Record<string, unknown> {
  const definition = protectionOf(set);
  return { ...writeRecord(definition, defaultsOf(definition)), ...more };
}

type Sets = Partial<Record<ProtectionName, Partial<SetData>>>;

/** All parameter sets as unread, except the given ones. */
export function parametersData(sets: Sets = {}): Data {
  return {
    device_code: CODE,
    device_name: 'Pump house',
    presence: 'online',
    rated_vol: 230,
    rated_cur: 63,
    sets: PROTECTIONS.map(({ name, messageType }) => ({
      set: name,
      msg_type: messageType,
      values: null,
      ts: null,
      verified: null,
      last_read: null,
      last_write: null,
      ...sets[name],
    })),
  };
}

export function answerParameters(server: ContractServer, sets: Sets = {}): void {
  server.answer('v2.device.parameters', { data: parametersData(sets) });
}

/** Simulates that the device reports a parameter set over the real-time channel. */
export function pushParameters(
  set: ProtectionName,
  record: object,
  verified: Record<string, boolean> | null = null,
): void {
  push({
    deviceId: 11,
    deviceCode: CODE,
    msgType: protectionOf(set).messageType as 'OVERVOLTAGEFAULT',
    message: { ...record, command_id: 'cmd-1', verified, ts: Date.now() },
  });
}
