/**
 * Every shipped profile over a real connection: what a simulated meter encodes is what the platform
 * decodes. The frames are built and checked by the test.
 */
import { BUILTIN_PROFILES } from '@busbar/device-profiles/builtin-profiles';
import type { Profile, Quantities, Quantity, Ratios } from '@busbar/device-profiles/profile';
import { decodeBlock } from '@busbar/device-profiles/reading/decode-block';
import {
  identify,
  type ProbeAnswer,
  probeKey,
  probesOf,
} from '@busbar/device-profiles/reading/identify';
import {
  NOTHING_LEFT_OUT,
  type ReadRequest,
  readPlanOf,
} from '@busbar/device-profiles/reading/read-plan';
import { describe, expect, it } from 'vitest';
import {
  dlt645ReadRequest,
  type MasterLine,
  readRequest,
  registersIn,
} from '../../test/line-master.ts';
import { connectLine, NOW } from '../../test/simulated-line.ts';

const HOUR = 3_600_000;
const IDENTIFIED = BUILTIN_PROFILES.filter(({ identity }) => identity.length > 0);
const MODBUS_STATION = '17';
const DLT645_STATION = '000000000042';
const RATIOS: Ratios = {
  ct: { primary: 200, secondary: 5 },
  pt: { primary: 10_000, secondary: 100 },
};

async function answerOf(line: MasterLine, request: ReadRequest): Promise<number[]> {
  const { read, from, count } = request;
  if ('identifier' in read) {
    const sent = dlt645ReadRequest(DLT645_STATION, read.identifier);
    const reply = await line.exchange(sent, 16 + count);
    expect(reply[8]).toBe(0x91);
    return [...reply.subarray(14, 14 + count)].map((byte) => (byte - 0x33) & 0xff);
  }
  const slave = Number(MODBUS_STATION);
  const sent = readRequest(slave, read.functionCode, from, count);
  return registersIn(await line.exchange(sent, 5 + 2 * count), slave, read.functionCode);
}

async function readAll(line: MasterLine, profile: Profile, ratios: Ratios): Promise<Quantities> {
  let all: Quantities = {};
  for (const request of readPlanOf(profile, NOTHING_LEFT_OUT)) {
    const words = await answerOf(line, request);
    all = { ...all, ...decodeBlock(profile, request, words, ratios) };
  }
  return all;
}

/** Half of the last digit of the meter, or of the last bit of a float. */
function toleranceOf({ encoding, factor, ratios }: Quantity, used: Ratios, value: number): number {
  if (encoding.type === 'float32') return Math.abs(value) * 2 ** -24;
  const step = Math.abs(Number(factor.numerator)) / Number(factor.denominator);
  const ratio = ratios.reduce(
    (all, name) => (all * used[name]!.primary) / used[name]!.secondary,
    1,
  );
  return (step * ratio) / 2 + 1e-9;
}

const metersOf = ({ id, protocol }: Profile) =>
  `${protocol === 'dlt645-2007' ? DLT645_STATION : MODBUS_STATION}=${id}`;

describe.each(BUILTIN_PROFILES.map((profile) => [profile.id, profile] as const))(
  'simulated %s',
  (_id, profile) => {
    const isTransformed = profile.quantities.some(({ ratios }) => ratios.length > 0);

    it('sends each quantity as its profile decodes it', async () => {
      const { first, stations } = await connectLine(
        metersOf(profile) + (isTransformed ? '@200/5@10000/100' : ''),
      );
      const values = stations[0]!.values(NOW);
      const decoded = await readAll(first, profile, RATIOS);
      expect(Object.keys(decoded)).toHaveLength(profile.quantities.length);
      for (const quantity of profile.quantities) {
        const value = values[quantity.name];
        const found = decoded[quantity.name];
        if (value === undefined || found === undefined) throw new Error(`no ${quantity.name}`);
        const difference = Math.abs(found - value);
        expect(difference, `${quantity.name}: ${found} is ${value}`).toBeLessThanOrEqual(
          toleranceOf(quantity, RATIOS, value),
        );
      }
      expect(decoded.voltageA).toBeGreaterThan(200);
      expect(decoded.activeImport).toBeGreaterThan(1);
    });

    it('counts the energy of its load', async () => {
      const { first, clock } = await connectLine(metersOf(profile));
      const ones: Ratios = { ct: { primary: 1, secondary: 1 }, pt: { primary: 1, secondary: 1 } };
      const before = await readAll(first, profile, ones);
      clock.now += 24 * HOUR;
      const after = await readAll(first, profile, ones);
      expect(after.activeImport! - before.activeImport!).toBeGreaterThan(1);
      expect(after.activeExport ?? 0).toBe(0);
    });
  },
);

describe('identity of simulated meters', () => {
  it.each(IDENTIFIED.map((profile) => [profile.id, profile] as const))(
    'fits the profile %s',
    async (id, profile) => {
      const { first } = await connectLine(metersOf(profile));
      const answers = new Map<string, ProbeAnswer>();
      for (const probe of probesOf([profile])) {
        answers.set(probeKey(probe), { words: await answerOf(first, probe) });
      }
      expect(identify([profile], answers).map((match) => match.profile.id)).toEqual([id]);
    },
  );
});
