/**
 * Everything about devices of other manufacturers at an external broker: which ones are registered,
 * the subscriptions to their topics, and the state of their protocols.
 */
import type { PathMove } from '@busbar/domain/access/group-tree';
import type { DeviceCommand } from '../../../../areas/control/commands/device-command.ts';
import type { SendResult } from '../../../../areas/control/commands/device-link.ts';
import type { ConnectionBook } from '../../../../areas/telemetry/presence/connection-book.ts';
import type { DriverHost } from '../../../gateway-driver.ts';
import type { BrokerConnection } from '../broker-connection.ts';
import type { OrderFollower, SessionHolder, SessionMessage } from '../session-holder.ts';
import { OtherDirectory } from './other-directory.ts';
import { OtherLinks } from './other-links.ts';
import { OtherSubscriptions } from './other-subscriptions.ts';
import { RefusedMessages } from './refused-messages.ts';

export class OtherDevices implements OrderFollower {
  readonly refused: RefusedMessages;
  readonly #directory: OtherDirectory;
  readonly #subscriptions: OtherSubscriptions;
  readonly #links: OtherLinks;
  #sessions: Pick<SessionHolder, 'orderConnection'> | undefined;

  constructor({ ctx, ingest, finder }: DriverHost, book: ConnectionBook) {
    const log = ctx.log.child({ part: 'external-broker' });
    this.refused = new RefusedMessages(log, () => ctx.clock.monotonic());
    this.#directory = new OtherDirectory(ctx, () => this.#subscriptions.changed());
    this.#subscriptions = new OtherSubscriptions(this.#directory);
    this.#links = new OtherLinks({
      ...{ ctx, ingest, finder, book },
      directory: this.#directory,
      refused: this.refused,
      connection: () => this.#sessions?.orderConnection,
      onUnknown: (code) => this.#subscriptions.ended(code),
    });
  }

  /** Reads the registered devices; must be called before commands are sent. */
  load(): Promise<void> {
    return this.#directory.load();
  }

  useSession(sessions: Pick<SessionHolder, 'orderConnection'>): void {
    this.#sessions = sessions;
  }

  caughtUp(connection: BrokerConnection): void {
    this.#subscriptions.connected(connection);
  }

  left(): void {
    this.#subscriptions.connected(undefined);
    this.#links.left();
  }

  /** True if the code is that of a device of another manufacturer. */
  has(code: string): boolean {
    return this.#directory.protocolOf(code) !== undefined;
  }

  take(message: SessionMessage): void {
    this.#links.take(message);
  }

  isConnected(code: string): boolean {
    return this.#links.isConnected(code);
  }

  send(code: string, command: DeviceCommand, remainingMs: () => number): Promise<SendResult> {
    return this.#links.send(code, command, remainingMs);
  }

  reset(code: string): void {
    this.#links.reset(code);
  }

  changed(code: string): void {
    this.#links.changed(code);
  }

  missed(): void {
    this.#links.missed();
  }

  moved(customerId: number, move: PathMove): void {
    this.#links.moved(customerId, move);
  }

  wentOffline(code: string): void {
    this.#links.wentOffline(code);
  }

  stop(): void {
    this.#directory.stop();
    this.left();
  }
}
