/** The side navigation, built for what the caller may do (part 1, sections 2 and 3). */
import type { MenuItem } from '@busbar/contract/v2/sys-menus';
import { type MenuNode, menuFor } from '@busbar/domain/access/menu';
import type { PermissionHolder } from '@busbar/domain/access/permission';
import type { Static } from 'typebox';
import type { Handlers } from '../handler.ts';

type Item = Static<typeof MenuItem>;

function presentLeaf(node: MenuNode): Omit<Item, 'children'> {
  return {
    id: node.id,
    parent_id: node.parentId,
    name: node.chinese,
    english: node.english,
    key: node.key,
    url: node.url ?? '',
    icon: node.icon,
  };
}

/** Three levels, as deep as the specification's menu goes. */
export function presentMenu(holder: PermissionHolder): Item[] {
  return menuFor(holder).map((group) => ({
    ...presentLeaf(group),
    children: group.children.map((entry) => ({
      ...presentLeaf(entry),
      children: entry.children.map(presentLeaf),
    })),
  }));
}

export function sysMenuHandlers(): Pick<Handlers, 'v2.sys.menus'> {
  return { 'v2.sys.menus': async ({ caller }) => ({ data: presentMenu(caller) }) };
}
