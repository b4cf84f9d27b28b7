/** Error of an unsuccessful call of any kind; screens display it but do not branch on it. */

export type ApiErrorKind =
  /** The server refused, with a code in its envelope. */
  | 'refused'
  /** The server failed; only the request id is known. */
  | 'failed'
  /** No response: no network, an unreachable server, or a broken connection. */
  | 'network'
  /** Timeout: no response within 10 s (docs/specification/platform.md 7.4). */
  | 'timeout'
  /** A number field contains text that is not a number; no request was sent. */
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
  /** The server's message, displayed if there is no translation for the reason. */
  readonly msg: string;
  readonly reason: string | undefined;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  /** Additional data of a refusal, such as the result per item of a request refused as a whole. */
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

/** Returns true if a retry may help, after a network error or timeout; a refusal is permanent. */
export function isPassing(error: unknown): boolean {
  return isApiError(error) && (error.kind === 'network' || error.kind === 'timeout');
}
