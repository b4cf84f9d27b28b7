import { expect, it } from 'vitest';
import { PROTECTION_TABS } from './protection-tab.ts';

it('lists the nine protection tabs of the specification in their order', () => {
  expect(PROTECTION_TABS).toEqual([
    'overVoltage',
    'lowVoltage',
    'overCurrent',
    'overLoad',
    'enableSwitch',
    'lostPhase',
    'interphaseImbalance',
    'timingConfig',
    'dryContact',
  ]);
});
