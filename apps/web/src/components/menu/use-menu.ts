/** The server's menu for this user, reduced to entries with an existing page. */
import { useTranslation } from 'react-i18next';
import { hasPage, menuPageOf } from '../../config/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { holderOf } from '../../lib/session/use-may.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';

/**
 * Time for which the menu is cached. A change by another user appears after this time; the user who
 * edits the menu sees it immediately.
 */
const MENU_FRESH_MS = 60_000;

export interface MenuItem {
  key: string;
  label: string;
  /** The standard name in English. */
  english: string;
  icon: string;
  /** Path of the page; undefined for a section, which only expands. */
  path?: string;
  children: MenuItem[];
}

interface ServedItem {
  key: string;
  url: string;
  icon: string;
  name: string;
  english: string;
  /** The customer's own labels by language. */
  names: Readonly<Record<string, string>>;
  children?: readonly ServedItem[];
}

export function useMenu(): { items: MenuItem[]; isLoading: boolean } {
  const { t, i18n } = useTranslation('shell');
  const { language } = useLanguage();
  const holder = holderOf(useRequiredSession().user);
  const menu = useCallQuery(
    'v2.sys.menus',
    {},
    { staleTime: MENU_FRESH_MS, refetchInterval: MENU_FRESH_MS },
  );

  const labelOf = (item: ServedItem) => {
    const own = item.names[language];
    if (own !== undefined) return own;
    const key = `shell:menu.${item.key}`;
    if (i18n.exists(key)) return t(key);
    return language === 'zh' ? item.name : item.english;
  };
  const shown = (items: readonly ServedItem[]): MenuItem[] =>
    items
      .map((item) => ({
        key: item.key,
        label: labelOf(item),
        english: item.english,
        icon: item.icon,
        ...(hasPage(item.url, holder) ? { path: item.url } : {}),
        children: shown(item.children ?? []),
      }))
      .filter((item) => item.path !== undefined || item.children.length > 0);

  return { items: shown(menu.data?.data ?? []), isLoading: menu.isPending };
}

/** The path from the top of the menu to an entry; empty if it is not in the menu. */
export function trailTo(items: readonly MenuItem[], path: string): MenuItem[] {
  for (const item of items) {
    if (item.path === menuPageOf(path)) return [item];
    const below = trailTo(item.children, path);
    if (below.length > 0) return [item, ...below];
  }
  return [];
}

/** Entries of the menu with a page, each with the label of its section. */
export function menuPages(
  items: readonly MenuItem[],
  section?: string,
): { item: MenuItem; path: string; section?: string }[] {
  return items.flatMap((item) => [
    ...(item.path === undefined
      ? []
      : [{ item, path: item.path, ...(section === undefined ? {} : { section }) }]),
    ...menuPages(item.children, item.label),
  ]);
}
