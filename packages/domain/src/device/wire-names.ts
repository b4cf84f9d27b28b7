/**
 * The only mapping between the wire's reading fields and the domain names: 27 measured values and
 * 30 energy registers (docs/specification/readings.md 2.1 and 3).
 */
import type { EnergyRegisterField, MeasurementField } from './measurement.ts';

export const MEASUREMENT_WIRE_NAMES = {
  voltageA: 'volPa',
  voltageB: 'volPb',
  voltageC: 'volPc',
  lineVoltageA: 'volLa',
  lineVoltageB: 'volLb',
  lineVoltageC: 'volLc',
  currentA: 'curA',
  currentB: 'curB',
  currentC: 'curC',
  activePower: 'insP',
  activePowerA: 'insPa',
  activePowerB: 'insPb',
  activePowerC: 'insPc',
  reactivePower: 'insQ',
  reactivePowerA: 'insQa',
  reactivePowerB: 'insQb',
  reactivePowerC: 'insQc',
  apparentPower: 'insS',
  apparentPowerA: 'insSa',
  apparentPowerB: 'insSb',
  apparentPowerC: 'insSc',
  powerFactor: 'pwrF',
  powerFactorA: 'pwrFa',
  powerFactorB: 'pwrFb',
  powerFactorC: 'pwrFc',
  frequency: 'freq',
  temperature: 't',
} as const satisfies Readonly<Record<MeasurementField, string>>;

/** `I` is consumed (import), `Ex` released (export). */
const REGISTERS = {
  activeTotal: 'epT',
  activeImport: 'epI',
  activeExport: 'epEx',
  reactiveTotal: 'eqT',
  reactiveImport: 'eqI',
  reactiveExport: 'eqEx',
} as const;
/** Suffixes of the tariff bands; off-peak is the flat band, and none is the total. */
const BANDS = { '': '', Sharp: '1', Peak: '2', OffPeak: '3', Valley: '4' } as const;

export const REGISTER_WIRE_NAMES = Object.fromEntries(
  Object.entries(REGISTERS).flatMap(([register, wire]) =>
    Object.entries(BANDS).map(([band, suffix]) => [`${register}${band}`, `${wire}${suffix}`]),
  ),
) as Readonly<Record<EnergyRegisterField, string>>;
