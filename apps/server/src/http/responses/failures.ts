/**
 * Responses to errors that no handler returned. An error that the caller can correct is described;
 * an internal error is logged with the request id, and the response contains only that id
 * (docs/decisions.md 19).
 */
import type { FastifyError, FastifyInstance } from 'fastify';
import { DatabaseUnavailable } from '../../storage/database-unavailable.ts';
import { explainValidation, type SchemaError } from '../validation/explain-validation.ts';
import { sendRefusal, sendStatus, versionOfPath } from './present.ts';

/**
 * Errors of a database that is unavailable (connection refused or lost, shutting down, starting up,
 * a replica: 25006) or cannot work now: out of disk, memory or connections (class 53), a statement
 * timeout (57014).
 * Such a request may be retried; an old client signs its user out on 500.
 */
const DATABASE_AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|57P0[123]|57014|25006|08\w{3}|53\w{3})$/;
/** Errors of the driver: the connection was lost before or between two statements. */
const AWAY_TEXT =
  /connection terminated|connection ended|not queryable|timeout exceeded when trying to connect/i;

export function isDatabaseAway(error: {
  code?: unknown;
  syscall?: unknown;
  message?: string;
}): boolean {
  return (
    // The socket of the embedded server exists only while that server is running.
    (error.syscall === 'connect' && error.code === 'ENOENT') ||
    (typeof error.code === 'string' && DATABASE_AWAY.test(error.code)) ||
    AWAY_TEXT.test(error.message ?? '')
  );
}

export function installFailureAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const version = versionOfPath(request.url);
    if (error.validation !== undefined) {
      const { isMissing, field, msg } = explainValidation(
        error.validationContext,
        error.validation as SchemaError[],
      );
      const named = field === undefined ? {} : { field };
      return isMissing
        ? sendRefusal(reply, version, { ok: false, refusal: 'info-required', ...named })
        : sendStatus(reply, version, 400, { msg, ...named });
    }
    if (error instanceof DatabaseUnavailable) {
      const { message: msg, cause } = error;
      request.log.warn({ err: cause, id: request.id }, msg);
      return sendStatus(reply, version, 503, { msg });
    }
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error.message, id: request.id }, 'the database is unavailable');
      return sendStatus(reply, version, 503);
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      return sendStatus(
        reply,
        version,
        status,
        status === 400 ? { msg: 'Bad request: not valid JSON' } : {},
      );
    }
    request.log.error({ err: error, id: request.id, url: request.url }, 'request failed');
    return sendStatus(reply, version, 500);
  });
}
