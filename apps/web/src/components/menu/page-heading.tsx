/**
 * The heading of a page: its name in the menu, which a customer may have changed. The title of the
 * window is the standard name.
 */
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { trailTo, useMenu } from './use-menu.ts';

interface PageHeadingProps {
  /** Most pages show their name in the breadcrumb, and here only to screen readers. */
  readonly isVisible?: boolean;
  readonly className?: string;
}

export function PageHeading({ isVisible = false, className }: PageHeadingProps) {
  const { t } = useTranslation();
  const { items } = useMenu();
  const path = useLocation({ select: (location) => location.pathname });
  const title = usePageTitle() ?? '';
  const entry = trailTo(items, path).at(-1);
  // The page of one group, for example, has a title of its own below the menu entry of the list.
  const name = entry?.path === path ? entry.label : t(title);
  return <h1 className={isVisible ? className : 'visually-hidden'}>{name}</h1>;
}
