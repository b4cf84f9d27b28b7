/** Finds the profiles that fit a meter, from the replies to a few reads at commissioning. */
import type { IdentityRule, Profile } from '../profile.ts';
import { numberOf } from '../values/rational.ts';
import { rawValue } from './raw-value.ts';
import type { ReadRequest } from './read-plan.ts';

/** A reply to a probe: its registers or data bytes as for decodeBlock, or an exception. */
export type ProbeAnswer =
  | { readonly words: ArrayLike<number> }
  /** Exception code of Modbus, or error byte of DL/T 645. */
  | { readonly exception: number };

/** Replies by `probeKey`; a request without a reply is absent. */
export type ProbeAnswers = ReadonlyMap<string, ProbeAnswer>;

export interface ProfileMatch {
  readonly profile: Profile;
  /**
   * identified: the meter sent its type. plausible: its values are in the range that this profile
   * expects, as those of other meters may be.
   */
  readonly certainty: 'identified' | 'plausible';
}

/** The requests that identify needs, each once. */
export function probesOf(profiles: readonly Profile[]): ReadRequest[] {
  const requests = profiles.flatMap(({ identity }) => identity.map(requestOf));
  return [...new Map(requests.map((request) => [probeKey(request), request])).values()];
}

/** The same for equal requests of different profiles. */
export function probeKey({ read, from, count }: ReadRequest): string {
  return 'identifier' in read
    ? `dlt645 ${read.identifier} ${count}`
    : `modbus ${read.functionCode} ${from} ${count}`;
}

const requestOf = ({ block }: IdentityRule): ReadRequest => ({
  block: block.name,
  read: block.read,
  from: block.from,
  count: block.count,
});

/**
 * Returns the profiles all of whose identity rules hold, identified ones first, otherwise in the
 * given order. A profile without rules is never returned, and a rule without a reply, or with an
 * exception or a reply of another length, does not hold. If a profile is identified, plausible
 * ones are not returned.
 */
export function identify(profiles: readonly Profile[], answers: ProbeAnswers): ProfileMatch[] {
  const matches = profiles
    .filter(({ identity }) => identity.length > 0 && identity.every((rule) => holds(rule, answers)))
    .map((profile): ProfileMatch => {
      const isNamed = profile.identity.some(({ expected }) => !('between' in expected));
      return { profile, certainty: isNamed ? 'identified' : 'plausible' };
    });
  const identified = matches.filter(({ certainty }) => certainty === 'identified');
  return identified.length > 0 ? identified : matches;
}

function holds(rule: IdentityRule, answers: ProbeAnswers): boolean {
  const { block, expected } = rule;
  const answer = answers.get(probeKey(requestOf(rule)));
  if (answer === undefined || 'exception' in answer) return false;
  const { words } = answer;
  if (words.length !== block.count) return false;
  if ('startsWith' in expected) {
    const text = textOf(words);
    return expected.startsWith.some((start) => text.startsWith(start));
  }
  const raw = rawValue(words, 0, block.count, expected.encoding);
  if (raw === undefined) return false;
  const value = numberOf(raw);
  if ('equals' in expected) return expected.equals.includes(value);
  const [low, high] = expected.between;
  return value >= low && value <= high;
}

/** Two characters in each register, the first in the high byte. */
function textOf(words: ArrayLike<number>): string {
  return Array.from(words, (word) => String.fromCharCode(word >> 8, word & 0xff)).join('');
}
