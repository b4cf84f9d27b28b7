/**
 * Data identifiers of DL/T 645-2007 (annex A): the values of each DI3 DI2 DI1 DI0, in wire order.
 * Only identifiers defined by the standard are listed; any other identifier is reported as unknown,
 * and its bytes are shown unchanged.
 */
import type { Qualified } from '../byte-row.ts';
import type { DataField } from '../data-field.ts';
import type { IdentifierLayout } from '../identifier-layout.ts';
import { ENERGY_KINDS, type EnergyKind, PHASE_ENERGIES } from './dlt645-energies.ts';
import { PARAMETER_IDENTIFIERS } from './dlt645-parameters.ts';
import { VARIABLE_IDENTIFIERS } from './dlt645-variables.ts';

const SETTLEMENTS = 12;
const TARIFFS = 63;

/** `identifier` has DI3 in the highest byte. */
export function layoutOf(identifier: number): IdentifierLayout | undefined {
  const known = LAYOUTS.get(identifier);
  if (known !== undefined) return known;
  const layout = makeLayout(identifier);
  // The cache is bounded: only some thousand identifiers have a layout.
  if (layout !== undefined) LAYOUTS.set(identifier, layout);
  return layout;
}

const LAYOUTS = new Map<number, IdentifierLayout>([
  ...VARIABLE_IDENTIFIERS,
  ...PARAMETER_IDENTIFIERS,
]);

function makeLayout(identifier: number): IdentifierLayout | undefined {
  const [di3, di2, di1, di0] = [
    identifier >>> 24,
    (identifier >>> 16) & 0xff,
    (identifier >>> 8) & 0xff,
    identifier & 0xff,
  ];
  if (di3 > 1) return undefined;
  const kind = di3 === 0 ? (ENERGY_KINDS[di2] ?? phaseEnergy(di2, di1)) : demandOf(di2);
  const tariffs = tariffsOf(di1);
  const settlements = settlementsOf(di0);
  if (kind === undefined || tariffs === undefined || settlements === undefined) return undefined;
  // The standard defines blocks along one of the two dimensions, never along both.
  if (tariffs.length > 1 && settlements.length > 1) return undefined;
  const fields = tariffs.flatMap((tariff) =>
    settlements.flatMap((settlement) => valueFields(kind, [...tariff, ...settlement], di3 === 1)),
  );
  const block = tariffs.length > 1 || settlements.length > 1;
  const of: Qualified[] = [
    ...(kind.of ?? []),
    ...(tariffs.length > 1 ? [{ key: 'all-tariffs' } as const] : tariffs[0]!),
    ...(settlements.length > 1 ? [{ key: 'all-settlements' } as const] : settlements[0]!),
  ];
  const about = { key: di3 === 1 ? kind.demand! : kind.energy, of };
  return block ? { about, fields, group: di3 === 1 ? 2 : 1 } : { about, fields };
}

function demandOf(di2: number): EnergyKind | undefined {
  const kind = ENERGY_KINDS[di2];
  return kind?.demand === undefined ? undefined : kind;
}

/** Energies of single phases only have a total. */
function phaseEnergy(di2: number, di1: number): EnergyKind | undefined {
  return di1 === 0 ? PHASE_ENERGIES[di2] : undefined;
}

const BANDS = ['total', 'sharp', 'peak', 'flat', 'valley'] as const;

function tariffsOf(di1: number): readonly (readonly Qualified[])[] | undefined {
  if (di1 === 0xff) return Array.from({ length: TARIFFS + 1 }, (_, tariff) => [bandOf(tariff)]);
  return di1 <= TARIFFS ? [[bandOf(di1)]] : undefined;
}

/** Tariffs 1 to 4 are sharp, peak, flat and valley if the bands of the standard are used. */
function bandOf(tariff: number): Qualified {
  const key = BANDS[tariff];
  return key === undefined ? { key: 'tariff', n: tariff } : { key };
}

function settlementsOf(di0: number): readonly (readonly Qualified[])[] | undefined {
  if (di0 === 0xff) {
    return Array.from({ length: SETTLEMENTS + 1 }, (_, back) => backOf(back));
  }
  return di0 <= SETTLEMENTS ? [backOf(di0)] : undefined;
}

const backOf = (n: number): readonly Qualified[] => (n === 0 ? [] : [{ key: 'settlement', n }]);

/** Energy: XXXXXX.XX in 4 bytes; demand: XX.XXXX in 3 bytes and its time in 5. */
function valueFields(kind: EnergyKind, which: readonly Qualified[], demand: boolean): DataField[] {
  const of = [...(kind.of ?? []), ...which];
  const { signed } = kind;
  if (!demand) {
    const { energy: name, unit } = kind;
    return [{ kind: 'number', name, of, bytes: 4, decimals: 2, unit, signed }];
  }
  const unit = kind.unit.replace(/h$/, '');
  return [
    { kind: 'number', name: kind.demand!, of, bytes: 3, decimals: 4, unit, signed },
    { kind: 'time', name: 'demand-time', of, bytes: 5, shape: 'YYMMDDhhmm' },
  ];
}
