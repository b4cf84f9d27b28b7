/**
 * Reads what was saved into this process: at its start, after every change here, and every few
 * seconds what another process saved.
 */
import type { Context } from '../../context.ts';
import { applySettings } from './live-config.ts';
import { listSettings, savedOf, settingTimes } from './setting-repository.ts';

export const FOLLOW_EVERY_MS = 3_000;

export async function readSettings({ config, database }: Context): Promise<void> {
  applySettings(config, savedOf(await listSettings(database.db), config.fixedSettings));
}

/** The answer ends it. */
export async function followSettings(ctx: Context): Promise<() => void> {
  let seen = '';
  const look = async (): Promise<void> => {
    const now = await settingTimes(ctx.database.db);
    if (now === seen) return;
    await readSettings(ctx);
    seen = now;
  };
  await look();
  let isLooking = false;
  return ctx.clock.every(FOLLOW_EVERY_MS, () => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => ctx.log.warn({ error }, 'the saved configuration was not read'))
      .finally(() => {
        isLooking = false;
      });
  });
}
