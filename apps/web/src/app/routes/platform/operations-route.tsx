import { PATHS } from '../../../config/paths.ts';
import { shellPage } from '../shell-page.ts';

export const operationsRoute = shellPage(PATHS.operations, {
  title: 'shell:menu.operations',
  texts: ['operations', 'log'],
  load: () => import('../../../features/operations/operations-page.tsx'),
  component: 'OperationsPage',
});

export const configurationRoute = shellPage(PATHS.configuration, {
  title: 'shell:menu.configuration',
  texts: ['configuration'],
  load: () => import('../../../features/configuration/configuration-page.tsx'),
  component: 'ConfigurationPage',
});
