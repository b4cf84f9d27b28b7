/**
 * Groups of an OpenID Connect provider and the roles they give. The first row of the table whose
 * group the user has is applied, so an administrator orders the rows from the most to the least
 * important. A user without a matching group gets no access.
 */

import { isStorable } from './storable-text.ts';

/** Max number of rows of the table of one customer. */
export const MAX_GROUP_ROLES = 100;
/** Max length of the name of a group, in characters; Entra ID sends UUIDs, Keycloak paths. */
export const PROVIDER_GROUP_LENGTH = 200;

/** More groups than any directory gives a user; the rest of a longer list is ignored. */
const MAX_GROUPS = 2_000;

/**
 * Returns the groups of a claim, which is a list of names or one name. Everything else, also an
 * object inside the list, is no group.
 */
export function groupsOfClaim(claim: unknown): readonly string[] {
  const list = Array.isArray(claim) ? claim.slice(0, MAX_GROUPS) : [claim];
  return list.filter(
    (one): one is string => typeof one === 'string' && one !== '' && isStorable(one),
  );
}

/**
 * Returns the value of a claim. A name with dots is first the name of a claim, then a path:
 * Keycloak sends the roles of a realm in `realm_access.roles`.
 */
export function claimOf(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      claims,
    );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names are compared exactly: two groups of a directory may differ in letter case only. */
export function matchingRow<Row extends { readonly providerGroup: string }>(
  rows: readonly Row[],
  groups: readonly string[],
): Row | undefined {
  const held = new Set(groups);
  return rows.find(({ providerGroup }) => held.has(providerGroup));
}
