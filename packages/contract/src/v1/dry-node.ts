/** Dry contacts: names, normal and reported positions (docs/specification/protection.md 7). */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Text, Whole } from '../shapes.ts';

const ContactStatus = Type.Union([Type.Literal('open'), Type.Literal('close')]);

const CONTACTS = {
  deviceId: Id,
  groupId: Type.Optional(Id),
  name1: Text(50),
  status1: Type.Optional(ContactStatus),
  name2: Text(50),
  status2: Type.Optional(ContactStatus),
};

const DryNode = Type.Object({
  id: Type.Integer(),
  deviceId: Type.Integer(),
  name1: Type.String(),
  status1: Type.String(),
  name2: Type.String(),
  status2: Type.String(),
});

const TENANT_IDS = [
  { at: 'body.deviceId', of: 'device', miss: 'not-found' },
  { at: 'body.groupId', of: 'group', miss: 'not-found' },
] as const;

const EXAMPLE = {
  deviceId: '{device}',
  groupId: '{group}',
  name1: 'door',
  status1: 'open',
  name2: 'fan',
  status2: 'close',
};

export const dryNodeCalls = defineCalls({
  'v1.device.dryNode.list': {
    method: 'POST',
    path: '/device/dryNode/list',
    summary: 'Dry contacts of a device: one row, or none before they are deployed',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      deviceId: Id,
      groupId: Type.Optional(Id),
      currentPage: Type.Optional(Whole),
      rows: Type.Optional(Whole),
    }),
    answer: {
      data: Type.Array(DryNode),
      /**
       * Positions reported by the device, with or without names: number of the contact (1 or 2),
       * and the time of the change, epoch ms.
       */
      positions: Type.Array(
        Type.Object({ n: Type.Integer(), closed: Type.Boolean(), at: Type.Number() }),
      ),
      currentPage: Type.Integer(),
      totalPage: Type.Integer(),
      totalCount: Type.Integer(),
      rows: Type.Integer(),
    },
    tenantIds: TENANT_IDS,
    example: { body: { currentPage: 1, rows: 10, deviceId: '{device}', groupId: '{group}' } },
  },
  'v1.device.dryNode.save': {
    method: 'POST',
    path: '/device/dryNode/save',
    summary: 'Deploy the dry contacts of a device',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object(CONTACTS),
    answer: { data: DryNode },
    tenantIds: TENANT_IDS,
    example: { body: EXAMPLE },
  },
  'v1.device.dryNode.update': {
    method: 'POST',
    path: '/device/dryNode/update',
    summary: 'Change the dry contacts of a device',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ ...CONTACTS, id: Id }),
    answer: { data: DryNode },
    tenantIds: TENANT_IDS,
    example: { body: { ...EXAMPLE, id: 1 } },
  },
});
