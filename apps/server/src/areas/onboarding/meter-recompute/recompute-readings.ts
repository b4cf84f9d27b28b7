/**
 * Decodes the stored readings of a meter by its present settings and writes those that differ. Must
 * be called in a transaction, which a preview rolls back.
 */
import { createHash } from 'node:crypto';
import type { RecomputedRegister } from '@busbar/domain/meter-recompute/recomputed-steps';
import type { Executor } from '../../../storage/database.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import {
  insertMeasurements,
  insertRegisters,
} from '../../telemetry/ingest/insert-reading-queries.ts';
import type { DeviceKey, ReportedRegister } from '../reading-import/stored-reading-queries.ts';
import {
  findAnswers,
  findRegisterBefore,
  listStrayRegisters,
  readAnswers,
  type StoredAnswers,
  type StrayRegister,
} from './answer-queries.ts';
import { ChannelDays } from './channel-days.ts';
import { billedKwh, billedOf, type DecodeAgain, type DecodedAgain } from './decode-again.ts';
import { StepChain } from './step-chain.ts';

const ROWS_AT_ONCE = 1_000;
/** Decoding takes some tenths of a millisecond for each reading; commands must not wait for it. */
const DECODED_AT_ONCE = 50;
/** Registers without answers between those with answers: of imports, or of an earlier release. */
export const MAX_STRAYS = 10_000;

export interface RecomputeScope {
  readonly device: DeviceKey;
  /** Readings from the first to the last, epoch ms. */
  readonly first: number;
  readonly last: number;
  readonly zone: string;
  /** The register by which the device is billed; undefined if it has none so far. */
  readonly reported: ReportedRegister | undefined;
  readonly again: DecodeAgain;
}

interface ChangedRegister {
  readonly at: number;
  /** kWh; null without a register. */
  readonly before: number | null;
  readonly after: number | null;
}

/** First and last time of something that changes, epoch ms. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export class RecomputedReadings {
  recomputed = 0;
  unchanged = 0;
  /** Readings whose answers are stored in an unknown form; they stay as they are. */
  unreadable = 0;
  /** Readings that have lost the billed register. */
  emptied = 0;
  outOfBounds = 0;
  strays = 0;
  firstRegister: ChangedRegister | undefined;
  lastRegister: ChangedRegister | undefined;
  measurements: Span | undefined;
  registers: Span | undefined;
  readonly days: ChannelDays;
  readonly steps = new StepChain();
  readonly #hash = createHash('sha256');
  readonly #scope: RecomputeScope;

  constructor(scope: RecomputeScope) {
    this.#scope = scope;
    this.days = new ChannelDays(scope.zone);
  }

  /** Equal for equal changes. */
  get digest(): string {
    return this.#hash.copy().digest('base64url');
  }

  async run(trx: Executor): Promise<void> {
    const { device, first, last } = this.#scope;
    await this.#begin(trx);
    const strays = await listStrayRegisters(trx, device, first, MAX_STRAYS + 1);
    this.strays = strays.length;
    for (let after = first - 1; ; ) {
      const rows = await readAnswers(trx, device, after, last, ROWS_AT_ONCE);
      const changed: DecodedAgain[] = [];
      for (const [i, stored] of rows.entries()) {
        if (i % DECODED_AT_ONCE === 0) await yieldToEventLoop();
        while ((strays[0]?.at ?? Number.POSITIVE_INFINITY) < stored.at)
          this.#stray(strays.shift()!);
        const decoded = this.#decode(stored);
        if (decoded !== undefined) changed.push(decoded);
      }
      await write(trx, changed);
      after = rows.at(-1)?.at ?? after;
      if (rows.length < ROWS_AT_ONCE) break;
    }
    for (const stray of strays) this.#stray(stray);
  }

  /** The register before the first reading is comparable if the present settings decode it too. */
  async #begin(trx: Executor): Promise<void> {
    const { device, first, reported, again } = this.#scope;
    const before = await findRegisterBefore(trx, device, first);
    const kwh = billedKwh(reported, before?.totalKwh, before?.importKwh);
    if (before === undefined || kwh === undefined) return;
    const stored = await findAnswers(trx, device, before.at);
    const decoded = stored && again(stored);
    const isPresent = decoded !== undefined && !decoded.isRegistersChanged;
    const { revision, station } = stored ?? {};
    this.steps.add({ at: before.at, kwh, revision, station, isPresent, isChanged: false });
  }

  #decode(stored: StoredAnswers): DecodedAgain | undefined {
    const { reported, again } = this.#scope;
    const { at, revision, station } = stored;
    const before = billedKwh(reported, stored.totalKwh, stored.importKwh);
    const decoded = again(stored);
    if (decoded === undefined) {
      this.unreadable += 1;
      this.days.keep(at);
      if (before !== undefined) this.#chain({ at, kwh: before, isPresent: false });
      return undefined;
    }
    const { row, isMeasuredChanged, isRegistersChanged, outOfBounds } = decoded;
    const after = billedOf(reported, row.registers);
    this.outOfBounds += outOfBounds;
    this.days.add(at, stored.channels, row.registers, before !== undefined, after !== undefined);
    if (after !== undefined) {
      this.#chain({ at, kwh: after, revision, station, isPresent: true }, after !== before);
    }
    if (!isMeasuredChanged && !isRegistersChanged) {
      this.unchanged += 1;
      return undefined;
    }
    this.recomputed += 1;
    this.#hash.update(`${at} ${row.measuredHash} ${row.registersHash};`);
    if (isMeasuredChanged) this.measurements = longer(this.measurements, at);
    if (isRegistersChanged) {
      this.registers = longer(this.registers, at);
      if (before !== undefined && after === undefined) this.emptied += 1;
      this.lastRegister = { at, before: before ?? null, after: after ?? null };
      this.firstRegister ??= this.lastRegister;
    }
    return decoded;
  }

  #stray({ at, totalKwh, importKwh }: StrayRegister): void {
    const kwh = billedKwh(this.#scope.reported, totalKwh, importKwh);
    this.days.keep(at);
    if (kwh !== undefined) this.#chain({ at, kwh, isPresent: false });
  }

  #chain(
    register: Pick<RecomputedRegister, 'at' | 'kwh' | 'isPresent'> & Partial<RecomputedRegister>,
    isChanged = false,
  ): void {
    const unknown = { revision: undefined, station: undefined };
    this.steps.add({ ...unknown, ...register, isChanged });
  }
}

function longer(span: Span | undefined, at: number): Span {
  return { from: span?.from ?? at, to: at };
}

async function write(trx: Executor, changed: readonly DecodedAgain[]): Promise<void> {
  const measurements = changed
    .filter(({ isMeasuredChanged }) => isMeasuredChanged)
    .map(({ row }) => ({ row, hash: row.measuredHash }));
  const registers = changed
    .filter(({ isRegistersChanged }) => isRegistersChanged)
    .map(({ row }) => ({ row, hash: row.registersHash }));
  if (measurements.length > 0) await insertMeasurements(trx, measurements, false, 'replaced');
  if (registers.length > 0) await insertRegisters(trx, registers, false, 'replaced');
}
