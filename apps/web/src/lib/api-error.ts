/** A call that did not succeed, whatever the reason; screens show it, they do not decide by it. */

export type ApiErrorKind =
  /** The server answered no, with a code out of its envelope. */
  | 'refused'
  /** The server broke; only the request id is known. */
  | 'failed'
  /** No answer: no network, server away, or the connection broke. */
  | 'network'
  /** No answer within the time limit (docs/specification/platform.md 7.4: 10 s). */
  | 'timeout'
  /** A number field holds a text that is not a number; nothing was sent. */
  | 'unreadable';

export interface ApiErrorParts {
  kind: ApiErrorKind;
  status: number;
  code: number;
  msg: string;
  reason?: string | undefined;
  field?: string | undefined;
  requestId?: string | undefined;
  data?: unknown;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: number;
  /** The server's own sentence, shown when the catalogue has none for the reason. */
  readonly msg: string;
  readonly reason: string | undefined;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** What a refusal tells besides its sentence: the parts of an order none of which was taken. */
  readonly data: unknown;

  constructor(parts: ApiErrorParts) {
    super(`${parts.kind} ${parts.code} ${parts.reason ?? parts.msg}`);
    this.kind = parts.kind;
    this.status = parts.status;
    this.code = parts.code;
    this.msg = parts.msg;
    this.reason = parts.reason;
    this.field = parts.field;
    this.requestId = parts.requestId;
    this.data = parts.data;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** Asking again may help: the world was away; a refusal stays a refusal. */
export function isPassing(error: unknown): boolean {
  return isApiError(error) && (error.kind === 'network' || error.kind === 'timeout');
}
