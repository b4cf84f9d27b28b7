/** v2 calls for the administration of users. */
import type { userCalls } from '@busbar/contract/v2/identity/users';
import { isCustomerRole } from '@busbar/domain/access/own-role';
import { USER_STATES } from '@busbar/domain/access/user-rule';
import { camelCaseKeys, pickSnakeCase } from '@busbar/domain/key-case';
import { type Outcome, refused } from '@busbar/domain/refusal';
import { findMessageUse } from '../../../areas/identity/registration/message-quota-queries.ts';
import { unlinkUser } from '../../../areas/identity/single-sign-on/unlink-user.ts';
import { acceptInvitation } from '../../../areas/identity/users/accept-invitation.ts';
import { changeUser } from '../../../areas/identity/users/change-user.ts';
import {
  disableUser,
  enableUser,
  endUserSession,
  removeUserFactor,
  signUserOut,
  unlockUser,
} from '../../../areas/identity/users/end-access.ts';
import {
  type InitialPassword,
  inviteUser,
  resetPassword,
} from '../../../areas/identity/users/invite-user.ts';
import { USER_SORTS, type UserSort } from '../../../areas/identity/users/user-queries.ts';
import {
  findUserInFull,
  findUsers,
  type ShownUser,
} from '../../../areas/identity/users/user-view.ts';
import { parseId } from '../../../areas/shared/identifier.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentOpenSession } from '../../present/present-access.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { group: 'group_id' };
const DEFAULT_ROWS = 13;

export function userHandlers(ctx: Context): HandlersOf<typeof userCalls> {
  return {
    'v2.message-use': async ({ caller }) => ({ data: await findMessageUse(ctx, caller) }),
    'v2.users': async ({ query, caller }) => {
      const { role, state, group_id: group, pn = 1, ps = DEFAULT_ROWS } = query;
      if (state !== undefined && !(USER_STATES as readonly string[]).includes(state)) {
        return refused('invalid-request', 'state');
      }
      const found = await findUsers(
        ctx,
        caller,
        { keyword: query.keyword ?? '', state, group, ...roleFilter(role) },
        {
          limit: ps,
          offset: (pn - 1) * ps,
          sort: sortOf(query.sort),
          descending: query.order === 'desc',
        },
      );
      if (!found.ok) return onWire(found, WIRE_NAMES);
      return { data: { list: found.value.users.map(presentUser), total: found.value.total } };
    },
    'v2.user': async ({ params, caller }) => {
      const found = await findUserInFull(ctx, caller, params.id);
      if (!found.ok) return found;
      const { user, sessions, signIns, apiKeys } = found.value;
      return {
        data: {
          user: presentUser(user),
          sessions: sessions.map((session) => presentOpenSession(session, caller)),
          sign_ins: [...signIns],
          api_keys: apiKeys,
        },
      };
    },
    'v2.users.add': async ({ body, caller }) =>
      presentPassword(
        await inviteUser(ctx, caller, {
          name: body.name,
          role: body.role,
          ownRoleId: body.own_role_id,
          group: body.group_id,
          mail: body.mail ?? '',
          ...mailPreference(body),
        }),
      ),
    'v2.users.change': async ({ params, body: { group_id: group, ...change }, caller }) => {
      const given = { ...camelCaseKeys(change), group };
      const changed = await changeUser(ctx, caller, params.id, given);
      return changed.ok ? { msg: REFUSAL_MESSAGES.updated } : onWire(changed, WIRE_NAMES);
    },
    'v2.users.disable': async ({ params, caller }) =>
      presentStep(await disableUser(ctx, caller, params.id)),
    'v2.users.enable': async ({ params, caller }) =>
      presentStep(await enableUser(ctx, caller, params.id)),
    'v2.users.unlock': async ({ params, caller }) =>
      presentStep(await unlockUser(ctx, caller, params.id)),
    'v2.users.sign-out': async ({ params, caller }) =>
      presentStep(await signUserOut(ctx, caller, params.id)),
    'v2.users.reset-password': async ({ params, body, caller }) =>
      presentPassword(await resetPassword(ctx, caller, params.id, mailPreference(body))),
    'v2.users.remove-second-factor': async ({ params, body, caller }) =>
      presentStep(await removeUserFactor(ctx, caller, params.id, body.reason)),
    'v2.users.unlink-provider': async ({ params, caller }) =>
      presentStep(await unlinkUser(ctx, caller, params.id)),
    'v2.users.sessions.end': async ({ params, caller }) =>
      presentStep(await endUserSession(ctx, caller, params.id, params.session)),
    'v2.invitation.accept': async ({ body, facts }) => {
      const accepted = await acceptInvitation(ctx, { ...body, address: facts.address });
      return accepted.ok
        ? { data: { user_name: accepted.value.userName }, msg: REFUSAL_MESSAGES.updated }
        : accepted;
    },
  };
}

function roleFilter(role: string | undefined) {
  if (role === undefined) return {};
  return isCustomerRole(role) ? { role } : { ownRoleId: parseId(role) ?? -1 };
}

const sortOf = (name: string | undefined): UserSort =>
  USER_SORTS.find((sort) => sort === name) ?? 'name';

const mailPreference = (body: { readonly send_mail?: boolean; readonly language?: string }) => ({
  sendMail: body.send_mail ?? false,
  language: body.language ?? 'en',
});

function presentPassword(outcome: Outcome<InitialPassword>) {
  if (!outcome.ok) return onWire(outcome, WIRE_NAMES);
  const { userId, initialPassword, mailed } = outcome.value;
  return {
    data: { id: userId, initial_password: initialPassword, mailed },
    msg: REFUSAL_MESSAGES.saved,
  };
}

const presentStep = (outcome: Outcome<unknown>) =>
  outcome.ok ? { msg: REFUSAL_MESSAGES.updated } : outcome;

function presentUser(user: ShownUser) {
  return {
    id: user.userId,
    name: user.userName,
    own_role_name: user.ownRoleName ?? '',
    ...pickSnakeCase(user, 'role', 'ownRoleId', 'groupId', 'groupName', 'mail', 'state'),
    ...pickSnakeCase(user, 'createdAt', 'lastSignInAt', 'signIn', 'secondFactor', 'sessions'),
    ...pickSnakeCase(user, 'changeable', 'version'),
  };
}
