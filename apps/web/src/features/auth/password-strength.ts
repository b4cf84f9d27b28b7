/**
 * Estimates how hard a password is to guess, for the strength bar. It is only a guide: the server
 * refuses weak ones (docs/decisions.md 3, 4). Below the server's minimum of 8 characters the result
 * is at most weak.
 */
export type StrengthLevel = 0 | 1 | 2 | 3 | 4;

const MIN_PASSWORD_LENGTH = 8;

const COMMON = /^(password|passw0rd|qwerty|qwertz|azerty|abc123|letmein|welcome|iloveyou|admin)/i;

/** 0 empty, 1 weak, 2 fair, 3 good, 4 strong. */
export function passwordStrength(password: string): StrengthLevel {
  if (password === '') return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const different = new Set(password).size;
  const isRow = '0123456789 9876543210 abcdefghijklmnopqrstuvwxyz'.includes(password.toLowerCase());
  if (password.length < MIN_PASSWORD_LENGTH || different < 4 || isRow || COMMON.test(password)) {
    return 1;
  }
  const score = kinds + (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0);
  if (score >= 5) return 4;
  return score >= 3 ? 3 : 2;
}
