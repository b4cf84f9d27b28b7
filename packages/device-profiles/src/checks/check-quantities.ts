/** Checks names, units, scales and types of the quantities of a profile file. */
import { isModbus } from '../build-profile.ts';
import type { ModbusFile, ProfileFile } from '../profile-file.ts';
import { REGISTER_TYPES, type RegisterType } from '../values/register-value.ts';
import { isEnergy, isQuantityName, unitFactor, unitOf } from '../values/units.ts';
import { type ProfileProblem, profileProblem } from './profile-problem.ts';

/** Bytes of two decimal digits that a number holds exactly. */
const MAX_BCD_BYTES = 7;

export function checkQuantities(file: ProfileFile): ProfileProblem[] {
  const names = new Set<string>();
  return [
    ...file.quantities.flatMap((source, index) => {
      const field = `quantities/${index}`;
      const { quantity } = source;
      const twice = names.has(quantity);
      names.add(quantity);
      return [
        ...(twice ? [profileProblem('quantity-twice', `${field}/quantity`, { quantity })] : []),
        ...checkUnit(source, field),
        ...checkScale(source, field),
      ];
    }),
    ...(isModbus(file) ? checkRawValues(file) : checkLengths(file)),
  ];
}

type Source = ProfileFile['quantities'][number];

function checkUnit({ quantity, unit, sign, type }: Source, field: string): ProfileProblem[] {
  if (!isQuantityName(quantity)) {
    return [profileProblem('quantity-unknown', `${field}/quantity`, { quantity })];
  }
  const problems: ProfileProblem[] = [];
  if (unitFactor(unit, quantity) === undefined) {
    const numbers = { found: unit || '""', unit: unitOf(quantity) || '""', quantity };
    problems.push(profileProblem('unit-mismatch', `${field}/unit`, numbers));
  }
  if (isEnergy(quantity) && sign === 'inverted') {
    problems.push(profileProblem('energy-inverted', `${field}/sign`));
  }
  if (isEnergy(quantity) && (type === 'u16' || type === 's16')) {
    problems.push(profileProblem('energy-16-bit', `${field}/type`, { quantity }));
  }
  return problems;
}

function checkScale(source: Source, field: string): ProfileProblem[] {
  return (['multiplyBy', 'divideBy'] as const).flatMap((name) => {
    const found = source[name];
    return found === undefined || found > 0
      ? []
      : [profileProblem('scale-not-positive', `${field}/${name}`, { found })];
  });
}

function checkRawValues(file: ModbusFile): ProfileProblem[] {
  const ofTypes = Object.entries(file.notAvailable ?? {}).flatMap(([type, values = []]) =>
    tooLarge(values, type as RegisterType, `notAvailable/${type}`),
  );
  const ofQuantities = file.quantities.flatMap(({ type, notAvailable = [] }, index) =>
    tooLarge(notAvailable, type, `quantities/${index}/notAvailable`),
  );
  return [...ofTypes, ...ofQuantities];
}

function tooLarge(values: readonly string[], type: RegisterType, field: string): ProfileProblem[] {
  const limit = 1n << BigInt(16 * REGISTER_TYPES[type].registers);
  return values.flatMap((found, index) =>
    BigInt(found) < limit
      ? []
      : [profileProblem('raw-too-large', `${field}/${index}`, { found, type })],
  );
}

function checkLengths({ quantities }: ProfileFile): ProfileProblem[] {
  return quantities.flatMap((source, index) =>
    'bytes' in source && source.bytes > MAX_BCD_BYTES
      ? [
          profileProblem('number-too-long', `quantities/${index}/bytes`, {
            found: source.bytes,
            max: MAX_BCD_BYTES,
          }),
        ]
      : [],
  );
}
