/** Results of the command palette; the field above them has the focus and passes its keys on. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { usePaletteEntries } from './palette-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { PaletteRow } from './palette-row.tsx';
import { addRecent } from './recent.ts';
import { type Direction, useChosen } from './use-chosen.ts';

interface PaletteResultsProps {
  readonly id: string;
  readonly text: string;
  readonly keys: RefObject<((event: KeyboardEvent<HTMLInputElement>) => void) | undefined>;
  /** Receives the id of the chosen option. */
  readonly onActive: (id: string | undefined) => void;
  readonly onClose: () => void;
}

export function PaletteResults({ id, text, keys, onActive, onClose }: PaletteResultsProps) {
  const { t } = useTranslation('shell');
  const { entries, isSearching } = usePaletteEntries(text);
  const { user } = useRequiredSession();
  const { stop, choose, move } = useChosen(text, entries);
  const list = useRef<HTMLDivElement>(null);
  const idOf = (key: string) => `${id}-${key}`;
  const active = stop && idOf(stop.key);

  useEffect(() => {
    onActive(active);
    if (active !== undefined) {
      document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' });
    }
  }, [active, onActive]);

  function run(chosen: Pick<PaletteEntry, 'recent' | 'run'> | undefined) {
    if (chosen === undefined) return;
    if (chosen.recent !== undefined) addRecent(user.user_id, chosen.recent);
    // The field is about to unmount, so no dialog may return the focus to it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
    chosen.run();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const direction = directionOf(event);
    if (direction !== undefined) {
      if (move(direction)) event.preventDefault();
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(stop);
    }
  }
  useEffect(() => {
    keys.current = onKeyDown;
  });

  return (
    <>
      <div
        className="palette-list"
        role="listbox"
        id={id}
        ref={list}
        aria-label={t('shell:palette.results')}
      >
        {entries.map((entry, at) => (
          <PaletteRow
            key={entry.key}
            entry={entry}
            isFirst={entry.group !== entries[at - 1]?.group}
            chosen={stop?.key}
            idOf={idOf}
            onChoose={choose}
            onRun={run}
          />
        ))}
      </div>
      <p className="palette-foot" role="status">
        {isSearching
          ? t('shell:palette.searching')
          : entries.length === 0
            ? t('shell:palette.nothing')
            : t('shell:palette.count', { count: entries.length })}
      </p>
    </>
  );
}

/** Undefined for other keys, and for those that move the cursor in the text. */
function directionOf({
  key,
  currentTarget,
}: KeyboardEvent<HTMLInputElement>): Direction | undefined {
  if (key === 'ArrowDown') return 'down';
  if (key === 'ArrowUp') return 'up';
  const { selectionStart, value } = currentTarget;
  if (selectionStart !== value.length) return undefined;
  const isRtl = document.dir === 'rtl';
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return 'forward';
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return 'back';
  return undefined;
}
