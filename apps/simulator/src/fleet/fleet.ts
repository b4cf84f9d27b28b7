/**
 * Many devices in one process, each with its own connection and with a timer for the next time at
 * which it has work. The rate of new connections is limited, as in a street after an outage.
 */
import { isBranchOf, siteMeasuredBy } from '@busbar/domain/demand/tower-site';
import { Connection } from '../connection/connection.ts';
import { applyFault, type FaultName } from '../connection/faults.ts';
import { SimulatedDevice } from '../device/device.ts';
import type { DeviceSpec } from '../device/device-spec.ts';
import type { Outgoing } from '../device/outgoing.ts';
import type { StoredDevice } from '../device/stored-device.ts';
import type { Ledger } from './ledger.ts';
import { applyEvent, type ScenarioEvent } from './scenario.ts';

export interface FleetMember {
  readonly spec: DeviceSpec;
  readonly secret: string;
  readonly faults: readonly FaultName[];
}

/** Storage of the devices' states outside the fleet. */
export interface FleetState {
  find(code: string): StoredDevice | undefined;
  /** Registers the initial state of a device, which need not be written. */
  note(code: string, device: StoredDevice): void;
  keep(devices: readonly (readonly [code: string, device: StoredDevice])[]): void;
}

export interface FleetOptions {
  readonly url: string;
  readonly members: readonly FleetMember[];
  readonly now: () => number;
  readonly random: () => number;
  readonly ledger: Ledger | undefined;
  /**
   * State of the devices from an earlier run, to which this run is written; if absent, no state is
   * read or written.
   */
  readonly state?: FleetState | undefined;
  /** Scripted events of devices, relative to `start`; if absent, there are none. */
  readonly scenario?: readonly ScenarioEvent[];
  /** See `ConnectionOptions`. */
  readonly quickRefusals?: number;
  /** Max number of new connections per second. */
  readonly connectPerSecond: number;
}

export interface FleetCounts {
  readonly devices: number;
  readonly connected: number;
  /** Number of readings that the platform has acknowledged. */
  readonly acknowledged: number;
  readonly executed: number;
  readonly pending: number;
  readonly dropped: number;
  readonly lastTrouble: string | undefined;
}

const DRAIN_MS = 2000;

export class Fleet {
  readonly #options: FleetOptions;
  /** Members that have not been started, because the rate of new connections is limited. */
  readonly #waiting: FleetMember[];
  readonly #running: { readonly device: SimulatedDevice; readonly connection: Connection }[] = [];
  readonly #timers = new Map<SimulatedDevice, NodeJS.Timeout>();
  #starting: NodeJS.Timeout | undefined;
  readonly #script = new Set<NodeJS.Timeout>();
  #startedAt = 0;
  #acknowledged = 0;
  #executed = 0;
  #lastTrouble: string | undefined;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#waiting = [...options.members];
  }

  get counts(): FleetCounts {
    const lines = this.#running.map(({ connection }) => connection);
    return {
      devices: this.#running.length + this.#waiting.length,
      connected: lines.filter((line) => line.connected).length,
      acknowledged: this.#acknowledged,
      executed: this.#executed,
      pending: lines.reduce((sum, line) => sum + line.pending, 0),
      dropped: lines.reduce((sum, line) => sum + line.dropped, 0),
      lastTrouble: this.#lastTrouble,
    };
  }

  /** Begins to open connections and returns immediately. */
  start(): void {
    this.#startedAt = this.#options.now();
    this.#startNext();
  }

  /** Adds a device to a fleet that has been started. */
  add(member: FleetMember): void {
    this.#waiting.push(member);
    if (this.#starting === undefined) this.#startNext();
  }

  /** Stops one device; the others continue. */
  async remove(code: string): Promise<void> {
    const place = this.#waiting.findIndex(({ spec }) => spec.code === code);
    if (place >= 0) this.#waiting.splice(place, 1);
    const index = this.#running.findIndex(({ device }) => device.spec.code === code);
    if (index < 0) return;
    const [stopped] = this.#running.splice(index, 1);
    clearTimeout(this.#timers.get(stopped!.device));
    this.#timers.delete(stopped!.device);
    await stopped!.connection.stop(DRAIN_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#starting);
    for (const timer of this.#script) clearTimeout(timer);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running.map(({ connection }) => connection.stop(DRAIN_MS)));
    this.#keep(...this.#running.map(({ device }) => device));
  }

  /** Returns the device with this code, for tests. */
  device(code: string): SimulatedDevice | undefined {
    return this.#running.find(({ device }) => device.spec.code === code)?.device;
  }

  #startNext(): void {
    const member = this.#waiting.shift();
    this.#starting = undefined;
    if (member === undefined) return;
    this.#startOne(member);
    this.#starting = setTimeout(() => this.#startNext(), 1000 / this.#options.connectPerSecond);
  }

  #startOne(member: FleetMember): void {
    const { now, url, random, state, quickRefusals } = this.#options;
    const device = new SimulatedDevice(member.spec, now(), state?.find(member.spec.code));
    const connection = new Connection({
      url,
      code: member.spec.code,
      secret: member.secret,
      quickRefusals,
      random,
      greeting: () => device.greeting(now()),
      onCommand: (payload) => this.#onCommand(device, payload),
      onAcknowledged: (message) => this.#onAcknowledged(message),
      onTrouble: (text) => {
        this.#lastTrouble = `${member.spec.code}: ${text}`;
      },
    });
    this.#running.push({ device, connection });
    const site = siteMeasuredBy(member.spec.code);
    if (site !== undefined) device.branchLoadKw = (at) => this.#branchLoadKw(site, at);
    state?.note(member.spec.code, device.snapshot());
    const messages = member.faults.flatMap((name) => applyFault(name, device, now()));
    this.#keep(device);
    connection.say(messages);
    connection.start();
    this.#scheduleStep(device, connection);
    for (const event of this.#options.scenario ?? []) {
      if (event.device === undefined || event.device === member.spec.code) {
        this.#schedule(event, device, connection);
      }
    }
  }

  #branchLoadKw(site: string, at: number): number {
    return this.#running
      .filter(({ device }) => isBranchOf(site, device.spec.code))
      .flatMap(({ device }) => device.units)
      .reduce((sum, unit) => sum + (unit.meter.measurement(at).activePower ?? 0), 0);
  }

  #schedule(event: ScenarioEvent, device: SimulatedDevice, connection: Connection): void {
    const { now } = this.#options;
    const pause = Math.max(0, this.#startedAt + event.atMs - now());
    const timer = setTimeout(() => {
      this.#script.delete(timer);
      const messages = applyEvent(event, device, now());
      this.#keep(device);
      connection.say(messages);
      // The next step may be due earlier than scheduled.
      clearTimeout(this.#timers.get(device));
      this.#scheduleStep(device, connection);
    }, pause);
    this.#script.add(timer);
  }

  #scheduleStep(device: SimulatedDevice, connection: Connection): void {
    const pause = Math.max(1, device.nextDueAt() - this.#options.now());
    const timer = setTimeout(() => {
      const messages = device.step(this.#options.now());
      this.#keep(device);
      connection.say(messages);
      this.#scheduleStep(device, connection);
    }, pause);
    this.#timers.set(device, timer);
  }

  #onCommand(device: SimulatedDevice, payload: Uint8Array): readonly Outgoing[] {
    const { messages, execution } = device.onCommand(payload, this.#options.now());
    // The state is saved before the reply and the ledger entry, so that a restart never loses a
    // reported command.
    this.#keep(device);
    if (execution !== undefined) {
      this.#executed++;
      this.#options.ledger?.executed(device.spec.code, execution);
      // New timers may be due before the next report.
      const line = this.#running.find((running) => running.device === device)?.connection;
      clearTimeout(this.#timers.get(device));
      if (line !== undefined) this.#scheduleStep(device, line);
    }
    return messages;
  }

  #keep(...devices: SimulatedDevice[]): void {
    this.#options.state?.keep(devices.map((device) => [device.spec.code, device.snapshot()]));
  }

  #onAcknowledged(message: Outgoing): void {
    this.#acknowledged += message.readings.length;
    this.#options.ledger?.acknowledged(message.readings, this.#options.now());
  }
}
