/** The current health of the platform, for the administrator's page. */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  type PartState,
  type PlatformPart,
  statesOfParts,
} from '@busbar/domain/operations/part-state';
import type { Context } from '../../../context.ts';
import { VERSION } from '../../../version.ts';
import { type DiskSpace, readDisk } from './disk-space.ts';
import { countCustomers, readDatabase, rejectedSince } from './health-queries.ts';
import { type PlatformNumbers, readPlatform } from './platform-queries.ts';

const DAY_MS = 86_400_000;

const STALL_RESOLUTION_MS = 20;

export interface PlatformHealth {
  readonly at: number;
  readonly states: Readonly<Record<PlatformPart, PartState>>;
  readonly numbers: PlatformNumbers;
  readonly process: {
    readonly version: string;
    readonly node: string;
    readonly startedAt: number;
    readonly roles: readonly string[];
    readonly memoryBytes: number;
    readonly stallMs: number;
  };
  readonly database: {
    readonly kind: string;
    readonly answersInMs: number;
    readonly migrations: number;
    readonly warnings: readonly string[];
  };
  readonly disk: DiskSpace | undefined;
  readonly customers: number;
  readonly mailAvailable: boolean;
  readonly rejected: readonly { readonly reason: string; readonly count: number }[];
}

/** Starts monitoring this process; returns a function that reads the health. */
export function watchPlatform(ctx: Context): () => Promise<PlatformHealth> {
  const startedAt = ctx.clock.now();
  const delays = monitorEventLoopDelay({ resolution: STALL_RESOLUTION_MS });
  delays.enable();
  return async () => {
    const { database, config, clock } = ctx;
    const queriedAt = performance.now();
    await database.ping();
    const answersInMs = performance.now() - queriedAt;
    const numbers = await readPlatform(ctx);
    const disk = await readDisk(config.dataDir);
    return {
      at: clock.now(),
      states: statesOfParts({
        ...numbers,
        databaseMs: answersInMs,
        diskFree: disk && disk.freeBytes / disk.totalBytes,
        devices: numbers.online + numbers.offline,
      }),
      numbers,
      process: {
        version: VERSION,
        node: process.versions.node,
        startedAt,
        roles: [...config.roles].toSorted(),
        memoryBytes: process.memoryUsage.rss(),
        stallMs: Math.max(0, delays.percentile(99) / 1e6 - STALL_RESOLUTION_MS),
      },
      database: { answersInMs, ...(await readDatabase(ctx)) },
      disk,
      customers: await countCustomers(ctx),
      mailAvailable: config.smtpUrl !== undefined,
      rejected: await rejectedSince(ctx, clock.now() - DAY_MS),
    };
  };
}
