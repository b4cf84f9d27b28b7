import type { ArrangedNode } from '@busbar/domain/access/menu/menu-arrangement';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';

export interface MenuName {
  /** The default name of an entry in this release. */
  readonly usual: (node: ArrangedNode) => string;
  /** The customer's name of an entry in the language of the screen; defaults to `usual`. */
  readonly shown: (node: ArrangedNode) => string;
}

export function useMenuName(): MenuName {
  const { t } = useTranslation('shell');
  const { language } = useLanguage();
  const usual = (node: ArrangedNode) =>
    t(`shell:menu.${node.key}`, { defaultValue: language === 'zh' ? node.chinese : node.english });
  return { usual, shown: (node) => node.names[language] ?? usual(node) };
}
