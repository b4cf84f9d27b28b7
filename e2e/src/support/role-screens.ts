/** Screens as those see them who are no administrators: as they are opened, nothing done on them. */
import { MORE_PAGES, SIGNED_IN_PAGES, type Walker } from './navigation-table.ts';
import { SCREENS } from './screens.ts';

export const LESSER_ROLES = ['engineer', 'operator', 'viewer', 'auditor'] as const;
export type LesserRole = (typeof LESSER_ROLES)[number];

const PAGES: Readonly<Record<string, readonly Walker[]>> = { ...SIGNED_IN_PAGES, ...MORE_PAGES };

/**
 * Addresses of the demo customer that the role may open, each once: the first of each page, then the
 * second of each, so that one seldom follows another of its page, which would load the program anew.
 */
export function addressesOf(role: LesserRole): string[] {
  const own = SCREENS.filter(({ as, path }) => {
    const { pathname } = new URL(path, 'http://screen');
    return as === 'demo' && PAGES[pathname]?.includes(role) === true;
  });
  const turns: string[][] = [];
  const seen = new Map<string, number>();
  for (const path of new Set(own.map((screen) => screen.path))) {
    const { pathname } = new URL(path, 'http://screen');
    const turn = seen.get(pathname) ?? 0;
    seen.set(pathname, turn + 1);
    turns[turn] = [...(turns[turn] ?? []), path];
  }
  return turns.flat();
}

/**
 * The same, each address dealt to one of the roles that may open it, in turn: every address and every
 * role is looked at, in a quarter of the time.
 */
export function dealtAddresses(role: LesserRole): string[] {
  const hands = new Map(LESSER_ROLES.map((one) => [one, addressesOf(one)]));
  const all = [...new Set([...hands.values()].flat())].sort();
  const dealt = new Set(
    all.filter((address, turn) => {
      const holders = LESSER_ROLES.filter((one) => hands.get(one)!.includes(address));
      return holders[turn % holders.length] === role;
    }),
  );
  return hands.get(role)!.filter((address) => dealt.has(address));
}
