/**
 * Mutated forms of a secret, as an attacker who has seen one secret and guesses another would send
 * them.
 */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

type Random = () => number;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const letter = (random: Random): string => LETTERS[below(random, LETTERS.length)]!;
const put = (text: string, at: number, piece: string, instead = piece.length): string =>
  text.slice(0, at) + piece + text.slice(at + instead);

const CHANGES: readonly ((secret: string, foreign: string, random: Random) => string)[] = [
  (secret, _foreign, random) => put(secret, below(random, secret.length), letter(random)),
  // Several characters are changed at the same time.
  (secret, _foreign, random) => {
    let changed = secret;
    for (let i = below(random, 8); i >= 0; i--) {
      changed = put(changed, below(random, secret.length), letter(random));
    }
    return changed;
  },
  (secret, _foreign, random) => put(secret, below(random, secret.length), '', 1),
  (secret, _foreign, random) => put(secret, below(random, secret.length + 1), letter(random), 0),
  (secret, _foreign, random) => secret.slice(0, below(random, secret.length)),
  (secret, _foreign, random) => secret + secret.slice(0, 1 + below(random, secret.length)),
  // Two adjacent characters are swapped.
  (secret, _foreign, random) => {
    const at = below(random, secret.length - 1);
    return put(secret, at, secret[at + 1]! + secret[at]!);
  },
  (secret, _foreign, random) => {
    const at = below(random, secret.length);
    const one = secret[at]!;
    return put(secret, at, one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase());
  },
  // The head of one secret is followed by the tail of the other.
  (secret, foreign, random) => {
    const at = 1 + below(random, secret.length - 1);
    return secret.slice(0, at) + foreign.slice(at);
  },
  (secret) => [...secret].reverse().join(''),
  (secret, _foreign, random) =>
    put(
      secret,
      below(random, secret.length),
      ['=', '.', '\u0000', '%00', 'é', '+', '/'][below(random, 7)]!,
    ),
  // The characters are entirely random.
  (secret, _foreign, random) => Array.from(secret, () => letter(random)).join(''),
  (secret) => Buffer.from(secret).toString('base64url'),
];

/** The result may by chance be the secret itself, or the foreign one. */
export function mutation(secret: string, foreign: string, random: Random): string {
  return CHANGES[below(random, CHANGES.length)]!(secret, foreign, random);
}
