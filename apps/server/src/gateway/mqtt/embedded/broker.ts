/**
 * The embedded broker: aedes implements the protocol, and our sessions make all decisions. The
 * broker stores nothing (no retained messages, no session beyond a connection) and forwards nothing
 * between devices: messages of a device are stored in the database, and messages to a device are
 * written by its session.
 */

import type { Socket } from 'node:net';
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';
import type { Ingest } from '../../../areas/telemetry/ingest/ingest.ts';
import type { Context } from '../../../context.ts';
import type { LinkFinder } from '../../link-finder.ts';
import { readUnchanged } from '../../read-unchanged.ts';
import { SignInLimits } from '../../sign-in-limits.ts';
import { foreignProtocolOf } from '../foreign/foreign-protocols.ts';
import type { DeviceLinks } from './device-links.ts';
import { DeviceSession } from './device-session.ts';
import { startMqttListeners } from './mqtt-listeners.ts';
import type { SessionRefusal } from './session-refusal.ts';
import { type SignIn, signIn } from './sign-in.ts';

export interface BrokerParts {
  readonly ctx: Context;
  readonly ingest: Ingest;
  readonly links: DeviceLinks;
  readonly finder: LinkFinder;
}

/** Counters since the start of the process. */
export interface BrokerCounters {
  /** Number of connections closed because their PROXY header was missing or malformed. */
  readonly refusedProxyHeaders: number;
}

export interface Broker {
  readonly port: number;
  /** The TLS port; undefined without a certificate. */
  readonly tlsPort: number | undefined;
  readonly counters: BrokerCounters;
  /** Refuses new connections and stops reading from the existing ones. */
  freeze(): void;
  /** Sends the last acknowledgements, then closes every connection. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const RELEASE_EVERY_MS = 50;
const TIMEOUT_CHECK_EVERY_MS = 5_000;
const FLUSH_MS = 1_000;
/** CONNACK codes (MQTT 3.1.1, section 3.2.2.3). */
const SERVER_UNAVAILABLE = 3;
const BAD_CREDENTIALS = 4;

type ConnectFacts = Pick<SignIn, 'clientId' | 'will'> & { readonly keepAliveS: number };

export async function startBroker(parts: BrokerParts): Promise<Broker> {
  const { ctx, ingest, links, finder } = parts;
  const log = ctx.log.child({ part: 'broker' });
  const limits = new SignInLimits(ctx.clock);
  const sessions = new Map<Client['conn'], DeviceSession>();
  const facts = new WeakMap<Client['conn'], ConnectFacts>();
  const holding = new Set<DeviceSession>();
  let frozen = false;

  const onRefused = (session: DeviceSession, refusal: SessionRefusal): void => {
    log.warn(
      { refusal, device: session.device?.ref.deviceCode, address: session.address },
      'a connection was closed: the device may not publish this message',
    );
  };

  const options: AedesOptions = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Device codes have up to 30 characters; the library refuses more than 23 under MQTT 3.1.
    maxClientsIdLength: 30,

    preConnect(client, packet, callback) {
      const will = packet.will;
      facts.set(client.conn, {
        clientId: packet.clientId,
        keepAliveS: packet.keepalive ?? 0,
        will: will && {
          topic: will.topic,
          payloadBytes: will.payload?.length ?? 0,
          retain: will.retain === true,
        },
      });
      // The session checks the keep-alive, detects its own end, and never outlives the connection,
      // so the library need not handle any of the three. It closes an older connection with the same
      // client id, and devices of other manufacturers choose theirs: the code takes its place.
      const { username } = packet;
      const clientId = isDeviceCode(username) ? username : packet.clientId;
      Object.assign(packet, { keepalive: 0, will: undefined, clean: true, clientId });
      callback(null, true);
    },

    authenticate(client, userName, password, done) {
      const connection = facts.get(client.conn);
      const session = sessions.get(client.conn);
      const refuse = (returnCode: number) =>
        done(Object.assign(new Error('not signed in'), { returnCode }), null);
      if (connection === undefined || session === undefined || frozen) {
        refuse(SERVER_UNAVAILABLE);
        return;
      }
      const { address } = session;
      const decision = limits.decide(address, userName);
      if (decision !== 'evaluate') {
        refuse(decision === 'later' ? SERVER_UNAVAILABLE : BAD_CREDENTIALS);
        return;
      }
      const { clientId, will } = connection;
      const credentials = { clientId, will, userName, password };
      const read = async () => {
        const signedIn = await signIn(credentials, (code) => finder.find(code), ctx.clock.now());
        return { signedIn, foreign: signedIn && (await foreignProtocolOf(ctx, signedIn)) };
      };
      const admit = ({ signedIn, foreign }: Awaited<ReturnType<typeof read>>) => {
        if (signedIn === undefined) {
          const banned = limits.failed(address, userName);
          log.warn({ address, device: userName, banned }, 'a device was refused');
          refuse(BAD_CREDENTIALS);
          return;
        }
        limits.succeeded(address, signedIn.device.ref.deviceCode);
        if (links.isHeld(signedIn.device.ref.deviceCode)) {
          refuse(SERVER_UNAVAILABLE);
          return;
        }
        session.signIn(signedIn, foreign, {
          keepAliveS: connection.keepAliveS,
          hasDisconnected: () => hasDisconnected(client),
        });
        // The socket may have closed during the database query.
        if (sessions.has(client.conn)) links.opened(session, signedIn.device);
        done(null, true);
      };
      readUnchanged(ctx, { deviceCode: userName ?? '' }, read, admit).catch((error: unknown) => {
        log.warn({ err: error }, 'a device could not be read');
        refuse(SERVER_UNAVAILABLE);
      });
    },

    authorizePublish(client, packet, callback) {
      const session = client && sessions.get(client.conn);
      if (session == null) callback(new Error('not signed in'));
      else session.publish(packet.topic, bytesOf(packet), packet.retain, callback);
    },

    authorizeSubscribe(client, subscription, callback) {
      const session = sessions.get(client.conn);
      const { topic } = subscription;
      if (session === undefined || !session.maySubscribe(topic)) {
        const code = session?.device?.ref.deviceCode;
        log.warn({ device: code, topic: topic.slice(0, 100) }, 'a subscription was refused');
        callback(null, null);
        return;
      }
      session.subscribed(topic, subscription.qos === 0 ? 0 : 1);
      callback(null, subscription);
    },

    authorizeForward: () => null,
  };

  const broker = await Aedes.createBroker(options);
  // Processing of a message ends with its commit. The library would now search for subscribers and
  // retained copies, which takes 5 us a message, and there are none.
  broker.publish = ((_packet: unknown, ...rest: unknown[]) => {
    (rest.at(-1) as ((error?: Error) => void) | undefined)?.();
  }) as typeof broker.publish;
  forwardAcknowledgements(broker, sessions);
  broker.on('clientReady', (client) => sessions.get(client.conn)?.greeted());
  broker.on('unsubscribe', (filters, client) => {
    sessions.get(client.conn)?.unsubscribed(filters);
  });
  broker.on('subscribe', (_filters, client) => sessions.get(client.conn)?.requestState());
  broker.on('clientError', (client, error) => {
    log.debug({ device: client.id, reason: error.message }, 'a connection ended');
  });
  broker.on('connectionError', (_client, error) => {
    log.debug({ reason: error.message }, 'a connection ended before its handshake');
  });

  const accept = (socket: Socket, address: string, raw: Socket): void => {
    const session = new DeviceSession({
      socket,
      raw,
      address,
      clock: ctx.clock,
      ingest,
      rate: ctx.config.deviceRate,
      burst: ctx.config.deviceBurst,
      reload: (code, use) =>
        readUnchanged(
          ctx,
          { deviceCode: code },
          () => finder.find(code),
          (found) => use(found?.device),
        ),
      onRefused,
      onHolding: (held) => holding.add(held),
    });
    sessions.set(socket, session);
    socket.once('close', () => {
      sessions.delete(socket);
      holding.delete(session);
      links.closed(session);
    });
    broker.handle(socket);
  };
  const listeners = await startMqttListeners(ctx, accept);

  const stops = [
    ctx.clock.every(RELEASE_EVERY_MS, () => {
      const waiting = [...holding];
      holding.clear();
      for (const session of waiting) session.release();
    }),
    ctx.clock.every(TIMEOUT_CHECK_EVERY_MS, () => {
      for (const session of links.all()) {
        session.checkCaughtUp();
        session.endIfSilent();
        session.endIfSecretOver();
      }
    }),
    // A session that was served goes to the end of the map: otherwise the oldest connections would
    // fill the queue each time.
    ingest.onRoom(() => {
      for (const [socket, session] of [...sessions]) {
        if (ingest.isFull) break;
        session.release();
        if (sessions.delete(socket)) sessions.set(socket, session);
      }
    }),
  ];

  return {
    port: listeners.port,
    tlsPort: listeners.tlsPort,
    counters: {
      get refusedProxyHeaders() {
        return listeners.refusedHeaders;
      },
    },
    freeze() {
      frozen = true;
      listeners.close();
      for (const session of sessions.values()) session.freeze();
    },
    async close() {
      for (const stop of stops) stop();
      const ended = Promise.all([...sessions.values()].map((session) => session.end()));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
      for (const session of sessions.values()) session.close('server-stopped');
      await new Promise<void>((resolve) => broker.close(() => resolve()));
    },
  };
}

function bytesOf({ payload }: PublishPacket): Uint8Array {
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}

/** Library flag, set at a DISCONNECT before the socket is ended (MQTT 3.1.1, section 3.14). */
function hasDisconnected(client: Client): boolean {
  return (client as unknown as { readonly _disconnected?: boolean })._disconnected === true;
}

/**
 * The library removes an outgoing message from its store when a PUBACK arrives. The store contains
 * none, because the sessions write commands themselves; this hook therefore reports the PUBACK.
 */
function forwardAcknowledgements(
  broker: Aedes,
  sessions: ReadonlyMap<Client['conn'], DeviceSession>,
): void {
  const { persistence } = broker as unknown as {
    persistence: {
      outgoingClearMessageId(client: Client, packet: { messageId: number }): Promise<unknown>;
    };
  };
  persistence.outgoingClearMessageId = async (client, packet) => {
    sessions.get(client.conn)?.commands.acknowledged(packet.messageId);
    return packet;
  };
}
