/**
 * Notifies when a broker becomes available: a broker that was restarted may have an older copy of
 * its accounts. The connection has no session and no subscription.
 */
import { randomUUID } from 'node:crypto';
import mqtt from 'mqtt';

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** A connection that was dropped without being closed is detected after 1.5 times this time. */
const KEEP_ALIVE_S = 5;

/** Calls `onConnected` at the first connection and at each one after a loss; returns a stop. */
export function followBroker(url: string, onConnected: () => void): () => Promise<void> {
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clientId: `busbar-follow-${randomUUID()}`,
    clean: true,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepalive: KEEP_ALIVE_S,
  });
  client.on('connect', onConnected);
  // The connections that do the work report errors.
  client.on('error', () => undefined);
  return async () => {
    await client.endAsync(true).catch(() => undefined);
  };
}
