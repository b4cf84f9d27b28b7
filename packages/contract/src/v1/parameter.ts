/**
 * Parameters of the protections (docs/specification/protection.md 2), two calls each, generated
 * from the domain's list. A call responds at once; the values arrive over the real-time channel in
 * the message type named there, after a save as they were read back.
 */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { ENABLE_SWITCH } from '@busbar/domain/protection/enable-switch';
import { INTERPHASE_IMBALANCE } from '@busbar/domain/protection/protections/interphase-imbalance';
import { LOST_PHASE } from '@busbar/domain/protection/protections/lost-phase';
import { LOW_VOLTAGE } from '@busbar/domain/protection/protections/low-voltage';
import { OVER_CURRENT } from '@busbar/domain/protection/protections/over-current';
import { OVER_LOAD } from '@busbar/domain/protection/protections/over-load';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { TIMING_CONFIG } from '@busbar/domain/protection/timing-config';
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { protectionBody, protectionExample } from '../protection-record.ts';
import { Id, Text } from '../shapes.ts';

const DeviceNamed = {
  devId: Id,
  groupId: Type.Optional(Id),
  userId: Type.Optional(Id),
};

const DEVICE_TENANT_IDS = [
  { at: 'body.devId', of: 'device', miss: 'not-found' },
  { at: 'body.groupId', of: 'group', miss: 'not-found' },
  { at: 'body.userId', of: 'user', miss: 'forbidden' },
] as const;

const Asked = { data: Type.Object({ command_id: Type.String() }) };

function readCall<const D extends ProtectionDefinition>({ name, readCall, messageType }: D) {
  return defineCall({
    name: `v1.parameter.${readCall as D['readCall']}`,
    version: 'v1',
    method: 'POST',
    path: `/parameter/${readCall as D['readCall']}`,
    summary: `Ask a device for its parameters ${name}; they arrive as ${messageType}`,
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ ...DeviceNamed, dataType: Type.Optional(Type.Literal('read')) }),
    answer: Asked,
    tenantIds: DEVICE_TENANT_IDS,
    example: { body: { dataType: 'read', devId: '{device}', groupId: '{group}' } },
  });
}

function saveCall<const D extends ProtectionDefinition>(definition: D) {
  const { name, saveCall, messageType } = definition;
  return defineCall({
    name: `v1.parameter.${saveCall as D['saveCall']}`,
    version: 'v1',
    method: 'POST',
    path: `/parameter/${saveCall as D['saveCall']}`,
    summary: `Write the parameters ${name} and read them back; what then stands there arrives as ${messageType}`,
    who: 'protection.write',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      ...DeviceNamed,
      dataType: Type.Optional(Text(16)),
      /** Required if the writes and switch commands exceed the limit per minute. */
      password: Type.Optional(Text()),
      data: protectionBody(definition),
    }),
    answer: Asked,
    tenantIds: DEVICE_TENANT_IDS,
    example: {
      body: { devId: '{device}', groupId: '{group}', data: protectionExample(definition) },
    },
  });
}

export const PARAMETER_READ_CALLS = [
  readCall(OVER_VOLTAGE),
  readCall(LOW_VOLTAGE),
  readCall(OVER_CURRENT),
  readCall(OVER_LOAD),
  readCall(ENABLE_SWITCH),
  readCall(LOST_PHASE),
  readCall(INTERPHASE_IMBALANCE),
  readCall(TIMING_CONFIG),
] as const;

export const PARAMETER_SAVE_CALLS = [
  saveCall(OVER_VOLTAGE),
  saveCall(LOW_VOLTAGE),
  saveCall(OVER_CURRENT),
  saveCall(OVER_LOAD),
  saveCall(ENABLE_SWITCH),
  saveCall(LOST_PHASE),
  saveCall(INTERPHASE_IMBALANCE),
  saveCall(TIMING_CONFIG),
] as const;
