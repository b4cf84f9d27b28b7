/** Protection templates; their translations and code are loaded on first use. */
import { PATHS } from '../../../config/paths.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

export interface TemplatesSearch {
  /** Comparison or write run whose report is displayed. */
  run?: string;
  /** Template whose fields are displayed. */
  edit?: string;
}

export const protectionTemplatesRoute = shellPage(PATHS.protectionTemplates, {
  title: 'shell:menu.protection-templates',
  search: (search: SearchInput): TemplatesSearch =>
    present({ run: readText(search.run, 36), edit: readText(search.edit, 36) }),
  texts: ['devices', 'control', 'group-control', 'protection', 'protection-templates'],
  load: () => import('../../../features/protection-templates/templates-page.tsx'),
  component: 'TemplatesPage',
});
