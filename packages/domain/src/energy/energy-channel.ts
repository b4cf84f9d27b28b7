/**
 * The six energies a device may count, each with a total register and one for every band. The order
 * is that of `ENERGY_REGISTER_FIELDS`, where the five registers of a channel are adjacent. The
 * registers are in a file of their own: the first page of the web client reads channels only.
 */

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
