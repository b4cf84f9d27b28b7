/** Sends a file from the requested byte; reads the disk no faster than the client receives. */
import { open } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SentBytes, SentFile, Streamed, StreamedFile } from '../calls/handler.ts';
import { sendStatus } from '../responses/present.ts';
import { byteRange } from './byte-range.ts';

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file }: SentFile,
): Promise<FastifyReply> {
  const opened = await open(file.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (opened === undefined) return sendStatus(reply, 'v2', 404);
  const { size } = await opened.stat();
  const tag = `"${file.tag}"`;
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': attachment(file.name),
    etag: tag,
  });
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === tag;
  const range = isSame ? byteRange(request.headers.range, size) : undefined;
  if (range === 'outside') {
    await opened.close();
    reply.header('content-range', `bytes */${size}`);
    return sendStatus(reply, 'v2', 416, { msg: 'The file has no such bytes' });
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  reply.header('content-type', file.contentType).header('content-length', last - first + 1);
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  }
  // The reply closes the stream at its end and when the client disconnects.
  return reply.send(opened.createReadStream({ start: first, end: last }));
}

export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes }: SentBytes,
): FastifyReply {
  reply.headers(savedAs(bytes));
  if (bytes.gzip === undefined) return reply.send(bytes.content);
  reply.header('vary', 'accept-encoding');
  if (
    !/\bgzip\b(?!\s*;\s*q=0(\.0*)?(\s|,|$))/i.test(
      request.headers['accept-encoding']?.toString() ?? '',
    )
  ) {
    return reply.send(bytes.content);
  }
  return reply.header('content-encoding', 'gzip').send(bytes.gzip);
}

export function streamHeaders({ as }: Streamed | StreamedFile): Record<string, string> {
  return as === undefined ? { 'content-type': 'application/json; charset=utf-8' } : savedAs(as);
}

/** RFC 6266: names with other than ASCII characters are encoded, next to a plain name. */
function attachment(name: string): string {
  const plain = `attachment; filename="${name.replace(/[^\x20-\x7e]/g, '_')}"`;
  return plain.includes(name) ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Sends an upload with its declared type as an attachment, so that no browser opens or runs it. */
function savedAs(file: {
  readonly name: string;
  readonly contentType: string;
}): Record<string, string> {
  return {
    'cache-control': 'private, no-store',
    'content-disposition': attachment(file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-type': file.contentType,
  };
}
