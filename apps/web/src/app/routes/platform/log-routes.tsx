import { PATHS } from '../../../config/paths.ts';
import { readLogSearch } from '../../../features/log/log-search.ts';
import { readRejectedSearch } from '../../../features/rejected-messages/rejected-search.ts';
import { shellPage } from '../shell-page.ts';

export const logRoute = shellPage(PATHS.log, {
  title: 'shell:menu.operation-log',
  search: readLogSearch,
  texts: ['log', 'control', 'towers'],
  load: () => import('../../../features/log/components/log-page.tsx'),
  component: 'LogPage',
});

export const rejectedMessagesRoute = shellPage(PATHS.rejectedMessages, {
  title: 'shell:menu.rejected-messages',
  search: readRejectedSearch,
  texts: ['log'],
  load: () => import('../../../features/rejected-messages/components/rejected-messages-page.tsx'),
  component: 'RejectedMessagesPage',
});
