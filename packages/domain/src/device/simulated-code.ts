/** Codes of simulated breakers, which no real device can have. */
const SIMULATED_PREFIX = 'SIM-BREAKER-';
/** 32 digits and letters without those that look alike, so that each byte gives them evenly. */
const TAIL_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * True for a code of a simulated breaker, in any case. No real device can be given such a code. The
 * prefix is longer than `SIM-`, because devices of test installations have codes such as
 * `SIM-000001`.
 */
export function isReservedCode(code: string): boolean {
  return code.toUpperCase().startsWith(SIMULATED_PREFIX);
}

const SIMULATED = new RegExp(`^${SIMULATED_PREFIX}[${TAIL_ALPHABET}]{8}$`);

/**
 * True for a code as `simulatedCode` makes it. Narrower than the reserved codes, because a real
 * device of an earlier version may have one of those.
 */
export function isSimulatedCode(code: string): boolean {
  return SIMULATED.test(code);
}

/** Code of a simulated breaker from eight random bytes. */
export function simulatedCode(random: Uint8Array): string {
  const tail = Array.from(random, (byte) => TAIL_ALPHABET[byte % TAIL_ALPHABET.length]);
  return SIMULATED_PREFIX + tail.join('');
}
