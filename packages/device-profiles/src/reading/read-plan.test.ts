import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeMeter } from '../../test/fake-meter.ts';
import { profileNamed } from '../../test/frames.ts';
import { BUILTIN_PROFILES } from '../builtin-profiles.ts';
import type { Profile, QuantityName } from '../profile.ts';
import {
  mergedAfterException,
  NOTHING_LEFT_OUT,
  type PlanState,
  quantitiesOf,
  readPlanOf,
} from './read-plan.ts';

const SDM630 = profileNamed('eastron-sdm630');
const rangesOf = (profile: Profile, state: Pick<PlanState, 'leftOut'> & Partial<PlanState>) =>
  readPlanOf(profile, state).map(({ block, from, count }) => [block, from, count]);

function functionOf({ blocks }: Profile): 3 | 4 {
  const { read } = blocks[0]!;
  if (!('functionCode' in read)) throw new Error('not a Modbus profile');
  return read.functionCode;
}

/** Polls until no request is refused; returns the state and the number of refusals. */
function commission(profile: Profile, meter: FakeMeter): { state: PlanState; refusals: number } {
  let state = NOTHING_LEFT_OUT;
  for (let refusals = 0; refusals < 100; ) {
    const refused = readPlanOf(profile, state).find(
      (request) => 'exception' in meter.answer(request),
    );
    if (refused === undefined) return { state, refusals };
    const next = mergedAfterException(profile, state, refused, 2);
    if (next === undefined) throw new Error(`${refused.block} is refused`);
    state = next;
    refusals++;
  }
  throw new Error('no end');
}

describe('a read plan', () => {
  it('reads each block with one request', () => {
    expect(rangesOf(SDM630, { leftOut: new Set() })).toEqual([
      ['values', 0, 72],
      ['energy', 0x48, 8],
      ['total', 0x156, 2],
    ]);
  });

  it('does not read the registers of a quantity that is left out', () => {
    expect(
      rangesOf(SDM630, { leftOut: new Set<QuantityName>(['activeExport', 'activeTotal']) }),
    ).toEqual([
      ['values', 0, 72],
      ['energy', 0x48, 2],
      ['energy', 0x4c, 4],
    ]);
  });

  it('reads a quantity alone to find out whether it exists', () => {
    const state = {
      leftOut: new Set<QuantityName>(),
      alone: new Set<QuantityName>(['activeExport']),
    };
    expect(rangesOf(SDM630, state).slice(1, 4)).toEqual([
      ['energy', 0x48, 2],
      ['energy', 0x4a, 2],
      ['energy', 0x4c, 4],
    ]);
  });

  it.each(BUILTIN_PROFILES.map((profile) => [profile.id, profile] as const))(
    'of %s reads every quantity once, with at most 125 registers at a time',
    (_, profile) => {
      const names = (state: PlanState) =>
        readPlanOf(profile, state).flatMap((request) =>
          quantitiesOf(profile, request).map(({ name }) => name),
        );
      const all = profile.quantities.map(({ name }) => name);
      expect(names(NOTHING_LEFT_OUT).sort()).toEqual(all.toSorted());
      for (const name of all) {
        const rest = all.filter((other) => other !== name).sort();
        expect(names({ leftOut: new Set([name]), alone: new Set() }).sort()).toEqual(rest);
        expect(names({ leftOut: new Set(), alone: new Set([name]) }).sort()).toEqual(
          all.toSorted(),
        );
      }
      for (const { count } of readPlanOf(profile, NOTHING_LEFT_OUT)) {
        expect(count).toBeLessThanOrEqual(125);
      }
    },
  );
});

describe('an exception of a meter without some registers', () => {
  const complete = () => new FakeMeter(4).fill(0, 80).fill(0x156, 2);

  it('leaves out the absent quantity only', () => {
    const { state, refusals } = commission(SDM630, complete().remove(0x4a, 2));
    expect([...state.leftOut]).toEqual(['activeExport']);
    // The block, and the absent quantity alone.
    expect(refusals).toBe(2);
  });

  it('leaves out every absent quantity, in different blocks', () => {
    const meter = complete().remove(0x4a, 2).remove(0x4e, 2).remove(0x156, 2);
    const { state } = commission(SDM630, meter);
    expect([...state.leftOut].sort()).toEqual(['activeExport', 'activeTotal', 'reactiveExport']);
  });

  it('leaves out exactly the absent quantities, for every meter and any of its optional ones', () => {
    const modbus = BUILTIN_PROFILES.filter(({ protocol }) => protocol !== 'dlt645-2007');
    const cases = fc.constantFrom(...modbus).chain((profile) => {
      const optional = profile.quantities.filter((quantity) => quantity.optional);
      return fc.tuple(fc.constant(profile), fc.subarray(optional));
    });
    fc.assert(
      fc.property(cases, ([profile, absent]) => {
        const meter = new FakeMeter(functionOf(profile));
        for (const { from, count } of profile.blocks) meter.fill(from, count);
        for (const { from, length } of absent) meter.remove(from, length);
        const { state, refusals } = commission(profile, meter);
        expect(state.leftOut).toEqual(new Set(absent.map(({ name }) => name)));
        expect(refusals).toBeLessThanOrEqual(2 * absent.length);
        for (const request of readPlanOf(profile, { leftOut: state.leftOut })) {
          expect(meter.answer(request)).toHaveProperty('words');
        }
      }),
    );
  });

  it('leaves out nothing if all registers exist', () => {
    expect(commission(SDM630, complete())).toEqual({ state: NOTHING_LEFT_OUT, refusals: 0 });
  });

  it('shows that the meter is not of this profile if a required quantity is absent', () => {
    expect(() => commission(SDM630, complete().remove(0x00, 2))).toThrow('values is refused');
    expect(() => commission(SDM630, complete().remove(0x48, 2))).toThrow('energy is refused');
  });

  it.each([1, 3, 4, 6, 11])(
    'with code %i leaves out nothing, as it is not about the address',
    (code) => {
      const request = readPlanOf(SDM630, NOTHING_LEFT_OUT)[1]!;
      expect(mergedAfterException(SDM630, NOTHING_LEFT_OUT, request, code)).toBeUndefined();
      expect(mergedAfterException(SDM630, NOTHING_LEFT_OUT, request, 2)).toBeDefined();
    },
  );

  it('does not change the given state', () => {
    const request = readPlanOf(SDM630, NOTHING_LEFT_OUT)[1]!;
    mergedAfterException(SDM630, NOTHING_LEFT_OUT, request, 2);
    expect(NOTHING_LEFT_OUT).toEqual({ leftOut: new Set(), alone: new Set() });
  });
});

describe('an error of a DL/T 645 meter', () => {
  const meter = profileNamed('dlt645-2007-three-phase');
  const requestFor = (identifier: string) =>
    readPlanOf(meter, NOTHING_LEFT_OUT).find(({ block }) => block === identifier)!;
  const after = (identifier: string, error: number) =>
    mergedAfterException(meter, NOTHING_LEFT_OUT, requestFor(identifier), error);

  it('leaves out the quantity of the identifier if the meter has no such data', () => {
    expect([...after('02010200', 0x02)!.leftOut]).toEqual(['voltageB']);
    expect([...after('00020000', 0x03)!.leftOut]).toEqual(['activeExport']);
  });

  it('leaves out nothing for another error or a required quantity', () => {
    expect(after('02010200', 0x01)).toBeUndefined();
    expect(after('00010000', 0x02)).toBeUndefined();
  });
});
