/**
 * Overload: opens above the start value in kW, recloses by its slots
 * (docs/specification/protection.md 3.6 and 5).
 */
import { defineProtection } from '../definition.ts';
import { operateDelay, resetDelay } from '../field.ts';
import { REACTION_FIELDS, reactionProblems } from '../reaction.ts';
import { RECLOSE_FIELDS, recloseProblems } from '../reclose-slots.ts';

export const OVER_LOAD = defineProtection({
  name: 'overLoad',
  readCall: 'summonOverLoad',
  saveCall: 'saveOverLoad',
  messageType: 'OVERLOADFAULT',
  fields: [
    ...REACTION_FIELDS,
    {
      kind: 'number',
      name: 'startValue',
      wire: 'olv',
      unit: 'kW',
      step: 0.1,
      min: 0.1,
      max: 80,
      default: 42,
    },
    operateDelay('oljt', 5000),
    resetDelay('olrt', 60),
    ...RECLOSE_FIELDS,
  ],
  problemsBetween: (values) => [...reactionProblems(values), ...recloseProblems(values)],
});
