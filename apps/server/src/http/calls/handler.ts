/** The type of a handler: takes parsed and authorized input and returns a result of the domain. */
import type { AnswerOf, BodyOf, CallSpec, ParamsOf, QueryOf } from '@busbar/contract/call';
import type { CALLS } from '@busbar/contract/catalogue';
import type { Refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { DeliveryEnds } from './delivery.ts';

/** Properties of the request that are not in the contract. */
export interface RequestFacts {
  readonly address: string;
  readonly client: string;
  /** True if a page sent the request (it has an Origin or a site in its fetch metadata). */
  readonly fromBrowser: boolean;
  readonly idempotencyKey: string | undefined;
  /** Entity tag of a resumed download (`Range` with `If-Range` or `If-Match`), without quotes. */
  readonly resumedTag: string | undefined;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string): void;
  /** Signal that is aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Reports how the response to this request ended, for data that can be returned only once. */
  onDelivery(ends: DeliveryEnds): void;
}

export interface CookieOptions {
  readonly httpOnly: boolean;
  /** Without it, the cookie ends with the browser session. */
  readonly maxAgeS?: number;
  /** Defaults to strict; lax for a cookie that a page opened by another site must find. */
  readonly sameSite?: 'strict' | 'lax';
}

/** A response too large to buffer: written piece by piece, already in the envelope of the call. */
export interface Streamed {
  readonly stream: AsyncIterable<string | Uint8Array>;
  readonly as?: never;
}

/** A file too large to buffer. */
export interface StreamedFile {
  readonly stream: AsyncIterable<string | Uint8Array>;
  /** File name of the download, ASCII. */
  readonly as: { readonly name: string; readonly contentType: string };
}

/** A file on disk, whole or the requested byte range. */
export interface SentFile {
  readonly file: {
    readonly path: string;
    /** File name of the download, ASCII. */
    readonly name: string;
    readonly contentType: string;
    /** Identifies the exact content, so that a download resumes only with the same bytes. */
    readonly tag: string;
  };
}

/** A file from the database, small enough to buffer. */
export interface SentBytes {
  readonly bytes: {
    readonly content: Buffer;
    /** The content in gzip, for clients that accept it; if absent, it is sent uncompressed. */
    readonly gzip?: Buffer;
    /** File name of the download, ASCII. */
    readonly name: string;
    readonly contentType: string;
  };
}

export interface CallInput<C extends CallSpec> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The caller; absent only in a public call without a valid token. */
  readonly caller: C['who'] extends 'public' ? Caller | undefined : Caller;
  readonly facts: RequestFacts;
}

/** The call's own fields and, if it has one, its success message. */
export type Answer<C extends CallSpec> = AnswerOf<C> & { readonly msg?: string };

/** Refusal of a request whose items have different reasons, which are sent as the call's data. */
export interface RefusedWithParts extends Refused {
  readonly data: unknown;
}

/** Only a call whose contract declares a file may return one. */
type FileOf<C extends CallSpec> = C extends { file: readonly string[] }
  ? StreamedFile | SentFile | SentBytes
  : never;

export type Handler<C extends CallSpec> = (
  input: CallInput<C>,
) => Promise<Answer<C> | Refused | RefusedWithParts | Streamed | FileOf<C>>;

/** One handler for each call: a missing handler does not compile. */
export type HandlersOf<Calls extends Readonly<Record<string, CallSpec>>> = {
  readonly [N in keyof Calls]: Handler<Calls[N]>;
};

export type Handlers = HandlersOf<typeof CALLS>;
