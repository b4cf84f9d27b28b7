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
import { readData, valueIn } from '@busbar/device-protocol/line/dlt645-exchanges';
import type { Exchange } from '@busbar/domain/line/expectation';
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

/** Time in which the requests are sent: thirty identifiers of DL/T 645 at 2400 bit/s. */
const TEST_MS = 30_000;

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
    const { reason, frame } = await requests.run(testedExchange(request, station, line), {
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

/** A table may state a wrong length: an answer of DL/T 645 is awaited in any. */
function testedExchange(request: ReadRequest, station: string, line: LineKind): Exchange {
  const { read } = request;
  if (!('identifier' in read)) return exchangeOf(request, station, line);
  return readData(station, Number.parseInt(read.identifier, 16));
}

/**
 * One request for each quantity: the meter does not report which register it lacks. An identifier is
 * refused as a whole.
 */
function partsOf(profile: Profile, request: ReadRequest): ReadRequest[] {
  if ('identifier' in request.read) return [];
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
    const isDlt645 = 'identifier' in request.read;
    const digits = isDlt645 ? BYTE_DIGITS : REGISTER_DIGITS;
    const words = Array.from(isDlt645 ? valueIn(frame) : wordsOf(frame.data));
    // With more frames than are read, the value is not complete.
    const explained = frame.hasMore ? undefined : explainBlock(profile, request, words, ratios);
    // The bytes show which length the answer has.
    if (explained === undefined) {
      const shown = words.map((word) => hexOf(word, digits));
      return resultsWithout(profile, request, 'incomplete').map((one) => ({
        ...one,
        words: shown,
      }));
    }
    return explained.map(({ name, words: raw, value = null, outcome }) => ({
      ...{ quantity: name, outcome, value, unit: unitOf(name), exception: null },
      words: raw.map((word) => hexOf(word, digits)),
    }));
  }
  if (reason === 'refused') {
    return resultsWithout(profile, request, 'refused', frame?.data[0] ?? null);
  }
  return resultsWithout(profile, request, reason === 'no-answer' ? 'no-answer' : 'not-sent');
}

const [BYTE_DIGITS, REGISTER_DIGITS] = [2, 4];

const hexOf = (word: number, digits: number): string =>
  word.toString(16).toUpperCase().padStart(digits, '0');

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
