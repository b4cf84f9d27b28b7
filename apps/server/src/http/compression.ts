/** Compression of JSON answers (docs/adr/0052-few-scripts-and-compressed-answers.md). */
import type { CallSpec } from '@busbar/contract/call';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit into one packet with their headers. */
const THRESHOLD_BYTES = 1024;

/** Reads whose answers contain a signed link, or a token that confirms the next call. */
const WITH_TOKENS: ReadonlySet<string> = new Set([
  'v2.reports',
  'v2.device-deploy.preview',
  'v2.groups.devices.preview',
  'v2.groups.users.preview',
  'v2.groups.move.preview',
  'v2.rate.devices.preview',
]);

/** True if no answer of the call contains a secret. Secrets that are shown once come from writes. */
export function isCompressible({ effect, name }: Pick<CallSpec, 'effect' | 'name'>): boolean {
  return effect === 'read' && !WITH_TOKENS.has(name);
}

/** Must be registered before the routes; compresses those with `answerCompression` only. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: false,
    encodings: ['br', 'gzip'],
    threshold: THRESHOLD_BYTES,
    // Files are compressed already, or are resumed at a byte.
    customTypes: /^application\/json(;|$)/,
  });
}

/** Options of the route of a call. */
export function answerCompression(call: CallSpec): { compress?: object | false } {
  return isCompressible(call) ? { compress: {} } : { compress: false };
}
