import { describe, expect, it } from 'vitest';
import { type ProviderSettings, providerSettingsRefusal } from './provider-settings.ts';

const GOOD: ProviderSettings = {
  name: 'Example',
  clientId: 'busbar',
  clientSecret: 'a-Secret',
  groupClaim: 'groups',
  groups: [{ providerGroup: 'staff' }],
};
const named = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ providerGroup: `group ${i}` }));

describe('settings of a provider', () => {
  it.each<[string, Partial<ProviderSettings>]>([
    ['all of them', {}],
    ['no secret', { clientSecret: '' }],
    ['a claim with a path', { groupClaim: 'realm_access.roles' }],
    ['a claim that is a URI', { groupClaim: 'https://example.org/groups' }],
    ['no groups', { groups: [] }],
    ['100 groups', { groups: named(100) }],
    [
      'groups that differ in letter case',
      { groups: [{ providerGroup: 'a' }, { providerGroup: 'A' }] },
    ],
    ['a name outside ASCII', { name: '身份提供方' }],
  ])('are accepted with %s', (_name, over) => {
    expect(providerSettingsRefusal({ ...GOOD, ...over })).toBeUndefined();
  });

  it.each<[Partial<ProviderSettings>, string, string]>([
    [{ name: '' }, 'sso-name-invalid', 'name'],
    [{ name: 'x'.repeat(41) }, 'sso-name-invalid', 'name'],
    [{ name: '<b>' }, 'sso-name-invalid', 'name'],
    [{ clientId: '' }, 'sso-client-id-invalid', 'clientId'],
    [{ clientId: 'a b' }, 'sso-client-id-invalid', 'clientId'],
    [{ clientId: 'x'.repeat(201) }, 'sso-client-id-invalid', 'clientId'],
    [{ clientSecret: 'x'.repeat(501) }, 'sso-secret-invalid', 'clientSecret'],
    [{ clientSecret: 'пароль' }, 'sso-secret-invalid', 'clientSecret'],
    [{ groupClaim: '' }, 'sso-claim-invalid', 'groupClaim'],
    [{ groupClaim: 'a b' }, 'sso-claim-invalid', 'groupClaim'],
    [{ groups: named(101) }, 'sso-groups-too-many', 'groups'],
    [{ groups: [{ providerGroup: '' }] }, 'sso-group-invalid', 'groups.0.providerGroup'],
    [{ groups: [...named(1), ...named(1)] }, 'sso-group-twice', 'groups.1.providerGroup'],
  ])('are refused with %j: %s at %s', (over, refusal, field) => {
    expect(providerSettingsRefusal({ ...GOOD, ...over })).toMatchObject({ refusal, field });
  });
});
