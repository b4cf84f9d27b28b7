/**
 * docs/promises.md T6: thousands of password guesses from one address, from 1,000 addresses at one
 * account, and with one password at 1,000 accounts; the same three forms at the activation
 * password. The tests count the guesses that were evaluated and their times. The owner can sign in
 * throughout from a known browser.
 */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { activate } from '../../src/areas/identity/registration/activation-service.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { signIn } from '../support/sign-in.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import { TEST_ACTIVATION_PASSWORD } from '../support/start-server.ts';
import { testContext } from '../support/test-context.ts';

vi.setConfig({ testTimeout: SOAK_TIMEOUT_MS });

const GUESSES = size('guesses');
const MANY = 1_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns one of thousands of distinct loopback addresses. */
const addressOf = (index: number): string => `127.0.${1 + Math.trunc(index / 250)}.${index % 250}`;

/** Returns the largest number of these times within any span of `spanMs`. */
function maxWithin(times: readonly number[], spanMs: number): number {
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + spanMs).length),
  );
}

describeWithDatabase('brute-force guessing', (database) => {
  const ctx = testContext(database, { ACTIVATION_PASSWORD: TEST_ACTIVATION_PASSWORD });
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  const customer = fixture(() => buildCustomer(ctx));
  const { signedIn, verdict } = signIn(() => ctx);

  /**
   * Returns the times of the guesses that were evaluated; `stepMs` is the pause after each guess.
   */
  async function evaluatedAt(
    guess: (index: number) => Promise<string>,
    wrong: string,
    stepMs: (index: number) => number,
  ): Promise<number[]> {
    const times: number[] = [];
    for (let index = 0; index < GUESSES; index++) {
      const answer = await guess(index);
      if (answer === wrong) times.push(ctx.clock.now());
      else if (answer !== 'too-many-attempts') throw new Error(`guess ${index}: ${answer}`);
      ctx.clock.advance(stepMs(index));
    }
    return times;
  }

  it('makes enough guesses to reach every limit', () => {
    // With fewer guesses the tests below would pass even without the limits.
    expect(GUESSES).toBeGreaterThanOrEqual(MANY);
    expect((GUESSES * HOUR) / (2 * DAY)).toBeGreaterThan(20);
  });

  describe('guessing account passwords', () => {
    let knownBrowserCookie: string | undefined;
    const home = '198.51.100.20';
    const owner = fixture(() => buildUser(ctx, customer), beforeEach);
    beforeEach(async () => {
      const { cookies } = await signedIn(owner, { fromBrowser: true, address: home });
      knownBrowserCookie = cookies?.knownBrowser;
    });
    /** Signs in from the owner's known browser, at home and at the attacker's addresses. */
    async function ownerComesIn(addresses: readonly string[]) {
      for (const address of addresses) {
        expect(await verdict(owner, { address, knownBrowserCookie })).toBe('in');
      }
      // The limit for unknown browsers is still in force.
      expect(await verdict(owner)).toBe('too-many-attempts');
    }

    it('evaluates 20 guesses per hour and 80 in 30 days from one address at one account', async () => {
      const address = addressOf(0);
      const times = await evaluatedAt(
        (index) => verdict(owner, { address, password: `guess ${index}` }),
        'bad-credentials',
        () => (2 * DAY) / GUESSES,
      );
      expect(maxWithin(times, HOUR)).toBeLessThanOrEqual(20);
      expect(times).toHaveLength(80);
      await ownerComesIn([home, address]);
    });

    it('evaluates 80 guesses in 30 days from 1,000 addresses at one account, with a growing delay from the fifth on', async () => {
      const times = await evaluatedAt(
        (index) => verdict(owner, { address: addressOf(index % MANY), password: `guess ${index}` }),
        'bad-credentials',
        // A burst of guesses at first, then evenly spaced ones through the rest of the month.
        (index) => (index < GUESSES / 2 ? SECOND / 2 : (29 * 2 * DAY) / GUESSES),
      );
      expect(times).toHaveLength(80);
      for (let failure = 5; failure < times.length; failure++) {
        const leastMs = Math.min(15 * MINUTE, SECOND * 2 ** (failure - 5));
        expect(times[failure]! - times[failure - 1]!).toBeGreaterThanOrEqual(leastMs);
      }
      await ownerComesIn([home, addressOf(7)]);
    });

    it('evaluates 20 guesses per hour from one address that tries one password at 1,000 accounts', async () => {
      const address = addressOf(1_500);
      const times = await evaluatedAt(
        (index) => {
          const account = index % MANY === 0 ? owner.userName : `somebody.${index % MANY}`;
          return verdict(account, { address, password: 'Summer2026!' });
        },
        'bad-credentials',
        () => (4 * HOUR) / GUESSES,
      );
      expect(maxWithin(times, HOUR)).toBe(20);
      expect(times.length).toBeLessThanOrEqual(80);
      for (const at of [home, address]) {
        expect(await verdict(owner, { address: at, knownBrowserCookie })).toBe('in');
      }
      expect(await verdict(owner, { address })).toBe('too-many-attempts');
    });
  });

  describe('guessing the activation password', () => {
    beforeEach(() => ctx.clock.advance(2 * DAY));
    const activation = async (customerId: number, from: string, password: string) => {
      const request = { customerId, password, accept: true, clientAddress: from };
      const outcome = await activate(ctx, undefined, request);
      return outcome.ok ? 'activated' : outcome.refusal;
    };

    it.each<[string, (index: number) => number, (index: number) => number]>([
      ['from one address', () => 0, () => 0],
      ['from 1,000 addresses', (index) => index % MANY, () => 0],
      ['at 1,000 customers', () => 1, (index) => index % MANY],
    ])(
      '%s: evaluates 5 guesses in 15 minutes per address and 20 per day overall',
      async (_form, address, of) => {
        const pending = await buildCustomer(ctx, { state: 'pending' });
        const byAddress = new Map<number, number[]>();
        const times = await evaluatedAt(
          async (index) => {
            const answer = await activation(
              of(index) === 0 ? pending.customerId : of(index),
              addressOf(address(index)),
              `guess ${index}`,
            );
            if (answer === 'activation-password-wrong') {
              const at = address(index);
              byAddress.set(at, [...(byAddress.get(at) ?? []), ctx.clock.now()]);
            }
            return answer;
          },
          'activation-password-wrong',
          () => DAY / GUESSES,
        );
        expect(times).toHaveLength(20);
        for (const own of byAddress.values()) {
          expect(maxWithin(own, 15 * MINUTE)).toBeLessThanOrEqual(5);
        }
        expect(
          await activation(pending.customerId, '198.51.100.30', TEST_ACTIVATION_PASSWORD),
        ).toBe('too-many-attempts');
      },
    );
  });
});
