/**
 * Command palette (Ctrl/Cmd+K): finds pages, settings, devices and actions (docs/design.md 3.3). The
 * field is here at once, so that no letter is lost while the results are loaded.
 */
import { SearchOutlined } from '@ant-design/icons';
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './command-palette.css';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { PaletteResults } from './load-results.ts';

export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Dialog
      open={isOpen}
      onCancel={onClose}
      focusable={{ focusTriggerAfterClose: false }}
      footer={null}
      closable={false}
      width={640}
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
  const [active, setActive] = useState<string>();
  const list = useId();
  const keys = useRef<(event: KeyboardEvent<HTMLInputElement>) => void>(undefined);
  return (
    <>
      <div className="palette-field line gap-12 faint">
        <SearchOutlined aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded={active !== undefined}
          aria-controls={list}
          aria-activedescendant={active}
          aria-autocomplete="list"
          aria-label={t('shell:palette.title')}
          placeholder={t('shell:palette.placeholder')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => keys.current?.(event)}
        />
      </div>
      <Suspense
        fallback={
          <p className="palette-foot" id={list} role="status">
            {t('common:loading')}
          </p>
        }
      >
        <PaletteResults id={list} text={text} keys={keys} onActive={setActive} onClose={onClose} />
      </Suspense>
    </>
  );
}
