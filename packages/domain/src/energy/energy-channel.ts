/**
 * The six energies a device may count, each with a total register and one for every band. The order
 * is that of `ENERGY_REGISTER_FIELDS`, where the five registers of a channel are adjacent.
 */
import { ENERGY_REGISTER_FIELDS, type EnergyRegisterField } from '../device/measurement.ts';

/** `activeTotal` is the billed channel; Wh, and varh for the reactive channels. */
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

/** All thirty registers, in the order of a reading. */
export const REGISTER_FIELDS = Object.keys(ENERGY_REGISTER_FIELDS) as EnergyRegisterField[];
