import { useState } from 'react';

/** Selected rows; retained across pages and searches. */
export function useChosen<K>() {
  const [chosen, setChosen] = useState<ReadonlySet<K>>(new Set());
  return {
    chosen,
    toggle: (key: K) => {
      const next = new Set(chosen);
      if (!next.delete(key)) next.add(key);
      setChosen(next);
    },
    add: (keys: readonly K[]) => setChosen(new Set([...chosen, ...keys])),
    clear: () => setChosen(new Set()),
  };
}
