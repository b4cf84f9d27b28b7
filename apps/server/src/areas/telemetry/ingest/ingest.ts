/**
 * Entry from the gateway to the database: a message is accepted, and acknowledged when all its
 * parts are committed. The stored data is published to the rest of the server after the commit,
 * never before.
 */
import { onlineWindowMs } from '@busbar/domain/device/presence';
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { ensurePartitionsAround } from '../../../storage/partitions.ts';
import { publishDueJobs } from '../../../wake-job.ts';
import { createRuleSettings } from '../../alarms/rule-settings.ts';
import { failureKind } from '../failures/failure-kind.ts';
import { presenceMessage } from '../presence/connection-book.ts';
import type { TrackedDevice } from '../presence/link-device.ts';
import { Batcher } from './batcher.ts';
import type { DeviceMessage, UpMessage } from './device-message.ts';
import { publishReadings } from './publish-readings.ts';
import { writeRejected } from './rejected-message-queries.ts';
import { unevaluated, type Validated, validateMessage } from './validate-message.ts';
import { settle, type Work } from './work.ts';
import { writeBatch } from './write-batch.ts';

/** Counters since the start of the process. */
export interface IngestCounters {
  messages: number;
  /** Number of messages with all parts committed; they are then acknowledged to their devices. */
  acknowledged: number;
  /** Number of new rows in both tables of readings. */
  inserted: number;
  repeated: number;
  conflicting: number;
  rejected: number;
  parked: number;
  /** Number of messages older, completely or in part, than the registration of their device. */
  foreign: number;
  unknownFields: number;
  batches: number;
  failures: number;
}

export interface Ingest {
  /**
   * Accepts a message at any time; the gateway reads no backlogs while `isFull`, and nothing while
   * `isLiveFull`.
   */
  take(message: UpMessage, content: DeviceMessage): void;
  readonly isFull: boolean;
  readonly isLiveFull: boolean;
  /** Number of rows not yet acknowledged. */
  readonly backlog: number;
  onRoom(listener: () => void): () => void;
  readonly counters: Readonly<IngestCounters>;
  /** Resolves when all accepted messages are acknowledged. */
  drain(): Promise<void>;
  /** Stops the scheduled work of the ingest. */
  stop(): Promise<void>;
}

export function createIngest(ctx: Context): Ingest {
  const counters: IngestCounters = {
    messages: 0,
    acknowledged: 0,
    inserted: 0,
    repeated: 0,
    conflicting: 0,
    rejected: 0,
    parked: 0,
    foreign: 0,
    unknownFields: 0,
    batches: 0,
    failures: 0,
  };
  const log = ctx.log.child({ part: 'ingest' });
  const settings = createRuleSettings(ctx);

  function validate(message: UpMessage, content: DeviceMessage): Validated {
    try {
      if (content.failure !== undefined) throw content.failure;
      return validateMessage(message, content, (ref) => settings.of(ref));
    } catch (error) {
      const device = message.device.ref.deviceCode;
      log.error({ err: error, device }, 'a message could not be validated');
      return unevaluated(message);
    }
  }

  /**
   * Acknowledges one message. The other messages of the batch are committed too, so one broken
   * connection must not delay their acknowledgement.
   */
  function settleOne(work: Work): void {
    try {
      if (settle(work)) counters.acknowledged += 1;
    } catch (error) {
      log.error({ err: error }, 'a message could not be acknowledged');
    }
  }

  const batcher = new Batcher({
    async write(batch) {
      const written = await writeBatch(ctx, batch);
      return () => {
        counters.batches += 1;
        counters.inserted += written.readings.inserted;
        counters.repeated += written.readings.repeated;
        counters.conflicting += written.readings.conflicting;
        for (const { device, at } of written.heard) publishBackOnline(ctx, device, at);
        for (const work of batch) settleOne(work);
        publishAll(ctx.bus, written.messages);
        publishReadings(
          ctx,
          batch.flatMap(({ readings }) => readings),
        );
        publishDueJobs(ctx, written.readings.dueJobs);
      };
    },
    async park(work, cause) {
      const detail = String((cause as { message?: unknown }).message ?? cause).slice(0, 1000);
      await ctx.database.transaction((trx) =>
        writeRejected(trx, [{ message: work.message, rejected: { reason: 'storage', detail } }]),
      );
      log.error(
        { err: cause, device: work.message.device.ref.deviceCode },
        'a message was quarantined',
      );
      return () => {
        counters.parked += 1;
        settleOne(work);
      };
    },
    async mendPartitions() {
      await ensurePartitionsAround(ctx.database, ctx.clock.now());
    },
    kindOf: failureKind,
    failed(error, kind, rows) {
      counters.failures += 1;
      log.warn({ err: error, kind, rows }, 'a batch could not be stored');
    },
  });

  return {
    take(message, content) {
      const { work, foreign } = validate(message, content);
      counters.messages += 1;
      if (foreign !== 'nothing') {
        counters.foreign += 1;
        log.warn(
          { device: message.device.ref.deviceCode, topic: message.topic, discarded: foreign },
          'a message is older than the registration of its device',
        );
      }
      if (foreign === 'all') return settleOne(work);
      counters.unknownFields += content.unknownFields;
      if (work.rejected !== undefined) counters.rejected += 1;
      batcher.add(work);
    },
    get isFull() {
      return batcher.isFull;
    },
    get isLiveFull() {
      return batcher.isLiveFull;
    },
    get backlog() {
      return batcher.backlog;
    },
    onRoom: (listener) => batcher.onRoom(listener),
    counters,
    drain: () => batcher.drain(),
    stop: () => settings.stop(),
  };
}

/** Publishes that a device is online again if its online window had elapsed. */
function publishBackOnline(ctx: Context, device: TrackedDevice, at: number): void {
  const before = device.heardWrittenAt;
  device.heardWrittenAt = at;
  const silenceMs = at - before;
  if (silenceMs <= onlineWindowMs(device.expectedIntervalS)) return;
  publishAll(ctx.bus, [presenceMessage(device, true, at)]);
}
