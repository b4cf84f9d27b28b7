/**
 * A device of a large fleet on a real socket: it reconnects with a growing delay, subscribes to its
 * commands, executes each once, and repeats unacknowledged messages on the next connection.
 */
import { connect, type Socket } from 'node:net';
import { commandTopic, type UpKind, upTopic } from '@busbar/device-protocol/topics';
import { PacketCutter } from '@busbar/simulator/connection/mqtt-packets';
import {
  connectPacket,
  type FleetCredentials,
  pingPacket,
  pubackPacket,
  publishPacket,
  readPublish,
  subscribePacket,
} from './fleet-frames.ts';

const KEEP_ALIVE_S = 60;
const PING_EVERY_MS = 30_000;
/** Delay before the first and the longest delay before a later attempt. */
const RETRY_MS = [500, 10_000] as const;
const CONNACK_TIMEOUT_MS = 20_000;
const PACKET = { connack: 2, publish: 3, puback: 4, suback: 9 } as const;

export interface FleetMessage {
  readonly kind: UpKind;
  /** A function saves the memory of a long queue. */
  readonly payload: string | (() => string);
  readonly onAcknowledged?: () => void;
}

export interface FleetCommand {
  readonly id: string;
  readonly op: string;
  readonly args: { readonly to?: string };
  /** Expiry, epoch ms. */
  readonly exp: number;
}

export interface FleetDeviceOptions extends FleetCredentials {
  /** Port of the server, read at each attempt. */
  readonly port: () => number;
  /** Loopback address of the device; devices behind one router share it. */
  readonly from?: string;
  readonly random: () => number;
  /** First and longest delay before a new attempt. */
  readonly retryMs?: readonly [first: number, longest: number];
  /** Max number of messages in flight; defaults to 8. */
  readonly window?: number;
  /** The device's clock minus true time, in ms. */
  readonly skewMs?: number;
  readonly onOnline?: (device: FleetDevice) => void;
  readonly onCommand?: (device: FleetDevice, command: FleetCommand) => void;
}

export class FleetDevice {
  readonly options: FleetDeviceOptions;
  /** Number of connections with a completed subscription. */
  onlineCount = 0;
  /** Number of sign-ins that the server refused. */
  refusals = 0;
  skewMs: number;
  readonly #queue: FleetMessage[] = [];
  readonly #inFlight = new Map<number, FleetMessage>();
  readonly #executed = new Set<string>();
  #socket: Socket | undefined;
  #isOnline = false;
  #isStopped = true;
  #attempt = 0;
  #messageId = 0;
  #retry: NodeJS.Timeout | undefined;
  #ping: NodeJS.Timeout | undefined;

  constructor(options: FleetDeviceOptions) {
    this.options = options;
    this.skewMs = options.skewMs ?? 0;
  }

  get code(): string {
    return this.options.code;
  }

  get isOnline(): boolean {
    return this.#isOnline;
  }

  /** Number of messages that are not acknowledged. */
  get pending(): number {
    return this.#queue.length + this.#inFlight.size;
  }

  start(): void {
    this.#isStopped = false;
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }

  /** Ends the connection like a network failure; the device reconnects by itself. */
  cut(): void {
    this.#socket?.resetAndDestroy();
  }

  send(message: FleetMessage): void {
    this.#queue.push(message);
    this.#pump();
  }

  /** Writes bytes that are not MQTT, as a faulty device does. */
  sendRaw(bytes: Buffer): void {
    if (this.#isOnline) this.#socket?.write(bytes);
  }

  now(): number {
    return Date.now() + this.skewMs;
  }

  #connect(): void {
    const { from } = this.options;
    const socket = connect({
      host: '127.0.0.1',
      port: this.options.port(),
      noDelay: true,
      ...(from === undefined ? {} : { localAddress: from }),
    });
    this.#socket = socket;
    const cutter = new PacketCutter();
    socket.setTimeout(CONNACK_TIMEOUT_MS, () => {
      if (!this.#isOnline) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.once('connect', () => socket.write(connectPacket(this.options, KEEP_ALIVE_S)));
    socket.on('data', (bytes) => {
      for (const packet of cutter.push(bytes)) this.#take(socket, packet);
    });
    socket.once('close', () => this.#closed(socket));
  }

  #take(socket: Socket, packet: Buffer): void {
    switch (packet[0]! >> 4) {
      case PACKET.connack:
        if (packet[3] === 0) socket.write(subscribePacket(commandTopic(this.code)));
        else {
          this.refusals += 1;
          socket.destroy();
        }
        return;
      case PACKET.suback:
        this.#online(socket);
        return;
      case PACKET.puback: {
        const id = packet.readUInt16BE(2);
        const message = this.#inFlight.get(id);
        this.#inFlight.delete(id);
        message?.onAcknowledged?.();
        this.#pump();
        return;
      }
      case PACKET.publish: {
        const { messageId, payload } = readPublish(packet);
        socket.write(pubackPacket(messageId));
        this.#execute(JSON.parse(payload) as FleetCommand);
      }
    }
  }

  #online(socket: Socket): void {
    this.#isOnline = true;
    this.#attempt = 0;
    this.onlineCount += 1;
    clearInterval(this.#ping);
    this.#ping = setInterval(() => socket.write(pingPacket()), PING_EVERY_MS);
    this.options.onOnline?.(this);
    this.#pump();
  }

  #execute(command: FleetCommand): void {
    if (command.op === 'switch' && !this.#executed.has(command.id)) {
      this.#executed.add(command.id);
      this.options.onCommand?.(this, command);
    }
    // Replies do not wait for the readings in the queue.
    this.#publish({ kind: 'reply', payload: JSON.stringify({ id: command.id, code: 0 }) });
    if (command.op !== 'switch') return;
    const action = command.args.to === 'open' ? 'openByCommand' : 'closeByCommand';
    const state = { ts: this.now(), action, cmd: command.id };
    this.#publish({ kind: 'state', payload: JSON.stringify(state) });
  }

  #pump(): void {
    const { window = 8 } = this.options;
    while (this.#isOnline && this.#inFlight.size < window && this.#queue.length > 0) {
      this.#publish(this.#queue.shift()!);
    }
  }

  #publish(message: FleetMessage): void {
    do this.#messageId = (this.#messageId % 65_535) + 1;
    while (this.#inFlight.has(this.#messageId));
    this.#inFlight.set(this.#messageId, message);
    const { kind, payload } = message;
    const text = typeof payload === 'string' ? payload : payload();
    this.#socket?.write(publishPacket(upTopic(this.code, kind), this.#messageId, text));
  }

  #closed(socket: Socket): void {
    if (socket !== this.#socket) return;
    clearInterval(this.#ping);
    this.#isOnline = false;
    this.#queue.unshift(...this.#inFlight.values());
    this.#inFlight.clear();
    if (this.#isStopped) return;
    const [first, longest] = this.options.retryMs ?? RETRY_MS;
    const delayMs = Math.min(longest, first * 2 ** Math.min(this.#attempt++, 8));
    this.#retry = setTimeout(() => this.#connect(), delayMs * (0.5 + this.options.random()));
  }
}
