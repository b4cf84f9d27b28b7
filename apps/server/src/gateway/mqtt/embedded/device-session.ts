/**
 * One connection of a device: its permitted messages, its rate limit and its messages in progress.
 * Nothing is ever dropped: a message that cannot be accepted now (rate exceeded, too many in
 * progress, database unavailable) is held, and the socket is not read while a message is held, so
 * that TCP slows the device down.
 */

import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { MAX_DATA_BYTES } from '@busbar/device-protocol/payload';
import { commandTopic, UP_KINDS, upTopic } from '@busbar/device-protocol/topics';
import type { CameCause, WentCause } from '@busbar/domain/device/connection-cause';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { Ingest } from '../../../areas/telemetry/ingest/ingest.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import type { Clock } from '../../../clock.ts';
import { TokenBucket } from '../../token-bucket.ts';
import { decodeMessage } from '../decode-message.ts';
import { encodeDeviceCommand } from '../encode-command.ts';
import type {
  DecodedMessage,
  DownMessage,
  ForeignProtocol,
  PreparedCommand,
} from '../foreign/foreign-protocol.ts';
import { LiveAllowance } from './live-allowance.ts';
import { PacketReader } from './packet-reader.ts';
import { pubacks } from './pubacks.ts';
import { publishFrame } from './publish-frame.ts';
import { type MessageKind, refusalOf, type SessionRefusal } from './session-refusal.ts';
import type { SignedIn } from './sign-in.ts';

/** Bytes that topic and packet identifier may add to the payload. */
const MAX_PACKET_BYTES = MAX_DATA_BYTES + 256;
/** Max number of one device's messages on their way to the database (docs/promises.md D1). */
const MAX_UNDER_WAY = 64;
/**
 * Bytes read at once while the ingest is full, so that a backlog is recognised before much of it is
 * in memory.
 */
const PIECE_BYTES = 2_048;
/** If a command has no PUBACK for this long, the connection is half open (docs/promises.md C2). */
const COMMAND_ACK_MS = 5_000;
/**
 * A connection that receives nothing for longer is closed, whatever keep-alive it requested
 * (docs/promises.md G7).
 */
const LONGEST_KEEP_ALIVE_S = 60;

export interface SessionParts {
  readonly socket: Socket;
  /** Address of the device, even behind a balancer. */
  readonly address: string;
  readonly clock: Clock;
  readonly ingest: Ingest;
  readonly rate: number;
  readonly burst: number;
  /** Fetches the device again; returns undefined if it no longer exists. */
  readonly reload: (code: string) => Promise<LinkDevice | undefined>;
  readonly onRefused: (session: DeviceSession, refusal: SessionRefusal) => void;
  /** Called if the session holds messages above its rate; the caller must call `release` later. */
  readonly onHolding: (session: DeviceSession) => void;
}

interface UpTopic {
  readonly kind: MessageKind;
  readonly name: string;
}

interface HeldMessage {
  readonly topic: UpTopic;
  readonly payload: Uint8Array;
  readonly receivedAt: number;
  readonly isLive: boolean;
  readonly done: (error?: Error) => void;
}

export class DeviceSession {
  readonly #parts: SessionParts;
  readonly #reader: PacketReader;
  readonly #bucket: TokenBucket;
  readonly #allowance: LiveAllowance;
  #device: LinkDevice | undefined;
  /** The protocol of another manufacturer; undefined for a device that speaks ours. */
  #foreign: ForeignProtocol | undefined;
  /** True if the present state is to be requested, after the next subscription to commands. */
  #isStateWanted = false;
  #topics: ReadonlyMap<string, UpTopic> = new Map();
  /**
   * The topic of readings: every message's topic is compared with it first, because nearly all
   * messages are readings.
   */
  #dataTopic: UpTopic & { readonly bytes: Buffer } = {
    kind: 'data',
    name: '',
    bytes: Buffer.alloc(0),
  };
  /** True once the library has sent CONNACK: from then on the session reads the messages itself. */
  #isGreeted = false;
  #toAcknowledge: number[] = [];
  #held: HeldMessage[] = [];
  #underWay = 0;
  /**
   * True while a gateway's `info`, which may add slaves, is processed: the following messages wait
   * until the slaves are known.
   */
  #barrier = false;
  #wantsToRead = false;
  #frozen = false;
  #keepAliveS = LONGEST_KEEP_ALIVE_S;
  #heardAt: number;
  #commandQos: 0 | 1 | undefined;
  #lastMessageId = 0;
  readonly #unacknowledged = new Map<number, () => void>();
  /** Commands sent without PUBACK, whose answers show that the connection is not half open. */
  readonly #unanswered = new Map<string, () => void>();
  #came: CameCause = 'secret';
  /** Expiry of the secret used to sign in, epoch ms; undefined if it does not expire. */
  #secretUntil: number | undefined;
  #hasDisconnected: () => boolean = () => false;
  #went: WentCause | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const now = parts.clock.monotonic();
    this.#bucket = new TokenBucket(parts.rate, parts.burst, now);
    this.#allowance = new LiveAllowance(now);
    this.#heardAt = now;
    this.#reader = new PacketReader(MAX_PACKET_BYTES, (topic, payload, packetId, retain) =>
      this.#take(topic, payload, packetId, retain),
    );
    this.#watchReads();
    parts.socket.once('close', () => this.#closed());
  }

  /** The device of the connection; undefined until it has signed in. */
  get device(): LinkDevice | undefined {
    return this.#device;
  }

  get address(): string {
    return this.#parts.address;
  }

  /** The cause of the connection, which depends on the secret used. */
  get came(): CameCause {
    return this.#came;
  }

  /** The cause of the disconnection, once it has happened. */
  get went(): WentCause {
    return this.#went ?? (this.#hasDisconnected() ? 'goodbye' : 'lost');
  }

  /** Assigns the connection to this device, for as long as it is open. */
  signIn(
    { device, secret, secretUntil }: SignedIn,
    foreign: ForeignProtocol | undefined,
    {
      keepAliveS,
      hasDisconnected,
    }: { readonly keepAliveS: number; readonly hasDisconnected: () => boolean },
  ): void {
    this.#device = device;
    this.#foreign = foreign;
    this.#came = secret;
    this.#secretUntil = secretUntil;
    this.#allowance.raise(device.slaves.size);
    this.#hasDisconnected = hasDisconnected;
    if (foreign === undefined) this.#setTopics(device.ref.deviceCode);
    if (keepAliveS > 0) this.#keepAliveS = Math.min(keepAliveS, LONGEST_KEEP_ALIVE_S);
  }

  #setTopics(deviceCode: string): void {
    this.#topics = new Map(
      UP_KINDS.map((kind) => {
        const name = upTopic(deviceCode, kind);
        return [name, { kind, name }];
      }),
    );
    const name = upTopic(deviceCode, 'data');
    this.#dataTopic = { kind: 'data', name, bytes: Buffer.from(name) };
  }

  greeted(): void {
    this.#isGreeted = true;
  }

  /** Replaces the device data (slaves, group) after a change. */
  refresh(device: LinkDevice): void {
    this.#device = device;
  }

  /**
   * Accepts a message that was read by the library (at QoS 2, or sent before the CONNACK); calls
   * `done` once it is committed, or with an error that closes the connection.
   */
  publish(
    topicName: string,
    payload: Uint8Array,
    retain: boolean,
    done: (error?: Error) => void,
  ): void {
    const topic = this.#topicOf(topicName);
    const refusal = refusalOf(topic?.kind, payload, retain);
    if (topic !== undefined && refusal === undefined) {
      this.#accept(topic, payload, done);
    } else {
      this.#refuse(refusal ?? 'foreign topic');
      done(new Error(refusal));
    }
  }

  /** Submits held messages within rate and capacity, and resumes reading when none are left. */
  release(): void {
    let sent = 0;
    while (sent < this.#held.length && this.#hasRoom(this.#held[sent]!) && this.#takeToken()) {
      this.#submit(this.#held[sent++]!);
    }
    if (sent > 0) this.#held = this.#held.slice(sent);
    if (this.#held.length > 0) this.#parts.onHolding(this);
    else this.#readAgain();
  }

  /** Stops reading and submitting held messages, because the server is stopping. */
  freeze(): void {
    this.#frozen = true;
    this.#held = [];
  }

  /** Closes the connection if it has received nothing for one and a half times its keep-alive. */
  endIfSilent(): void {
    // While the socket is not read, silence does not indicate anything about the device.
    if (!this.#mayRead() || this.#underWay > 0) {
      this.#heardAt = this.#parts.clock.monotonic();
      return;
    }
    if (this.#parts.clock.monotonic() - this.#heardAt > this.#keepAliveS * 1500) {
      this.reset('silent');
    }
  }

  /** Closes the connection if its secret has expired. */
  endIfSecretOver(): void {
    const isOver = this.#secretUntil !== undefined && this.#secretUntil <= this.#parts.clock.now();
    if (isOver) this.close('old-secret-over');
  }

  close(cause?: WentCause): void {
    this.#went ??= cause;
    this.#parts.socket.destroy();
  }

  /**
   * Closes without sending pending writes. A plain close leaves them to the kernel, which would
   * still deliver a command when the line of a device comes back after minutes (docs/promises.md
   * C2). Under TLS only a plain close is possible.
   */
  reset(cause?: WentCause): void {
    this.#went ??= cause;
    const { socket } = this.#parts;
    if (socket instanceof TLSSocket) socket.destroy();
    else socket.resetAndDestroy();
  }

  /** Completes pending writes, then closes the connection. */
  end(): Promise<void> {
    this.#went ??= 'server-stopped';
    // PUBACKs are otherwise sent in the next tick, and the last commit may have been in this one.
    this.#sendPubacks();
    const { socket } = this.#parts;
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.end(() => socket.destroy());
    });
  }

  /** True for a filter that can only match topics of the device. */
  maySubscribe(filter: string): boolean {
    const code = this.#device?.ref.deviceCode;
    if (code === undefined) return false;
    return this.#foreign?.maySubscribe(filter) ?? isOwnFilter(filter, code);
  }

  #hasCommands(filter: string): boolean {
    return this.#foreign?.hasCommands(filter) ?? this.maySubscribe(filter);
  }

  subscribed(filter: string, qos: 0 | 1): void {
    if (!this.#hasCommands(filter)) return;
    this.#commandQos = qos;
    this.#isStateWanted = true;
  }

  unsubscribed(filters: readonly string[]): void {
    if (filters.some((filter) => this.#hasCommands(filter))) this.#commandQos = undefined;
  }

  /**
   * Requests the present state after a subscription. A device that speaks our protocol sends it
   * without a request.
   */
  requestState(): void {
    if (!this.#isStateWanted) return;
    this.#isStateWanted = false;
    for (const request of this.#foreign?.firstRequests() ?? []) this.#write(request);
  }

  /** True if the device has subscribed, and no earlier write is still pending. */
  get takesCommands(): boolean {
    const { socket } = this.#parts;
    return this.#commandQos !== undefined && socket.writable && socket.writableLength === 0;
  }

  /** Returns undefined for a command that the protocol of the device cannot carry. */
  prepareCommand(command: DeviceCommand): PreparedCommand | undefined {
    if (this.#foreign !== undefined) return this.#foreign.prepare(command);
    return {
      commandId: command.id,
      topic: commandTopic(this.#device!.ref.deviceCode),
      payload: encodeDeviceCommand(command),
    };
  }

  /** Writes a command now; the caller must have checked `takesCommands` immediately before. */
  writeCommand(prepared: PreparedCommand, remainingMs: number): void {
    const qos = this.#write(prepared);
    prepared.written?.(remainingMs);
    if (qos === 1 || this.#foreign === undefined) return;
    const { commandId } = prepared;
    this.#answered(commandId);
    this.#unanswered.set(
      commandId,
      this.#parts.clock.after(COMMAND_ACK_MS, () => this.reset('not-acknowledged')),
    );
  }

  #write({ topic, payload }: DownMessage): 0 | 1 {
    const { socket, clock } = this.#parts;
    const qos = this.#commandQos ?? 0;
    this.#lastMessageId = (this.#lastMessageId % 0xffff) + 1;
    const messageId = this.#lastMessageId;
    socket.write(publishFrame({ topic, payload, qos, messageId }));
    if (qos === 1) {
      this.#unacknowledged.set(
        messageId,
        clock.after(COMMAND_ACK_MS, () => this.reset('not-acknowledged')),
      );
    }
    return qos;
  }

  /** Handles a PUBACK of the device. */
  acknowledged(messageId: number): void {
    this.#unacknowledged.get(messageId)?.();
    this.#unacknowledged.delete(messageId);
  }

  /**
   * Accepts a message that the session has read and must acknowledge itself. Returns false to close
   * the connection.
   */
  #take(topicName: Buffer, payload: Buffer, packetId: number, retain: boolean): boolean {
    const isData = topicName.equals(this.#dataTopic.bytes);
    const topic = isData ? this.#dataTopic : this.#topicOf(topicName.toString());
    const refusal = refusalOf(topic?.kind, payload, retain);
    if (topic === undefined || refusal !== undefined) {
      this.#refuse(refusal ?? 'foreign topic');
      return false;
    }
    this.#accept(topic, payload, packetId === 0 ? nothing : () => this.#acknowledge(packetId));
    return true;
  }

  /** Returns undefined if the device may not publish to the topic. */
  #topicOf(name: string): UpTopic | undefined {
    const topic = this.#topics.get(name);
    if (topic !== undefined) return topic;
    return this.#foreign?.mayPublish(name) ? { kind: 'other', name } : undefined;
  }

  #accept(topic: UpTopic, payload: Uint8Array, done: () => void): void {
    const { clock } = this.#parts;
    const isLive = this.#allowance.isLive(clock.monotonic());
    const message = { topic, payload, receivedAt: clock.now(), isLive, done };
    if (this.#held.length > 0 || !this.#hasRoom(message) || !this.#takeToken()) this.#hold(message);
    else this.#submit(message);
  }

  /** Queues a PUBACK: one commit often completes many messages, acknowledged in one write. */
  #acknowledge(packetId: number): void {
    if (this.#toAcknowledge.length === 0) process.nextTick(() => this.#sendPubacks());
    this.#toAcknowledge.push(packetId);
  }

  #sendPubacks(): void {
    const ids = this.#toAcknowledge;
    if (ids.length === 0) return;
    this.#toAcknowledge = [];
    const { socket } = this.#parts;
    if (socket.writable) socket.write(pubacks(ids));
  }

  #hasRoom({ isLive }: Pick<HeldMessage, 'isLive'>): boolean {
    return (
      !this.#frozen &&
      !this.#barrier &&
      this.#underWay < MAX_UNDER_WAY &&
      !this.#isIngestFull(isLive)
    );
  }

  #isIngestFull(isLive: boolean): boolean {
    const { ingest } = this.#parts;
    return isLive ? ingest.isLiveFull : ingest.isFull;
  }

  #takeToken(): boolean {
    return this.#bucket.take(this.#parts.clock.monotonic());
  }

  #hold(message: HeldMessage): void {
    if (this.#frozen) return;
    this.#held.push(message);
    this.#parts.onHolding(this);
  }

  #submit({ topic, payload, receivedAt, isLive, done }: HeldMessage): void {
    const device = this.#device!;
    this.#underWay += 1;
    const renews = topic.kind === 'info' && device.kind === 'gateway';
    if (renews) this.#barrier = true;
    // The content is not part of the closure: it need not stay in memory until the commit.
    const { content, isLeaving = false, answered, requests } = this.#decode(topic, payload);
    const settled = () => {
      done();
      if (isLeaving) this.close('goodbye');
      if (renews) void this.#renew();
      else this.#finished();
    };
    this.#parts.ingest.take(
      { device, payload, topic: topic.name, receivedAt, isLive, settled },
      content,
    );
    if (answered !== undefined) this.#answered(answered);
    if (requests !== undefined && this.#parts.socket.writable) {
      for (const request of requests) this.#write(request);
    }
  }

  #decode({ kind, name }: UpTopic, payload: Uint8Array): DecodedMessage {
    if (kind !== 'other') return { content: decodeMessage(kind, payload) };
    return this.#foreign!.decode(name, payload);
  }

  #answered(commandId: string): void {
    this.#unanswered.get(commandId)?.();
    this.#unanswered.delete(commandId);
  }

  #finished(): void {
    this.#underWay -= 1;
    if (this.#held.length > 0) this.release();
    else if (this.#wantsToRead) this.#readAgain();
  }

  async #renew(): Promise<void> {
    try {
      const fresh = await this.#parts.reload(this.#device!.ref.deviceCode);
      if (fresh === undefined) this.close();
      else this.#device = fresh;
    } catch {
      // The database has just become unavailable: the device reconnects and starts with `info`.
      this.close();
    } finally {
      this.#barrier = false;
      this.#finished();
    }
  }

  #mayRead(): boolean {
    if (this.#frozen || this.#barrier || this.#held.length > 0) return false;
    const { ingest, clock } = this.#parts;
    return !ingest.isFull || !this.#isIngestFull(this.#allowance.isLive(clock.monotonic()));
  }

  /**
   * Intercepts the broker's reads of the socket: while the session may not read, the broker
   * receives no bytes and is later notified of those that are waiting. NOTE: the broker's own
   * `pause` loses count of packets in progress and would never read again.
   */
  #watchReads(): void {
    const { socket, clock, ingest } = this.#parts;
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      // Pieces without a packet for the library are followed by the next one here: the library
      // regards null as the end of the waiting bytes.
      for (;;) {
        if (!this.#mayRead()) {
          this.#wantsToRead = true;
          return null;
        }
        const piece = ingest.isFull ? (read(PIECE_BYTES) as Buffer | null) : null;
        const chunk = piece ?? (read(size) as Buffer | null);
        if (chunk === null) return null;
        this.#heardAt = clock.monotonic();
        this.#allowance.spend(chunk.length, this.#heardAt);
        const rest = this.#reader.read(chunk, this.#isGreeted);
        const { fault } = this.#reader;
        if (fault !== undefined) {
          if (fault !== 'refused') this.#refuse(fault);
          socket.destroy();
          return null;
        }
        if (rest !== null || piece === null) return rest;
      }
    };
  }

  #refuse(refusal: SessionRefusal): void {
    this.#went ??= 'refused';
    this.#parts.onRefused(this, refusal);
  }

  #readAgain(): void {
    if (!this.#wantsToRead || !this.#mayRead()) return;
    this.#wantsToRead = false;
    this.#parts.socket.emit('readable');
  }

  #closed(): void {
    for (const pending of [this.#unacknowledged, this.#unanswered]) {
      for (const cancel of pending.values()) cancel();
      pending.clear();
    }
    this.#held = [];
  }
}

function nothing(): void {}

/** Accepts the device's own command topic, or everything below its `down/`. */
function isOwnFilter(filter: string, code: string): boolean {
  return filter === commandTopic(code) || filter === `ep/1/${code}/down/#`;
}
