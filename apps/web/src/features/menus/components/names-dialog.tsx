/** The customer's names for an entry, in any of the six languages. */
import {
  type ArrangedNode,
  isMenuName,
  MENU_LANGUAGES,
  MENU_NAME_LENGTH,
  type MenuNames,
} from '@busbar/domain/access/menu/menu-arrangement';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { directionOf, LANGUAGE_NAMES, LANGUAGE_TAGS } from '../../../i18n/languages.ts';
import { useMenuWord } from '../use-menu-word.ts';

interface NamesDialogProps {
  node: ArrangedNode;
  onTake: (names: MenuNames) => void;
  onCancel: () => void;
}

export function NamesDialog({ node, onTake, onCancel }: NamesDialogProps) {
  const { t } = useTranslation(['menus', 'errors']);
  const { shown, usual } = useMenuWord();
  const id = useId();
  const [texts, setTexts] = useState<MenuNames>(node.names);
  const names: MenuNames = Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()])
      .filter(([, text]) => text !== ''),
  );
  const isWrong = MENU_LANGUAGES.some((language) => !isMenuName(names[language]));
  return (
    <ConfirmDialog
      isOpen
      title={t('menus:rename', { name: shown(node) })}
      confirmLabel={t('menus:take')}
      isBlocked={isWrong}
      onConfirm={() => onTake(names)}
      onCancel={onCancel}
    >
      <div className="menu-names stack">
        <p>
          {t('menus:usual', { name: usual(node) })}. {t('menus:rename-how')}
        </p>
        {MENU_LANGUAGES.map((language) => {
          const field = `${id}-${language}`;
          const wrong = !isMenuName(names[language]);
          return (
            <label key={language} className="stack gap-2" htmlFor={field}>
              <span lang={LANGUAGE_TAGS[language]}>{LANGUAGE_NAMES[language]}</span>
              <Input
                id={field}
                lang={LANGUAGE_TAGS[language]}
                dir={directionOf(language)}
                maxLength={MENU_NAME_LENGTH}
                value={texts[language] ?? ''}
                status={wrong ? 'error' : ''}
                aria-invalid={wrong}
                aria-describedby={wrong ? `${field}-wrong` : undefined}
                onChange={({ target }) => setTexts({ ...texts, [language]: target.value })}
              />
              {wrong && (
                <span id={`${field}-wrong`} className="bad text-small">
                  {t('errors:reason.menu-name-invalid')}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </ConfirmDialog>
  );
}
