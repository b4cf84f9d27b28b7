import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  draftOf,
  draftProblem,
  newPeriod,
  newUser,
  type TowerDraft,
} from './tower-draft.ts';

const good: TowerDraft = {
  ...draftOf(undefined, 3),
  name: ' North hill ',
  device: 'TOWER-0001-DC',
  users: [{ ...newUser([]), name: 'Operator A', device: 'TOWER-0001-U1' }],
};

describe('the tower draft', () => {
  it('is valid with default figures, a name and devices', () => {
    expect(draftProblem(good)).toBeUndefined();
    expect(bodyOf(good)).toMatchObject({
      project_id: 3,
      name: 'North hill',
      hold_s: 60,
      users: [{ slot: 1, cut_v: 44, reconnect_v: 50.5, device_code: 'TOWER-0001-U1' }],
    });
  });

  it.each<[string, Partial<TowerDraft>, string]>([
    ['no project', { project: undefined }, 'project'],
    ['no name', { name: ' ' }, 'name'],
    ['no device', { device: undefined }, 'device'],
    ['an empty figure', { figures: { ...good.figures, holdS: null } }, 'holdS'],
    [
      'a user without a breaker',
      { users: [{ ...good.users[0]!, device: undefined }] },
      'users.0.device',
    ],
    ['an empty voltage', { users: [{ ...good.users[0]!, cutV: null }] }, 'users.0.cutV'],
    [
      'overlapping periods',
      {
        users: [
          {
            ...good.users[0]!,
            periods: [
              newPeriod({ begin: '06:00', end: '08:00', valid: true }),
              newPeriod({ begin: '07:00', end: '09:00', valid: true }),
            ],
          },
        ],
      },
      'users.0.periods.1',
    ],
  ])('is rejected with %s', (_, change, field) => {
    expect(draftProblem({ ...good, ...change })?.field).toBe(field);
  });

  it('gives a new user the free slot and priority', () => {
    const [first] = good.users;
    const third = newUser([first!, { ...first!, slot: 3, priority: 3 }]);
    expect([third.slot, third.priority, third.cutV]).toEqual([2, 2, 45]);
  });
});
