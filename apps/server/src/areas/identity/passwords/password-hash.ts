/** Hashes passwords with argon2id (19 MiB, two passes, one lane), always through the hash gate. */
import { randomBytes } from 'node:crypto';
import { type HashGate, hashGate } from './hash-gate.ts';
import { hashInThread, verifyInThread } from './hash-threads.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The same characters can arrive as different code points, depending on the keyboard. */
const spelled = (password: string): string => password.normalize('NFKC');

/** Returns undefined if too many hashes are in progress. */
export function hashPassword(
  password: string,
  gate: HashGate = hashGate,
): Promise<string | undefined> {
  return gate.run((isCrowded) => hashInThread(spelled(password), COST, isCrowded));
}

let dummy: Promise<string> | undefined;

/**
 * Returns true if the password matches the hash, or undefined if too many hashes are in progress.
 * Without a valid hash, the password is compared with a dummy hash: the result is false after the
 * same time (docs/promises.md T8).
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  gate: HashGate = hashGate,
): Promise<boolean | undefined> {
  return gate.run(async (isCrowded) => {
    dummy ??= hashInThread(randomBytes(32).toString('base64'), COST, false).catch(
      (error: unknown) => {
        // The hash thread has ended; the next call creates the dummy hash again.
        dummy = undefined;
        throw error;
      },
    );
    const nobody = await dummy;
    const known = passwordHash?.startsWith('$argon2id$') === true;
    const matches = await verifyInThread(
      known ? passwordHash : nobody,
      spelled(password),
      isCrowded,
    );
    return known && matches;
  });
}
