/** Selected devices; retained across pages and filters, cleared when the page unmounts. */
import { useCallback, useState } from 'react';
import type { GroupDevice } from './api/use-group-devices.ts';
import { canBeSwitched } from './batch-preview.ts';

export interface Choice {
  readonly codes: ReadonlySet<string>;
  toggle: (device: GroupDevice) => void;
  add: (devices: readonly GroupDevice[]) => void;
  clear: () => void;
}

export function useChoice(): Choice {
  const [codes, setCodes] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(({ code }: GroupDevice) => {
    setCodes((old) => {
      const next = new Set(old);
      if (!next.delete(code)) next.add(code);
      return next;
    });
  }, []);
  const add = useCallback((devices: readonly GroupDevice[]) => {
    setCodes((old) => new Set([...old, ...devices.filter(canBeSwitched).map(({ code }) => code)]));
  }, []);
  const clear = useCallback(() => setCodes(new Set()), []);
  return { codes, toggle, add, clear };
}
