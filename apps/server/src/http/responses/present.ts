/** Formats results in the two envelopes of docs/specification/platform.md 4.1. */
import type { CallSpec } from '@busbar/contract/call';
import type { Refused } from '@busbar/domain/refusal';
import type { FastifyReply } from 'fastify';
import type { RefusedWithParts } from '../calls/handler.ts';
import { REFUSAL_ANSWERS, STATUS_TEXT } from './errors.ts';

type Version = CallSpec['version'];

function envelope(version: Version, code: number, msg: string): Record<string, unknown> {
  return version === 'v1' ? { errCode: code, msg } : { code, msg };
}

export function presentAnswer(
  version: Version,
  answer: Record<string, unknown> & { msg?: string },
): Record<string, unknown> {
  if (version === 'health') return answer;
  return { ...envelope(version, 0, answer.msg ?? ''), ...answer, msg: answer.msg ?? '' };
}

/** The message of a refusal, prefixed with the field if only the field shows what to correct. */
export function refusalText({
  refusal,
  field,
  detail,
}: Pick<Refused, 'refusal' | 'field' | 'detail'>): string {
  const { named, text } = REFUSAL_ANSWERS[refusal];
  if (detail !== undefined) return `${text}: ${detail}`;
  if (refusal === 'info-required' && field !== undefined) return `${text}: ${field}`;
  return named === true && field !== undefined ? `${field}: ${text}` : text;
}

export function sendRefusal(
  reply: FastifyReply,
  version: Version,
  refused: Refused | RefusedWithParts,
): FastifyReply {
  const answer = REFUSAL_ANSWERS[refused.refusal];
  if (answer.retryAfterS !== undefined) reply.header('retry-after', String(answer.retryAfterS));
  return reply.code(version === 'v1' ? answer.v1Status : answer.status).send({
    ...envelope(version, answer.code, refusalText(refused)),
    reason: refused.refusal,
    ...(refused.field === undefined ? {} : { field: refused.field }),
    ...('data' in refused ? { data: refused.data } : {}),
    request_id: reply.request.id,
  });
}

/**
 * Sends a status of the table in docs/specification/platform.md 5.1; `detail` is given only if it
 * shows the caller what to correct.
 */
export function sendStatus(
  reply: FastifyReply,
  version: Version,
  status: number,
  detail?: { msg?: string; field?: string },
): FastifyReply {
  return reply.code(status).send({
    ...envelope(version, status, detail?.msg ?? STATUS_TEXT[status] ?? STATUS_TEXT[500]!),
    ...(detail?.field === undefined ? {} : { field: detail.field }),
    request_id: reply.request.id,
  });
}

/** The envelope for a path that no route matches. */
export function versionOfPath(path: string): Version {
  return path.startsWith('/api/v2/') || path.startsWith('/health') ? 'v2' : 'v1';
}
