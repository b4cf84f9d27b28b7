/**
 * A row of many tabs. The tabs wrap on wide screens and scroll on a phone, so that none is hidden
 * in a menu. Arrow keys move the focus, and Enter or Space opens the tab, because opening it may
 * send a request to a device, which moving the focus must not (WAI-ARIA tabs, manual activation).
 */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLanguage } from '../../i18n/use-language.ts';

export interface TabStripProps<K extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly key: K; readonly label: string }[];
  readonly active: K;
  /** Id of the panel of the open tab. */
  readonly panelId: string;
  readonly onOpen: (key: K) => void;
}

export const tabId = (panelId: string, key: string): string => `${panelId}-tab-${key}`;

export function TabStrip<K extends string>(props: TabStripProps<K>) {
  const { label, tabs, active, panelId, onOpen } = props;
  const { direction } = useLanguage();
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is opened.
  useEffect(() => {
    const open = list.current?.querySelector('[aria-selected="true"]');
    open?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = nextTab(event.key, at, buttons.length, direction === 'rtl');
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  return (
    <div ref={list} role="tablist" className="tab-strip" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          id={tabId(panelId, tab.key)}
          aria-selected={tab.key === active}
          aria-controls={tab.key === active ? panelId : undefined}
          tabIndex={tab.key === active ? 0 : -1}
          onClick={() => onOpen(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Returns the tab to which a key moves the focus, wrapping around; undefined for other keys. */
export function nextTab(
  key: string,
  at: number,
  count: number,
  isRightToLeft: boolean,
): number | undefined {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (at + 1) % count;
  if (key === back) return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
