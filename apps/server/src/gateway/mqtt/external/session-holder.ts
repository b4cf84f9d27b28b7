/**
 * The sessions that this process holds at an external broker: its own session, and temporarily the
 * sessions that other processes left behind, which it drains. One process also holds the session
 * that receives the messages whose order matters, and one the copy. A connection requires a lease that
 * was renewed immediately before: a process that was paused never disturbs the process that has
 * adopted its session.
 */
import type { IPublishPacket } from 'mqtt';
import {
  adoptSession,
  COPY_NUMBER,
  claimSession,
  claimSingle,
  hasOrderSession,
  LEASE_S,
  type LeasedSession,
  ORDER_NUMBER,
  recordOrderSession,
  releaseSession,
  removeSession,
  renewSession,
} from '../../../areas/telemetry/broker-sessions/broker-session-queries.ts';
import type { Context } from '../../../context.ts';
import { BrokerConnection, FAULTS, type SessionPurpose } from './broker-connection.ts';

const TICK_MS = 5_000;
const RETRY_MS = 1_000;
const SHARED_POLL_MS = 100;
/** Replies to commands wait at the broker while no process holds the session for ordered messages. */
const ORDER_POLL_MS = 1_000;

export interface SessionMessage {
  readonly packet: IPublishPacket;
  readonly settled: () => void;
  /** Set for a message that the broker may have stored for a while. */
  readonly backlog:
    | {
        /** Time after which the broker received the message, epoch ms. */
        readonly since: number;
        /** True if the message comes from a session that another process left behind. */
        readonly isAdopted: boolean;
      }
    | undefined;
}

/** Follows the connection of the session that receives messages in order. */
export interface OrderFollower {
  /** A connection has no backlog any longer. */
  caughtUp(connection: BrokerConnection): void;
  /** The session is held by another process, or by none. */
  left(): void;
}

interface HeldSession {
  readonly number: number;
  readonly purpose: SessionPurpose;
  caughtUpAt: number;
  connection: BrokerConnection | undefined;
  /** Time at which the session was last without a connection; undefined while it has one. */
  lostAt: number | undefined;
}

export class SessionHolder {
  readonly #ctx: Context;
  readonly #url: string;
  readonly #onMessage: (message: SessionMessage) => void;
  readonly #order: OrderFollower;
  readonly #held = new Map<number, HeldSession>();
  readonly #faults = new Map<string, string>();
  readonly #stopTicking: () => void;
  readonly #stopClaiming: () => void;
  #claiming: Promise<void> | undefined;
  /** True when the broker has the session for the ordered messages. */
  #isOrdered = false;
  #own: HeldSession | undefined;
  #ticking: Promise<void> | undefined;
  #isStopping = false;

  constructor(
    ctx: Context,
    url: string,
    onMessage: (message: SessionMessage) => void,
    order: OrderFollower,
  ) {
    this.#ctx = ctx;
    this.#url = url;
    this.#onMessage = onMessage;
    this.#order = order;
    this.#stopTicking = ctx.clock.every(TICK_MS, () => this.#tick());
    this.#stopClaiming = ctx.clock.every(ORDER_POLL_MS, () => this.#claimOrder());
    this.#tick();
    this.#claimOrder();
  }

  /**
   * The connection of the process's own session, if there is one and the broker retains replies.
   */
  get connection(): BrokerConnection | undefined {
    return this.#isOrdered ? this.#ownConnection : undefined;
  }

  /** The connection that receives messages in order, if this process has it. */
  get orderConnection(): BrokerConnection | undefined {
    const connection = this.#held.get(ORDER_NUMBER)?.connection;
    return connection?.isConnected === true ? connection : undefined;
  }

  get #ownConnection(): BrokerConnection | undefined {
    const connection = this.#own?.connection;
    return connection?.isConnected === true ? connection : undefined;
  }

  /** Stops taking messages; acknowledgements are still sent. */
  async freeze(): Promise<void> {
    this.#isStopping = true;
    this.#stopTicking();
    this.#stopClaiming();
    for (const { connection } of this.#held.values()) connection?.freeze();
    await this.#ticking;
    await this.#claiming;
  }

  /** Disconnects and releases the sessions, which remain at the broker. */
  async close(): Promise<void> {
    const { database, processId, log } = this.#ctx;
    await Promise.all(
      [...this.#held.values()].map(async ({ number, connection }) => {
        const caughtUpAgeMs = connection?.caughtUpAgeMs;
        await connection?.close();
        try {
          await releaseSession(database.db, processId, { number, caughtUpAgeMs });
        } catch (error) {
          log.warn({ err: error, session: number }, 'a session could not be released');
        }
      }),
    );
  }

  #tick(): void {
    this.#ticking ??= this.#renewAndAdopt()
      .catch((error: unknown) => {
        this.#ctx.log.warn({ err: error }, 'the sessions at the broker could not be renewed');
        if (this.#own === undefined && !this.#isStopping) {
          this.#ctx.clock.after(RETRY_MS, () => this.#tick());
        }
      })
      .finally(() => {
        this.#ticking = undefined;
      });
  }

  async #renewAndAdopt(): Promise<void> {
    for (const session of this.#held.values()) {
      if (session.purpose === 'order' && this.#isUnreachable(session)) await this.#leave(session);
      else await this.#renew(session);
    }
    const { database, processId } = this.#ctx;
    if (this.#own === undefined && !this.#isStopping) {
      this.#own = this.#hold(await claimSession(database, processId), 'receive');
    }
    // Another session is ended only while this process's own session is subscribed and remains at
    // the broker.
    const mayAdopt = () => !this.#isStopping && this.#ownConnection?.caughtUpAgeMs !== undefined;
    if (mayAdopt() && !this.#held.has(COPY_NUMBER)) {
      const copy = await claimSingle(database, processId, COPY_NUMBER);
      if (copy !== undefined) this.#hold(copy, 'copy');
    }
    while (mayAdopt()) {
      const orphan = await adoptSession(database.db, processId);
      if (orphan === undefined) return;
      this.#hold(orphan, 'drain');
    }
  }

  #claimOrder(): void {
    this.#claiming ??= this.#holdOrder()
      .catch((error: unknown) => {
        this.#ctx.log.warn({ err: error }, 'the session for ordered messages could not be claimed');
      })
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #holdOrder(): Promise<void> {
    if (this.#isStopping) return;
    const { database, processId } = this.#ctx;
    // A process that does not reach the broker leaves the session to the others.
    if (!this.#held.has(ORDER_NUMBER) && this.#ownConnection !== undefined) {
      const claimed = await claimSingle(database, processId, ORDER_NUMBER);
      if (claimed !== undefined) this.#hold(claimed, 'order');
    }
    if (!this.#isOrdered) this.#isOrdered = await hasOrderSession(database.db);
  }

  #isUnreachable({ connection, lostAt }: HeldSession): boolean {
    const isLost = connection?.isConnected !== true && lostAt !== undefined;
    return isLost && this.#ctx.clock.monotonic() - lostAt > LEASE_S * 1_000;
  }

  /** Leaves the session to another process. */
  async #leave(session: HeldSession): Promise<void> {
    const { database, processId } = this.#ctx;
    this.#drop(session);
    session.connection?.abandon();
    await releaseSession(database.db, processId, {
      number: session.number,
      caughtUpAgeMs: undefined,
    });
  }

  /** Returns false if the session now belongs to another process. */
  async #renew(session: HeldSession): Promise<boolean> {
    const { database, processId, clock, log } = this.#ctx;
    const { number, connection } = session;
    const ageMs = connection?.isConnected === true ? connection.caughtUpAgeMs : undefined;
    if (ageMs !== undefined) session.caughtUpAt = clock.now() - ageMs;
    if (await renewSession(database.db, processId, { number, caughtUpAgeMs: ageMs })) return true;
    log.warn({ session: number }, 'another process has adopted the session');
    this.#drop(session);
    connection?.abandon();
    return false;
  }

  #hold({ number, caughtUpAt }: LeasedSession, purpose: HeldSession['purpose']): HeldSession {
    const session: HeldSession = {
      number,
      purpose,
      caughtUpAt,
      connection: undefined,
      lostAt: this.#ctx.clock.monotonic(),
    };
    this.#held.set(number, session);
    this.#connect(session);
    return session;
  }

  #drop(session: HeldSession): void {
    this.#held.delete(session.number);
    if (session.purpose === 'order') this.#order.left();
    for (const about of FAULTS) {
      this.#report(`${about} ${session.number}`, undefined);
    }
    if (this.#own === session) this.#own = undefined;
  }

  #connect(session: HeldSession): void {
    const isAdopted = session.purpose === 'drain';
    session.connection = new BrokerConnection({
      url: this.#url,
      name: session.number === ORDER_NUMBER ? 'order' : String(session.number),
      purpose: session.purpose,
      log: this.#ctx.log.child({ part: 'external-broker' }),
      onMessage: ({ packet, settled, isBacklog }) => {
        const backlog = isBacklog ? { since: session.caughtUpAt, isAdopted } : undefined;
        this.#onMessage({ packet, settled, backlog });
      },
      onFault: (about, fault) => this.#report(`${about} ${session.number}`, fault),
      isShared: () => this.#isShared(),
      isOrdered: () => this.#untilOrdered(),
      onCaughtUp: () => {
        session.lostAt = undefined;
        if (session.purpose === 'order') {
          void this.#recordOrder();
          const { connection } = session;
          if (connection !== undefined) this.#order.caughtUp(connection);
          return;
        }
        this.#claimOrder();
        this.#tick();
      },
      onDrained: () => this.#remove(session),
      onClosed: () => {
        session.connection = undefined;
        session.lostAt ??= this.#ctx.clock.monotonic();
        this.#reconnectLater(session);
      },
    });
  }

  /** Logs a fault when it occurs, not at each attempt to connect. */
  #report(key: string, fault: string | undefined): void {
    if (this.#faults.get(key) === fault) return;
    if (fault === undefined) this.#faults.delete(key);
    else this.#faults.set(key, fault);
    const { brokerFaults, log } = this.#ctx;
    const isKnown = fault === undefined || brokerFaults.texts.includes(fault);
    brokerFaults.set(key, fault);
    if (!isKnown) log.error({ part: 'external-broker' }, fault);
  }

  /** A connection may seem open after a broker restart: only a response proves that it is. */
  async #isShared(): Promise<void> {
    for (;;) {
      const connection = this.#ownConnection;
      if (connection?.caughtUpAgeMs !== undefined && (await connection.isAlive())) return;
      await new Promise((resolve) => setTimeout(resolve, SHARED_POLL_MS).unref());
    }
  }

  /** Other processes rely on the session as soon as it is recorded as subscribed. */
  async #recordOrder(): Promise<void> {
    try {
      await recordOrderSession(this.#ctx.database.db);
      this.#isOrdered = true;
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'the session for ordered messages was not recorded');
    }
  }

  async #untilOrdered(): Promise<void> {
    while (!this.#isOrdered && !this.#isStopping) {
      await new Promise((resolve) => setTimeout(resolve, SHARED_POLL_MS).unref());
    }
  }

  #reconnectLater(session: HeldSession): void {
    const isHeld = () => !this.#isStopping && this.#held.get(session.number) === session;
    if (!isHeld()) return;
    setTimeout(() => {
      if (!isHeld() || session.connection !== undefined) return;
      this.#renew(session).then(
        (isLeased) => {
          if (isLeased && isHeld()) this.#connect(session);
          else this.#tick();
        },
        () => this.#reconnectLater(session),
      );
    }, RETRY_MS).unref();
  }

  #remove(session: HeldSession): void {
    this.#drop(session);
    const { database, processId, log } = this.#ctx;
    log.info({ session: session.number }, 'a session without a process was drained');
    removeSession(database.db, processId, session.number).catch((error: unknown) => {
      // The session's lease expires and it is drained again, although it is already empty.
      log.warn({ err: error, session: session.number }, 'a drained session could not be removed');
    });
  }
}
