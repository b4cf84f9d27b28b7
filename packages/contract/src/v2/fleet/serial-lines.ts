/** Serial lines of DTUs and the meters on them (docs/protocol/device.md, "DTU"). */
import {
  BAUD_RATES,
  HEARTBEAT_LENGTH,
  LINE_PROTOCOLS,
  type LineProtocol,
} from '@busbar/domain/line/line-form';
import {
  HOST_LENGTH,
  LINE_TRANSPORTS,
  type LineTransport,
} from '@busbar/domain/line/line-transport';
import { CLOSE_MODES, type CloseMode } from '@busbar/domain/line/switching-form';
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/serial-line/:device_code';
const DTU = Type.Object({ device_code: IdText });
const DTU_ID = { at: 'params.device_code', of: 'device', miss: 'not-found' } as const;
const METER = Type.Object({
  device_code: IdText,
  /** Code or id of a slave of the DTU, or of the DTU if it is the meter itself. */
  meter: IdText,
});
const METER_ID = { at: 'params.meter', of: 'device', miss: 'not-found' } as const;

const Protocol = Type.Unsafe<LineProtocol>(
  Type.Union(LINE_PROTOCOLS.map((protocol) => Type.Literal(protocol))),
);

/** How the platform and the line are connected. */
const Address = Type.Object({
  /** `dial-in`: the DTU connects. Otherwise the platform connects to `host` and `port`. */
  transport: Type.Unsafe<LineTransport>(
    Type.Union(LINE_TRANSPORTS.map((transport) => Type.Literal(transport))),
  ),
  /** Name or IP address; null if the DTU dials in. */
  host: Nullable(Text(HOST_LENGTH)),
  port: Nullable(Type.Integer()),
});

const Settings = Type.Object({
  protocol: Protocol,
  /** Bit/s; one of a list. */
  baud: Type.Integer({ minimum: BAUD_RATES[0], maximum: BAUD_RATES.at(-1)! }),
  /** Text that the DTU sends to keep the connection open; empty if it sends none. */
  heartbeat: Text(HEARTBEAT_LENGTH),
  /** False if the DTU may register by its IMEI or ICCID, which contain no secret. */
  needs_secret: Type.Boolean(),
});

const Line = Type.Object({ ...Settings.properties, ...Address.properties });

/** Without `transport` the line is connected as before. */
const LineBody = Type.Object({
  ...Settings.properties,
  transport: Type.Optional(Address.properties.transport),
  host: Type.Optional(Address.properties.host),
  port: Type.Optional(Address.properties.port),
});

/** Value of the primary or secondary side; null if the profile does not need the ratio. */
const Side = Nullable(Type.Number());

const Meter = Type.Object({
  /** Address on the line: 1 to 247 (Modbus), also 0 or 255 (Modbus TCP), or twelve digits (DL/T 645). */
  station: Text(12),
  /** Id of a meter profile. */
  profile: Text(40),
  ct_primary: Side,
  ct_secondary: Side,
  pt_primary: Side,
  pt_secondary: Side,
  /** Seconds from one poll to the next. */
  interval_s: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
});

const Switching = {
  /** Null for a meter that needs none (Modbus), as the fields below. */
  password_level: Nullable(Type.Integer()),
  /** Eight digits. */
  operator_code: Nullable(Text(8)),
  /** `allow-close`: a person closes the relay with the button of the meter. */
  close_mode: Nullable(
    Type.Unsafe<CloseMode>(Type.Union(CLOSE_MODES.map((mode) => Type.Literal(mode)))),
  ),
};

/** Settings that are sent; without `can_switch` the switching of the meter is not changed. */
const MeterBody = Type.Object({
  ...Meter.properties,
  /** True if the meter may be opened and closed; false removes the fields below. */
  can_switch: Type.Optional(Type.Boolean()),
  password_level: Type.Optional(Switching.password_level),
  /** Six digits; null to use the stored password. It is never returned. */
  password: Type.Optional(Nullable(Text(6))),
  operator_code: Type.Optional(Switching.operator_code),
  close_mode: Type.Optional(Switching.close_mode),
});

const MeterSettings = Type.Object({
  ...Meter.properties,
  can_switch: Type.Boolean(),
  ...Switching,
  has_password: Type.Boolean(),
});

const EXAMPLE_METER = {
  station: '1',
  profile: 'eastron-sdm630',
  ...{ ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null },
  interval_s: 60,
};

export const serialLineCalls = defineCalls({
  'v2.serial-line': {
    method: 'GET',
    path: PATH,
    summary: 'The serial line of a DTU and the meters on it',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: DTU,
    answer: {
      data: Type.Object({
        device_code: Type.String(),
        device_name: Type.String(),
        group_id: Type.Integer(),
        rate_id: Type.Integer(),
        /** Null if the settings were never saved. */
        line: Nullable(Line),
        /**
         * Why the platform is not connected to an outgoing line: `name-unknown`,
         * `address-not-public`, `address-taken`, `refused-connection`, `timeout`, `not-reached`,
         * `no-answer` or `connection-lost`. Null if it is connected, or if the DTU dials in.
         */
        trouble: Nullable(Type.String()),
        /** Port to which DTUs connect, at the host of this response; null if none is open. */
        dtu_port: Nullable(Type.Integer()),
        /** The DTU itself if it is a meter, then its slaves in the caller's scope by slot. */
        meters: Type.Array(
          Type.Object({
            device_code: Type.String(),
            device_name: Type.String(),
            /** 1 to 20; null for the DTU itself. */
            slot: Nullable(Type.Integer()),
            presence: Type.String(),
            /** Time of the newest reading; null if there is none. */
            measured_at: Nullable(Type.Number()),
            /** Null if the slave is not polled. */
            settings: Nullable(MeterSettings),
          }),
        ),
      }),
    },
    tenantIds: [DTU_ID],
    example: { params: { device_code: '{device}' } },
  },
  'v2.serial-line.change': {
    method: 'PUT',
    path: PATH,
    summary: 'Change the settings of the serial line of a DTU',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: DTU,
    body: LineBody,
    answer: {},
    tenantIds: [DTU_ID],
    example: {
      params: { device_code: '{device}' },
      body: { protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', needs_secret: true },
    },
  },
  'v2.serial-line.meters.add': {
    method: 'POST',
    path: `${PATH}/meters`,
    summary: 'Register a meter on the line as a slave of the DTU, in its group',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: DTU,
    body: Type.Object({
      name: Text(100),
      /** Defaults to the tariff of the DTU. */
      rate: Type.Optional(Id),
      ...MeterBody.properties,
    }),
    answer: { data: Type.Object({ id: Type.Integer(), device_code: Type.String() }) },
    tenantIds: [DTU_ID, { at: 'body.rate', of: 'rate', miss: 'not-found' }],
    example: {
      params: { device_code: '{device}' },
      body: { name: 'Workshop', rate: '{rate}', ...EXAMPLE_METER },
    },
  },
  'v2.serial-line.meters.change': {
    method: 'PUT',
    path: `${PATH}/meters/:meter`,
    summary: 'Set how a slave of the DTU, or the DTU itself, is polled',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: METER,
    body: MeterBody,
    answer: {},
    tenantIds: [DTU_ID, METER_ID],
    example: { params: { device_code: '{device}', meter: '{device}' }, body: EXAMPLE_METER },
  },
  'v2.serial-line.meters.remove': {
    method: 'DELETE',
    path: `${PATH}/meters/:meter`,
    summary: 'Stop polling a meter; the device and its readings stay',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: METER,
    answer: {},
    tenantIds: [DTU_ID, METER_ID],
    example: { params: { device_code: '{device}', meter: '{device}' } },
  },
});
