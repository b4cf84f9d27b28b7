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
  /** Version of each running breaker. */
  readonly #running = new Map<string, string>();
  readonly #states: ReportedStates;
  readonly #warn: (text: string) => void;
  #fleet: Fleet | undefined;
  #changing: Promise<void> = Promise.resolve();

  constructor(report: Report, warn: (text: string) => void) {
    this.#states = new ReportedStates(report, warn);
    this.#warn = warn;
  }

  /** Starts and stops breakers until those of the assignment run. */
  assign(assignment: FleetAssignment): Promise<void> {
    // A failed assignment must not block later ones.
    this.#changing = this.#changing
      .then(() => this.#apply(assignment))
      .catch((error: Error) => this.#warn(error.message));
    return this.#changing;
  }

  async stop(): Promise<void> {
    await this.#changing;
    await this.#fleet?.stop();
  }

  async #apply({ url, members }: FleetAssignment): Promise<void> {
    this.#fleet ??= this.#start(url);
    const wanted = new Map(members.map((member) => [member.code, versionOf(member)]));
    // A breaker with another secret starts again, because its connection has ended.
    const over = [...this.#running].filter(([code, version]) => wanted.get(code) !== version);
    for (const [code] of over) this.#running.delete(code);
    await Promise.all(over.map(([code]) => this.#fleet!.remove(code)));
    for (const member of members) {
      if (this.#running.has(member.code)) continue;
      this.#add(this.#fleet, member);
    }
  }

  /** A breaker that cannot be started is left out; the next assignment tries again. */
  #add(fleet: Fleet, member: SimulatedMember): void {
    const { code, secret, state } = member;
    try {
      this.#states.assign(code, state);
      fleet.add({ spec: specOfMember(member), secret, faults: [] });
      this.#running.set(code, versionOf(member));
    } catch (error) {
      this.#warn(`${code} cannot be started: ${(error as Error).message}`);
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

/** Changes with what a running breaker cannot change: its secret and its time zone. */
const versionOf = ({ secret, zone }: SimulatedMember) => `${secret} ${zone}`;

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
    void fleet.assign(message as FleetAssignment);
  });
  await new Promise<void>((resolve) => {
    end.addEventListener('abort', () => resolve(), { once: true });
    if (end.aborted) resolve();
  });
  await fleet.stop();
}
