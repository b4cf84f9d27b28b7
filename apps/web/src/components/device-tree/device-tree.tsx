/**
 * The tree of all devices. Only visible rows are in the DOM, so that ten thousand devices are
 * rendered fast. For screen readers `aria-activedescendant` refers to the focused row, and every
 * row has its level and position.
 */
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, isLanguage } from '../../i18n/languages.ts';
import type { DeviceForest } from './build-tree.ts';
import { TreeRowView } from './tree-row-view.tsx';
import { rowWindow, treeMove, visibleRows } from './visible-rows.ts';
import './device-tree.css';

export interface DeviceTreeProps {
  readonly forest: DeviceForest;
  readonly selected: string | undefined;
  readonly onSelect: (code: string) => void;
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (key: string, isOpen: boolean) => void;
  readonly rowHeight: number;
}

/** Height assumed before the browser has measured the available height. */
const FIRST_HEIGHT = 640;

export function DeviceTree(props: DeviceTreeProps) {
  const { forest, selected, onSelect, expanded, onExpand, rowHeight } = props;
  const { t, i18n } = useTranslation('devices');
  const idPrefix = useId();
  const box = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const [focused, setFocused] = useState<string>();
  const rows = useMemo(() => visibleRows(forest, expanded), [forest, expanded]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight || FIRST_HEIGHT));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const activeKey = [focused, selected].find((key) => rows.some((row) => row.key === key));
  const active = activeKey ?? rows[0]?.key;
  const { from, to } = rowWindow(scrollTop, height, rowHeight, rows.length);
  const activeIndex = rows.findIndex((row) => row.key === active);
  const shown = Array.from({ length: to - from }, (_, at) => from + at);
  // The focused row stays in the DOM, because `aria-activedescendant` refers to it.
  if (activeIndex >= 0 && activeIndex < from) shown.unshift(activeIndex);
  else if (activeIndex >= to) shown.push(activeIndex);

  const bringIntoView = (key: string) => {
    const element = box.current;
    const index = rows.findIndex((row) => row.key === key);
    if (element === null || index < 0) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) {
      element.scrollTop = top + rowHeight - height;
    }
    setScrollTop(element.scrollTop);
  };

  // Scrolls to the selected device when it appears or changes; otherwise the user's scroll position
  // is unchanged.
  const isListed = rows.some((row) => row.key === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `bringIntoView` changes with the rows on every event.
  useLayoutEffect(() => {
    if (selected !== undefined && isListed) bringIntoView(selected);
  }, [selected, isListed, height]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isRightToLeft = isLanguage(i18n.language) && directionOf(i18n.language) === 'rtl';
    const move = treeMove(rows, active, event.key, isRightToLeft);
    if (move === undefined) return;
    event.preventDefault();
    if ('focus' in move) {
      setFocused(move.focus);
      bringIntoView(move.focus);
    } else if ('open' in move) onExpand(move.open, true);
    else if ('close' in move) onExpand(move.close, false);
    else onSelect(move.choose);
  };

  return (
    <div
      ref={box}
      className="device-tree grow"
      role="tree"
      tabIndex={0}
      aria-label={t('devices:tree.label')}
      aria-activedescendant={activeIndex < 0 ? undefined : `${idPrefix}${activeIndex}`}
      onKeyDown={onKeyDown}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div
        className="device-tree__all"
        role="presentation"
        style={{ blockSize: rows.length * rowHeight }}
      >
        {shown.map((index) => {
          const row = rows[index]!;
          return (
            <TreeRowView
              key={row.key}
              id={`${idPrefix}${index}`}
              row={row}
              top={index * rowHeight}
              height={rowHeight}
              isSelected={row.key === selected}
              isActive={index === activeIndex}
              onChoose={() => {
                setFocused(row.key);
                if (row.kind === 'device') onSelect(row.key);
                else onExpand(row.key, row.expanded !== true);
              }}
              onToggle={() => onExpand(row.key, row.expanded !== true)}
            />
          );
        })}
      </div>
    </div>
  );
}
