/** Screens that roles other than administrators see, without any user action. */

import { isFullTier, turnOf } from '../tier.ts';
import { MORE_PAGES, SIGNED_IN_PAGES, type Walker } from './navigation-table.ts';
import { SCREENS } from './screens.ts';
import { spreadPages } from './spread-pages.ts';

export const LESSER_ROLES = ['engineer', 'operator', 'viewer', 'auditor'] as const;
export type LesserRole = (typeof LESSER_ROLES)[number];

const PAGES: Readonly<Record<string, readonly Walker[]>> = { ...SIGNED_IN_PAGES, ...MORE_PAGES };

/** Returns the addresses of the demo customer's screens that the role may open, each once. */
export function addressesOf(role: LesserRole): string[] {
  const addresses = SCREENS.filter(({ as, path }) => {
    const { pathname } = new URL(path, 'http://screen');
    return as === 'demo' && PAGES[pathname]?.includes(role) === true;
  });
  return spreadPages([...new Set(addresses.map(({ path }) => path))], (path) => path);
}

/**
 * Returns a fourth of the role's addresses in the full tier, by default a twelfth; in as many days
 * each role opens each of its addresses.
 */
export function dealtAddresses(role: LesserRole): string[] {
  const turns = (isFullTier ? 1 : 3) * LESSER_ROLES.length;
  return addressesOf(role).filter((address) => LESSER_ROLES[turnOf(address, turns)] === role);
}
