/** Active sessions and sign-ins on the wire: those of the caller and those of other users. */
import type { SessionRow, SignInRow } from '@busbar/contract/v2/identity/my-account';
import type { Static } from 'typebox';
import type { OpenSession, SignIn } from '../../areas/identity/login/own-access-queries.ts';
import type { Caller } from '../../caller.ts';

export const presentOpenSession = (
  session: OpenSession,
  { tokenHash }: Caller,
): Static<typeof SessionRow> => ({
  id: session.mark,
  created_at: session.createdAt,
  last_used_at: session.lastUsedAt,
  expires_at: session.expiresAt,
  address: session.address,
  client: session.client,
  current: session.tokenHash.equals(tokenHash),
});

export const presentSignIn = (signIn: SignIn): Static<typeof SignInRow> => ({
  at: signIn.at,
  refusal: signIn.refusal,
  way: signIn.way,
  address: signIn.address,
  client: signIn.client,
});
