/**
 * Loads saved settings into this process: at startup, after every change here, and when another
 * process has saved.
 */
import type { Context } from '../../../context.ts';
import { scheduleJobs } from '../../../schedule-jobs.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { applySettings, environmentOf } from './live-config.ts';
import { listSettings, savedOf, settingTimes } from './setting-queries.ts';

/** Fallback if a notification from another process was lost. */
export const FOLLOW_EVERY_MS = 30_000;

export async function readSettings({ config, database }: Context): Promise<void> {
  const rows = await listSettings(database.db);
  const { retention } = environmentOf(config);
  applySettings(config, savedOf(rows, secretsOf(config), config.fixedSettings, retention));
}

/** Returns a function that stops following the settings. */
export async function followSettings(ctx: Context): Promise<() => Promise<void>> {
  let seen = '';
  const look = async (): Promise<void> => {
    const now = await settingTimes(ctx.database.db);
    if (now === seen) return;
    await readSettings(ctx);
    seen = now;
  };
  await look();
  const { stop } = await scheduleJobs(ctx, [
    { name: 'settings', everyMs: FOLLOW_EVERY_MS, run: look },
  ]);
  return stop;
}
