/** Devices on v2 (docs/specification/devices.md 2; docs/decisions.md 18, 23, 25). */
import { type Static, Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text, When } from '../../shapes.ts';
import { AlarmFacts } from '../alarms/alarms.ts';

/** Protocol of a device over MQTT (docs/protocol/other-devices.md). */
const Protocol = Type.Union([
  Type.Literal('busbar'),
  Type.Literal('shelly'),
  Type.Literal('tasmota'),
  Type.Literal('zigbee2mqtt'),
]);

export const DeviceRow = Type.Object({
  id: Type.Integer(),
  device_name: Type.String(),
  device_code: Type.String(),
  device_type: Type.String(),
  kind: Type.String(),
  /** True for a breaker that the server simulates; it is part of no total. */
  simulated: Type.Boolean(),
  parent_code: Nullable(Type.String()),
  slave_address: Nullable(Type.Integer()),
  /** Number of the channel if the device has several (Shelly, Tasmota); 1 is the device itself. */
  channel: Nullable(Type.Integer()),
  group_id: Type.Integer(),
  group_name: Type.String(),
  rate: Type.Integer(),
  rate_name: Type.String(),
  address: Type.String(),
  /** `switch:<action>`; `switch:` if the device has never reported (docs/decisions.md 6). */
  status: Type.String(),
  status_at: Nullable(Type.Number()),
  online: Type.Boolean(),
  /** One of online, late and offline. */
  presence: Type.String(),
  heard_at: Nullable(Type.Number()),
  csq: Nullable(Type.Integer()),
  band: Type.String(),
  rated_vol: Nullable(Type.Number()),
  rated_cur: Nullable(Type.Number()),
  h_version: Type.String(),
  s_version: Type.String(),
  /** Seconds between readings, as registered; a value older than three intervals is outdated. */
  interval_s: Type.Integer(),
  /** Active power of the newest reading, kW. */
  load_kw: Nullable(Type.Number()),
  /** Largest phase current of the newest reading in percent of the rated current. */
  load_percent: Nullable(Type.Number()),
  /** Time of the newest reading. */
  load_at: Nullable(Type.Number()),
  /** Energy of the customer's local day, kWh; null if no register of the day is known. */
  energy_today: Nullable(Type.Number()),
  /** Number of open alarms. */
  alarm_count: Type.Integer(),
  /** Type of the most serious open alarm, the newest of several. */
  alarm_type: Nullable(Type.String()),
});

const DeviceSort = Type.Union([
  Type.Literal('device_name'),
  Type.Literal('device_code'),
  Type.Literal('device_type'),
  Type.Literal('csq'),
  Type.Literal('created'),
  Type.Literal('heard_at'),
  Type.Literal('load'),
  Type.Literal('load_percent'),
  Type.Literal('energy_today'),
]);
export type DeviceSort = Static<typeof DeviceSort>;

const BreakerPosition = Type.Union([
  Type.Literal('closed'),
  Type.Literal('open'),
  Type.Literal('tripped'),
  Type.Literal('locked'),
]);

/** Latest measurement under its wire names, with the age of every value. */
export const LatestReading = Type.Object({
  ts: Type.Number(),
  values: Type.Record(Type.String(), Type.Number()),
});

export const DeviceLock = Type.Object({
  /** Null if the lock was not set by a user. */
  user_id: Nullable(Type.Integer()),
  user_name: Type.String(),
  reason: Type.String(),
  until: Nullable(Type.Number()),
  at: Type.Number(),
});

const DeviceDetail = Type.Object({
  ...DeviceRow.properties,
  protocol: Protocol,
  /** Active power of the latest reading, kW; null if there is none. */
  ins_p_history: Nullable(Type.Number()),
  variable: Nullable(LatestReading),
  energy: Nullable(LatestReading),
  /** The lock shown on the card: user, reason, expiry. */
  lock: Nullable(DeviceLock),
  command: Nullable(
    Type.Object({
      id: Type.String(),
      switch: Nullable(Type.String()),
      state: Type.String(),
      reason: Nullable(Type.String()),
      times: Type.Record(Type.String(), Type.Number()),
    }),
  ),
  /** Active alarms, newest first; `type` and `detail` as in `alarms`. */
  alarms: Type.Array(
    Type.Object({
      type: Type.String(),
      /** One of alarm and warning. */
      kind: Type.String(),
      since: Type.Number(),
      value: Nullable(Type.Number()),
      peak: Nullable(Type.Number()),
      limit: Nullable(Type.Number()),
      phase: Nullable(Type.String()),
      detail: Type.String(),
      facts: AlarmFacts,
    }),
  ),
  allowed: Type.Object({
    open: Type.Boolean(),
    close: Type.Boolean(),
    lock: Type.Boolean(),
    unlock: Type.Boolean(),
  }),
});

/** Address that devices connect to; if `host` is null, the host of this response. */
export const BrokerAddress = Type.Object({
  host: Nullable(Type.String()),
  port: Type.Integer(),
  tls_port: Nullable(Type.Integer()),
  /** Port for DTUs, at the host of this response; null if the platform accepts none. */
  dtu_port: Nullable(Type.Integer()),
});

export const devicesCalls = defineCalls({
  'v2.devices': {
    method: 'GET',
    path: '/api/v2/devices',
    summary: 'Devices of the own group and below',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      keyword: Type.Optional(Text(100)),
      group_id: Type.Optional(IdText),
      online: Type.Optional(Type.Boolean()),
      device_type: Type.Optional(Text(100)),
      /** Selects breakers by their last reported position; `tripped` and `locked` are not `open`. */
      position: Type.Optional(BreakerPosition),
      sort: Type.Optional(DeviceSort),
      order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    }),
    answer: { data: Type.Object({ list: Type.Array(DeviceRow), total: Type.Integer() }) },
    tenantIds: [{ at: 'query.group_id', of: 'group', miss: 'not-found' }],
    example: { query: { group_id: '{group}' } },
  },
  'v2.device': {
    method: 'GET',
    path: '/api/v2/device',
    summary: 'One device in detail',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      device_code: Type.Optional(IdText),
      id: Type.Optional(IdText),
      /** Adds the details of the slaves of a gateway. */
      slaves: Type.Optional(Type.Boolean()),
    }),
    answer: {
      data: Type.Object({
        ...DeviceDetail.properties,
        /** Slaves in the caller's scope, by address; only if requested. */
        slaves: Type.Optional(Type.Array(DeviceDetail)),
      }),
    },
    tenantIds: [
      { at: 'query.device_code', of: 'device', miss: 'not-found' },
      { at: 'query.id', of: 'device', miss: 'not-found' },
    ],
    example: { query: { device_code: '{device}' } },
  },
  'v2.device.update': {
    method: 'PUT',
    path: '/api/v2/device',
    summary: 'Change what is registered of a device, or its nameplate; the code stays',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      device_code: Type.Optional(Id),
      id: Type.Optional(Id),
      device_name: Type.Optional(Text(100)),
      device_type: Type.Optional(Id),
      rate: Type.Optional(Id),
      group_id: Type.Optional(Id),
      address: Type.Optional(Text(300)),
      /** `YYYY-MM-DD`; null or empty if unknown. */
      installed_on: Type.Optional(Nullable(Text(10))),
      /** Ratings in V and A; values that the device reports later replace them. */
      rated_vol: Type.Optional(Type.Number()),
      rated_cur: Type.Optional(Type.Number()),
      /** Revision from v2.device-information; refused if another user changed the device since. */
      revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    }),
    answer: { data: DeviceRow },
    tenantIds: [
      { at: 'body.device_code', of: 'device', miss: 'not-found' },
      { at: 'body.id', of: 'device', miss: 'not-found' },
      { at: 'body.group_id', of: 'group', miss: 'not-found' },
      { at: 'body.rate', of: 'rate', miss: 'not-found' },
    ],
    example: { body: { device_code: '{device}', device_name: 'renamed' } },
  },
  'v2.device.secret': {
    method: 'POST',
    path: '/api/v2/device/:device_code/secret',
    summary: 'Issue a new device secret, shown once; the old one ends at once or at a named time',
    who: 'device.remove',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ device_code: IdText }),
    body: Type.Object({
      /** Password of the caller, entered again. */
      password: Type.Optional(Text()),
      /** End of the old secret's validity, within 30 days; if absent, it expires immediately. */
      old_until: Type.Optional(When),
    }),
    answer: {
      data: Type.Object({
        device_code: Type.String(),
        device_secret: Type.String(),
        /** Decides which settings of the device contain the secret. */
        protocol: Protocol,
        /** Null if the old secret has expired. */
        old_until: Nullable(Type.Number()),
        connection: Type.Optional(BrokerAddress),
      }),
    },
    tenantIds: [{ at: 'params.device_code', of: 'device', miss: 'not-found' }],
    example: { params: { device_code: '{device}' }, body: { password: '{password}' } },
  },
  'v2.device-type': {
    method: 'GET',
    path: '/api/v2/device-type',
    summary: 'Device types that can be registered',
    who: 'signed-in',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        device_type_list: Type.Array(
          Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() }),
        ),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.statistics-online': {
    method: 'GET',
    path: '/api/v2/statistics-online',
    summary: 'How many devices there are, online and offline',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        total: Type.Integer(),
        online: Type.Integer(),
        /** Number of devices that are not online, including the `late` ones. */
        offline: Type.Integer(),
        late: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: {},
  },
});
