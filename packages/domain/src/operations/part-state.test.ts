import { expect, it } from 'vitest';
import { type PartNumbers, statesOfParts } from './part-state.ts';

const WELL: PartNumbers = {
  databaseMs: 2,
  diskFree: 0.6,
  ledgerWaiting: 0,
  devices: 1_000,
  outboxOverdueS: 0,
  outboxDead: 0,
  forwardOldestS: 0,
  commandsUnknown: 0,
  reportOldestS: 0,
  gatewaySeenS: 3,
  workerSeenS: 3,
  sealOldestS: 0,
};

it('reports every component of a healthy platform as good', () => {
  expect(new Set(Object.values(statesOfParts(WELL)))).toEqual(new Set(['good']));
});

it.each([
  ['database', { databaseMs: 249 }, 'good'],
  ['database', { databaseMs: 250 }, 'late'],
  ['database', { databaseMs: 999 }, 'late'],
  ['database', { databaseMs: 1_000 }, 'failed'],
  ['disk', { diskFree: 0.16 }, 'good'],
  ['disk', { diskFree: 0.15 }, 'late'],
  ['disk', { diskFree: 0.04 }, 'failed'],
  ['disk', { diskFree: undefined }, 'good'],
  ['ledger', { ledgerWaiting: 499 }, 'good'],
  ['ledger', { ledgerWaiting: 500 }, 'late'],
  ['ledger', { ledgerWaiting: 2_000 }, 'failed'],
  ['ledger', { devices: 4, ledgerWaiting: 99 }, 'good'],
  ['ledger', { devices: 4, ledgerWaiting: 100 }, 'late'],
  ['outbox', { outboxOverdueS: 59 }, 'good'],
  ['outbox', { outboxOverdueS: 60 }, 'late'],
  ['outbox', { outboxOverdueS: 600 }, 'failed'],
  ['outbox', { outboxDead: 1 }, 'late'],
  ['outbox', { outboxDead: 1, outboxOverdueS: 600 }, 'failed'],
  ['forwarding', { forwardOldestS: 60 }, 'late'],
  ['forwarding', { forwardOldestS: 3_600 }, 'failed'],
  ['commands', { commandsUnknown: 1 }, 'late'],
  ['reports', { reportOldestS: 599 }, 'good'],
  ['reports', { reportOldestS: 600 }, 'late'],
  ['reports', { reportOldestS: 3_600 }, 'failed'],
  ['gateway', { gatewaySeenS: 19 }, 'good'],
  ['gateway', { gatewaySeenS: 20 }, 'late'],
  ['gateway', { gatewaySeenS: 60 }, 'failed'],
  ['gateway', { gatewaySeenS: null }, 'failed'],
  ['worker', { workerSeenS: 19 }, 'good'],
  ['worker', { workerSeenS: 20 }, 'late'],
  ['worker', { workerSeenS: 60 }, 'failed'],
  ['worker', { workerSeenS: null }, 'failed'],
  ['audit', { sealOldestS: 59 }, 'good'],
  ['audit', { sealOldestS: 60 }, 'late'],
  ['audit', { sealOldestS: 600 }, 'failed'],
] as const)('reports %s with %j as %s', (part, change, state) => {
  expect(statesOfParts({ ...WELL, ...change })[part]).toBe(state);
});
