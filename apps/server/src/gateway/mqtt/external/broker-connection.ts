/**
 * One connection to an external broker that resumes a durable session. Messages that the broker
 * received while the session had no connection (the backlog) are delivered first. The connection
 * publishes a marker to itself: when the marker arrives, the backlog is complete.
 *
 * Each connection has its own client, so that a command of an earlier connection is never sent
 * again.
 */
import { randomUUID } from 'node:crypto';
import { connect as connectSocket, Socket } from 'node:net';
import mqtt, {
  type IConnackPacket,
  type IPublishPacket,
  type ISubscriptionMap,
  type MqttClient,
  type Packet,
} from 'mqtt';
import type { Logger } from 'pino';
import { type AckedMessage, acknowledgeAfterCommit } from './broker-acks.ts';
import {
  isNotAuthorized,
  limitsOfBroker,
  NO_COMMANDS,
  NO_OTHER_COMMANDS,
  NO_OTHER_TOPICS,
  NOT_DELIVERED,
  refusedConnection,
  refusedRight,
  unusableBroker,
} from './broker-faults.ts';

/**
 * Messages that are distributed among the processes: the order of readings does not matter, and
 * `info` and `offline` have no time.
 */
const DISTRIBUTED = ['data', 'info', 'offline'].map((kind) => `ep/1/+/up/${kind}`);
const SHARED = DISTRIBUTED.map((filter) => `$share/busbar/${filter}`);
/** Messages that one session receives in the order in which they were sent. */
const ORDERED = ['state', 'alarm', 'reply'].map((kind) => `ep/1/+/up/${kind}`);
/** Subscriptions of earlier versions, to all messages. */
const FORMER = 'ep/1/+/up/#';
const FORMER_SHARED = `$share/busbar/${FORMER}`;
/** Time after which the broker deletes a session that has not been resumed. */
export const SESSION_EXPIRY_DAYS = 7;
const SESSION_EXPIRY_S = SESSION_EXPIRY_DAYS * 86_400;
/** Max unacknowledged messages; the broker then waits for acknowledgements (back-pressure). */
const RECEIVE_MAXIMUM = 1_000;
/** Reason code of a PUBACK (MQTT 5, section 3.4.2.1). */
const NO_SUBSCRIBERS = 16;
const MQTTS_PORT = 8883;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_S = 20;
/** If a command has no PUBACK for this long, the connection is half open. */
const COMMAND_ACK_MS = 5_000;
const END_LIMIT_MS = 2_000;
/** If nothing at all arrives for this long, the broker does not deliver the marker. */
const DELIVERY_MS = 10_000;

/** What a fault of the broker's settings is about. */
export const FAULTS = ['use', 'limits', 'commands', 'others', 'other-commands'] as const;

export interface ReceivedMessage extends AckedMessage {
  readonly packet: IPublishPacket;
  /** True if the message may have been queued in the session since before this connection. */
  readonly isBacklog: boolean;
}

/**
 * `receive`: receives a share of the distributed messages. `drain`: receives the queued messages,
 * then deletes the session. `order`: receives states, alarms and replies in their order. `copy`:
 * receives the distributed messages again, but takes only those that the broker received while the
 * shared subscriptions did not exist: mosquitto does not restore shared subscriptions when it is
 * restarted.
 */
export type SessionPurpose = 'receive' | 'drain' | 'order' | 'copy';

interface ConnectionParts {
  readonly url: string;
  /** The client identifier is `busbar-` and this name. */
  readonly name: string;
  readonly purpose: SessionPurpose;
  /** Resolves when the broker has a shared subscription of this process. */
  readonly isShared: () => Promise<void>;
  /** Resolves when the broker has the session for the messages that are received in order. */
  readonly isOrdered: () => Promise<void>;
  readonly log: Logger;
  readonly onMessage: (message: ReceivedMessage) => void;
  /** Called with a fault of the broker's settings, or undefined if there is none. */
  readonly onFault: (about: (typeof FAULTS)[number], fault: string | undefined) => void;
  /** Called when a session that remains is subscribed and has no backlog. */
  readonly onCaughtUp: () => void;
  /** Called when the session has been drained and deleted. */
  readonly onDrained: () => void;
  readonly onClosed: () => void;
}

export class BrokerConnection {
  readonly #parts: ConnectionParts;
  readonly #client: MqttClient;
  readonly #markerTopic: string;
  readonly #markers = new Map<string, () => void>();
  readonly #acks: { allSent(): Promise<void> };
  readonly #probeTopic: string;
  /** The TCP socket below TLS; undefined without TLS. */
  readonly #raw: Socket | undefined;
  #unacknowledgedCommands = 0;
  #isTaking = true;
  #isBacklog = true;
  /** Messages of a copy, held until it is known whether they are needed. */
  #held: ReceivedMessage[] | undefined;
  #isNeeded = true;
  #heardAt = performance.now();

  constructor(parts: ConnectionParts) {
    const { url, name } = parts;
    this.#parts = parts;
    this.#markerTopic = `busbar/session/${name}`;
    this.#probeTopic = `busbar/session/${name}/probe`;
    if (parts.purpose === 'copy') this.#held = [];
    this.#raw = socketBelowTls(url);
    this.#client = mqtt.connect(url, {
      ...(this.#raw && { socket: this.#raw }),
      protocolVersion: 5,
      clientId: `busbar-${name}`,
      clean: false,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepalive: KEEP_ALIVE_S,
      resubscribe: false,
      properties: {
        receiveMaximum: RECEIVE_MAXIMUM,
        sessionExpiryInterval: SESSION_EXPIRY_S,
      },
    });
    this.#acks = acknowledgeAfterCommit(this.#client, (packet, acked) => this.#take(packet, acked));
    this.#client.on('packetreceive', () => {
      this.#heardAt = performance.now();
    });
    this.#client.on('connect', (connack) => this.#onConnack(connack));
    this.#client.on('error', (error) => {
      const fault = refusedConnection(error, `busbar-${name}`);
      if (fault === undefined) {
        parts.log.warn({ reason: error.message }, 'the connection to the broker failed');
      } else {
        parts.onFault('use', fault);
      }
    });
    this.#client.once('close', () => {
      this.#client.end(true);
      parts.onClosed();
    });
  }

  #onConnack(connack: IConnackPacket): void {
    const { log, name, onFault } = this.#parts;
    const fault = unusableBroker(connack);
    if (fault !== undefined) {
      onFault('use', fault);
      this.abandon();
      return;
    }
    onFault('limits', limitsOfBroker(connack, SESSION_EXPIRY_S));
    this.#resume(connack.sessionPresent).then(
      () => onFault('use', undefined),
      (error: unknown) => {
        if (!this.#client.connected) return;
        const refused = refusedRight(error);
        if (refused === undefined) {
          log.error({ err: error, session: name }, 'the session could not be resumed');
        } else {
          onFault('use', refused);
        }
        this.abandon();
      },
    );
  }

  get isConnected(): boolean {
    return this.#client.connected;
  }

  /** Time since the broker was last heard from, ms; undefined while there is a backlog. */
  get caughtUpAgeMs(): number | undefined {
    return this.#isBacklog ? undefined : performance.now() - this.#heardAt;
  }

  /**
   * The broker starts the expiry interval when it receives the message. Without its PUBACK the
   * command may still be in the socket: the connection is reset, which discards it.
   */
  publish(topic: string, payload: string, expiryS: number): void {
    const limit = setTimeout(() => this.#reset(), COMMAND_ACK_MS);
    limit.unref();
    this.#unacknowledgedCommands += 1;
    const [about, refused] = topic.startsWith('ep/1/')
      ? (['commands', NO_COMMANDS] as const)
      : (['other-commands', NO_OTHER_COMMANDS] as const);
    const properties = { messageExpiryInterval: expiryS };
    this.#client.publish(topic, payload, { qos: 1, retain: false, properties }, (error) => {
      clearTimeout(limit);
      this.#unacknowledgedCommands -= 1;
      if (isNotAuthorized(error)) this.#parts.onFault(about, refused);
      else if (error == null) this.#parts.onFault(about, undefined);
    });
  }

  /** Subscribes to topics of devices of other manufacturers. */
  async subscribe(filters: ISubscriptionMap): Promise<void> {
    try {
      await this.#client.subscribeAsync(filters);
      this.#parts.onFault('others', undefined);
    } catch (error) {
      if (refusedRight(error) !== undefined) this.#parts.onFault('others', NO_OTHER_TOPICS);
      throw error;
    }
  }

  async unsubscribe(filters: string[]): Promise<void> {
    await this.#client.unsubscribeAsync(filters);
  }

  /** Stops taking messages: new ones stay unacknowledged. Acknowledgements are still sent. */
  freeze(): void {
    this.#isTaking = false;
  }

  /** Disconnects; the session and unacknowledged messages stay at the broker. */
  async close(): Promise<void> {
    const limit = new Promise((resolve) => setTimeout(resolve, END_LIMIT_MS).unref());
    await Promise.race([this.#client.endAsync(), limit]);
    if (this.#unacknowledgedCommands > 0) this.#reset();
    this.#client.end(true);
  }

  /** Closes the socket immediately. */
  abandon(): void {
    this.#isTaking = false;
    this.#reset();
  }

  #reset(): void {
    const { stream } = this.#client;
    const socket = this.#raw ?? stream;
    if (socket instanceof Socket) socket.resetAndDestroy();
    stream.destroy();
  }

  async #resume(sessionPresent: boolean): Promise<void> {
    const { log, purpose, name } = this.#parts;
    log.info({ session: name, purpose, resumed: sessionPresent }, 'connected');
    if (purpose === 'drain' && !sessionPresent) return this.#endSession();
    if (purpose === 'copy') return this.#resumeCopy(sessionPresent);
    const filters = { receive: SHARED, order: ORDERED, drain: [] }[purpose];
    await this.#client.subscribeAsync([...filters, this.#markerTopic], { qos: 1 });
    // Without a backlog too, the marker shows that the broker delivers messages.
    await this.#marker();
    this.#isBacklog = false;
    if (purpose !== 'drain') {
      this.#parts.onCaughtUp();
      if (purpose === 'receive') await this.#endFormer(sessionPresent, FORMER_SHARED);
      return;
    }
    // A broker may drop messages queued for a subscription that ends, so the subscriptions are
    // ended only when their queue is empty.
    await this.#client.unsubscribeAsync([...SHARED, FORMER_SHARED]);
    await this.#marker();
    await this.#acks.allSent();
    await this.#endSession();
  }

  /** The session of an earlier version also has the messages that are now received in order. */
  async #endFormer(sessionPresent: boolean, filter: string): Promise<void> {
    if (!sessionPresent) return;
    await this.#parts.isOrdered();
    if (this.#client.connected) await this.#client.unsubscribeAsync(filter);
  }

  async #resumeCopy(sessionPresent: boolean): Promise<void> {
    this.#isNeeded = sessionPresent && (await this.#hasLostShared());
    if (!sessionPresent) await this.#parts.isShared();
    for (const message of this.#held?.splice(0) ?? []) this.#pass(message);
    this.#held = undefined;
    await this.#client.subscribeAsync([...DISTRIBUTED, this.#markerTopic], { qos: 1 });
    if (this.#isNeeded) await this.#parts.isShared();
    await this.#marker();
    this.#isBacklog = false;
    this.#isNeeded = false;
    // The subscription comes last: needed messages must be stored first, because the next
    // connection may not receive them.
    await this.#acks.allSent();
    await this.#client.subscribeAsync(`$share/busbar-probe/${this.#probeTopic}`, { qos: 1 });
    await this.#endFormer(sessionPresent, FORMER);
  }

  /**
   * The session also has a shared subscription to its own topic. If a message to it has no
   * subscriber, the broker has lost the shared subscriptions.
   */
  async #hasLostShared(): Promise<boolean> {
    // The library does not return the PUBACK; no other message is in flight yet.
    let reasonCode: number | undefined;
    const onPacket = (packet: Packet) => {
      if (packet.cmd === 'puback') ({ reasonCode } = packet);
    };
    this.#client.on('packetreceive', onPacket);
    await this.#client.publishAsync(this.#probeTopic, '', { qos: 1 });
    this.#client.off('packetreceive', onPacket);
    return reasonCode === NO_SUBSCRIBERS;
  }

  /** Resolves to true if the broker responds, and to false if the connection closes first. */
  isAlive(): Promise<boolean> {
    const closed = new Promise<false>((resolve) =>
      this.#client.once('close', () => resolve(false)),
    );
    return Promise.race([this.#marker().then(() => true), closed]);
  }

  /** Resolves when everything that the broker had queued has been received. */
  #marker(): Promise<void> {
    const id = randomUUID();
    const received = new Promise<void>((resolve) => this.#markers.set(id, resolve));
    const watch = setInterval(() => {
      if (performance.now() - this.#heardAt < DELIVERY_MS) return;
      this.#parts.onFault('use', NOT_DELIVERED);
    }, 1_000).unref();
    return this.#client
      .publishAsync(this.#markerTopic, id, { qos: 1 })
      .then(() => received)
      .finally(() => clearInterval(watch));
  }

  async #endSession(): Promise<void> {
    await this.#client.endAsync(false, { properties: { sessionExpiryInterval: 0 } });
    this.#parts.onDrained();
  }

  #take(packet: IPublishPacket, { settled }: AckedMessage): void {
    if (!this.#isTaking) return;
    if (packet.topic === this.#probeTopic) {
      settled();
      return;
    }
    if (packet.topic === this.#markerTopic) {
      settled();
      const id = packet.payload.toString();
      this.#markers.get(id)?.();
      this.#markers.delete(id);
      return;
    }
    const message = { packet, settled, isBacklog: this.#isBacklog || packet.dup };
    if (this.#held === undefined) this.#pass(message);
    else this.#held.push(message);
  }

  #pass(message: ReceivedMessage): void {
    if (this.#isNeeded) this.#parts.onMessage(message);
    else message.settled();
  }
}

/** TLS cannot be reset: a connection that uses it gets its TCP socket from here. */
function socketBelowTls(url: string): Socket | undefined {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'mqtts:') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  return connectSocket({ host, port: port === '' ? MQTTS_PORT : Number(port), noDelay: true });
}
