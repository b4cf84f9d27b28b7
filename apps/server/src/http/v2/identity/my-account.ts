/** v2 calls for the caller's account. */
import type { myAccountCalls } from '@busbar/contract/v2/identity/my-account';
import { refused } from '@busbar/domain/refusal';
import { endOwnSessions } from '../../../areas/identity/login/own-access.ts';
import { listSessions, listSignIns } from '../../../areas/identity/login/own-access-queries.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  readFactorState,
  removeOwnSecondFactor,
} from '../../../areas/identity/second-factor/second-factor-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentOpenSession } from '../../present/present-access.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

/** The error for a wrong password names the form's field. */
const WIRE_NAMES = { oldPassword: 'password' };

export function myAccountHandlers(ctx: Context): HandlersOf<typeof myAccountCalls> {
  return {
    'v2.my.account': async ({ caller }) => {
      const { db } = ctx.database;
      const sessions = await listSessions(db, caller, ctx.clock.now());
      const signIns = await listSignIns(db, caller);
      const { since, recoveryCodesLeft } = await readFactorState(ctx, caller);
      return {
        data: {
          sessions: sessions.map((session) => presentOpenSession(session, caller)),
          sign_ins: [...signIns],
          second_factor: { since, recovery_codes_left: recoveryCodesLeft },
        },
      };
    },
    'v2.my.sessions.end': async ({ params, caller }) => {
      const ended = await endOwnSessions(ctx, caller, ({ mark }) => mark === params.session);
      return ended === 0 ? refused('not-found') : { msg: REFUSAL_MESSAGES.updated };
    },
    'v2.my.sessions.end-others': async ({ caller }) => {
      const ended = await endOwnSessions(
        ctx,
        caller,
        ({ tokenHash }) => !tokenHash.equals(caller.tokenHash),
      );
      return { data: { ended }, msg: REFUSAL_MESSAGES.updated };
    },
    'v2.my.second-factor.begin': async ({ body, caller }) => {
      const begun = await beginSecondFactor(ctx, caller, body.password);
      if (!begun.ok) return onWire(begun, WIRE_NAMES);
      return {
        data: { key: begun.value.key, otpauth_uri: begun.value.uri },
        msg: REFUSAL_MESSAGES.saved,
      };
    },
    'v2.my.second-factor.confirm': async ({ body, caller }) => {
      const codes = await confirmSecondFactor(ctx, caller, body.code);
      return codes.ok
        ? { data: { recovery_codes: codes.value }, msg: REFUSAL_MESSAGES.saved }
        : codes;
    },
    'v2.my.second-factor.remove': async ({ body, caller }) => {
      const removed = await removeOwnSecondFactor(ctx, caller, body);
      return removed.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(removed, WIRE_NAMES);
    },
    'v2.my.second-factor.recovery-codes': async ({ body, caller }) => {
      const codes = await newRecoveryCodes(ctx, caller, body);
      if (!codes.ok) return onWire(codes, WIRE_NAMES);
      return { data: { recovery_codes: codes.value }, msg: REFUSAL_MESSAGES.saved };
    },
  };
}
