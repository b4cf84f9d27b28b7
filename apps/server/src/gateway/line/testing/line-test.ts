/**
 * Reads the registers of a profile that is not stored from a meter, one request after the other.
 * Nothing of it becomes a reading.
 */
import type { Profile, Ratios } from '@busbar/device-profiles/profile';
import { explainBlock } from '@busbar/device-profiles/reading/explain-block';
import {
  NOTHING_LEFT_OUT,
  quantitiesOf,
  type ReadRequest,
  readPlanOf,
} from '@busbar/device-profiles/reading/read-plan';
import { unitOf } from '@busbar/device-profiles/values/units';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import { carriesProfile } from '@busbar/domain/line/line-transport';
import type { TestedQuantity } from '../../../areas/fleet/serial-lines/line-test-queries.ts';
import type { LineRequests } from '../line-requests.ts';
import { exchangeOf, type LineKind, wordsOf } from '../poll-blocks.ts';

export interface LineTest {
  readonly profile: Profile;
  readonly station: string;
  readonly ratios: Ratios;
}

export interface TestParts {
  readonly requests: LineRequests;
  readonly monotonic: () => number;
  /** Resolves when no switching command is open on the line. */
  readonly whenIdle: () => Promise<void>;
}

/** Time in which the requests are sent. */
const TEST_MS = 20_000;

export async function runLineTest(
  { requests, monotonic, whenIdle }: TestParts,
  line: LineKind,
  { profile, station, ratios }: LineTest,
): Promise<readonly TestedQuantity[]> {
  const endsAt = monotonic() + TEST_MS;
  const isCarried = carriesProfile(line, profile.protocol);
  const waiting = readPlanOf(profile, NOTHING_LEFT_OUT);
  const tested: TestedQuantity[] = [];
  let isReached = isCarried;
  for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
    await whenIdle();
    const remainingMs = () => (isReached ? endsAt - monotonic() : 0);
    const { reason, frame } = await requests.run(exchangeOf(request, station, line), {
      priority: 'read',
      remainingMs,
    });
    // The other blocks of a meter that does not answer are not requested.
    isReached &&= reason === 'answered' || reason === 'refused';
    const parts = partsOf(profile, request);
    if (frame?.refusal === 'no-such-data' && parts.length > 1) waiting.unshift(...parts);
    else tested.push(...resultsOf({ profile, ratios }, request, reason, frame));
  }
  return tested;
}

/** One request for each quantity: the meter does not report which register it lacks. */
function partsOf(profile: Profile, request: ReadRequest): ReadRequest[] {
  return quantitiesOf(profile, request).map(({ from, length }) => ({
    ...request,
    ...{ from, count: length },
  }));
}

function resultsOf(
  { profile, ratios }: Pick<LineTest, 'profile' | 'ratios'>,
  request: ReadRequest,
  reason: string,
  frame: LineFrame | undefined,
): TestedQuantity[] {
  if (reason === 'answered' && frame !== undefined) {
    const explained = explainBlock(profile, request, wordsOf(frame.data), ratios);
    return explained === undefined
      ? resultsWithout(profile, request, 'incomplete')
      : explained.map(({ name, words, value = null, outcome }) => ({
          ...{ quantity: name, outcome, value, unit: unitOf(name), exception: null },
          words: words.map((word) => word.toString(16).toUpperCase().padStart(4, '0')),
        }));
  }
  if (reason === 'refused') {
    return resultsWithout(profile, request, 'refused', frame?.data[0] ?? null);
  }
  return resultsWithout(profile, request, reason === 'no-answer' ? 'no-answer' : 'not-sent');
}

function resultsWithout(
  profile: Profile,
  request: ReadRequest,
  outcome: TestedQuantity['outcome'],
  exception: number | null = null,
): TestedQuantity[] {
  return quantitiesOf(profile, request).map(({ name }) => ({
    ...{ quantity: name, words: [], outcome, value: null, unit: unitOf(name), exception },
  }));
}
