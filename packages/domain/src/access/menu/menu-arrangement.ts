/**
 * A customer's arrangement of the menu of one role: the order of groups and of entries inside their
 * group, hidden entries, and custom names. An arrangement can only hide and reorder: it never shows
 * a page that the role cannot open, and a hidden page can still be opened by its address. An entry
 * added by a later release, or by a permission granted to the role since, appears in its default
 * position.
 */
import { hasMarkup } from '../../plain-name.ts';
import { type Refused, refused } from '../../refusal.ts';
import { may, type PermissionHolder } from '../permission.ts';
import { type MenuNode, menuFor } from './menu.ts';
import { MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';

/** The six languages; an entry without a name in one of them has its default name there. */
export const MENU_LANGUAGES = ['zh', 'en', 'ar', 'fr', 'ru', 'es'] as const;
export type MenuLanguage = (typeof MENU_LANGUAGES)[number];
export type MenuNames = Readonly<Partial<Record<MenuLanguage, string>>>;

/** Maximum length in characters; the side navigation is 180 px wide. */
export const MENU_NAME_LENGTH = 40;

/** Entry of the menu arrangement screen; cannot be hidden from users who may arrange menus. */
const FIXED_ENTRY = 'menu';

/**
 * An entry or a group of the arrangement, which is a list in display order; groups can be at any
 * position of the list.
 */
export interface ArrangedEntry {
  readonly key: string;
  readonly hidden: boolean;
  /** Custom names, already validated as plain text. */
  readonly names: MenuNames;
}
export type MenuArrangement = readonly ArrangedEntry[];

export interface ArrangedNode extends Omit<MenuNode, 'children'> {
  readonly hidden: boolean;
  /** True if the entry cannot be hidden from this role. */
  readonly isFixed: boolean;
  readonly names: MenuNames;
  readonly children: readonly ArrangedNode[];
}

/** Returns every entry the role may have, arranged; hidden entries are flagged and included. */
export function arrangedMenu(
  holder: PermissionHolder,
  arrangement: MenuArrangement,
  entries: readonly MenuEntry[] = MENU_ENTRIES,
): ArrangedNode[] {
  const arranged = new Map(arrangement.map((entry, at) => [entry.key, { ...entry, at }]));
  const arrange = (nodes: readonly MenuNode[]): ArrangedNode[] =>
    inOrder(nodes, (key) => arranged.get(key)?.at).map((node) => {
      const fixed = isFixed(node, holder);
      const { hidden = false, names = {} } = arranged.get(node.key) ?? {};
      return {
        ...node,
        hidden: hidden && !fixed,
        isFixed: fixed,
        names,
        children: arrange(node.children),
      };
    });
  return arrange(menuFor(holder, entries));
}

/** The menu to serve: without hidden entries and groups that have only hidden entries. */
export function withoutHidden(nodes: readonly ArrangedNode[]): ArrangedNode[] {
  return nodes
    .filter(({ hidden }) => !hidden)
    .map((node) => ({ ...node, children: withoutHidden(node.children) }))
    .filter(({ url, children }) => url !== undefined || children.length > 0);
}

/** Arranged entries come in that order; the others follow their predecessor in default order. */
function inOrder(
  nodes: readonly MenuNode[],
  placeOf: (key: string) => number | undefined,
): MenuNode[] {
  const ordered = nodes
    .filter(({ key }) => placeOf(key) !== undefined)
    .toSorted((one, other) => (placeOf(one.key) ?? 0) - (placeOf(other.key) ?? 0));
  for (const [at, node] of nodes.entries()) {
    if (placeOf(node.key) !== undefined) continue;
    const before = nodes[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, node);
  }
  return ordered;
}

function isFixed({ key, children }: MenuNode, holder: PermissionHolder): boolean {
  if (!may(holder, 'role.manage')) return false;
  return key === FIXED_ENTRY || children.some((child) => isFixed(child, holder));
}

/**
 * Returns the reason if the role `holder` cannot have this menu. The refused fields are
 * `entries.{index}`, each with its problem.
 */
export function arrangementRefusal(
  holder: PermissionHolder,
  arrangement: MenuArrangement,
): Refused | undefined {
  const held = new Map(flat(arrangedMenu(holder, [])).map((node) => [node.key, node]));
  const seen = new Set<string>();
  for (const [at, entry] of arrangement.entries()) {
    const node = held.get(entry.key);
    const field = `entries.${at}.key`;
    if (node === undefined) {
      const isKnown = MENU_ENTRIES.some(({ key, built }) => built && key === entry.key);
      return refused(isKnown ? 'menu-entry-not-held' : 'menu-entry-unknown', field);
    }
    if (seen.has(entry.key)) return refused('menu-entry-twice', field);
    seen.add(entry.key);
    if (entry.hidden && node.isFixed) return refused('menu-entry-kept', `entries.${at}.hidden`);
    const wrong = MENU_LANGUAGES.find((language) => !isMenuName(entry.names[language]));
    if (wrong !== undefined) return refused('menu-name-invalid', `entries.${at}.names.${wrong}`);
  }
  return withoutHidden(arrangedMenu(holder, arrangement)).length === 0
    ? refused('menu-empty', 'entries')
    : undefined;
}

/** True if a custom name is valid; undefined is valid and means the default name. */
export function isMenuName(name: string | undefined): boolean {
  if (name === undefined) return true;
  const length = [...name].length;
  return length > 0 && length <= MENU_NAME_LENGTH && !hasMarkup(name);
}

/** Lists all nodes; each group precedes its entries. */
export function flat(nodes: readonly ArrangedNode[]): ArrangedNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

/** Converts a menu to its stored form, in display order. */
export function toArrangement(nodes: readonly ArrangedNode[]): ArrangedEntry[] {
  return flat(nodes).map(({ key, hidden, names }) => ({ key, hidden, names }));
}
