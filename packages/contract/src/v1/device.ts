/**
 * v1 device calls (docs/specification/devices.md 2 and 3, docs/specification/calls.md 3.2;
 * docs/decisions.md 23, 25).
 */
import { Type } from 'typebox';
import { defineCalls } from '../call.ts';
import { Id, Nullable, Text, Whole } from '../shapes.ts';
import { BrokerAddress } from '../v2/fleet/devices.ts';

export const DeviceListItem = Type.Object({
  id: Type.Integer(),
  deviceName: Type.String(),
  deviceSymbolCode: Type.String(),
  deviceType: Type.String(),
  /** Id of the tariff (docs/specification/devices.md 2.1); its name is in the next field. */
  rate: Type.Integer(),
  rateName: Type.String(),
  groupId: Type.Integer(),
  groupName: Type.String(),
  status: Type.String(),
  statusTime: Nullable(Type.Number()),
  onLine: Type.String(),
  presence: Type.String(),
  heardTime: Nullable(Type.Number()),
  csq: Nullable(Type.Integer()),
  ratedVol: Nullable(Type.Number()),
  ratedCur: Nullable(Type.Number()),
  hVersion: Type.String(),
  sVersion: Type.String(),
  band: Type.String(),
  address: Type.String(),
  lng: Nullable(Type.Number()),
  lat: Nullable(Type.Number()),
  lng_t: Nullable(Type.Number()),
  lat_t: Nullable(Type.Number()),
});

export const deviceCalls = defineCalls({
  'v1.device.findByConditions': {
    method: 'POST',
    path: '/device/findByConditions',
    summary: 'Device list with paging',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    body: Type.Object({
      rows: Type.Optional(Whole),
      currentPage: Type.Optional(Whole),
      groupId: Type.Optional(Id),
      keyword: Type.Optional(Text(100)),
      onLine: Type.Optional(Type.Union([Type.Literal('online'), Type.Literal('offline')])),
      deviceType: Type.Optional(Text(100)),
      sort: Type.Optional(Text(40)),
      order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    }),
    answer: {
      data: Type.Array(DeviceListItem),
      currentPage: Type.Integer(),
      totalPage: Type.Integer(),
      totalCount: Type.Integer(),
      rows: Type.Integer(),
    },
    tenantIds: [{ at: 'body.groupId', of: 'group', miss: 'not-found' }],
    example: { body: { rows: 13, currentPage: 1, groupId: '{group}' } },
  },
  'v1.device.addOrUpdate': {
    method: 'POST',
    path: '/device/addOrUpdate',
    summary: 'Register a device (answers its secret once) or change one',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      id: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      deviceName: Text(100),
      deviceSymbolCode: Text(64),
      /** Id or name of the device type. */
      deviceType: Id,
      rate: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      groupId: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      userId: Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()])),
      manufactureName: Type.Optional(Type.Union([Text(), Type.Null()])),
      address: Type.Optional(Text(300)),
      /** Protocol over MQTT: busbar (default), shelly, tasmota or zigbee2mqtt; it cannot be changed later. */
      protocol: Type.Optional(Type.Union([Text(20), Type.Null()])),
    }),
    answer: {
      data: Type.Object({
        id: Type.Integer(),
        /** Present only for a new device; never returned again. */
        device_secret: Type.Optional(Type.String()),
        /** The address to connect to with the secret; present together with it. */
        connection: Type.Optional(BrokerAddress),
      }),
    },
    tenantIds: [
      { at: 'body.id', of: 'device', miss: 'not-found' },
      { at: 'body.rate', of: 'rate', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
      { at: 'body.userId', of: 'user', miss: 'forbidden' },
    ],
    example: {
      body: {
        id: '{device}',
        deviceName: 'renamed',
        deviceSymbolCode: '{device-code}',
        deviceType: 'MT61',
        rate: '{rate}',
        groupId: '{group}',
        userId: '{user}',
        manufactureName: '',
      },
    },
  },
  'v1.device.delete': {
    method: 'POST',
    path: '/device/delete',
    summary: 'Delete a device; its readings stay for the bills they made',
    who: 'device.remove',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ id: Id, groupId: Type.Optional(Id) }),
    answer: {},
    tenantIds: [
      { at: 'body.id', of: 'device', miss: 'not-found' },
      { at: 'body.groupId', of: 'group', miss: 'not-found' },
    ],
    example: { body: { id: '{device}', groupId: '{group}' } },
  },
});
