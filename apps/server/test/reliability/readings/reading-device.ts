/**
 * A device that records what it sent and what was acknowledged, and resends the rest, following
 * load profile L1 of docs/promises.md: 5 % twice (half of those with the DUP flag), 5 % late and
 * out of order, 1 % with a second content for the same timestamp.
 */
import mqtt, { type MqttClient } from 'mqtt';
import type { TestDevice } from '../../support/factories/tenant-device.ts';
import type { SentReading } from './check-readings.ts';

const IN_FLIGHT = 4;
const RECONNECT_MS = 20;
/** A late reading waits until this many newer ones were sent before it. */
const LATE_BY = 20;

type Entry = { -readonly [K in keyof SentReading]: SentReading[K] };

export class ReadingDevice {
  readonly ledger: Entry[] = [];
  readonly #device: TestDevice;
  readonly #port: number;
  readonly #random: () => number;
  readonly #begin: number;
  #waiting: Entry[] = [];
  #late: Entry[] = [];
  #made = 0;
  #makesMore = true;
  #client: MqttClient | undefined;
  #inFlight = 0;
  #isStopped = false;

  constructor(device: TestDevice, port: number, random: () => number) {
    this.#device = device;
    this.#port = port;
    this.#random = random;
    this.#begin = Date.now() - 20 * 86_400_000;
  }

  connect(): void {
    if (this.#isStopped) return;
    const { deviceCode, secret } = this.#device;
    const client = mqtt.connect({
      host: '127.0.0.1',
      port: this.#port,
      protocolVersion: 4,
      clientId: deviceCode,
      username: deviceCode,
      password: secret,
      reconnectPeriod: 0,
      clean: true,
    });
    this.#client = client;
    client.on('error', () => undefined);
    client.once('connect', () => {
      this.#inFlight = 0;
      this.#waiting = this.ledger.filter(
        (entry) => !entry.acknowledged && !this.#late.includes(entry),
      );
      this.#fill(client);
    });
    client.once('close', () => {
      client.end(true);
      if (this.#client === client) setTimeout(() => this.connect(), RECONNECT_MS);
    });
  }

  get acknowledged(): number {
    return this.ledger.filter((entry) => entry.acknowledged).length;
  }

  /** Generates no new readings; pending ones are still sent. */
  finish(): void {
    this.#makesMore = false;
    this.#waiting.push(...this.#late.splice(0));
    if (this.#client?.connected) this.#fill(this.#client);
  }

  get isDone(): boolean {
    return this.ledger.every((entry) => entry.acknowledged);
  }

  stop(): void {
    this.#isStopped = true;
    this.#client?.end(true);
  }

  #fill(client: MqttClient): void {
    while (this.#inFlight < IN_FLIGHT) {
      const entry = this.#waiting.shift() ?? this.#make();
      if (entry === undefined) return;
      const isDouble = this.#random() < 0.05;
      this.#publish(client, entry, false);
      if (isDouble) this.#publish(client, entry, this.#random() < 0.5);
    }
  }

  #publish(client: MqttClient, entry: Entry, dup: boolean): void {
    this.#inFlight += 1;
    const payload = JSON.stringify({
      ts: entry.ts,
      volPa: 230 + (entry.ts % 100) / 10,
      insP: 1.5,
      epT: entry.register / 100,
    });
    const topic = `ep/1/${this.#device.deviceCode}/up/data`;
    client.publish(topic, payload, { qos: 1, dup }, (error) => {
      if (error != null || this.#client !== client) return;
      entry.acknowledged = true;
      this.#inFlight -= 1;
      this.#fill(client);
    });
  }

  /** Creates the next reading; returns undefined if no more are to be generated. */
  #make(): Entry | undefined {
    if (!this.#makesMore) return undefined;
    const n = this.#made++;
    const entry = this.#entry(this.#begin + n * 1000, n * 10);
    if (this.#late.length > 0 && n % LATE_BY === 0) {
      this.#waiting.push(entry);
      return this.#late.shift();
    }
    const chance = this.#random();
    if (chance < 0.05) {
      this.#late.push(entry);
      return this.#make();
    }
    if (chance < 0.06) this.#waiting.push(this.#entry(entry.ts, entry.register + 3));
    return entry;
  }

  #entry(ts: number, register: number): Entry {
    const entry = { device: this.#device.deviceCode, ts, register, acknowledged: false };
    this.ledger.push(entry);
    return entry;
  }
}
