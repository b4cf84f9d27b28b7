/** Passwords as argon2id hashes (19 MiB, two passes, one lane), always through the gate. */
import { randomBytes } from 'node:crypto';
import { type HashGate, hashGate } from './hash-gate.ts';
import { hashInThread, verifyInThread } from './hash-threads.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** One spelling for what different keyboards send as the same characters. */
const spelled = (password: string): string => password.normalize('NFKC');

/** Undefined when too many are under way. */
export function hashPassword(
  password: string,
  gate: HashGate = hashGate,
): Promise<string | undefined> {
  return gate.run((isCrowded) => hashInThread(spelled(password), COST, isCrowded));
}

let dummy: Promise<string> | undefined;

/**
 * Whether the password is the one of the hash; undefined when too many are under way. Without a
 * hash, or with one that is none, a hash of nobody is compared instead: the answer is no, after
 * the same time (docs/promises.md T8).
 */
export function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  gate: HashGate = hashGate,
): Promise<boolean | undefined> {
  return gate.run(async (isCrowded) => {
    dummy ??= hashInThread(randomBytes(32).toString('base64'), COST, false).catch(
      (error: unknown) => {
        // The thread is gone; the next one makes it.
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
