/** A newly generated password; the only place where it is stored in plain text. */
export interface GeneratedPassword {
  readonly name: string;
  readonly password: string;
  /** Address to which a link was sent; null if none was requested. */
  readonly mail: { readonly to: string; readonly isSent: boolean } | null;
}
