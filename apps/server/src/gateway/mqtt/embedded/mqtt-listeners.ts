/**
 * The ports on which devices connect: plain, and TLS if a certificate is configured. Behind a TCP
 * balancer (`MQTT_PROXY_PROTOCOL`) a connection from a trusted proxy begins with the PROXY header,
 * which names the device's address and precedes the TLS handshake.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Clock } from '../../../clock.ts';
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { StartError } from '../../../storage/start-error.ts';
import { type AcceptDevice, listen, withProxyHeader } from '../../tcp-listener.ts';

/** `raw` is the TCP socket: the socket itself, or the one below TLS. */
export type AcceptSocket = (socket: Socket, address: string, raw: Socket) => void;

export interface MqttListeners {
  readonly port: number;
  /** The TLS port; undefined without a certificate. */
  readonly tlsPort: number | undefined;
  /**
   * Number of connections of trusted proxies that were closed because their PROXY header was
   * missing or malformed.
   */
  readonly refusedHeaders: number;
  close(): void;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;

export async function startMqttListeners(
  ctx: Context,
  accept: AcceptSocket,
): Promise<MqttListeners> {
  const { config, clock } = ctx;
  const { mqttPort, mqttHost, mqttTls } = config;
  const log = ctx.log.child({ part: 'broker' });
  let refusedHeaders = 0;

  const acceptFrom = (ready: AcceptDevice) =>
    withProxyHeader(ctx, ready, (peer) => {
      refusedHeaders += 1;
      log.warn(
        { address: peer },
        'a connection was closed: its PROXY header is missing or malformed',
      );
    });

  const context = tlsContext(config);
  const plain = createServer(
    { noDelay: true },
    acceptFrom((socket, address) => accept(socket, address, socket)),
  );
  const secure = context && secureServer(context, { acceptFrom, accept, clock });
  const port = await listen(plain, mqttPort, mqttHost);
  const tlsPort =
    secure &&
    mqttTls &&
    (await listen(secure, mqttTls.port, mqttHost).catch((error: unknown) => {
      plain.close();
      throw error;
    }));
  return {
    port,
    tlsPort,
    get refusedHeaders() {
      return refusedHeaders;
    },
    close() {
      plain.close();
      secure?.close();
    },
  };
}

function tlsContext({ mqttTls }: Config): SecureContext | undefined {
  if (mqttTls === undefined) return undefined;
  try {
    const cert = readFileSync(mqttTls.certFile);
    const key = readFileSync(mqttTls.keyFile);
    return createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The certificate for MQTT_TLS_PORT cannot be used: ${reason}.`, {
      cause: error,
    });
  }
}

interface SecureParts {
  readonly acceptFrom: (ready: AcceptDevice) => (socket: Socket) => void;
  readonly accept: AcceptSocket;
  readonly clock: Clock;
}

function secureServer(context: SecureContext, { acceptFrom, accept, clock }: SecureParts): Server {
  const shakeHands: AcceptDevice = (socket, address) =>
    startTls(socket, context, clock, (secure) => accept(secure, address, socket));
  return createServer({ noDelay: true }, acceptFrom(shakeHands));
}

function startTls(
  socket: Socket,
  secureContext: SecureContext,
  clock: Clock,
  ready: (secure: TLSSocket) => void,
): void {
  const secure = new TLSSocket(socket, { isServer: true, secureContext });
  const cancel = clock.after(HANDSHAKE_TIMEOUT_MS, () => secure.destroy());
  secure.on('error', () => secure.destroy());
  secure.once('close', cancel);
  secure.once('secure', () => {
    cancel();
    ready(secure);
  });
}
