/**
 * The menu served to a user: the implemented entries that the user may open, in the order of the
 * table, and the groups that contain at least one of them. The menu hides pages and authorises
 * nothing; each call declares its own permission.
 */

import { may, type PermissionHolder } from '../permission.ts';
import { MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';

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

export function menuFor(
  holder: PermissionHolder,
  entries: readonly MenuEntry[] = MENU_ENTRIES,
): MenuNode[] {
  const visible = entries.filter((entry) => isVisible(entry, holder));
  const nodesBelow = (parentId: number): MenuNode[] =>
    visible
      .filter((entry) => entry.parentId === parentId)
      .map((entry) => toNode(entry, nodesBelow(entry.id)))
      .filter((node) => node.url !== undefined || node.children.length > 0);
  return nodesBelow(0);
}

function isVisible({ built, url, needs }: MenuEntry, holder: PermissionHolder): boolean {
  return built && (url === undefined || needs.some((permission) => may(holder, permission)));
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
