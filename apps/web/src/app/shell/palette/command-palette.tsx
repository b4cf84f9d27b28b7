/** Command palette (Ctrl/Cmd+K): finds pages, devices and actions (docs/design.md 3.3). */
import { SearchOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './command-palette.css';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.ts';

export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Dialog
      open={isOpen}
      onCancel={onClose}
      focusable={{ focusTriggerAfterClose: false }}
      footer={null}
      closable={false}
      width={560}
      style={{ insetBlockStart: 72 }}
      className="palette"
      title={<span className="visually-hidden">{t('shell:palette.title')}</span>}
      destroyOnHidden
    >
      <PaletteField onClose={onClose} />
    </Dialog>
  );
}

function PaletteField({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { entries, isSearching } = usePaletteEntries(text);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = Math.min(chosen, entries.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the selected entry changes.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  function run(entry: PaletteEntry | undefined) {
    if (entry === undefined) return;
    onClose();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((current + step + entries.length) % entries.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(entries[current]);
    }
  }

  return (
    <>
      <div className="palette-field line gap-12 faint">
        <SearchOutlined aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          aria-label={t('shell:palette.title')}
          placeholder={t('shell:palette.placeholder')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        className="palette-list"
        role="listbox"
        id={`${id}-list`}
        ref={list}
        aria-label={t('shell:palette.results')}
      >
        {entries.map((entry, at) => (
          <div key={entry.key} role="presentation">
            {entry.group !== entries[at - 1]?.group && (
              <div className="palette-group" role="presentation">
                {t(`shell:palette.${entry.group}`)}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys. */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the field retains the focus and refers to the active option. */}
            <div
              role="option"
              id={`${id}-${at}`}
              aria-selected={at === current}
              className="palette-entry line spread gap-16"
              onClick={() => run(entry)}
              onMouseMove={() => setChosen(at)}
            >
              <span>{entry.label}</span>
              {entry.hint !== undefined && (
                <bdi className={entry.group === 'devices' ? 'code ltr' : undefined}>
                  {entry.hint}
                </bdi>
              )}
            </div>
          </div>
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
