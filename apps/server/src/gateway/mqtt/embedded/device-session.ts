/**
 * One connection of a device: its permitted messages, its rate limit and its messages in progress.
 * Nothing is ever dropped: a message that cannot be accepted now (rate exceeded, too many in
 * progress, database unavailable) is held, and the socket is not read while a message is held, so
 * that TCP slows the device down.
 */

import type { Socket } from 'node:net';
import { MAX_DATA_BYTES } from '@busbar/device-protocol/payload';
import { commandTopic } from '@busbar/device-protocol/topics';
import type { CameCause, WentCause } from '@busbar/domain/device/connection-cause';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { Ingest } from '../../../areas/telemetry/ingest/ingest.ts';
import { inherit, type LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import type { Clock } from '../../../clock.ts';
import { TokenBucket } from '../../token-bucket.ts';
import { decodeMessage } from '../decode-message.ts';
import { encodeDeviceCommand } from '../encode-command.ts';
import {
  type DecodedMessage,
  decodeForeign,
  type ForeignProtocol,
  type PreparedCommand,
} from '../foreign/foreign-protocol.ts';
import { CommandWriter } from './command-writer.ts';
import { LiveAllowance } from './live-allowance.ts';
import { PacketReader } from './packet-reader.ts';
import { Pubacks } from './pubacks.ts';
import { refusalOf, type SessionRefusal } from './session-refusal.ts';
import { SessionTopics, type UpTopic } from './session-topics.ts';
import type { SignedIn } from './sign-in.ts';
import { SocketReads } from './socket-reads.ts';

/** Bytes that topic and packet identifier may add to the payload. */
const MAX_TOPIC_BYTES = 256;
/** Max number of one device's messages on their way to the database (docs/promises.md D1). */
const MAX_UNDER_WAY = 64;
/**
 * A connection that receives nothing for longer is closed, whatever keep-alive it requested
 * (docs/promises.md G7).
 */
const LONGEST_KEEP_ALIVE_S = 60;

export interface SessionParts {
  readonly socket: Socket;
  /** The TCP socket: `socket` itself, or the one below TLS. */
  readonly raw: Socket;
  /** Address of the device, even behind a balancer. */
  readonly address: string;
  readonly clock: Clock;
  readonly ingest: Ingest;
  readonly rate: number;
  readonly burst: number;
  /**
   * Fetches the device again and passes it to `use` before a later change of it is published;
   * undefined if it no longer exists.
   */
  readonly reload: (code: string, use: (device: LinkDevice | undefined) => void) => Promise<void>;
  readonly onRefused: (session: DeviceSession, refusal: SessionRefusal) => void;
  /** Called if the session holds messages above its rate; the caller must call `release` later. */
  readonly onHolding: (session: DeviceSession) => void;
}

interface HeldMessage {
  readonly topic: UpTopic;
  readonly payload: Uint8Array;
  readonly receivedAt: number;
  readonly isLive: boolean;
  readonly done: (error?: Error) => void;
}

export class DeviceSession {
  readonly commands: CommandWriter;
  readonly #parts: SessionParts;
  readonly #reads: SocketReads;
  readonly #reader: PacketReader;
  readonly #bucket: TokenBucket;
  readonly #allowance: LiveAllowance;
  #device: LinkDevice | undefined;
  /** The protocol of another manufacturer; undefined for a device that speaks ours. */
  #foreign: ForeignProtocol | undefined;
  /** True if the present state is to be requested, after the next subscription to commands. */
  #isStateWanted = false;
  #topics: SessionTopics | undefined;
  readonly #pubacks: Pubacks;
  #held: HeldMessage[] = [];
  #underWay = 0;
  /**
   * True while a message that may add slaves (the `info` of a gateway, or one that names further
   * channels) is processed: the following messages wait until the slaves are known.
   */
  #barrier = false;
  #frozen = false;
  #keepAliveS = LONGEST_KEEP_ALIVE_S;
  #came: CameCause = 'secret';
  /** Expiry of the secret used to sign in, epoch ms; undefined if it does not expire. */
  #secretUntil: number | undefined;
  #secretHash: Buffer | undefined;
  #hasDisconnected: () => boolean = () => false;
  #went: WentCause | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const now = parts.clock.monotonic();
    this.#bucket = new TokenBucket(parts.rate, parts.burst, now);
    this.#allowance = new LiveAllowance(now);
    this.#reader = new PacketReader(
      MAX_DATA_BYTES + MAX_TOPIC_BYTES,
      (topic, payload, packetId, retain) => this.#take(topic, payload, packetId, retain),
    );
    this.#reads = new SocketReads({
      ...{ socket: parts.socket, clock: parts.clock, ingest: parts.ingest },
      allowance: this.#allowance,
      reader: this.#reader,
      mayRead: () => this.#mayRead(),
      onFault: (fault) => {
        if (fault !== 'refused') this.#refuse(fault);
      },
    });
    this.#pubacks = new Pubacks(parts.socket);
    this.commands = new CommandWriter({
      socket: parts.socket,
      clock: parts.clock,
      onUnacknowledged: () => this.reset('not-acknowledged'),
    });
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

  get secretHash(): Buffer | undefined {
    return this.#secretHash;
  }

  /** The cause of the disconnection, once it has happened. */
  get went(): WentCause {
    return this.#went ?? (this.#hasDisconnected() ? 'goodbye' : 'lost');
  }

  /** Assigns the connection to this device, for as long as it is open. */
  signIn(
    { device, secret, secretUntil, secretHash }: SignedIn,
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
    this.#secretHash = secretHash;
    this.#allowance.raise(device.slaves.size);
    this.#hasDisconnected = hasDisconnected;
    this.#topics = new SessionTopics(device.ref.deviceCode, foreign?.topics);
    if (foreign?.maxBytes !== undefined) this.#reader.raise(foreign.maxBytes + MAX_TOPIC_BYTES);
    if (keepAliveS > 0) this.#keepAliveS = Math.min(keepAliveS, LONGEST_KEEP_ALIVE_S);
  }

  greeted(): void {
    this.#reads.isGreeted = true;
  }

  /** Replaces the device data (slaves, group) after a change. */
  refresh(device: LinkDevice): void {
    this.#device = device;
    this.#foreign?.refresh?.(device);
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
    const topic = this.#topics?.find(topicName);
    const refusal = refusalOf(topic?.kind, payload, retain, topic?.maxBytes);
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
    else this.#reads.resume();
  }

  /** Stops reading and submitting held messages, because the server is stopping. */
  freeze(): void {
    this.#frozen = true;
    this.#held = [];
  }

  /** Notes that the device has caught up if none of its bytes wait; called every few seconds. */
  checkCaughtUp(): void {
    if (!this.#reads.hasWaiting && this.#held.length === 0) this.#allowance.caughtUp();
  }

  /** Closes the connection if it has received nothing for one and a half times its keep-alive. */
  endIfSilent(): void {
    // While bytes wait, or the socket is not read, silence does not indicate anything about the device.
    if (this.#reads.hasWaiting || !this.#mayRead() || this.#underWay > 0) {
      this.#reads.heardAt = this.#parts.clock.monotonic();
      return;
    }
    if (this.#parts.clock.monotonic() - this.#reads.heardAt > this.#keepAliveS * 1500) {
      this.reset('silent');
    }
  }

  secretEnds(until: number | undefined): void {
    this.#secretUntil = until;
  }

  /** Closes the connection if its secret has expired. */
  endIfSecretOver(): void {
    const isOver = this.#secretUntil !== undefined && this.#secretUntil <= this.#parts.clock.now();
    if (isOver) this.close('old-secret-over');
  }

  close(cause?: WentCause): void {
    if (this.commands.isPending) {
      this.reset(cause);
      return;
    }
    this.#went ??= cause;
    this.#parts.socket.destroy();
  }

  /**
   * Closes without sending pending writes. A plain close leaves them to the kernel, which would
   * still deliver a command when the line of a device comes back after minutes (docs/promises.md
   * C2).
   */
  reset(cause?: WentCause): void {
    this.#went ??= cause;
    this.#parts.raw.resetAndDestroy();
    this.#parts.socket.destroy();
  }

  /** Completes pending writes except commands, then closes the connection. */
  end(): Promise<void> {
    this.#went ??= 'server-stopped';
    // PUBACKs are otherwise sent in the next tick, and the last commit may have been in this one.
    this.#pubacks.send();
    const { socket } = this.#parts;
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      if (this.commands.isPending) this.reset();
      else socket.end(() => socket.destroy());
    });
  }

  /** True for a filter that can only match topics of the device. */
  maySubscribe(filter: string): boolean {
    return this.#topics?.maySubscribe(filter) ?? false;
  }

  subscribed(filter: string, qos: 0 | 1): void {
    if (!this.#topics?.hasCommands(filter)) return;
    this.commands.qos = qos;
    this.#isStateWanted = true;
  }

  unsubscribed(filters: readonly string[]): void {
    if (filters.some((filter) => this.#topics?.hasCommands(filter))) this.commands.qos = undefined;
  }

  /**
   * Requests the present state after a subscription. A device that speaks our protocol sends it
   * without a request.
   */
  requestState(): void {
    if (!this.#isStateWanted) return;
    this.#isStateWanted = false;
    for (const request of this.#foreign?.firstRequests() ?? []) this.commands.write(request);
  }

  /** True if a command can be written now. */
  get takesCommands(): boolean {
    return this.commands.takesCommands && (this.#foreign?.isReady ?? true);
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

  /**
   * Accepts a message that the session has read and must acknowledge itself. Returns false to close
   * the connection.
   */
  #take(topicName: Buffer, payload: Buffer, packetId: number, retain: boolean): boolean {
    const topic = this.#topics?.findBytes(topicName);
    const refusal = refusalOf(topic?.kind, payload, retain, topic?.maxBytes);
    if (topic === undefined || refusal !== undefined) {
      this.#refuse(refusal ?? 'foreign topic');
      return false;
    }
    this.#accept(topic, payload, packetId === 0 ? nothing : () => this.#pubacks.add(packetId));
    return true;
  }

  #accept(topic: UpTopic, payload: Uint8Array, done: () => void): void {
    const { clock } = this.#parts;
    const isLive = this.#allowance.isLive(clock.monotonic());
    const message = { topic, payload, receivedAt: clock.now(), isLive, done };
    if (this.#held.length > 0 || !this.#hasRoom(message) || !this.#takeToken()) this.#hold(message);
    else this.#submit(message);
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
    // The content is not part of the closure: it need not stay in memory until the commit.
    const { content, isLeaving = false, answered = [], requests } = this.#decode(topic, payload);
    const mayAddSlaves =
      this.#foreign === undefined ? topic.kind === 'info' : content.info !== undefined;
    const renews = mayAddSlaves && (device.kind === 'gateway' || this.#foreign !== undefined);
    if (renews) this.#barrier = true;
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
    for (const commandId of answered) this.commands.answered(commandId);
    if (requests !== undefined && this.#parts.socket.writable) {
      for (const request of requests) this.commands.write(request);
    }
  }

  #decode({ kind, name }: UpTopic, payload: Uint8Array): DecodedMessage {
    if (kind !== 'other') return { content: decodeMessage(kind, payload) };
    return decodeForeign(this.#foreign!, name, payload);
  }

  #finished(): void {
    this.#underWay -= 1;
    if (this.#held.length > 0) this.release();
    else this.#reads.resume();
  }

  async #renew(): Promise<void> {
    try {
      await this.#parts.reload(this.#device!.ref.deviceCode, (fresh) => {
        const known = this.#device!;
        // A device that was registered again with this code has another secret.
        if (fresh?.ref.deviceId !== known.ref.deviceId) this.close();
        else this.refresh(inherit(fresh, known));
      });
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

  #refuse(refusal: SessionRefusal): void {
    this.#went ??= 'refused';
    this.#parts.onRefused(this, refusal);
  }

  #closed(): void {
    this.commands.close();
    this.#held = [];
  }
}

function nothing(): void {}
