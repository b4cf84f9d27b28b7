/** The shape of a handler: parsed and authorised input in, an outcome of the domain out. */
import type { AnswerOf, BodyOf, CallSpec, ParamsOf, QueryOf } from '@busbar/contract/call';
import type { CallByName, CallName } from '@busbar/contract/catalogue';
import type { Refused } from '@busbar/domain/refusal';
import type { Caller } from '../caller.ts';
import type { DeliveryEnds } from './delivery.ts';

/** Facts about the request that are not in the contract. */
export interface RequestFacts {
  readonly address: string;
  readonly client: string;
  /** True when a page sent it (an Origin or fetch metadata of a site is there). */
  readonly fromBrowser: boolean;
  readonly idempotencyKey: string | undefined;
  /** Of a download that goes on (`Range` with `If-Range` or `If-Match`), without its quotes. */
  readonly resumedTag: string | undefined;
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string): void;
  /** Aborted when the client went away. */
  readonly signal: AbortSignal;
  /** Tells how the answer to this request ends, for what can be given out only once. */
  onDelivery(ends: DeliveryEnds): void;
}

export interface CookieOptions {
  readonly httpOnly: boolean;
  /** Absent: until the browser is closed. */
  readonly maxAgeS?: number;
}

/** An answer too large to hold: written out piece by piece, already in the call's own envelope. */
export interface Streamed {
  readonly stream: AsyncIterable<string | Uint8Array>;
  readonly as?: never;
}

/** A file too large to hold. */
export interface StreamedFile {
  readonly stream: AsyncIterable<string | Uint8Array>;
  /** What it is called where it is saved; ASCII. */
  readonly as: { readonly name: string; readonly contentType: string };
}

/** A file as it lies on the disk, whole or the byte range that was asked for. */
export interface SentFile {
  readonly file: {
    readonly path: string;
    /** What it is called where it is saved; ASCII. */
    readonly name: string;
    readonly contentType: string;
    /** Names these very bytes, so that a broken download goes on with them and no others. */
    readonly tag: string;
  };
}

/** A file out of the database, small enough to hold. */
export interface SentBytes {
  readonly bytes: {
    readonly content: Buffer;
    /** The same, packed once for all who take it so; absent: it is sent as it is. */
    readonly gzip?: Buffer;
    /** What it is called where it is saved; ASCII. */
    readonly name: string;
    readonly contentType: string;
  };
}

export interface CallInput<C extends CallSpec> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** Present in every call that is not public; there it is present when a valid token came along. */
  readonly caller: C['who'] extends 'public' ? Caller | undefined : Caller;
  readonly facts: RequestFacts;
}

/** The call's own fields and, where it has one, the sentence of success. */
export type Answer<C extends CallSpec> = AnswerOf<C> & { readonly msg?: string };

/** A refusal of a whole whose parts have reasons of their own: they come along as the call's data. */
export interface RefusedWithParts extends Refused {
  readonly data: unknown;
}

/** What only a call that says so in the contract may answer. */
type FileOf<C extends CallSpec> = C extends { file: readonly string[] }
  ? StreamedFile | SentFile | SentBytes
  : never;

export type Handler<C extends CallSpec> = (
  input: CallInput<C>,
) => Promise<Answer<C> | Refused | RefusedWithParts | Streamed | FileOf<C>>;

/** One handler for every call of the catalogue: a missing one does not compile. */
export type Handlers = { readonly [N in CallName]: Handler<CallByName<N>> };
