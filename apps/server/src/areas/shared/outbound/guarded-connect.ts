/**
 * Connects to a customer-defined host and port over TCP, by the rules of `guarded-request.ts`: the
 * name is resolved once, all its addresses are checked, and the connection goes to a checked one.
 */
import { connect, type Socket } from 'node:net';
import type { OutboundRules } from '../../../config/outbound-rules.ts';
import type { ResolvedAddress } from './checked-exchange.ts';
import type { Resolve } from './guarded-request.ts';
import { literalOf, mayReach } from './target-url.ts';

/** Error codes shown to users; they reveal nothing about the network. */
export type DialError =
  | 'name-unknown'
  | 'address-not-public'
  | 'refused-connection'
  | 'timeout'
  | 'not-reached';

const CONNECT_LIMIT_MS = 10_000;
/** Interval of the probes of TCP, which find a peer that has vanished. */
const PROBE_MS = 60_000;

export interface GuardedHost {
  readonly host: string;
  readonly rules: OutboundRules;
  readonly resolve: Resolve;
}

/** Returns the address to connect to. */
export async function resolveGuarded({
  host,
  rules,
  resolve,
}: GuardedHost): Promise<ResolvedAddress | DialError> {
  const literal = literalOf(host);
  const found =
    literal === undefined
      ? await resolve(host).catch(() => [])
      : [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
  if (found.length === 0) return 'name-unknown';
  return found.every(({ address }) => mayReach(address, rules)) ? found[0]! : 'address-not-public';
}

/** Resolves with a paused socket. `address` must have been checked by `resolveGuarded`. */
export function connectTo(
  { address, family }: ResolvedAddress,
  port: number,
  signal: AbortSignal,
): Promise<Socket | DialError> {
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host: address, family, port, noDelay: true, timeout: CONNECT_LIMIT_MS },
      ...{ keepAlive: true, keepAliveInitialDelay: PROBE_MS },
    });
    const abort = () => void socket.destroy();
    const end = (result: Socket | DialError) => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    socket.once('timeout', () => {
      end('timeout');
      socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? 'refused-connection' : 'not-reached'),
    );
    socket.once('close', () => end('not-reached'));
    socket.once('connect', () => {
      socket.setTimeout(0);
      end(socket);
    });
  });
}
