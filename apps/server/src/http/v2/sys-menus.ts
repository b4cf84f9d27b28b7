/**
 * The side navigation, as arranged for what the caller may do (docs/specification/screens.md 3.3
 * and 4.1).
 */
import type { MenuItem } from '@busbar/contract/v2/sys-menus';
import type { ArrangedNode } from '@busbar/domain/access/menu-arrangement';
import type { Static } from 'typebox';
import { serveMenu } from '../../areas/identity/roles/menu-service.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../handler.ts';

type Item = Static<typeof MenuItem>;

/** Clients that know no `names` find the customer's words where they look for ours. */
function presentLeaf(node: ArrangedNode): Omit<Item, 'children'> {
  return {
    id: node.id,
    parent_id: node.parentId,
    name: node.names.zh ?? node.chinese,
    english: node.names.en ?? node.english,
    names: { ...node.names },
    key: node.key,
    url: node.url ?? '',
    icon: node.icon,
  };
}

/** Three levels, as deep as the specification's menu goes. */
export async function presentMenu(ctx: Context, caller: Caller): Promise<Item[]> {
  return (await serveMenu(ctx, caller)).map((group) => ({
    ...presentLeaf(group),
    children: group.children.map((entry) => ({
      ...presentLeaf(entry),
      children: entry.children.map(presentLeaf),
    })),
  }));
}

export function sysMenuHandlers(ctx: Context): Pick<Handlers, 'v2.sys.menus'> {
  return {
    'v2.sys.menus': async ({ caller }) => ({ data: await presentMenu(ctx, caller), err: '' }),
  };
}
