/** The chosen row of the command palette, or a verb of it, moved by arrow keys. */
import { useState } from 'react';
import type { PaletteEntry, PaletteVerb } from './palette-entry.ts';

type Stop = Pick<PaletteEntry, 'key' | 'recent' | 'run'>;
export type Direction = 'up' | 'down' | 'forward' | 'back';

interface Chosen {
  readonly stop: Stop | undefined;
  readonly choose: (stop: Stop) => void;
  /** Returns false if there is nothing in this direction. */
  readonly move: (direction: Direction) => boolean;
}

/**
 * Until the user chooses an entry it is the first one. It remains chosen when entries are added
 * before it, so that a late answer of the server does not change what Enter does.
 */
export function useChosen(text: string, entries: readonly PaletteEntry[]): Chosen {
  const [chosen, setChosen] = useState<{ text: string; key: string }>();
  const rows = entries.map((entry): readonly (PaletteEntry | PaletteVerb)[] => [
    entry,
    ...(entry.verbs ?? []),
  ]);
  const isChosen = ({ key }: Stop) => chosen?.text === text && key === chosen.key;
  const row = Math.max(
    0,
    rows.findIndex((stops) => stops.some(isChosen)),
  );
  const stops = rows[row] ?? [];
  const at = Math.max(0, stops.findIndex(isChosen));

  const choose = ({ key }: Stop) => setChosen({ text, key });
  function move(direction: Direction): boolean {
    const next = {
      up: rows.at(row - 1)?.[0],
      down: rows[(row + 1) % rows.length]?.[0],
      forward: stops[at + 1],
      back: at === 0 ? undefined : stops[at - 1],
    }[direction];
    if (next === undefined) return false;
    choose(next);
    return true;
  }
  return { stop: stops[at], choose, move };
}
