/** All thirty registers, in the order of a reading. */
import { ENERGY_REGISTER_FIELDS, type EnergyRegisterField } from './measurement.ts';

export const REGISTER_FIELDS = Object.keys(ENERGY_REGISTER_FIELDS) as EnergyRegisterField[];
