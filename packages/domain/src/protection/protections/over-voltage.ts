/**
 * Over-voltage: opens above the start value, resets below the reset value
 * (docs/specification/protection.md 3.3).
 */
import { defineProtection } from '../definition.ts';
import { operateDelay, resetDelay } from '../field.ts';
import { phaseVoltageV } from '../rating.ts';
import { REACTION_FIELDS, reactionProblems } from '../reaction.ts';
import { VOLTAGE_GAP_V, voltage, voltageAbove, voltageBelow } from './voltage.ts';

export const OVER_VOLTAGE = defineProtection({
  name: 'overVoltage',
  readCall: 'summonOverVoltage',
  saveCall: 'saveOverVoltage',
  messageType: 'OVERVOLTAGEFAULT',
  fields: [
    ...REACTION_FIELDS,
    voltage('startValue', 'ov', 230, 300, 275),
    voltage('resetValue', 'orv', 200, 295, 255),
    operateDelay('ovjt', 1000),
    resetDelay('ovrt', 30),
  ],
  problemsBetween: (values, rating) => [
    ...reactionProblems(values),
    ...voltageAbove('orv', values['resetValue'], phaseVoltageV(rating)),
    ...voltageBelow('orv', values['resetValue'], values['startValue'], VOLTAGE_GAP_V),
  ],
});
