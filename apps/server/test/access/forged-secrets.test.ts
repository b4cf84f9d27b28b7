/**
 * docs/promises.md T9: none of a million changed tokens and a million changed cookies opens a
 * session.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { describe, expect, it } from 'vitest';
import {
  cookieOpens,
  hashOfToken,
  newSession,
  readSessionCookie,
} from '../../src/areas/shared/secrets/session-secret.ts';
import { systemRandom } from '../../src/clock.ts';
import { tokenOf } from '../../src/http/calls/request-facts.ts';
import { mutation } from '../support/mutated-secret.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';

const MUTATIONS = size('mutatedSecrets');
const SEED = seed('mutatedSecrets', 9);

/**
 * The secrets of this user's session and of another user's session: a token for programs and a
 * cookie for browsers.
 */
const own = newSession(systemRandom, true);
const other = newSession(systemRandom, true);
const living = new Set([own, other].map(({ tokenHash }) => tokenHash.toString('latin1')));

const opens = (header: string): boolean => {
  const token = tokenOf({ authorization: header });
  const hash = token === undefined ? undefined : hashOfToken(token);
  return hash !== undefined && living.has(hash.toString('latin1'));
};
const cookieFits = (value: string): boolean =>
  cookieOpens(readSessionCookie(value), { tokenHash: own.tokenHash, cookieHash: own.cookie!.hash });

describe('session secrets', () => {
  it('open their session if unchanged, the token with and without the `Bearer` prefix', () => {
    for (const header of [own.token, `Bearer ${own.token}`, `bearer  ${own.token} `]) {
      expect(opens(header)).toBe(true);
    }
    expect(cookieFits(own.cookie!.value)).toBe(true);
  });

  it.each([
    ['token', own.token, other.token, opens],
    ['cookie', own.cookie!.value, other.cookie!.value, cookieFits],
  ] as const)(
    `open no session in any of ${MUTATIONS} changed forms of the %s`,
    (_what, secret, foreign, isOpened) => {
      const random = seededRandom(SEED);
      const opened: string[] = [];
      for (let i = 0; i < MUTATIONS; i++) {
        const changed = mutation(secret, foreign, random);
        if (changed !== secret && changed !== foreign && isOpened(changed)) opened.push(changed);
      }
      expect(opened).toEqual([]);
    },
    SOAK_TIMEOUT_MS,
  );

  it('have exactly one valid spelling in a cookie', () => {
    const [hash = '', secret = ''] = own.cookie!.value.split('.');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spellings = [...letters].map((last) => `${hash.slice(0, -1)}${last}.${secret}`);
    expect(spellings.filter(cookieFits)).toEqual([own.cookie!.value]);
  });
});
