/** Active sessions on the wire: those of the caller and those of other users. */
import type { SessionRow } from '@busbar/contract/v2/identity/my-account';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { Static } from 'typebox';
import type { OpenSession } from '../../areas/identity/login/own-access-queries.ts';
import type { Caller } from '../../caller.ts';

export const presentOpenSession = (
  { mark, tokenHash, ...session }: OpenSession,
  caller: Caller,
): Static<typeof SessionRow> => ({
  id: mark,
  ...snakeCaseKeys(session),
  current: tokenHash.equals(caller.tokenHash),
});
