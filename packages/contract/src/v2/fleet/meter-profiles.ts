/**
 * Meters that can be polled over a serial line: the profiles of the platform, and those that users
 * add (packages/device-profiles/README.md describes each field).
 */
import { type Static, Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text } from '../../shapes.ts';

const PATH = '/api/v2/meter-profiles';

const Whole = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 });

/** Fields of the quantities of every protocol. */
const Scaled = {
  /** Name of a measured value or of an energy register (docs/glossary.md). */
  quantity: Text(40),
  /** Name or identifier of the block that contains it. */
  block: Text(80),
  unit: Text(8),
  /** True for a power that the meter counts the other way round. */
  inverted: Type.Boolean(),
  /** `ct` and `pt`: the transformers by whose ratio the value must be multiplied. */
  ratios: Type.Array(Text(2), { maxItems: 2 }),
  /** True if some variants of the meter lack it. */
  optional: Type.Boolean(),
};

const Block = Type.Object({
  name: Text(80),
  /** 3: holding registers, 4: input registers. */
  function: Whole,
  /** First register, counted from 0: `0x5B00` or `20`. */
  address: Text(10),
  /** Number of registers, at most 125. */
  count: Whole,
});

const Quantity = Type.Object({
  ...Scaled,
  address: Text(10),
  /** u16, s16, u32, s32, u64, s64 or float32. */
  type: Text(10),
  /** Null for that of the profile. */
  word_order: Nullable(Text(4)),
  multiply_by: Type.Number(),
  divide_by: Type.Number(),
  /** Raw values, such as `0xFFFF`, that mean that the meter has no value. */
  not_available: Type.Array(Text(20), { maxItems: 8 }),
});

const Heading = {
  maker: Text(80),
  model: Text(80),
  /** Factory settings; null if the manual states none. */
  baud: Nullable(Whole),
  parity: Nullable(Text(10)),
};

/** A Modbus meter that is only read. */
const ModbusTable = Type.Object({
  protocol: Type.Union([Type.Literal('modbus-rtu'), Type.Literal('modbus-tcp')]),
  ...Heading,
  /** Factory setting of the address, 1 to 247. */
  station: Text(3),
  /** Order of the bytes of a number, A the highest: ABCD, CDAB, BADC or DCBA. */
  word_order: Text(4),
  blocks: Type.Array(Block, { maxItems: 50 }),
  quantities: Type.Array(Quantity, { maxItems: 100 }),
});

const Identifier = Type.Object({
  /** Eight hexadecimal digits, DI3 first: `02010100`. */
  identifier: Text(16),
  /** Data bytes after the identifier, at most 196. */
  bytes: Whole,
});

const IdentifierQuantity = Type.Object({
  ...Scaled,
  /** First byte of the value in the data of its identifier, from 0. */
  offset: Whole,
  /** Bytes of two decimal digits, at most 7. */
  bytes: Whole,
  decimals: Type.Integer({ minimum: 0, maximum: 14 }),
  /** True if the highest bit of the last byte is the sign. */
  signed: Type.Boolean(),
});

/** A DL/T 645-2007 meter; its switching is part of the standard. */
const Dlt645Table = Type.Object({
  protocol: Type.Literal('dlt645-2007'),
  ...Heading,
  /** Twelve digits, or `AAAAAAAAAAAA` if every meter has its own address. */
  station: Text(12),
  blocks: Type.Array(Identifier, { maxItems: 100 }),
  quantities: Type.Array(IdentifierQuantity, { maxItems: 100 }),
});

/** The protocol is that of one of the two. */
export const MeterTable = Type.Union([ModbusTable, Dlt645Table]);

/** A meter whose stored readings keep the values of the profile before its change. */
const KeptMeter = Type.Object({
  device_code: Type.String(),
  device_name: Type.String(),
  /** The DTU of its line; the meter itself if it is the DTU. */
  line_code: Type.String(),
  line_name: Type.String(),
});

const ID = Type.Object({ id: IdText });
const OWN_ID = { at: 'params.id', of: 'meter-profile', miss: 'not-found' } as const;
const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const EXAMPLE_TABLE: Static<typeof ModbusTable> = {
  ...{ protocol: 'modbus-rtu', maker: 'Example', model: 'EX-3', baud: 9600, parity: 'none' },
  ...{ station: '1', word_order: 'ABCD' },
  blocks: [{ name: 'values', function: 3, address: '0x0061', count: 2 }],
  quantities: [
    {
      ...{ quantity: 'activeImport', block: 'values', address: '0x0061', type: 'u32' },
      ...{ word_order: null, unit: 'kWh', multiply_by: 1, divide_by: 100, inverted: false },
      ...{ ratios: [], not_available: [], optional: false },
    },
  ],
};

export const EXAMPLE_DLT645: Static<typeof Dlt645Table> = {
  ...{ protocol: 'dlt645-2007', maker: 'Example', model: 'DT-3', baud: 2400, parity: 'even' },
  ...{ station: 'AAAAAAAAAAAA', blocks: [{ identifier: '00010000', bytes: 4 }] },
  quantities: [
    {
      ...{ quantity: 'activeImport', block: '00010000', offset: 0, bytes: 4, decimals: 2 },
      ...{ signed: false, unit: 'kWh', inverted: false, ratios: [], optional: false },
    },
  ],
};

export const meterProfileCalls = defineCalls({
  'v2.meter-profiles': {
    method: 'GET',
    path: PATH,
    summary: 'Meters that the platform can poll over a serial line',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Array(
        Type.Object({
          id: Type.String(),
          maker: Type.String(),
          model: Type.String(),
          /** `modbus-tcp` fits a line with that transport only. */
          protocol: Type.String(),
          /** Factory settings; null if the manual states none. */
          baud: Nullable(Type.Integer()),
          parity: Nullable(Type.String()),
          /** Null if every meter has its own. */
          station: Nullable(Type.String()),
          /** The transformers, `ct` and `pt`, by whose ratio values must be multiplied. */
          ratios: Type.Array(Type.String()),
          /** True if the meter can be opened and closed with settings for it. */
          can_switch: Type.Boolean(),
          /** Names of the quantities that are read (docs/glossary.md). */
          quantities: Type.Array(Type.String()),
          /** True for a profile that users have added. */
          own: Type.Boolean(),
          /** True if the caller's group or a group below has added it. */
          changeable: Type.Boolean(),
        }),
      ),
    },
    tenantIds: [],
    example: {},
  },
  'v2.meter-profiles.one': {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'The table of a profile, as one to change or to copy',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: ID,
    answer: {
      data: Type.Object({
        id: Type.String(),
        /** Null for a profile of the platform. */
        version: Nullable(Version),
        changed_by: Nullable(Type.String()),
        changed_at: Nullable(Type.Number()),
        profile: MeterTable,
      }),
    },
    tenantIds: [OWN_ID],
    example: { params: { id: '{meter-profile}' } },
  },
  'v2.meter-profiles.add': {
    method: 'POST',
    path: PATH,
    summary: 'Add a profile of a Modbus or DL/T 645 meter',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ profile: MeterTable }),
    answer: { data: Type.Object({ id: Type.String() }) },
    tenantIds: [],
    example: { body: { profile: EXAMPLE_TABLE } },
  },
  'v2.meter-profiles.change': {
    method: 'PUT',
    path: `${PATH}/:id`,
    summary: 'Change a profile; counting restarts at meters whose answers are decoded otherwise',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: ID,
    /** `version` is the one that was read. */
    body: Type.Object({ profile: MeterTable, version: Version }),
    answer: {
      data: Type.Object({
        /**
         * Meters whose readings can be recomputed, because the change decodes their answers
         * otherwise: the first 100 by name, and the number of all.
         */
        meters: Type.Array(KeptMeter),
        count: Type.Integer(),
      }),
    },
    tenantIds: [OWN_ID],
    example: { params: { id: '{meter-profile}' }, body: { profile: EXAMPLE_TABLE, version: 1 } },
  },
  'v2.meter-profiles.delete': {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Delete a profile that no meter uses',
    who: 'device.write',
    scope: 'own',
    effect: 'write',
    params: ID,
    answer: {},
    tenantIds: [OWN_ID],
    example: { params: { id: '{meter-profile}' } },
  },
});
