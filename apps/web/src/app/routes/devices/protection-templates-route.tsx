/** Protection templates; their translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export interface TemplatesSearch {
  /** Comparison or write run whose report is displayed. */
  run?: string;
  /** Template whose fields are displayed. */
  edit?: string;
}

export const protectionTemplatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.protectionTemplates,
  staticData: { title: 'shell:menu.protection-templates' },
  validateSearch: (search: SearchInput): TemplatesSearch =>
    present({ run: readText(search.run, 36), edit: readText(search.edit, 36) }),
  loader: () =>
    loadTexts('devices', 'control', 'group-control', 'protection', 'protection-templates'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/protection-templates/templates-page.tsx')),
    'TemplatesPage',
  ),
});
