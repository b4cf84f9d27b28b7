import { useState } from 'react';
import type { TreeGroup } from './api/use-group-tree.ts';
import { firstFolded } from './group-rows.ts';

/** Collapsed groups; a large tree starts with only its first levels expanded. */
export function useFolding(groups: readonly TreeGroup[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const folded = chosen ?? firstFolded(groups ?? []);
  return {
    folded,
    fold: (id: number) => {
      const next = new Set(folded);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
  };
}
