/** Lost phase: opens if one phase falls below the start value while another phase has voltage. */
import { defineProtection } from '../definition.ts';
import { operateDelay, resetDelay } from '../field.ts';
import { REACTION_FIELDS, reactionProblems } from '../reaction.ts';
import { voltage } from './voltage.ts';

export const LOST_PHASE = defineProtection({
  name: 'lostPhase',
  readCall: 'summonLostPhase',
  saveCall: 'saveLostPhase',
  messageType: 'LOSTPHASEFAULT',
  fields: [
    ...REACTION_FIELDS,
    operateDelay('lpjt', 2000),
    voltage('startValue', 'lpjv', 20, 200, 150),
    resetDelay('lprt', 30),
  ],
  problemsBetween: (values) => reactionProblems(values),
});
