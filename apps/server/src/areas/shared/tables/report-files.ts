/**
 * Where files of reports are: in the data folder, under the number of their task. A file is written
 * under another name and gets its own when it is whole, so half a file is never offered.
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportFormat } from '@busbar/domain/report/report-kind';
import type { Context } from '../../../context.ts';

/** Owner only: they hold what the customer's own people may see. */
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

/** What a report is written to. */
export interface ReportSink {
  /**
   * Resolves when the bytes are taken and their buffer may be used again: who waits for that never
   * has more than they in memory.
   */
  write(bytes: Uint8Array): Promise<void>;
}

interface OpenFile {
  write(bytes: Uint8Array): Promise<unknown>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file to write; a test hands in a disk that is full. */
export type OpenForWriting = (path: string) => Promise<OpenFile>;

export const openOnDisk: OpenForWriting = async (path) => {
  const file = await open(path, 'w', FILE_MODE);
  return {
    write: (bytes) => file.writeFile(bytes),
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};

/** Lets `write` fill the file of a task; answers its size. What fails leaves nothing behind. */
export async function writeReportFile(
  ctx: Context,
  task: Named,
  openFile: OpenForWriting,
  write: (sink: ReportSink) => Promise<void>,
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

/** Every file there is, whole or not, with the number of its task. */
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
