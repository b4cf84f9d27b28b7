/** The heading of a page: its name in the menu, in the title of the window and here, from one key. */
import { useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

interface PageHeadingProps {
  /** Most pages show their name in the breadcrumb, and here only to screen readers. */
  readonly isVisible?: boolean;
  readonly className?: string;
}

export function PageHeading({ isVisible = false, className }: PageHeadingProps) {
  const { t } = useTranslation();
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  return <h1 className={isVisible ? className : 'visually-hidden'}>{t(title ?? '')}</h1>;
}
