import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createAppRouter } from './app/router.tsx';
import { reloadOnceOnStaleChunk } from './app/stale-chunk.ts';
import { startI18n } from './i18n/i18n.ts';
import { createQueryClient } from './lib/calls/query-client.ts';
import { joinOtherTabs } from './lib/session/session-handoff.ts';
// Style sheets that most pages use, in one file. Style sheets of features are loaded with their
// pages.
import './theme/tokens.css';
import './theme/base.css';
import './theme/layout.css';
import './theme/surfaces.css';
import './theme/table.css';
import './theme/print.css';
import './theme/text.css';
import './components/bars/tab-strip.css';
import './components/device-tree/marks.css';
import './components/fields/fields.css';
import './components/states/states.css';
import './components/values/values.css';
import './charts/charts.css';

reloadOnceOnStaleChunk();
await Promise.all([startI18n(), joinOtherTabs()]);

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App router={router} queryClient={queryClient} />
  </StrictMode>,
);
