/**
 * The address of the client that made a request: the connection's address, or the address that a
 * trusted proxy put into X-Forwarded-For.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Returns the address of the connection if the proxy sent something other than an IP address. */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip;
}
