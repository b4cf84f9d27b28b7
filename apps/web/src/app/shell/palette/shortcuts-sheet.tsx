import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { PALETTE_KEYS } from './shortcut-keys.ts';

const SHORTCUTS = [
  ['palette', PALETTE_KEYS],
  ['verbs', ['→']],
  ['search', ['/']],
  ['sheet', ['?']],
  ['close', ['Esc']],
  ['tree', ['↑', '↓', '←', '→']],
] as const;

/** List of keyboard shortcuts, opened by `?`. */
export function ShortcutsSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      footer={null}
      width={420}
      title={t('shell:shortcuts.title')}
    >
      <dl className="shortcuts">
        {SHORTCUTS.map(([name, keys]) => (
          <div key={name}>
            <dt>{t(`shell:shortcuts.${name}`)}</dt>
            <dd className="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
