/**
 * Runs the breakers that the parent process assigns over the IPC channel, and reports their states
 * to it. Secrets arrive over the channel, because arguments of a process are visible to others.
 */
import type { FleetAssignment, SimulatedMember } from '@busbar/domain/demand/simulated-fleet';
import { specOf } from '../device/device-spec.ts';
import { decodeStored, encodeStored, type StoredDevice } from '../device/stored-device.ts';
import { Fleet, type FleetState } from './fleet.ts';

/** Frequent enough for a user who waits for the first reading. */
const INTERVAL_MS = 10_000;
const RATED_CURRENT_A = 16;
const CONNECT_PER_SECOND = 20;
/** An external broker receives the account of a new breaker shortly after the simulator. */
const QUICK_REFUSALS = 5;

type Report = (code: string, state: string) => void;

/** States of the breakers: initially those assigned, and afterwards reported when they change. */
class ReportedStates implements FleetState {
  readonly #states = new Map<string, string>();
  readonly #report: Report;
  readonly #warn: (text: string) => void;

  constructor(report: Report, warn: (text: string) => void) {
    this.#report = report;
    this.#warn = warn;
  }

  assign(code: string, state: string | null): void {
    if (state !== null && !this.#states.has(code)) this.#states.set(code, state);
  }

  find(code: string): StoredDevice | undefined {
    const state = this.#states.get(code);
    if (state === undefined) return undefined;
    try {
      return decodeStored(JSON.parse(state));
    } catch (error) {
      this.#warn(`the state of ${code} cannot be read (${(error as Error).message}): it is new`);
      return undefined;
    }
  }

  note(code: string, device: StoredDevice): void {
    this.#states.set(code, encodeStored(device));
  }

  keep(devices: readonly (readonly [code: string, device: StoredDevice])[]): void {
    for (const [code, device] of devices) {
      const state = encodeStored(device);
      if (this.#states.get(code) === state) continue;
      this.#states.set(code, state);
      this.#report(code, state);
    }
  }
}

export class ManagedFleet {
  readonly #secrets = new Map<string, string>();
  readonly #states: ReportedStates;
  #fleet: Fleet | undefined;
  #changing: Promise<void> = Promise.resolve();

  constructor(report: Report, warn: (text: string) => void) {
    this.#states = new ReportedStates(report, warn);
  }

  /** Starts and stops breakers until those of the assignment run. */
  assign(assignment: FleetAssignment): Promise<void> {
    this.#changing = this.#changing.then(() => this.#apply(assignment));
    return this.#changing;
  }

  async stop(): Promise<void> {
    await this.#changing;
    await this.#fleet?.stop();
  }

  async #apply({ url, members }: FleetAssignment): Promise<void> {
    this.#fleet ??= this.#start(url);
    const wanted = new Map(members.map((member) => [member.code, member.secret]));
    // A breaker with another secret starts again, because its connection has ended.
    const over = [...this.#secrets].filter(([code, secret]) => wanted.get(code) !== secret);
    for (const [code] of over) this.#secrets.delete(code);
    await Promise.all(over.map(([code]) => this.#fleet!.remove(code)));
    for (const member of members) {
      if (this.#secrets.has(member.code)) continue;
      this.#secrets.set(member.code, member.secret);
      this.#states.assign(member.code, member.state);
      this.#fleet.add({ spec: specOfMember(member), secret: member.secret, faults: [] });
    }
  }

  #start(url: string): Fleet {
    const fleet = new Fleet({
      url,
      members: [],
      now: Date.now,
      random: Math.random,
      ledger: undefined,
      state: this.#states,
      quickRefusals: QUICK_REFUSALS,
      connectPerSecond: CONNECT_PER_SECOND,
    });
    fleet.start();
    return fleet;
  }
}

const specOfMember = ({ code, type, zone, countsFrom }: SimulatedMember) =>
  specOf(
    { code, type, slaveCount: 0, ratedCurrentA: RATED_CURRENT_A },
    { zone, countsFrom, intervalMs: INTERVAL_MS },
  );

/** Resolves after the signal, when all breakers have stopped. */
export async function runManaged(end: AbortSignal, warn: (text: string) => void): Promise<void> {
  const fleet = new ManagedFleet((code, state) => {
    if (process.connected) process.send?.({ code, state });
  }, warn);
  process.on('message', (message) => {
    fleet.assign(message as FleetAssignment).catch((error: Error) => warn(error.message));
  });
  await new Promise<void>((resolve) => {
    end.addEventListener('abort', () => resolve(), { once: true });
    if (end.aborted) resolve();
  });
  await fleet.stop();
}
