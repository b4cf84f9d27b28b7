/** The connections of lines to this process, incoming and outgoing. */
import type { Socket } from 'node:net';
import { knownSwitch } from '../../areas/control/outcomes/switch-queries.ts';
import { passwordOf } from '../../areas/fleet/serial-lines/save-switching.ts';
import type {
  LineDevice,
  StoredMeter,
} from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import { ConnectionTable } from '../connection-table.ts';
import type { DriverHost } from '../gateway-driver.ts';
import { readUnchanged } from '../read-unchanged.ts';
import { addCounts, type LineCounts, NO_COUNTS } from './line-health.ts';
import { LineReloader } from './line-reloader.ts';
import { LineSession } from './line-session.ts';
import type { SignedInLine } from './line-sign-in.ts';

const CHECK_EVERY_MS = 5_000;
const RELOAD_EVERY_MS = 30_000;
const FLUSH_MS = 1_000;

export class LineSessions {
  readonly table: ConnectionTable<LineSession>;
  readonly #host: DriverHost;
  readonly #sessions = new Set<LineSession>();
  readonly #reloader: LineReloader;
  #ended = NO_COUNTS;

  constructor(host: DriverHost) {
    this.#host = host;
    this.table = new ConnectionTable(host.connections);
    this.#reloader = new LineReloader(host.ctx);
  }

  get counts(): LineCounts {
    return [...this.#sessions].reduce((sum, { health }) => addCounts(sum, health), this.#ended);
  }

  /**
   * Starts a session; `rest` are the bytes that arrived with the registration. The device is online
   * from now on, or, with `renew`, from the first frame: an open port is no device. Until then much
   * time may pass, so `renew` reads the line again; it returns undefined if it no longer exists.
   */
  start(
    socket: Socket,
    signedIn: SignedInLine,
    rest: Uint8Array,
    renew?: () => Promise<SignedInLine | undefined>,
  ): LineSession {
    const { ctx, ingest } = this.#host;
    const { device } = signedIn;
    const log = ctx.log.child({ part: 'line' });
    const isProven = renew === undefined || signedIn.line.meters.length === 0;
    const session = new LineSession(
      {
        ...{ socket, clock: ctx.clock, ingest },
        onChanged: (changed) => this.#reloader.add([changed]),
        register: isProven ? undefined : (reached) => this.#register(reached, renew),
        onFailure: (err, message) => log.warn({ err, device: device.ref.deviceCode }, message),
        passwordOf: (customerId: number, meter: StoredMeter) => passwordOf(ctx, customerId, meter),
        knownOf: (known: LineDevice) => knownSwitch(ctx.database.db, known),
      },
      signedIn,
    );
    this.#sessions.add(session);
    socket.once('close', () => {
      this.#sessions.delete(session);
      this.#ended = addCounts(this.#ended, session.health);
      this.table.closed(session);
    });
    if (isProven) this.table.opened(session, device);
    session.start(rest);
    this.#reloader.add([session]);
    return session;
  }

  /** Starts the regular checks of all sessions; returns a function that ends them. */
  check(): () => void {
    const { ctx, ingest } = this.#host;
    const stops = [
      ctx.clock.every(CHECK_EVERY_MS, () => {
        for (const session of this.#sessions) session.endIfSecretOver();
      }),
      ctx.clock.every(RELOAD_EVERY_MS, () => this.#reloader.add(this.#sessions)),
      ingest.onRoom(() => {
        for (const session of this.#sessions) session.checkPolling();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Returns false if it has closed the connection. */
  async #register(
    session: LineSession,
    renew: () => Promise<SignedInLine | undefined>,
  ): Promise<boolean> {
    const { ctx } = this.#host;
    const { ref } = session.device;
    const use = (found: SignedInLine | undefined) => {
      const isUsable = found !== undefined && !this.table.isHeld(ref.deviceCode);
      if (!isUsable || !session.renew(found)) return false;
      this.table.opened(session, found.device);
      return true;
    };
    const isRegistered = await readUnchanged(ctx, ref, renew, use).catch((err: unknown) => {
      ctx.log.warn({ err, device: ref.deviceCode }, 'the device of a line could not be read');
      return false;
    });
    if (!isRegistered) session.close();
    return isRegistered;
  }

  freeze(): void {
    for (const session of this.#sessions) session.freeze();
  }

  async close(): Promise<void> {
    const all = Promise.all([...this.#sessions].map((session) => session.end()));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
    for (const session of this.#sessions) session.close('server-stopped');
  }
}
