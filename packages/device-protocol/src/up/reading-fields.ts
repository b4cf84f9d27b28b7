/**
 * The only mapping between the wire's reading fields and the domain names: 27 measured values and
 * 30 energy registers (docs/specification/readings.md 2.1 and 3). `I` is consumed (import), `Ex`
 * released (export); 1 to 4 are sharp, peak, off-peak (the flat band) and valley.
 */
import {
  ENERGY_REGISTER_FIELDS,
  type EnergyRegisterField,
  MEASUREMENT_FIELDS,
  MEASUREMENT_ORDER,
  type MeasurementField,
  REGISTER_ORDER,
} from '@busbar/domain/device/measurement';

export const MEASUREMENT_WIRE_NAMES: Readonly<Record<MeasurementField, string>> = {
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
};

export const REGISTER_WIRE_NAMES: Readonly<Record<EnergyRegisterField, string>> = {
  activeTotal: 'epT',
  activeTotalSharp: 'epT1',
  activeTotalPeak: 'epT2',
  activeTotalOffPeak: 'epT3',
  activeTotalValley: 'epT4',
  activeImport: 'epI',
  activeImportSharp: 'epI1',
  activeImportPeak: 'epI2',
  activeImportOffPeak: 'epI3',
  activeImportValley: 'epI4',
  activeExport: 'epEx',
  activeExportSharp: 'epEx1',
  activeExportPeak: 'epEx2',
  activeExportOffPeak: 'epEx3',
  activeExportValley: 'epEx4',
  reactiveTotal: 'eqT',
  reactiveTotalSharp: 'eqT1',
  reactiveTotalPeak: 'eqT2',
  reactiveTotalOffPeak: 'eqT3',
  reactiveTotalValley: 'eqT4',
  reactiveImport: 'eqI',
  reactiveImportSharp: 'eqI1',
  reactiveImportPeak: 'eqI2',
  reactiveImportOffPeak: 'eqI3',
  reactiveImportValley: 'eqI4',
  reactiveExport: 'eqEx',
  reactiveExportSharp: 'eqEx1',
  reactiveExportPeak: 'eqEx2',
  reactiveExportOffPeak: 'eqEx3',
  reactiveExportValley: 'eqEx4',
};

export type ReadingField =
  | {
      readonly register: false;
      readonly field: MeasurementField;
      /** Index in `MEASUREMENT_ORDER`. */
      readonly position: number;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly register: true;
      readonly field: EnergyRegisterField;
      readonly min: number;
      readonly max: number;
    };

/** One lookup per value: this map is the entire cost of recognising a field. */
export const FIELD_OF_WIRE_NAME: ReadonlyMap<string, ReadingField> = new Map<string, ReadingField>([
  ...MEASUREMENT_ORDER.map((field, position): [string, ReadingField] => {
    const { min, max } = MEASUREMENT_FIELDS[field];
    return [MEASUREMENT_WIRE_NAMES[field], { register: false, field, position, min, max }];
  }),
  ...REGISTER_ORDER.map((field): [string, ReadingField] => {
    const { min, max } = ENERGY_REGISTER_FIELDS[field];
    return [REGISTER_WIRE_NAMES[field], { register: true, field, min, max }];
  }),
]);
