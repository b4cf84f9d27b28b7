/** Opens above the start value, recloses by slots (docs/specification/protection.md 3.5 and 5). */
import { defineProtection } from '../definition.ts';
import { operateDelay, resetDelay } from '../field.ts';
import { REACTION_FIELDS, reactionProblems } from '../reaction.ts';
import { RECLOSE_FIELDS, recloseProblems } from '../reclose-slots.ts';

export const OVER_CURRENT = defineProtection({
  name: 'overCurrent',
  readCall: 'summonOverCurrent',
  saveCall: 'saveOverCurrent',
  messageType: 'OVERCURRENTFAULT',
  fields: [
    ...REACTION_FIELDS,
    {
      kind: 'number',
      name: 'startValue',
      wire: 'ocv',
      unit: 'A',
      step: 0.1,
      min: 1,
      max: 125,
      default: 63,
    },
    operateDelay('ocjt', 5000),
    resetDelay('ocrt', 60),
    ...RECLOSE_FIELDS,
  ],
  problemsBetween: (values) => [...reactionProblems(values), ...recloseProblems(values)],
});
