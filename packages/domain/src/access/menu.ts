/**
 * The menu a role is served: built entries it may use, in the order of the
 * table, and the groups that still hold one. The menu hides pages and
 * authorises nothing; each call declares its own permission.
 */
import { MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';
import { isAdministrator, type Role } from './role.ts';

export interface MenuNode {
  readonly id: number;
  readonly parentId: number;
  readonly key: string;
  readonly url?: string;
  readonly icon: string;
  readonly english: string;
  readonly chinese: string;
  readonly children: readonly MenuNode[];
}

export function menuFor(role: Role, entries: readonly MenuEntry[] = MENU_ENTRIES): MenuNode[] {
  const visible = entries.filter((entry) => isVisible(entry, role));
  const nodesBelow = (parentId: number): MenuNode[] =>
    visible
      .filter((entry) => entry.parentId === parentId)
      .map((entry) => toNode(entry, nodesBelow(entry.id)))
      .filter((node) => node.url !== undefined || node.children.length > 0);
  return nodesBelow(0);
}

function isVisible(entry: MenuEntry, role: Role): boolean {
  if (!entry.built || !entry.roles.includes(role)) return false;
  return isAdministrator(role) || entry.hiddenForOrdinary !== true;
}

function toNode(entry: MenuEntry, children: readonly MenuNode[]): MenuNode {
  const { id, parentId, key, url, icon, english, chinese } = entry;
  return {
    id,
    parentId,
    key,
    ...(url === undefined ? {} : { url }),
    icon,
    english,
    chinese,
    children,
  };
}
