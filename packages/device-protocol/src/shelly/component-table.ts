/**
 * The values of the components of a Shelly. Powers are in W and energies in Wh.
 *
 * `aenergy`, `total_act` and `total_act_energy` count consumed energy. They are the billed register
 * and the import register; the returned energy is the export register.
 */
import type { EnergyRegisterField, MeasurementField } from '@busbar/domain/device/measurement';
import { TO_KILO } from '../foreign/value-collector.ts';

export interface Component {
  readonly measured: readonly (readonly [key: string, field: MeasurementField, places?: number])[];
  readonly counted: readonly (readonly [path: string, registers: readonly EnergyRegisterField[]])[];
}

const CONSUMED = ['activeTotal', 'activeImport'] as const;
const RETURNED = ['activeExport'] as const;

const METERED_OUTPUT: Component = {
  measured: [
    ['voltage', 'voltageA'],
    ['current', 'currentA'],
    ['apower', 'activePower', TO_KILO],
    ['aprtpower', 'apparentPower', TO_KILO],
    ['pf', 'powerFactor'],
    ['freq', 'frequency'],
    ['temperature.tC', 'temperature'],
  ],
  counted: [
    ['aenergy.total', CONSUMED],
    ['ret_aenergy.total', RETURNED],
  ],
};

export const COMPONENTS: ReadonlyMap<string, Component> = new Map([
  ['switch', METERED_OUTPUT],
  ['pm1', METERED_OUTPUT],
  [
    'em',
    {
      measured: [
        ['a_voltage', 'voltageA'],
        ['b_voltage', 'voltageB'],
        ['c_voltage', 'voltageC'],
        ['a_current', 'currentA'],
        ['b_current', 'currentB'],
        ['c_current', 'currentC'],
        ['a_act_power', 'activePowerA', TO_KILO],
        ['b_act_power', 'activePowerB', TO_KILO],
        ['c_act_power', 'activePowerC', TO_KILO],
        ['a_aprt_power', 'apparentPowerA', TO_KILO],
        ['b_aprt_power', 'apparentPowerB', TO_KILO],
        ['c_aprt_power', 'apparentPowerC', TO_KILO],
        ['a_pf', 'powerFactorA'],
        ['b_pf', 'powerFactorB'],
        ['c_pf', 'powerFactorC'],
        ['a_freq', 'frequency'],
        ['total_act_power', 'activePower', TO_KILO],
        ['total_aprt_power', 'apparentPower', TO_KILO],
      ],
      counted: [],
    },
  ],
  [
    'emdata',
    {
      measured: [],
      counted: [
        ['total_act', CONSUMED],
        ['total_act_ret', RETURNED],
      ],
    },
  ],
  [
    'em1',
    {
      measured: [
        ['voltage', 'voltageA'],
        ['current', 'currentA'],
        ['act_power', 'activePower', TO_KILO],
        ['aprt_power', 'apparentPower', TO_KILO],
        ['pf', 'powerFactor'],
        ['freq', 'frequency'],
      ],
      counted: [],
    },
  ],
  [
    'em1data',
    {
      measured: [],
      counted: [
        ['total_act_energy', CONSUMED],
        ['total_act_ret_energy', RETURNED],
      ],
    },
  ],
]);
