/**
 * Devices of other manufacturers at an external broker. Their messages arrive in order over one
 * session, and the process that holds it has the state of their protocols and sends their commands.
 */
import { codeOfOtherTopic } from '@busbar/device-protocol/foreign/broker-topics';
import { MAX_BRIDGE_BYTES } from '@busbar/device-protocol/zigbee2mqtt/zigbee2mqtt-topics';
import type { PathMove } from '@busbar/domain/access/group-tree';
import type { DeviceCommand } from '../../../../areas/control/commands/device-command.ts';
import type { SendResult } from '../../../../areas/control/commands/device-link.ts';
import type { ConnectionBook } from '../../../../areas/telemetry/presence/connection-book.ts';
import type { DriverHost } from '../../../gateway-driver.ts';
import type { DownMessage } from '../../foreign/foreign-protocol.ts';
import { foreignProtocolOf } from '../../foreign/foreign-protocols.ts';
import type { BrokerConnection } from '../broker-connection.ts';
import { expiryInterval } from '../expiry-interval.ts';
import type { SessionMessage } from '../session-holder.ts';
import type { OtherDirectory } from './other-directory.ts';
import { OtherLink, type OtherMessage } from './other-link.ts';
import type { RefusedMessages } from './refused-messages.ts';

/** Life of a request for the state of a device, s. */
const REQUEST_EXPIRY_S = 10;

export interface OtherLinksParts extends Pick<DriverHost, 'ctx' | 'ingest' | 'finder'> {
  readonly book: ConnectionBook;
  readonly directory: OtherDirectory;
  readonly refused: RefusedMessages;
  /** The connection that receives messages in order; undefined if this process has none. */
  readonly connection: () => BrokerConnection | undefined;
  /** Called with the code of a message whose device is not registered with another protocol. */
  readonly onUnknown: (code: string) => void;
}

export class OtherLinks {
  readonly #parts: OtherLinksParts;
  readonly #links = new Map<string, OtherLink>();

  constructor(parts: OtherLinksParts) {
    this.#parts = parts;
  }

  /** Takes a message whose topic is none of our protocol. */
  take({ packet, settled, backlog }: SessionMessage): void {
    const { refused, ctx } = this.#parts;
    const { topic, retain } = packet;
    const code = codeOfOtherTopic(topic);
    const link = code === undefined ? undefined : this.#linkOf(code);
    if (code === undefined || link === undefined) {
      refused.count(topic, 'no-device');
      if (code !== undefined) this.#parts.onUnknown(code);
      settled();
      return;
    }
    // A retained message may be old. The list of devices of a bridge describes them only.
    if (retain && topic !== `${code}/bridge/devices`) {
      settled();
      return;
    }
    const payload =
      typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const receivedAt = ctx.clock.now();
    link.take({
      topic,
      payload: payload.subarray(0, MAX_BRIDGE_BYTES + 1),
      receivedAt,
      settled,
      backlog,
    });
  }

  /** True if a command can be sent now; otherwise the device is read, so that it can be later. */
  isConnected(code: string): boolean {
    const connection = this.#parts.connection();
    // Messages of a backlog are older than the command, and would be taken for its outcome.
    if (connection?.caughtUpAgeMs === undefined) return false;
    const link = this.#linkOf(code);
    link?.open();
    return link?.state !== undefined && (link.state.isReady ?? true);
  }

  async send(code: string, command: DeviceCommand, remainingMs: () => number): Promise<SendResult> {
    const connection = this.#parts.connection();
    const state = this.#links.get(code)?.state;
    if (connection === undefined || state === undefined || !this.isConnected(code)) {
      return 'not-connected';
    }
    const prepared = state.prepare(command);
    if (prepared === undefined) return 'not-supported';
    const leftMs = remainingMs();
    const expiryS = expiryInterval(leftMs);
    if (expiryS < 1) return 'too-late';
    for (const { topic, payload } of [prepared, ...(prepared.further ?? [])]) {
      connection.publish(topic, payload, expiryS);
    }
    prepared.written?.(leftMs);
    return 'sent';
  }

  /** Requests the state of the device again, as after a new connection. */
  reset(code: string): void {
    this.#links.get(code)?.restart();
  }

  changed(code: string): void {
    this.#links.get(code)?.changed();
  }

  missed(): void {
    for (const link of this.#links.values()) link.missed();
  }

  wentOffline(code: string): void {
    this.#links.get(code)?.wentOffline();
  }

  moved(customerId: number, move: PathMove): void {
    for (const link of this.#links.values()) link.moved(customerId, move);
  }

  /** Another process holds the session, or the process stops. */
  left(): void {
    for (const link of this.#links.values()) link.end();
    this.#links.clear();
  }

  /** Returns undefined if no device of another manufacturer has this code. */
  #linkOf(code: string): OtherLink | undefined {
    const protocol = this.#parts.directory.protocolOf(code);
    const present = this.#links.get(code);
    if (present !== undefined && present.protocol === protocol) return present;
    present?.end();
    this.#links.delete(code);
    if (protocol === undefined) return undefined;
    const { ctx, ingest, finder, book, refused } = this.#parts;
    const { clock } = ctx;
    const link = new OtherLink({
      ...{ protocol, ingest, book, clock },
      async find() {
        const found = await finder.find(code);
        return found?.protocol === protocol ? found.device : undefined;
      },
      async open(device) {
        const state = await foreignProtocolOf(ctx, { device, protocol }, { isShared: true });
        return state!;
      },
      send: (requests) => this.#send(requests),
      refuse(message: OtherMessage, refusal) {
        refused.count(message.topic, refusal);
        message.settled();
      },
    });
    this.#links.set(code, link);
    return link;
  }

  #send(requests: readonly DownMessage[]): void {
    const connection = this.#parts.connection();
    for (const { topic, payload } of requests) {
      connection?.publish(topic, payload, REQUEST_EXPIRY_S);
    }
  }
}
