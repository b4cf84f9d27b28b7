/** Root of every page: the document title and the progress line while a page is loading. */
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand, useBrandColour } from '../lib/session/use-brand.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import './root-frame.css';

export function RootFrame() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' });
  useDocumentTitle();
  useBrandColour();
  return (
    <>
      {isLoading && <div className="top-progress" aria-hidden="true" />}
      <Outlet />
    </>
  );
}

function useDocumentTitle(): void {
  const { t } = useTranslation();
  const { name } = useBrand();
  const title = usePageTitle();
  const heading = title === undefined ? '' : t(title);
  useEffect(() => {
    document.title = heading === '' ? name : `${heading} · ${name}`;
  }, [heading, name]);
}
