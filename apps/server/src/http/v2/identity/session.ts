/** Session calls (docs/specification/accounts.md 1 and 2; docs/decisions.md 2 to 5 and 23). */
import type { sessionCalls } from '@busbar/contract/v2/identity/session';
import { owesSecondFactor } from '@busbar/domain/access/second-factor-rule';
import { refused } from '@busbar/domain/refusal';
import { findProfile } from '../../../areas/identity/sessions/profile-queries.ts';
import { issueTicket, TICKET_S } from '../../../areas/identity/sessions/session-service.ts';
import { signOut } from '../../../areas/identity/single-sign-on/logout/sign-out.ts';
import { SESSION_COOKIE } from '../../../areas/shared/secrets/session-secret.ts';
import type { Context } from '../../../context.ts';
import { answerLogin, answerLoginCode, presentUser } from '../../access/session-answers.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { answerGroup } from '../fleet/group.ts';

export function sessionHandlers(ctx: Context): HandlersOf<typeof sessionCalls> {
  return {
    'v2.ping-token': async ({ caller }) => {
      const profile = await findProfile(ctx.database.db, caller.customerId, caller.userId);
      if (profile === undefined) return refused('not-found');
      const group = await answerGroup(ctx, caller);
      return {
        data: {
          reset_pwd: caller.mustChangePassword,
          second_factor_due: owesSecondFactor(profile, profile),
          user_info: presentUser(profile),
          group,
        },
      };
    },
    'v2.login': ({ body, facts }) => answerLogin(ctx, body, facts),
    'v2.login.code': ({ body, facts }) => answerLoginCode(ctx, body, facts),
    'v2.logout': async ({ caller, facts }) => {
      const url = await signOut(ctx, caller, facts.signal);
      facts.clearCookie(SESSION_COOKIE);
      return { data: { provider_url: url ?? null }, msg: REFUSAL_MESSAGES.loggedOut };
    },
    'v2.websocket-ticket': async ({ caller }) => ({
      data: { ticket: await issueTicket(ctx, caller), expires_in: TICKET_S },
    }),
  };
}
