/**
 * The shape of a profile file (README.md describes each field by an example). What a shape cannot
 * express is checked in checks/check-profile.ts.
 */
import { ALARM_TYPES, type AlarmType } from '@busbar/domain/alarm/alarm-type';
import { type Static, Type } from 'typebox';
import { REGISTER_TYPES, type RegisterType, WORD_ORDERS } from './values/register-value.ts';
import { UNIT_NAMES } from './values/units.ts';

const closed = { additionalProperties: false };

/** A register as in the manual: 0x5B00, or 20 in decimal. Counted from 0, as on the wire. */
const Address = Type.String({ pattern: '^(0x[0-9A-Fa-f]{1,4}|[0-9]{1,5})$' });
const Identifier = Type.String({ pattern: '^[0-9A-F]{8}$' });
const RawValue = Type.String({ pattern: '^0x[0-9A-Fa-f]{1,16}$' });
const Text = Type.String({ minLength: 1, maxLength: 80 });
const Count = Type.Integer({ minimum: 1 });
const Registers = Type.Enum(Object.keys(REGISTER_TYPES) as RegisterType[]);
const FunctionCode = Type.Enum([3, 4]);
const Bcd = Type.Enum(['bcd', 'signed-bcd']);

const heading = {
  id: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40 }),
  maker: Text,
  model: Text,
  /** Where the table comes from, and what differs between sources. */
  sources: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
};

const Line = Type.Object(
  {
    baud: Type.Optional(Type.Enum([1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200])),
    parity: Type.Optional(Type.Enum(['none', 'even', 'odd'])),
    address: Type.String({ pattern: '^(\\d{1,3}|\\d{12}|(AA){6})$' }),
  },
  closed,
);

const expected = {
  equals: Type.Optional(Type.Array(Type.Number(), { minItems: 1 })),
  between: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
};

const scaled = {
  quantity: Type.String(),
  block: Type.String(),
  unit: Type.Enum(UNIT_NAMES),
  multiplyBy: Type.Optional(Type.Number()),
  divideBy: Type.Optional(Type.Number()),
  sign: Type.Optional(Type.Enum(['as-read', 'inverted'])),
  ratios: Type.Optional(Type.Array(Type.Enum(['ct', 'pt']), { uniqueItems: true })),
  optional: Type.Optional(Type.Boolean()),
};

const Raw = Type.Integer({ minimum: 0, maximum: 0xffff });

/** One coil (function 5), one register (6) or several (16). */
const SwitchWrite = Type.Object(
  {
    functionCode: Type.Enum([5, 6, 16]),
    address: Address,
    values: Type.Array(Raw, { minItems: 1, maxItems: 8 }),
  },
  closed,
);

const BitNumber = Type.Integer({ minimum: 0, maximum: 15 });

function reasonsOf<T extends typeof Raw>(value: T) {
  const lists = ALARM_TYPES.map((type) => [type, Type.Array(value, { minItems: 1 })]);
  type Lists = Record<AlarmType, ReturnType<typeof Type.Array<T>>>;
  return Type.Partial(Type.Object(Object.fromEntries(lists) as Lists), closed);
}

const Switch = Type.Object(
  {
    open: SwitchWrite,
    close: SwitchWrite,
    /** A coil (function 1), a discrete input (2) or a register (3, 4), and its raw values. */
    state: Type.Object(
      {
        functionCode: Type.Enum([1, 2, 3, 4]),
        address: Address,
        closed: Type.Array(Raw, { minItems: 1 }),
        open: Type.Array(Raw, { minItems: 1 }),
        tripped: Type.Optional(Type.Array(Raw)),
        locked: Type.Optional(Type.Array(Raw)),
      },
      closed,
    ),
    /** Why the breaker has tripped: alarm types with their raw values, or with their bits. */
    trip: Type.Optional(
      Type.Object(
        {
          functionCode: Type.Enum([1, 2, 3, 4]),
          address: Address,
          codes: Type.Optional(reasonsOf(Raw)),
          bits: Type.Optional(reasonsOf(BitNumber)),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const ModbusFile = Type.Object(
  {
    ...heading,
    protocol: Type.Enum(['modbus-rtu', 'modbus-tcp']),
    defaults: Line,
    wordOrder: Type.Enum(WORD_ORDERS),
    notAvailable: Type.Optional(
      Type.Partial(
        Type.Object(
          Object.fromEntries(
            Object.keys(REGISTER_TYPES).map((type) => [type, Type.Array(RawValue)]),
          ) as Record<RegisterType, ReturnType<typeof Type.Array<typeof RawValue>>>,
          closed,
        ),
      ),
    ),
    identity: Type.Array(
      Type.Object(
        {
          functionCode: FunctionCode,
          address: Address,
          type: Type.Optional(Registers),
          ...expected,
          startsWith: Type.Optional(Type.Array(Text, { minItems: 1 })),
        },
        closed,
      ),
    ),
    blocks: Type.Array(
      Type.Object(
        { name: Text, functionCode: FunctionCode, address: Address, count: Count },
        closed,
      ),
      { minItems: 1 },
    ),
    quantities: Type.Array(
      Type.Object(
        {
          ...scaled,
          address: Address,
          type: Registers,
          wordOrder: Type.Optional(Type.Enum(WORD_ORDERS)),
          notAvailable: Type.Optional(Type.Array(RawValue)),
        },
        closed,
      ),
      { minItems: 1 },
    ),
    switch: Type.Optional(Switch),
  },
  closed,
);

export const Dlt645File = Type.Object(
  {
    ...heading,
    protocol: Type.Literal('dlt645-2007'),
    defaults: Line,
    identity: Type.Array(
      Type.Object({ identifier: Identifier, bytes: Count, type: Bcd, ...expected }, closed),
    ),
    /** A block is what one identifier returns; quantities name it by its identifier. */
    blocks: Type.Array(Type.Object({ identifier: Identifier, bytes: Count }, closed), {
      minItems: 1,
    }),
    quantities: Type.Array(
      Type.Object(
        { ...scaled, offset: Type.Optional(Type.Integer({ minimum: 0 })), bytes: Count, type: Bcd },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  closed,
);

export type ModbusFile = Static<typeof ModbusFile>;
export type Dlt645File = Static<typeof Dlt645File>;
export type ProfileFile = ModbusFile | Dlt645File;
