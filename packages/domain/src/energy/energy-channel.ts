/**
 * The six energies a device may count, each by a total register and one for every band. The order
 * is that of `ENERGY_REGISTER_FIELDS`: a channel's five registers stand side by side.
 */
import { ENERGY_REGISTER_FIELDS, type EnergyRegisterField } from '../device/measurement.ts';

/** activeTotal is the billed one; Wh, varh on the reactive ones. */
export const ENERGY_CHANNELS = [
  'activeTotal',
  'activeImport',
  'activeExport',
  'reactiveTotal',
  'reactiveImport',
  'reactiveExport',
] as const;

export type EnergyChannel = (typeof ENERGY_CHANNELS)[number];

export const REGISTERS_OF_CHANNEL = 5;

/** All thirty, in the order a reading holds them. */
export const REGISTER_FIELDS = Object.keys(ENERGY_REGISTER_FIELDS) as EnergyRegisterField[];
