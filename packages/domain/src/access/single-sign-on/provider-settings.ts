/** Limits of the settings of a provider; the issuer is checked where addresses are checked. */
import { hasMarkup } from '../../plain-name.ts';
import { type Refused, refused } from '../../refusal.ts';
import { MAX_GROUP_ROLES, PROVIDER_GROUP_LENGTH } from './group-role.ts';

export const PROVIDER_NAME_LENGTH = 40;
export const CLIENT_ID_LENGTH = 200;
export const CLIENT_SECRET_LENGTH = 500;

/** Visible ASCII without space: RFC 6749 appendix A.1 also permits a space, which no provider uses. */
const CLIENT_ID = /^[!-~]+$/;
/** Names of claims, also as a path or as a URI. */
const CLAIM = /^[A-Za-z0-9_.:/-]{1,100}$/;

export interface ProviderSettings {
  readonly name: string;
  readonly clientId: string;
  /** Empty to leave the stored secret unchanged. */
  readonly clientSecret: string;
  readonly groupClaim: string;
  readonly groups: readonly { readonly providerGroup: string }[];
}

/** Returns the first setting that cannot be stored, with its name. */
export function providerSettingsRefusal(settings: ProviderSettings): Refused | undefined {
  const { name, clientId, clientSecret, groupClaim, groups } = settings;
  if (name === '' || [...name].length > PROVIDER_NAME_LENGTH || hasMarkup(name)) {
    return refused('sso-name-invalid', 'name');
  }
  if (!CLIENT_ID.test(clientId) || clientId.length > CLIENT_ID_LENGTH) {
    return refused('sso-client-id-invalid', 'clientId');
  }
  if (clientSecret.length > CLIENT_SECRET_LENGTH || /[^ -~]/.test(clientSecret)) {
    return refused('sso-secret-invalid', 'clientSecret');
  }
  if (!CLAIM.test(groupClaim)) return refused('sso-claim-invalid', 'groupClaim');
  if (groups.length > MAX_GROUP_ROLES) return refused('sso-groups-too-many', 'groups');
  const seen = new Set<string>();
  for (const [index, { providerGroup }] of groups.entries()) {
    const field = `groups.${index}.providerGroup`;
    if (providerGroup === '' || [...providerGroup].length > PROVIDER_GROUP_LENGTH) {
      return refused('sso-group-invalid', field);
    }
    if (seen.has(providerGroup)) return refused('sso-group-twice', field);
    seen.add(providerGroup);
  }
  return undefined;
}
