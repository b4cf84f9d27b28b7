import { describe, expect, it } from 'vitest';
import {
  type FoundProblem,
  type TowerUser,
  towerProblem,
  USUAL_FIGURES,
} from './tower-settings.ts';

const user = (slot: number, change: Partial<TowerUser> = {}): TowerUser => ({
  slot,
  name: `User ${slot}`,
  priority: slot,
  standbyType: 'voltage',
  standbyMinutes: 60,
  standbyKwh: 1,
  cutV: 44 + slot,
  reconnectV: 50,
  periods: [],
  ...change,
});
const four = [1, 2, 3, 4].map((slot) => user(slot));

describe('tower settings', () => {
  it.each<[string, TowerUser[], FoundProblem | undefined]>([
    ['four users', four, undefined],
    ['no users', [], undefined],
    ['five users', [...four, user(5)], { problem: 'users-too-many', field: 'users' }],
    [
      'a repeated position',
      [user(1), user(1, { priority: 2 })],
      { problem: 'slot-invalid', field: 'users.1.slot' },
    ],
    ['position 0', [user(0, { priority: 1 })], { problem: 'slot-invalid', field: 'users.0.slot' }],
    [
      'a repeated priority',
      [user(1), user(2, { priority: 1 })],
      { problem: 'priority-invalid', field: 'users.1.priority' },
    ],
    [
      'a fractional priority',
      [user(1, { priority: 1.5 })],
      { problem: 'priority-invalid', field: 'users.0.priority' },
    ],
    ['no name', [user(1, { name: ' ' })], { problem: 'name-missing', field: 'users.0.name' }],
    [
      'a cut voltage below the range of the equipment',
      [user(1, { cutV: 30 })],
      { problem: 'figure-out-of-bounds', field: 'users.0.cutV' },
    ],
    ['an invalid voltage that is not used', [user(1, { cutV: 0, standbyType: 'none' })], undefined],
    [
      'a timed user without minutes',
      [user(1, { standbyType: 'timed', standbyMinutes: 0 })],
      { problem: 'figure-out-of-bounds', field: 'users.0.standbyMinutes' },
    ],
    [
      'a user by energy without kWh',
      [user(1, { standbyType: 'energy', standbyKwh: 0 })],
      { problem: 'figure-out-of-bounds', field: 'users.0.standbyKwh' },
    ],
    [
      'a start at the cut voltage',
      [user(1, { reconnectV: 45.2 })],
      { problem: 'hysteresis-too-small', field: 'users.0.reconnectV' },
    ],
    [
      'a more important user that is cut first',
      [user(1, { cutV: 47 }), user(2)],
      { problem: 'voltages-out-of-order', field: 'users.1.cutV' },
    ],
    [
      'a more important user that is started last',
      [user(1), user(2, { reconnectV: 49 })],
      { problem: 'voltages-out-of-order', field: 'users.1.reconnectV' },
    ],
    [
      'a sixth period',
      [
        user(1, {
          periods: Array.from({ length: 6 }, (_, at) => ({
            begin: `0${at}:00`,
            end: `0${at + 1}:00`,
            valid: true,
          })),
        }),
      ],
      { problem: 'periods-too-many', field: 'users.0.periods' },
    ],
    [
      'overlapping periods',
      [
        user(1, {
          periods: [
            { begin: '06:00', end: '08:00', valid: true },
            { begin: '07:00', end: '09:00', valid: true },
          ],
        }),
      ],
      { problem: 'periods-overlap', field: 'users.0.periods.1' },
    ],
    [
      'a period with an invalid edge',
      [user(1, { periods: [{ begin: '', end: '08:00', valid: true }] })],
      { problem: 'period-edge-invalid', field: 'users.0.periods.0' },
    ],
  ])('are validated with %s', (_, users, problem) => {
    expect(towerProblem(USUAL_FIGURES, users)).toEqual(problem);
  });

  it.each([
    ['mainsMinV', 5],
    ['cutDelayS', -1],
    ['holdS', 59],
    ['staggerS', 0],
    ['batteryKwh', 0],
    ['batteryKwh', Number.NaN],
  ])('reject %s of %d as out of bounds', (field, value) => {
    expect(towerProblem({ ...USUAL_FIGURES, [field]: value }, [])).toEqual({
      problem: 'figure-out-of-bounds',
      field,
    });
  });
});
