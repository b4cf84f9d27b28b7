/**
 * A device that sends one numbered reading after another at a steady rate, so that a broker that
 * acknowledges immediately does not run ahead of the servers, and resends unacknowledged readings.
 */
import mqtt, { type MqttClient } from 'mqtt';
import type { TestDevice } from '../../support/factories/tenant-device.ts';
import type { SentReading } from './check-readings.ts';

const PACE_MS = 20;
const RECONNECT_MS = 50;

type Entry = { -readonly [K in keyof SentReading]: SentReading[K] };

export class PacedDevice {
  readonly ledger: Entry[] = [];
  readonly #device: TestDevice;
  readonly #port: number;
  readonly #begin = Date.now() - 20 * 86_400_000;
  readonly #timer: NodeJS.Timeout;
  #client: MqttClient | undefined;
  #makesMore = true;

  constructor(device: TestDevice, port: number) {
    this.#device = device;
    this.#port = port;
    this.#connect();
    this.#timer = setInterval(() => this.#next(), PACE_MS);
  }

  get acknowledged(): number {
    return this.ledger.filter((entry) => entry.acknowledged).length;
  }

  get isDone(): boolean {
    return !this.#makesMore && this.acknowledged === this.ledger.length;
  }

  /** Sends no new readings; unacknowledged ones are still resent. */
  finish(): void {
    this.#makesMore = false;
  }

  stop(): void {
    clearInterval(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    client?.end(true);
  }

  #connect(): void {
    const { deviceCode, secret } = this.#device;
    const client = mqtt.connect({
      host: '127.0.0.1',
      port: this.#port,
      protocolVersion: 4,
      clientId: deviceCode,
      username: deviceCode,
      password: secret,
      reconnectPeriod: 0,
    });
    this.#client = client;
    client.on('error', () => undefined);
    client.once('connect', () => {
      for (const entry of this.ledger) if (!entry.acknowledged) this.#publish(client, entry);
    });
    client.once('close', () => {
      client.end(true);
      setTimeout(() => {
        if (this.#client === client) this.#connect();
      }, RECONNECT_MS);
    });
  }

  #next(): void {
    const client = this.#client;
    if (!this.#makesMore || client?.connected !== true) return;
    const n = this.ledger.length;
    const device = this.#device.deviceCode;
    const entry = { device, ts: this.#begin + n * 1000, register: n * 10, acknowledged: false };
    this.ledger.push(entry);
    this.#publish(client, entry);
  }

  #publish(client: MqttClient, entry: Entry): void {
    const payload = JSON.stringify({ ts: entry.ts, volPa: 230, epT: entry.register / 100 });
    client.publish(`ep/1/${entry.device}/up/data`, payload, { qos: 1 }, (error) => {
      if (error == null && this.#client === client) entry.acknowledged = true;
    });
  }
}
