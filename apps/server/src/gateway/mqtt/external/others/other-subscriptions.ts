/**
 * Keeps the subscriptions of the session for ordered messages in agreement with the registered
 * devices of other manufacturers. The session remembers them at the broker, which has no request
 * for them: all are made again for each connection, and one of a device that was deleted since
 * is ended at its first message.
 */
import { type OtherProtocol, platformFilters } from '@busbar/device-protocol/foreign/broker-topics';
import type { IClientSubscribeOptions } from 'mqtt';
import type { BrokerConnection } from '../broker-connection.ts';
import type { OtherDirectory } from './other-directory.ts';

const AT_ONCE = 100;
const RETRY_MS = 5_000;

/** Handling of retained messages (MQTT 5, section 3.8.3.1). */
const IF_NEW = 1;
const NEVER = 2;
/**
 * A retained message is not sent when it is published, so its values may be old. Only the list of
 * devices of a bridge is needed: the bridge sends it once after its start.
 */
const RETAINED: Readonly<Record<OtherProtocol, typeof IF_NEW | typeof NEVER>> = {
  shelly: NEVER,
  tasmota: NEVER,
  zigbee2mqtt: IF_NEW,
};

const PROTOCOLS = Object.keys(RETAINED) as OtherProtocol[];

export class OtherSubscriptions {
  readonly #directory: OtherDirectory;
  #connection: BrokerConnection | undefined;
  /** Filters that the broker has granted over the present connection. */
  #granted = new Set<string>();
  #running: Promise<void> | undefined;
  #isOutdated = false;

  constructor(directory: OtherDirectory) {
    this.#directory = directory;
  }

  /** Called with each new connection of the session, and with undefined when the session is left. */
  connected(connection: BrokerConnection | undefined): void {
    this.#connection = connection;
    this.#granted = new Set();
    this.changed();
  }

  /** Called when devices were added or removed. */
  changed(): void {
    this.#isOutdated = true;
    this.#running ??= this.#update().finally(() => {
      this.#running = undefined;
    });
  }

  /** Ends the subscriptions of a code that no device of another manufacturer has any longer. */
  ended(code: string): void {
    const filters = PROTOCOLS.flatMap((protocol) => platformFilters(protocol, code));
    void this.#connection?.unsubscribe(filters).catch(() => undefined);
  }

  async #update(): Promise<void> {
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const connection = this.#connection;
      if (connection === undefined) return;
      try {
        await this.#synchronize(connection);
      } catch {
        // The connection reports a refusal; after a loss the next connection begins again.
        if (connection !== this.#connection || !connection.isConnected) continue;
        setTimeout(() => this.changed(), RETRY_MS).unref();
        return;
      }
    }
  }

  async #synchronize(connection: BrokerConnection): Promise<void> {
    const wanted = new Map<string, IClientSubscribeOptions>();
    for (const [code, protocol] of this.#directory.entries()) {
      for (const filter of platformFilters(protocol, code)) {
        // `nl`: what the platform publishes itself is not sent back.
        wanted.set(filter, { qos: 1, nl: true, rh: RETAINED[protocol] });
      }
    }
    const granted = this.#granted;
    const ended = [...granted].filter((filter) => !wanted.has(filter));
    for (const filters of chunks(ended)) {
      await connection.unsubscribe(filters);
      for (const filter of filters) granted.delete(filter);
    }
    const added = [...wanted].filter(([filter]) => !granted.has(filter));
    for (const entries of chunks(added)) {
      await connection.subscribe(Object.fromEntries(entries));
      for (const [filter] of entries) granted.add(filter);
    }
  }
}

function chunks<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / AT_ONCE);
  return Array.from({ length: count }, (_, i) => list.slice(i * AT_ONCE, (i + 1) * AT_ONCE));
}
