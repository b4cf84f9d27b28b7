/**
 * Seals every stored secret with a new key while the processes of the installation run (ADR 89).
 * After an interruption at any point the same call continues. No secret is unreadable meanwhile:
 * the processes read both keys.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Executor } from '../../../../storage/database.ts';
import { StartError } from '../../../../storage/start-error.ts';
import { wakeJob } from '../../../../wake-job.ts';
import { lockFirstStart, readSetting, writeSetting } from '../installation-queries.ts';
import { createSecrets, keyIdOf } from '../sealed-secrets.ts';
import { lockSealed } from '../stored-secret-queries.ts';
import { countUnreadable, type SecretCounts } from '../stored-secrets.ts';
import { keyNumber } from './key-locks.ts';
import { resealSecrets, sumOf } from './reseal-secrets.ts';
import { countActiveProcesses, deleteIdTokens, listProcessKeys } from './rotation-queries.ts';
import { readRotation, writeRotation } from './rotation-record.ts';

export interface RotationOptions {
  readonly database: Database;
  readonly key: Buffer;
  readonly former: Buffer;
  /** Time limit until every process seals with the new key. */
  readonly switchLimitMs?: number;
  /** Time limit until every active process shows its keys. */
  readonly showLimitMs?: number;
}

export interface RotationDone {
  /** Secrets that this call sealed with the new key. */
  readonly sealed: SecretCounts;
  /** Secrets that neither key can read. */
  readonly unreadable: SecretCounts;
  readonly processes: number;
}

const SWITCH_LIMIT_MS = 60_000;
/** A process that was stopped counts as active for 30 s. */
const SHOW_LIMIT_MS = 35_000;
const CHECK_EVERY_MS = 100;

export async function rotateSecrets(options: RotationOptions): Promise<RotationDone> {
  const { database, switchLimitMs = SWITCH_LIMIT_MS, showLimitMs = SHOW_LIMIT_MS } = options;
  const [key, former] = [createSecrets(options.key), createSecrets(options.former)];
  const began = performance.now();
  let processes: number | undefined;
  while (processes === undefined) {
    const isLast = performance.now() - began >= showLimitMs;
    processes = await beginRotation(
      database,
      keyIdOf(options.key),
      keyIdOf(options.former),
      isLast,
    );
    if (processes === undefined) await sleep(CHECK_EVERY_MS);
  }
  await awaitSwitch(database, keyIdOf(options.former), switchLimitMs);
  let sealed: SecretCounts | undefined;
  for (;;) {
    const round = await resealSecrets(database, key, former);
    sealed = sealed === undefined ? round : sumOf(sealed, round);
    const unreadable = await completeRotation(database, options);
    if (unreadable !== undefined) return { sealed, unreadable, processes };
  }
}

/**
 * Makes the new key the one that seals, and returns the number of running processes. Returns
 * undefined, or throws if this is the last attempt, while a process is active that shows no keys:
 * one that was just stopped, one of an earlier version, or one whose listening connection is lost.
 */
async function beginRotation(
  database: Database,
  key: string,
  former: string,
  isLastAttempt: boolean,
): Promise<number | undefined> {
  return database.transaction(async (trx) => {
    // No process starts between the check and the change.
    await lockFirstStart(trx);
    const stored = await readSetting(trx, 'secrets_key_id');
    const last = await readRotation(trx);
    if (stored === undefined) throw new StartError(NOT_SEALED);
    if (stored !== key && stored !== former) throw new StartError(OTHER_KEY);
    if (stored === key && last?.former !== former) throw new StartError(EXCHANGED);
    const processes = await listProcessKeys(trx);
    const without = processes.filter(
      ({ readable }) => ![key, former].every((id) => readable.includes(keyNumber(id))),
    );
    if (without.length > 0 && !(stored === key && last?.isComplete)) {
      throw new StartError(
        `${without.length} of ${processes.length} running processes cannot read both keys: start each with SECRETS_KEY and SECRETS_KEY_FORMER, then run this command again. Nothing was changed.`,
      );
    }
    if (stored === former) {
      const active = database.isExclusive ? 0 : await countActiveProcesses(trx);
      if (active > processes.length) {
        if (!isLastAttempt) return undefined;
        throw new StartError(
          `${active} processes were active in the last 30 seconds and ${processes.length} show their keys: finish an upgrade from an earlier version first. Nothing was changed.`,
        );
      }
      await writeSetting(trx, 'secrets_key_id', key);
      await writeRotation(trx, { former, key, isComplete: false });
      await wakeJob(trx, 'installation-key');
    }
    return processes.length;
  });
}

/** A process that seals with the former key learns of the new one from a notification. */
async function awaitSwitch(database: Database, former: string, limitMs: number): Promise<void> {
  const began = performance.now();
  for (;;) {
    const processes = await listProcessKeys(database.db);
    const late = processes.filter(({ sealing }) => sealing === keyNumber(former)).length;
    if (late === 0) return;
    if (performance.now() - began > limitMs) {
      throw new StartError(
        `${late} of ${processes.length} running processes still seal with the former key: restart them, then run this command again. All secrets can be read with both keys.`,
      );
    }
    await sleep(CHECK_EVERY_MS);
  }
}

/** Returns undefined if secrets are still sealed with the former key, otherwise unreadable ones. */
async function completeRotation(
  database: Database,
  { key, former }: RotationOptions,
): Promise<SecretCounts | undefined> {
  return database.transaction(async (trx: Executor) => {
    await lockSealed(trx);
    const unreadable = await countUnreadable(trx, createSecrets(key, former));
    const withNew = await countUnreadable(trx, createSecrets(key));
    if (JSON.stringify(withNew) !== JSON.stringify(unreadable)) return undefined;
    await deleteIdTokens(trx);
    await writeRotation(trx, { former: keyIdOf(former), key: keyIdOf(key), isComplete: true });
    return unreadable;
  });
}

const NOT_SEALED =
  'No secret in the database is sealed yet: start the server with SECRETS_KEY and without SECRETS_KEY_FORMER. Nothing was changed.';

const OTHER_KEY =
  'The secrets in the database are sealed with another key than SECRETS_KEY_FORMER: set it to the key that the server has used. Nothing was changed.';

const EXCHANGED =
  'The secrets in the database are sealed with SECRETS_KEY, and SECRETS_KEY_FORMER never sealed them: the two may be exchanged, because SECRETS_KEY is the new key. Nothing was changed.';
