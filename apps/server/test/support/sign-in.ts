/** Signs in through the service, each attempt from a different address unless one is given. */

import { type LoginRequest, login } from '../../src/areas/identity/login/login-service.ts';
import type { LoginResult } from '../../src/areas/identity/login/open-session.ts';
import type { Context } from '../../src/context.ts';
import { type BuiltUser, PASSWORD } from './factories/customer.ts';

let addresses = 0;

export function freshAddress(): string {
  addresses += 1;
  return `203.0.${Math.trunc(addresses / 250)}.${addresses % 250}`;
}

type Over = Partial<LoginRequest>;

export interface SignIn {
  attempt(account: BuiltUser | string, over?: Over): ReturnType<typeof login>;
  /** Throws if the sign-in is refused. */
  signedIn(account: BuiltUser, over?: Over): Promise<LoginResult>;
  /** Returns `in`, or the refusal. */
  verdict(account: BuiltUser | string, over?: Over): Promise<string>;
}

/** `context` is called for each attempt, so that it may be created in a hook. */
export function signIn(context: () => Context): SignIn {
  const attempt: SignIn['attempt'] = (account, over = {}) =>
    login(context(), {
      account: typeof account === 'string' ? account : account.userName,
      password: PASSWORD,
      mode: 'user',
      address: freshAddress(),
      client: 'test',
      fromBrowser: false,
      knownBrowserCookie: undefined,
      sessionCookie: undefined,
      ...over,
    });
  return {
    attempt,
    async signedIn(account, over) {
      const outcome = await attempt(account, over);
      if (!outcome.ok) throw new Error(outcome.refusal);
      return outcome.value;
    },
    async verdict(account, over) {
      const outcome = await attempt(account, over);
      return outcome.ok ? 'in' : outcome.refusal;
    },
  };
}
