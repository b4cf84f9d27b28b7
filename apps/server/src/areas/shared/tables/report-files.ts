/**
 * Report files in the data folder, named by their task id. A file is written under a temporary name
 * and renamed when complete, so that an incomplete file is never offered.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportFormat } from '@busbar/domain/report/report-kind';
import type { Context } from '../../../context.ts';

/** Owner only, because reports contain data that only the customer's users may see. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const NAME = /^(\d+)\.(?:csv|xlsx|part-.+)$/;

interface Named {
  readonly id: number;
  readonly format: ReportFormat;
}

export function reportsFolder(ctx: Context): string {
  return join(ctx.config.dataDir, 'reports');
}

export function reportPath(ctx: Context, { id, format }: Named): string {
  return join(reportsFolder(ctx), `${id}.${format}`);
}

/** Target of a report. */
export interface ReportSink {
  /**
   * Resolves when the bytes were written and their buffer can be reused; a caller that awaits it
   * never has more than one buffer in memory.
   */
  write(bytes: Uint8Array): Promise<void>;
}

interface OpenFile {
  write(bytes: Uint8Array): Promise<unknown>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file for writing; tests inject a full disk. */
export type OpenForWriting = (path: string) => Promise<OpenFile>;

export const openOnDisk: OpenForWriting = async (path) => {
  const file = await open(path, 'w', FILE_MODE);
  return {
    write: (bytes) => file.writeFile(bytes),
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};

/**
 * Lets `write` fill the file of a task and returns its size. A failure leaves no file behind, also
 * one of `check`, which runs before the complete file replaces another of the task.
 */
export async function writeReportFile(
  ctx: Context,
  task: Named,
  openFile: OpenForWriting,
  write: (sink: ReportSink) => Promise<void>,
  check: () => Promise<void>,
): Promise<number> {
  await mkdir(reportsFolder(ctx), { recursive: true, mode: FOLDER_MODE });
  const part = join(reportsFolder(ctx), `${task.id}.part-${ctx.processId}`);
  const file = await openFile(part);
  let bytes = 0;
  try {
    await write({
      async write(chunk) {
        await file.write(chunk);
        bytes += chunk.length;
      },
    });
    await file.sync();
    await file.close();
    await check();
    await rename(part, reportPath(ctx, task));
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

export async function removeReportFile(ctx: Context, task: Named): Promise<void> {
  await rm(reportPath(ctx, task), { force: true });
}

/** Returns every report file, complete or not, with its task id. */
export async function listReportFiles(ctx: Context): Promise<{ id: number; path: string }[]> {
  const folder = reportsFolder(ctx);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => {
    const id = NAME.exec(name)?.[1];
    return id === undefined ? [] : [{ id: Number(id), path: join(folder, name) }];
  });
}
