/**
 * The side navigation, arranged according to the caller's permissions
 * (docs/specification/screens.md 3.3 and 4.1).
 */
import type { MenuItem, sysMenuCalls } from '@busbar/contract/v2/identity/sys-menus';
import type { ArrangedNode } from '@busbar/domain/access/menu/menu-arrangement';
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { Static } from 'typebox';
import { serveMenu } from '../../../areas/identity/roles/menu-service.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

type Item = Static<typeof MenuItem>;

/** Clients that do not know `names` find the customer's labels in the default labels' field. */
function presentLeaf(node: ArrangedNode): Omit<Item, 'children'> {
  return {
    name: node.names.zh ?? node.chinese,
    english: node.names.en ?? node.english,
    names: { ...node.names },
    url: node.url ?? '',
    ...pickSnakeCase(node, 'id', 'parentId', 'key', 'icon'),
  };
}

/** Returns three levels, the depth of the menu in the specification. */
export async function presentMenu(ctx: Context, caller: Caller): Promise<Item[]> {
  return (await serveMenu(ctx, caller)).map((group) => ({
    ...presentLeaf(group),
    children: group.children.map((entry) => ({
      ...presentLeaf(entry),
      children: entry.children.map(presentLeaf),
    })),
  }));
}

export function sysMenuHandlers(ctx: Context): HandlersOf<typeof sysMenuCalls> {
  return {
    'v2.sys.menus': async ({ caller }) => ({ data: await presentMenu(ctx, caller), err: '' }),
  };
}
