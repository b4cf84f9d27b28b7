/**
 * The page that is opened after signing in: a path of this application. Everything that a browser
 * could read as an address of another host is replaced by the start page.
 */

const START = '/';
const LONGEST = 500;
/** One slash and then neither a slash nor a backslash, which browsers read as a slash. */
const LOCAL = /^\/(?![/\\])[!-~]*$/;
/** Pages of signing in, which would sign in again. */
const SIGN_IN = /^\/(?:sso|sso-callback|login)(?:[/?#]|$)/;

export function returnPath(text: string | undefined): string {
  if (text === undefined || text.length > LONGEST || !LOCAL.test(text)) return START;
  return text.includes('\\') || SIGN_IN.test(text) ? START : text;
}
