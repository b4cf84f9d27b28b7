/**
 * Seals with the key whose identifier the database stores, also after it was replaced while this
 * process runs, and shows the other programs which keys this process has.
 */
import type { Context } from '../../../context.ts';
import { scheduleJobs } from '../../../schedule-jobs.ts';
import { StartError } from '../../../storage/start-error.ts';
import { readSetting } from '../../shared/installation/installation-queries.ts';
import { locksOf } from '../../shared/installation/rotation/key-locks.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';

/** Fallback if a notification was lost. */
const FOLLOW_EVERY_MS = 30_000;

/** Returns a function that stops following the key. */
export async function followKey(ctx: Context): Promise<() => Promise<void>> {
  if (ctx.database.isExclusive) return () => Promise.resolve();
  const secrets = secretsOf(ctx.config);
  /** Returns false if this process does not have the key that seals now. */
  const follow = async (): Promise<boolean> => {
    const stored = await readSetting(ctx.database.db, 'secrets_key_id');
    if (stored === undefined || stored === secrets.keyId) return true;
    if (!secrets.keyIds.includes(stored)) return false;
    secrets.sealWith(stored);
    await ctx.database.holdLocks(locksOf(secrets));
    return true;
  };
  await ctx.database.holdLocks(locksOf(secrets));
  // The key may have been replaced after this process had checked it and before it showed its keys.
  if (!(await follow())) {
    throw new StartError(
      'The key of the installation was replaced during this start: start again.',
    );
  }
  let isReported = false;
  const run = async (): Promise<void> => {
    if ((await follow()) || isReported) return;
    isReported = true;
    ctx.log.error('the key of the installation was replaced: start this process with the new key');
  };
  const { stop } = await scheduleJobs(ctx, [
    { name: 'installation-key', everyMs: FOLLOW_EVERY_MS, run },
  ]);
  return async () => {
    await stop();
    await ctx.database.holdLocks([]);
  };
}
