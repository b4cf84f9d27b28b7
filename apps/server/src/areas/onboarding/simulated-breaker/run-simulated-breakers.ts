/**
 * Runs the simulated breakers of all customers as one program, which connects to the broker like
 * any other fleet. The process with the lease runs it; if that process ends, another takes over.
 * Without simulated breakers there is no program.
 *
 * The secrets of the breakers are only in memory: a process that starts the program issues new
 * ones, which also disconnects the breakers of a process that has lost its lease without noticing.
 */

import type {
  FleetAssignment,
  SimulatedMember,
  StateReport,
} from '@busbar/domain/demand/simulated-fleet';
import { isReservedCode } from '@busbar/domain/device/simulated-code';
import type { Context } from '../../../context.ts';
import { scheduleJobs } from '../../../schedule-jobs.ts';
import { wakeJob } from '../../../wake-job.ts';
import { updateSecret } from '../../fleet/devices/device-change-queries.ts';
import { newDeviceSecret } from '../../fleet/devices/device-secret.ts';
import { publishDeviceChange, publishIssuedSecret } from '../../fleet/groups/device-changed.ts';
import { type FleetProcess, startFleetProcess } from '../../platform/demo/fleet-process.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import {
  listSimulatedBreakers,
  purgeStates,
  type RunningBreaker,
  saveState,
} from './simulated-breaker-queries.ts';
import { claimSimulation, LEASE_S, releaseSimulation } from './simulation-lease-queries.ts';

const JOB = 'simulated-breakers';
/** Polling interval in case a wake-up was lost. */
const LOOK_EVERY_MS = 30_000;
const RENEW_MS = (LEASE_S * 1000) / 4;

/** `url` is the broker. Returns a function that stops the program and releases the lease. */
export async function startSimulatedBreakers(
  ctx: Context,
  url: string,
): Promise<() => Promise<void>> {
  const runner = new BreakerRunner(ctx, url);
  const jobs = await scheduleJobs(ctx, [
    {
      name: JOB,
      everyMs: LOOK_EVERY_MS,
      wokenBy: ({ bus }, wake) =>
        bus.subscribe('device.changed', ({ deviceCode }) => {
          if (isReservedCode(deviceCode)) wake();
        }),
      run: () => runner.look(),
    },
  ]);
  return async () => {
    await jobs.stop();
    await runner.stop();
  };
}

class BreakerRunner {
  readonly #ctx: Context;
  readonly #url: string;
  readonly #secrets = new Map<string, string>();
  #members: readonly SimulatedMember[] = [];
  #fleet: FleetProcess | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(ctx: Context, url: string) {
    this.#ctx = ctx;
    this.#url = url;
  }

  /** Returns the time of the next renewal of the lease or attempt to claim it. */
  async look(): Promise<number | undefined> {
    const { database, processId, clock } = this.#ctx;
    const breakers = await listSimulatedBreakers(database.db);
    if (breakers.length === 0) {
      await this.#end();
      return undefined;
    }
    if (await claimSimulation(database, processId)) await this.#run(breakers);
    else await this.#endFleet();
    return clock.now() + RENEW_MS;
  }

  stop(): Promise<void> {
    return this.#end();
  }

  async #run(breakers: readonly RunningBreaker[]): Promise<void> {
    const before = new Map(this.#members.map((member) => [member.code, member]));
    const members: SimulatedMember[] = [];
    for (const breaker of breakers) {
      const { code, type, zone, createdAt } = breaker;
      const secret = await this.#secretOf(breaker);
      // The newest state may not be stored yet.
      const state = before.get(code)?.state ?? breaker.state;
      members.push({ code, secret, type, zone, countsFrom: createdAt, state });
    }
    const isSame =
      members.length === before.size &&
      members.every(
        ({ code, secret, zone }) =>
          before.get(code)?.secret === secret && before.get(code)?.zone === zone,
      );
    this.#members = members;
    if (this.#fleet === undefined) this.#startFleet();
    else if (!isSame) this.#fleet.send(this.#assignment());
    const codes = new Set(members.map(({ code }) => code));
    const removed = [...before.keys()].filter((code) => !codes.has(code));
    for (const code of removed) this.#secrets.delete(code);
    if (removed.length > 0) await purgeStates(this.#ctx.database.db);
  }

  /** Issues a secret unless this process knows the current one. */
  async #secretOf({ customerId, deviceId, code, secretHash }: RunningBreaker): Promise<string> {
    const known = this.#secrets.get(code);
    if (known !== undefined && secretHash?.equals(sha256(known)) === true) return known;
    const { secret, hash } = newDeviceSecret(this.#ctx.random);
    const { database, clock } = this.#ctx;
    await updateSecret(database.db, customerId, deviceId, hash, clock.now());
    this.#secrets.set(code, secret);
    publishDeviceChange(this.#ctx, customerId, { deviceId, deviceCode: code }, true);
    publishIssuedSecret(this.#ctx, code, secret);
    return secret;
  }

  #startFleet(): void {
    this.#fleet = startFleetProcess(this.#ctx, ['--managed'], {
      part: JOB,
      onStart: (send) => send(this.#assignment()),
      onMessage: (message) => this.#onState(message as StateReport),
    });
  }

  // The type of a message over the IPC channel has no readonly fields.
  #assignment(): { url: string; members: SimulatedMember[] } {
    return { url: this.#url, members: [...this.#members] } satisfies FleetAssignment;
  }

  #onState({ code, state }: StateReport): void {
    this.#members = this.#members.map((member) =>
      member.code === code ? { ...member, state } : member,
    );
    const { database, processId, log } = this.#ctx;
    this.#saving = this.#saving
      .then(() => saveState(database.db, processId, code, state))
      .catch((error: unknown) => log.warn({ err: error, code }, 'a state could not be stored'));
  }

  async #endFleet(): Promise<void> {
    const fleet = this.#fleet;
    this.#fleet = undefined;
    await fleet?.stop();
    await this.#saving;
    this.#members = [];
    this.#secrets.clear();
  }

  async #end(): Promise<void> {
    if (this.#fleet === undefined) return;
    await this.#endFleet();
    const { database, processId, log } = this.#ctx;
    try {
      await purgeStates(database.db);
      await releaseSimulation(database.db, processId);
      await wakeJob(database.db, JOB);
    } catch (error) {
      // Another process takes over when the lease has expired.
      log.warn({ err: error }, 'the lease of the simulator could not be released');
    }
  }
}
