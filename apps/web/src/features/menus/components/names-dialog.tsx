/** The customer's names for an entry, in any of the six languages. */

import {
  type ArrangedNode,
  isMenuName,
  MENU_LANGUAGES,
  MENU_NAME_LENGTH,
  type MenuNames,
} from '@busbar/domain/access/menu/menu-arrangement';
import { LANGUAGE_TAGS } from '@busbar/domain/formats/language-tags';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { directionOf, LANGUAGE_NAMES } from '../../../i18n/languages.ts';
import { useMenuName } from '../use-menu-name.ts';

interface NamesDialogProps {
  node: ArrangedNode;
  onTake: (names: MenuNames) => void;
  onClose: () => void;
}

export function NamesDialog({ node, onTake, onClose }: NamesDialogProps) {
  const { t } = useTranslation(['menus', 'errors']);
  const { shown, usual } = useMenuName();
  const form = useFormState<MenuNames>(node.names, {
    isEager: true,
    problems: (texts) =>
      Object.fromEntries(
        MENU_LANGUAGES.map((language) => [
          language,
          isMenuName(trimmed(texts)[language]) ? undefined : t('errors:reason.menu-name-invalid'),
        ]),
      ),
  });
  return (
    <FormDialog
      form={form}
      title={t('menus:rename', { name: shown(node) })}
      saveLabel={t('menus:take')}
      onSave={async () => trimmed(form.values)}
      onSaved={onTake}
      onClose={onClose}
    >
      <p>{t('menus:usual', { name: usual(node) })}</p>
      <p className="hint">{t('menus:rename-how')}</p>
      {MENU_LANGUAGES.map((language) => {
        const { value = '', ...field } = form.field(language);
        return (
          <FormText
            key={language}
            label={<span lang={LANGUAGE_TAGS[language]}>{LANGUAGE_NAMES[language]}</span>}
            lang={LANGUAGE_TAGS[language]}
            dir={directionOf(language)}
            maxLength={MENU_NAME_LENGTH}
            value={value}
            {...field}
          />
        );
      })}
    </FormDialog>
  );
}

/** Names without spaces around them; empty ones are omitted. */
function trimmed(texts: MenuNames): MenuNames {
  return Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()])
      .filter(([, text]) => text !== ''),
  );
}
