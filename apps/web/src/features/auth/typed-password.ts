/**
 * What the sign-in page leaves for the next page of this document: the password, for a change that
 * follows the sign-in, and the user name, for a sign-in that follows a change. Neither is stored
 * outside the memory of the page.
 */
const MAX_AGE_MS = 10 * 60_000;

let typed: { readonly password: string; readonly at: number } | null = null;
let nextName = '';

export function keepTypedPassword(password: string): void {
  typed = { password, at: Date.now() };
}

/** Empty if the password was typed too long ago, or in another document. */
export function typedPassword(): string {
  return typed !== null && Date.now() - typed.at < MAX_AGE_MS ? typed.password : '';
}

export function dropTypedPassword(): void {
  typed = null;
}

export function proposeName(name: string): void {
  nextName = name;
}

export function proposedName(): string {
  return nextName;
}
