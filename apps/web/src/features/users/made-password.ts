/** A password that was made just now; the only place it is kept in the clear. */
export interface MadePassword {
  readonly name: string;
  readonly password: string;
  /** Where a link was sent; null: none was asked for. */
  readonly mail: { readonly to: string; readonly isSent: boolean } | null;
}
