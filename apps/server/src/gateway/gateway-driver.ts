import type { DeviceLink } from '../areas/control/commands/device-link.ts';
import type { Ingest } from '../areas/telemetry/ingest/ingest.ts';
import type { Context } from '../context.ts';
import type { CommandKind } from '../storage/schema/schema.ts';
import type { ProcessConnections } from './connection-table.ts';
import type { LinkFinder } from './link-finder.ts';

/**
 * The running driver of one device protocol. It owns the sockets, and decodes and encodes messages:
 *
 * - It authenticates a device before it accepts any of its messages (`DriverHost.finder`).
 * - It decodes each message once and passes it to `Ingest.take` with its bytes. A message that
 *   cannot be decoded is passed on too, with its rejections. The driver acknowledges a message in
 *   `settled` only.
 * - While `Ingest.isFull`, it reads no backlogs from its sockets, and nothing while
 *   `Ingest.isLiveFull`; it resumes at `Ingest.onRoom` and never drops a message. A driver that
 *   cannot tell a backlog from live messages reads nothing while `isFull`.
 * - It records connections in a `ConnectionBook`, and follows changes of its devices.
 * - It encodes commands, and sends them as `DeviceLink` prescribes.
 *
 * `test/gateway/driver-conformance.ts` checks this for every driver. Two examples of other
 * protocols:
 *
 * A meter behind a transparent serial line (docs/protocol/device.md, "DTU"): `start` listens for
 * connections that register with code and secret. The driver polls: a response is decoded with the
 * request that it answers into `readings` without a device time. The line has no acknowledgement,
 * so the driver sends the next request after `settled` and not while the ingest is full; the
 * meter's registers lose nothing in the meantime. The driver carries `summon` (poll now),
 * `frame`, whose reply is the response on the line, and `switch` and `slaves` for meters with settings
 * for it: the reply is the response to the command, and the position that is read after it is the
 * report. `reset` closes the socket.
 *
 * A Shelly plug over MQTT (`gateway/mqtt/foreign`): a status is decoded into a reading and a state
 * together, and acknowledged by PUBACK. It carries `switch`; `open` and `close` become
 * `Switch.Set`, whose RPC response is the reply and whose next status is the report that confirms
 * the command; for `lock` and `unlock`, `send` returns `not-supported`. Its connections belong to
 * the driver of the embedded broker, because they use the same port.
 */
export interface GatewayDriver extends DeviceLink {
  /** Kinds of commands that the protocol can carry; the gateway refuses the others. */
  readonly carries: ReadonlySet<CommandKind>;
  /** Refuses new connections and messages; messages that were received are still acknowledged. */
  freeze(): Promise<void>;
  /** Sends the last acknowledgements, closes the connections and records their end. */
  close(): Promise<void>;
}

/** The services that a driver uses. */
export interface DriverHost {
  readonly ctx: Context;
  readonly ingest: Ingest;
  /** Looks up the device for a code, with its secret and its slaves. */
  readonly finder: LinkFinder;
  /** Shared by the drivers whose devices connect to this process. */
  readonly connections: ProcessConnections;
}

/** Opens a protocol's listeners or connections; throws the system error if a port is in use. */
export type StartDriver = (host: DriverHost) => Promise<GatewayDriver>;

/** The device protocols, keyed by name; `app.ts` has the list. */
export type DriverRegistry = Readonly<Record<string, StartDriver>>;
