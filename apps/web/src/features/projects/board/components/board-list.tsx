/** The groups as a virtualised table: only visible rows are in the document. */
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowWindow } from '../../../../components/device-tree/visible-rows.ts';
import { useIsPhone } from '../../../../lib/use-media.ts';
import { useNow } from '../../../../lib/use-now.ts';
import type { BoardRow } from '../board-rows.ts';
import { BoardLine } from './board-row.tsx';

interface BoardListProps {
  rows: readonly BoardRow[];
  chosen: number | undefined;
  onOpen: (id: number) => void;
}

const ROW = 44;
const CARD = 84;
/** Height in px until the container is measured. */
const HEIGHT = 480;
/** Update interval for the displayed ages, which are in minutes. */
const AGE_STEP_MS = 15_000;

const COLUMNS = ['group', 'state', 'lamps-on', 'failed', 'power', 'checked'] as const;

export const BoardList = memo(function BoardList({ rows, chosen, onOpen }: BoardListProps) {
  const { t } = useTranslation('projects');
  const row = useIsPhone() ? CARD : ROW;
  const now = useNow(AGE_STEP_MS);
  const box = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(HEIGHT);
  useLayoutEffect(() => setHeight(box.current?.clientHeight || HEIGHT), []);
  const latest = useRef(onOpen);
  useLayoutEffect(() => {
    latest.current = onOpen;
  });
  // A stable function, so that rows do not re-render because of it.
  const open = useCallback((id: number) => latest.current(id), []);
  const { from, to } = rowWindow(scrollTop, height, row, rows.length);
  return (
    <div className="board-list grow">
      <section
        ref={box}
        className="board-list__box grow"
        aria-label={t('projects:board.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          setScrollTop(currentTarget.scrollTop);
          setHeight(currentTarget.clientHeight || HEIGHT);
        }}
      >
        {/* Hidden from screen readers: each row has labels for its figures. */}
        <div className="board-line board-line--head strong hint" aria-hidden="true">
          {COLUMNS.map((column) => (
            <span key={column} className={`board-line__${column}`}>
              {t(`projects:board.${column}`)}
            </span>
          ))}
        </div>
        <ul className="board-list__all" style={{ blockSize: rows.length * row }}>
          {rows.slice(from, to).map((one, at) => (
            <BoardLine
              key={one.lamp_group_id}
              row={one}
              at={from + at}
              count={rows.length}
              height={row}
              isChosen={one.lamp_group_id === chosen}
              now={now}
              onOpen={open}
            />
          ))}
        </ul>
      </section>
    </div>
  );
});
