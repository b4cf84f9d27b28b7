/** The section of a profile with the reasons of a trip: what is refused, with the field. */
import { describe, expect, it } from 'vitest';
import breaker from '../../profiles/generic-modbus-breaker-trip.json' with { type: 'json' };
import { checkProfile } from './check-profile.ts';
import { problemSentence } from './profile-problem.ts';

type Change = Readonly<Record<string, unknown>>;

/** The example with other fields; undefined removes a field. */
function checked(trip: Change, state: Change = {}) {
  const { trip: former, ...rest } = breaker.switch;
  const section = { ...rest, state: { ...rest.state, ...state }, trip: { ...former, ...trip } };
  return checkProfile(JSON.parse(JSON.stringify({ ...breaker, switch: section })));
}

const NO_CODES = { codes: undefined };

describe('the reasons of a trip', () => {
  it.each([
    ['codes', { codes: { overCurrent: [1, 2] } }],
    ['bits', { ...NO_CODES, bits: { overCurrent: [0], electricLeakage: [3, 15] } }],
  ] as const)('may be %s of a register', (by, trip) => {
    const { profile, problems } = checked(trip);
    expect(problems).toEqual([]);
    expect(profile!.switching!.trip).toMatchObject({ by, functionCode: 4, address: 101 });
  });

  it.each<[string, Change, Change, string]>([
    [
      'codes and bits',
      { bits: { overCurrent: [1] } },
      {},
      'switch/trip needs exactly one of codes and bits',
    ],
    ['neither', NO_CODES, {}, 'switch/trip needs exactly one of codes and bits'],
    [
      'a breaker whose position never is tripped',
      {},
      { tripped: undefined },
      'switch/trip needs a value of switch/state/tripped',
    ],
    [
      'bits of a coil',
      { ...NO_CODES, functionCode: 1, bits: { overCurrent: [0] } },
      {},
      'switch/trip needs function 3 or 4 for bits of a register',
    ],
    [
      'a code of a coil',
      { functionCode: 2, codes: { overCurrent: [2] } },
      {},
      'switch/trip/codes/overCurrent/0 must be 0 or 1',
    ],
    [
      'a code with two meanings',
      { codes: { overCurrent: [1], overTemp: [4, 1] } },
      {},
      'switch/trip/codes/overTemp/1: 1 already means overCurrent',
    ],
    [
      'an address after the last register',
      { address: '65536' },
      {},
      'switch/trip/address: the last register is 0xFFFF',
    ],
    [
      'an unknown type of alarm',
      { codes: { fire: [1] } },
      {},
      'switch/trip/codes/fire is not a field of a profile',
    ],
  ])('are refused with %s', (_, trip, state, sentence) => {
    const { profile, problems } = checked(trip, state);
    expect(profile).toBeUndefined();
    expect(problems.map(problemSentence)).toEqual([sentence]);
  });
});
