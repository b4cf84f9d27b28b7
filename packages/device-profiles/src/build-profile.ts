/** Converts a profile file, whose shape was checked, into what the program works with. */

import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import {
  type Block,
  CONTACT_POSITIONS,
  type Encoding,
  type IdentityRule,
  type Profile,
  type Quantity,
  type QuantityName,
  type Switching,
  type TripReason,
} from './profile.ts';
import type { Dlt645File, ModbusFile, ProfileFile } from './profile-file.ts';
import { dividedBy, integer, ONE, type Rational, rationalOf, times } from './values/rational.ts';
import { REGISTER_TYPES } from './values/register-value.ts';
import { unitFactor } from './values/units.ts';

/** Throws if the file has an error: checkProfile finds them first. */
export function buildProfile(file: ProfileFile): Profile {
  const { id, maker, model, protocol } = file;
  const { address, baud, parity } = file.defaults;
  return {
    id,
    maker,
    model,
    protocol,
    defaults: {
      address,
      ...(baud === undefined ? {} : { baud }),
      ...(parity === undefined ? {} : { parity }),
    },
    identity: isModbus(file) ? modbusRules(file) : dlt645Rules(file),
    blocks: blocksOf(file),
    quantities: placesOf(file).map((place, index) => quantityOf(file, place, index)),
    switching: isModbus(file) && file.switch !== undefined ? switchingOf(file.switch) : undefined,
  };
}

function switchingOf({ open, close, state, trip }: NonNullable<ModbusFile['switch']>): Switching {
  const positions = CONTACT_POSITIONS.flatMap((position) =>
    (state[position] ?? []).map((raw) => [raw, position] as const),
  );
  const { functionCode, address } = state;
  return {
    open: { ...open, address: Number(open.address) },
    close: { ...close, address: Number(close.address) },
    state: { functionCode, address: Number(address), positions: new Map(positions) },
    trip: trip && tripOf(trip),
  };
}

function tripOf({ functionCode, address, codes, bits }: TripFile): TripReason {
  const reasons = Object.entries(codes ?? bits ?? {}) as [AlarmType, number[]][];
  const by = codes === undefined ? 'bits' : 'codes';
  return { functionCode, address: Number(address), by, reasons: new Map(reasons) };
}

type TripFile = NonNullable<NonNullable<ModbusFile['switch']>['trip']>;

export const isModbus = (file: ProfileFile): file is ModbusFile => file.protocol !== 'dlt645-2007';

export function blocksOf(file: ProfileFile): Block[] {
  return isModbus(file)
    ? file.blocks.map(({ name, functionCode, address, count }) => ({
        name,
        from: Number(address),
        count,
        read: { functionCode },
      }))
    : file.blocks.map(({ identifier, bytes }) => ({
        name: identifier,
        from: 0,
        count: bytes,
        read: { identifier },
      }));
}

/** Position of a quantity in the numbering of its block. */
export interface Place {
  readonly block: string;
  readonly from: number;
  readonly length: number;
}

export function placesOf(file: ProfileFile): Place[] {
  return isModbus(file)
    ? file.quantities.map(({ block, address, type }) => ({
        block,
        from: Number(address),
        length: REGISTER_TYPES[type].registers,
      }))
    : file.quantities.map(({ block, offset = 0, bytes }) => ({
        block,
        from: offset,
        length: bytes,
      }));
}

function quantityOf(file: ProfileFile, place: Place, index: number): Quantity {
  const source = file.quantities[index]!;
  const name = source.quantity as QuantityName;
  const unit = unitFactor(source.unit, name);
  if (unit === undefined) throw new RangeError(`${source.unit} is not a unit of ${name}`);
  return {
    name,
    ...place,
    encoding: encodingOf(file, index),
    factor: times(unit, scaleOf(source)),
    ratios: source.ratios ?? [],
    notAvailable: isModbus(file) ? rawValues(file, index) : [],
    optional: source.optional ?? false,
  };
}

function scaleOf({
  multiplyBy = 1,
  divideBy = 1,
  sign = 'as-read',
}: ProfileFile['quantities'][number]): Rational {
  const scale = dividedBy(rationalOf(multiplyBy), rationalOf(divideBy));
  return sign === 'inverted' ? times(scale, integer(-1n)) : times(scale, ONE);
}

function encodingOf(file: ProfileFile, index: number): Encoding {
  if (!isModbus(file)) return { type: file.quantities[index]!.type };
  const { type, wordOrder } = file.quantities[index]!;
  return { type, order: wordOrder ?? file.wordOrder };
}

/** Raw values that mean "not available": those of the type, and those of the quantity. */
function rawValues({ notAvailable, quantities }: ModbusFile, index: number): bigint[] {
  const { type, notAvailable: own = [] } = quantities[index]!;
  return [...(notAvailable?.[type] ?? []), ...own].map(BigInt);
}

function modbusRules({ identity, wordOrder: order }: ModbusFile): IdentityRule[] {
  return identity.map(({ functionCode, address, type, startsWith, ...rule }, index) => {
    const block = (count: number): Block => ({
      name: `identity ${index}`,
      from: Number(address),
      count,
      read: { functionCode },
    });
    if (startsWith !== undefined) {
      const longest = Math.max(...startsWith.map(({ length }) => length));
      return { block: block(Math.ceil(longest / 2)), expected: { startsWith } };
    }
    if (type === undefined) throw new RangeError(`identity/${index}/type is missing`);
    return {
      block: block(REGISTER_TYPES[type].registers),
      expected: numberRule(rule, { type, order }),
    };
  });
}

function dlt645Rules({ identity }: Dlt645File): IdentityRule[] {
  return identity.map(({ identifier, bytes, type, ...rule }, index) => ({
    block: { name: `identity ${index}`, from: 0, count: bytes, read: { identifier } },
    expected: numberRule(rule, { type }),
  }));
}

function numberRule(
  { equals, between }: Pick<ModbusFile['identity'][number], 'equals' | 'between'>,
  encoding: Encoding,
): IdentityRule['expected'] {
  if (equals !== undefined) return { encoding, equals };
  if (between !== undefined) return { encoding, between };
  throw new RangeError('an identity rule has neither equals nor between');
}
