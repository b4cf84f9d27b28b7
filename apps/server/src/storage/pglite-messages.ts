/** What passes between the server and the thread of the embedded database. */

export interface PgliteStart {
  /** Folder of the database files; absent: in memory. */
  readonly dataDir?: string;
  /** A dump of an earlier database to begin with. */
  readonly snapshot?: Uint8Array<ArrayBuffer>;
  /** Server settings, `name=value`. */
  readonly settings: readonly string[];
}

export type PgliteRequest =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'dump' }
  | { readonly kind: 'close' };

export type PgliteReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** The last request was answered whole. */
  | { readonly kind: 'done' }
  | { readonly kind: 'dump'; readonly tar: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'closed' };
