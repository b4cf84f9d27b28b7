/** v2 calls for the settings of single sign-on of a customer. */
import type { singleSignOnSettingsCalls } from '@busbar/contract/v2/identity/single-sign-on-settings';
import {
  changeProvider,
  type ProviderSettings,
  readProviderSettings,
  removeProvider,
} from '../../../areas/identity/single-sign-on/change-provider.ts';
import {
  callbackUrl,
  logoutUrl,
  signedOutUrl,
  signInUrl,
} from '../../../areas/identity/single-sign-on/sso-addresses.ts';
import { testProvider } from '../../../areas/identity/single-sign-on/test-provider.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { group: 'group_id' };

export function singleSignOnSettingsHandlers(
  ctx: Context,
): HandlersOf<typeof singleSignOnSettingsCalls> {
  return {
    'v2.sso.settings': async ({ caller }) => ({
      data: presentSettings(ctx, caller.customerId, await readProviderSettings(ctx, caller)),
    }),
    'v2.sso.settings.change': async ({ body, caller }) => {
      const changed = await changeProvider(ctx, caller, {
        name: body.name,
        issuer: body.issuer,
        clientId: body.client_id,
        clientSecret: body.client_secret ?? '',
        groupClaim: body.group_claim,
        createsUsers: body.creates_users,
        allowsPasswords: body.allows_passwords,
        groups: body.groups.map((row) => ({
          providerGroup: row.provider_group,
          role: row.role,
          ownRoleId: row.own_role_id,
          group: row.group_id,
        })),
        revision: body.revision,
      });
      return changed.ok ? { msg: REFUSAL_MESSAGES.saved } : onWire(changed, WIRE_NAMES);
    },
    'v2.sso.settings.delete': async ({ query, caller }) => {
      const removed = await removeProvider(ctx, caller, query.revision);
      return removed.ok ? { msg: REFUSAL_MESSAGES.updated } : removed;
    },
    'v2.sso.settings.test': async ({ body, caller, facts }) => {
      const given = {
        issuer: body.issuer,
        clientId: body.client_id,
        clientSecret: body.client_secret ?? '',
      };
      const tested = await testProvider(ctx, caller, given, facts.signal);
      return tested.ok
        ? { data: { ends_sessions: tested.value.endsSessions } }
        : onWire(tested, WIRE_NAMES);
    },
  };
}

function presentSettings(
  { config }: Context,
  customerId: number,
  { provider, groups }: ProviderSettings,
) {
  const signIn = provider && signInUrl(config, customerId, provider.signInKey)?.href;
  return {
    revision: provider?.revision ?? 0,
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.clientId ?? '',
    has_secret: provider?.clientSecret !== undefined,
    group_claim: provider?.groupClaim ?? 'groups',
    creates_users: provider?.createsUsers ?? true,
    allows_passwords: provider?.allowsPasswords ?? true,
    groups: groups.map((row) => ({
      provider_group: row.providerGroup,
      role: row.role,
      own_role_id: row.ownRoleId,
      group_id: row.groupId,
    })),
    sign_in_address: signIn ?? '',
    callback_address: callbackUrl(config, customerId)?.href ?? '',
    signed_out_address: signedOutUrl(config)?.href ?? '',
    logout_address: logoutUrl(config, customerId)?.href ?? '',
  };
}
