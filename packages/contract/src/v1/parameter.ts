/**
 * Parameters of the protections (docs/specification/protection.md 2), two calls each, generated
 * from the domain's list. A call responds immediately; the values arrive over the real-time channel
 * in the message type of the protection's definition. After a save, these are the values that were
 * read back.
 */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { protectionBody, protectionExample } from '../protection-record.ts';
import { Id, Text } from '../shapes.ts';

/** Returns an entry for each protection under the name of its read or save call. */
export const ofProtections = <K extends 'readCall' | 'saveCall', Entry>(
  call: K,
  entryOf: (definition: ProtectionDefinition) => Entry,
) =>
  Object.fromEntries(
    PROTECTIONS.map((definition) => [`v1.parameter.${definition[call]}`, entryOf(definition)]),
  ) as Readonly<Record<`v1.parameter.${(typeof PROTECTIONS)[number][K]}`, Entry>>;

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

const QueuedCommand = { data: Type.Object({ command_id: Type.String() }) };

const reading = ({ name, readCall, messageType }: ProtectionDefinition) =>
  ({
    method: 'POST',
    path: `/parameter/${readCall}`,
    summary: `Ask a device for its parameters ${name}; they arrive as ${messageType}`,
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({ ...DeviceNamed, dataType: Type.Optional(Type.Literal('read')) }),
    answer: QueuedCommand,
    tenantIds: DEVICE_TENANT_IDS,
    example: { body: { dataType: 'read', devId: '{device}', groupId: '{group}' } },
  }) as const;

function saving(definition: ProtectionDefinition) {
  const { name, saveCall, messageType } = definition;
  return {
    method: 'POST',
    path: `/parameter/${saveCall}`,
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
    answer: QueuedCommand,
    tenantIds: DEVICE_TENANT_IDS,
    example: {
      body: { devId: '{device}', groupId: '{group}', data: protectionExample(definition) },
    },
  } as const;
}

export const parameterCalls = defineCalls({
  ...ofProtections('readCall', reading),
  ...ofProtections('saveCall', saving),
});
