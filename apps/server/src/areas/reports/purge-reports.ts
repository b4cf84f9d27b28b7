/**
 * Purges report files one hour after creation and their tasks after one day, those of scheduled
 * reports after three days; the delivery records of scheduled reports are retained for 90 days.
 */
import { rm } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { purgeDeliveries } from '../messaging/report-deliveries/delivery-queries.ts';
import { listReportFiles } from '../shared/tables/report-files.ts';
import { expireReports, reportsWithFiles } from './tasks/report-queries.ts';

const HOUR_MS = 3_600_000;

export async function purgeReports(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { db } = ctx.database;
  await expireReports(db, now, now - HOUR_MS, now - 24 * HOUR_MS);
  await purgeDeliveries(db, now - 90 * 24 * HOUR_MS);
  const files = await listReportFiles(ctx);
  const wanted = await reportsWithFiles(
    db,
    files.map(({ id }) => id),
  );
  for (const { id, path } of files) if (!wanted.has(id)) await rm(path, { force: true });
}
