/** Draft of a role's menu: a tree of two levels that is updated immutably. */
import {
  type ArrangedEntry,
  type ArrangedNode,
  arrangedMenu,
  toArrangement,
} from '@busbar/domain/access/menu/menu-arrangement';
import type { PermissionHolder } from '@busbar/domain/access/permission';
import { withMoved } from '../../lib/address/moved-place.ts';

export type MenuDraft = readonly ArrangedNode[];

export function draftOf(holder: PermissionHolder, entries: readonly ArrangedEntry[]): MenuDraft {
  return arrangedMenu(holder, entries);
}

export function isSameMenu(one: MenuDraft, other: MenuDraft): boolean {
  const text = (draft: MenuDraft) =>
    JSON.stringify(
      toArrangement(draft).map(({ key, hidden, names }) => [
        key,
        hidden,
        Object.entries(names).toSorted(([a], [b]) => a.localeCompare(b)),
      ]),
    );
  return text(one) === text(other);
}

/** Returns the draft with the given fields of one entry replaced. */
export function withPart(
  draft: MenuDraft,
  key: string,
  part: Partial<Pick<ArrangedNode, 'hidden' | 'names'>>,
): MenuDraft {
  return draft.map((node) => {
    if (node.key === key) return { ...node, ...part };
    const isBelow = node.children.some((child) => child.key === key);
    return isBelow ? { ...node, children: [...withPart(node.children, key, part)] } : node;
  });
}

/** Moves an entry among its siblings, below `parent` or at the top level. */
export function withPlace(
  draft: MenuDraft,
  parent: string | undefined,
  key: string,
  place: number,
): MenuDraft {
  if (parent === undefined) {
    const node = draft.find((one) => one.key === key);
    return node === undefined ? draft : withMoved(draft, node, place);
  }
  return draft.map((node) =>
    node.key === parent
      ? { ...node, children: [...withPlace(node.children, undefined, key, place)] }
      : node,
  );
}
