/**
 * One device's connection to the broker: MQTT 3.1.1, QoS 1, clean session, last will. Every attempt
 * uses a new client, so that the library stores nothing of an old connection. Unacknowledged
 * messages are sent again on the next connection.
 */
import { commandTopic, upTopic } from '@busbar/device-protocol/topics';
import { connect, type MqttClient } from 'mqtt';
import { Outbox } from '../device/outbox.ts';
import type { Outgoing } from '../device/outgoing.ts';
import { reconnectDelayMs, refusedDelayMs } from './backoff.ts';

/** Max number of messages in flight. */
const WINDOW = 16;
/** Capacity of the outbox: about a week of one-minute readings. */
const CAPACITY = 10_000;
const KEEPALIVE_S = 30;
const CONNECT_TIMEOUT_MS = 10_000;
const FAREWELL_MS = 1000;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** CONNACK codes of MQTT 3.1.1, 3.2.2.3: bad user name or password, or not authorised. */
const REFUSAL_CODES: readonly unknown[] = [4, 5];

const isRefusal = (error: Error): boolean => 'code' in error && REFUSAL_CODES.includes(error.code);

export interface ConnectionOptions {
  readonly url: string;
  readonly code: string;
  readonly secret: string;
  /**
   * Number of consecutive refusals after which the device waits long before it tries again, for an
   * account that the broker may not have yet; defaults to 0.
   */
  readonly quickRefusals?: number | undefined;
  /** Returns a number in [0, 1), for the jitter of reconnections. */
  readonly random: () => number;
  /** Returns the messages that the device publishes after every connect. */
  readonly greeting: () => readonly Outgoing[];
  /** Handles a command and returns the reply messages. */
  readonly onCommand: (payload: Uint8Array) => readonly Outgoing[];
  readonly onAcknowledged: (message: Outgoing) => void;
  /** Reports why a connection failed or was lost. */
  readonly onTrouble: (text: string) => void;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #outbox = new Outbox<Outgoing>(WINDOW, CAPACITY);
  readonly #speaking = new Set<NodeJS.Timeout>();
  #client: MqttClient | undefined;
  #ready = false;
  #stopped = false;
  #attempt = 0;
  #refusals = 0;
  #reconnect: NodeJS.Timeout | undefined;
  #whenDrained: (() => void) | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get connected(): boolean {
    return this.#ready;
  }

  /** Number of messages that are neither acknowledged nor dropped. */
  get pending(): number {
    return this.#outbox.size + this.#speaking.size;
  }

  get dropped(): number {
    return this.#outbox.dropped;
  }

  start(): void {
    const { url, code, secret, onTrouble } = this.#options;
    const client = connect(url, {
      protocolVersion: 4,
      clean: true,
      clientId: code,
      username: code,
      password: secret,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectPeriod: 0,
      resubscribe: false,
      will: { topic: upTopic(code, 'offline'), payload: Buffer.alloc(0), qos: 1, retain: false },
    });
    this.#client = client;
    client.on('connect', () => this.#subscribe(client));
    client.on('message', (topic, payload) => {
      if (topic === commandTopic(code)) this.say(this.#options.onCommand(payload));
    });
    client.on('error', (error) => {
      onTrouble(error.message || 'the broker could not be reached');
      this.#lost(client, isRefusal(error));
    });
    client.on('close', () => this.#lost(client));
  }

  /** Queues messages; each is published after its own delay. */
  say(messages: readonly Outgoing[]): void {
    for (const message of messages) {
      if (message.afterMs === 0) this.#outbox.add(message);
      else this.#sayLater(message);
    }
    this.#pump();
  }

  /** Closes gracefully: awaits acknowledgements up to `drainMs`, disconnects without last will. */
  async stop(drainMs: number): Promise<void> {
    if (this.#ready && this.pending > 0) await this.#drained(drainMs);
    this.#stopped = true;
    clearTimeout(this.#reconnect);
    for (const timer of this.#speaking) clearTimeout(timer);
    this.#speaking.clear();
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    const inOrder = this.#ready && this.#outbox.size === 0;
    this.#ready = false;
    if (inOrder) await Promise.race([client.endAsync(false), pause(FAREWELL_MS)]);
    // The client is ended after the DISCONNECT too: a broker that does not close the connection
    // must not block the process.
    client.end(true);
  }

  /** Cuts the connection like a network failure: no DISCONNECT; the device reconnects by itself. */
  cut(): void {
    this.#client?.stream.destroy();
  }

  #subscribe(client: MqttClient): void {
    const { code, greeting } = this.#options;
    client.subscribe(commandTopic(code), { qos: 1 }, (error) => {
      if (client !== this.#client) return;
      if (error !== null && error !== undefined) {
        this.#options.onTrouble(`subscription refused: ${error.message}`);
        client.end(true);
        this.#lost(client);
        return;
      }
      this.#attempt = 0;
      this.#refusals = 0;
      this.#ready = true;
      // The greeting is generated for every connection, so it is not stored when this one breaks.
      for (const message of greeting()) this.#publish(client, message, () => undefined);
      this.#pump();
    });
  }

  #pump(): void {
    const client = this.#client;
    if (!this.#ready || client === undefined) return;
    for (let message = this.#outbox.next(); message !== undefined; message = this.#outbox.next()) {
      const sent = message;
      this.#publish(client, sent, () => {
        this.#outbox.acknowledged(sent);
        this.#options.onAcknowledged(sent);
        this.#pump();
      });
    }
    if (this.pending === 0) this.#whenDrained?.();
  }

  #publish(client: MqttClient, message: Outgoing, acknowledged: () => void): void {
    const topic = upTopic(this.#options.code, message.kind);
    client.publish(topic, message.payload, { qos: 1, retain: false }, (error) => {
      // An error means a lost connection, which `close` handles; acknowledgements of an old client
      // are ignored.
      if (error || client !== this.#client) return;
      acknowledged();
    });
  }

  #sayLater(message: Outgoing): void {
    const timer = setTimeout(() => {
      this.#speaking.delete(timer);
      this.#outbox.add(message);
      this.#pump();
    }, message.afterMs);
    this.#speaking.add(timer);
  }

  #lost(client: MqttClient, refused = false): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#ready = false;
    this.#outbox.lineBroke();
    client.end(true);
    this.#whenDrained?.();
    if (this.#stopped) return;
    const { quickRefusals = 0, random: draw } = this.#options;
    const random = draw();
    const refusals = refused ? this.#refusals++ - quickRefusals : -1;
    const delayMs =
      refusals >= 0 ? refusedDelayMs(refusals, random) : reconnectDelayMs(this.#attempt++, random);
    this.#reconnect = setTimeout(() => this.start(), delayMs);
  }

  #drained(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, limitMs);
      this.#whenDrained = () => {
        clearTimeout(limit);
        resolve();
      };
    });
  }
}
