/**
 * Low voltage: opens below the start value, resets above the reset value
 * (docs/specification/protection.md 3.4).
 */
import { defineProtection } from '../definition.ts';
import { operateDelay, resetDelay } from '../field.ts';
import { phaseVoltageV } from '../rating.ts';
import { REACTION_FIELDS, reactionProblems } from '../reaction.ts';
import { VOLTAGE_GAP_V, voltage, voltageAbove, voltageBelow } from './voltage.ts';

export const LOW_VOLTAGE = defineProtection({
  name: 'lowVoltage',
  readCall: 'summonLowVoltage',
  saveCall: 'saveLowVoltage',
  messageType: 'LOWVOLTAGEFAULT',
  fields: [
    ...REACTION_FIELDS,
    voltage('startValue', 'lv', 140, 220, 165),
    voltage('resetValue', 'lrv', 145, 240, 185),
    operateDelay('lvjt', 2000),
    resetDelay('lvrt', 30),
  ],
  problemsBetween: (values, rating) => [
    ...reactionProblems(values),
    ...voltageBelow('lrv', values['resetValue'], phaseVoltageV(rating)),
    ...voltageAbove('lrv', values['resetValue'], values['startValue'], VOLTAGE_GAP_V),
  ],
});
