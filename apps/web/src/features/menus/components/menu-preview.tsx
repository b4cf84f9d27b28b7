/** Preview of the navigation for the role; its entries are not links. */
import { withoutHidden } from '@busbar/domain/access/menu/menu-arrangement';
import { useTranslation } from 'react-i18next';
import type { MenuDraft } from '../menu-draft.ts';
import { useMenuName } from '../use-menu-name.ts';

export function MenuPreview({ draft }: { draft: MenuDraft }) {
  const { t } = useTranslation('menus');
  const { shown } = useMenuName();
  return (
    <section className="menu-preview panel stack gap-8" aria-label={t('menus:preview')}>
      <h2>{t('menus:preview')}</h2>
      <ul>
        {withoutHidden(draft).map((group) => (
          <li key={group.key}>
            <bdi>{shown(group)}</bdi>
            {group.children.length > 0 && (
              <ul>
                {group.children.map((entry) => (
                  <li key={entry.key}>
                    <bdi>{shown(entry)}</bdi>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
