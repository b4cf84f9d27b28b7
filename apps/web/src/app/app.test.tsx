import { createMemoryHistory } from '@tanstack/react-router';
import { waitFor } from '@testing-library/react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startContractServer } from '../../test/contract-server.ts';
import { signIn } from '../../test/render-page.tsx';
import { createQueryClient } from '../lib/calls/query-client.ts';
import { endSession, reloadSession } from '../lib/session/session.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';

let root: Root;

// `act` would run the effects immediately, whereas a browser runs them only after painting.
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  endSession('signed-out');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('navigates to the requested page if another tab shares its session after the route guards ran', async () => {
  endSession('signed-out');
  reloadSession();
  const server = startContractServer();
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: ['/login?redirect=%2Faccount'] });
  const router = createAppRouter(queryClient, history);
  const { load } = router;
  let isHanded = false;
  router.load = async (options) => {
    const loaded = load(options);
    if (!isHanded) {
      isHanded = true;
      await Promise.resolve();
      signIn(server, 'operator');
    }
    await loaded;
  };
  root.render(<App router={router} queryClient={queryClient} />);
  await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
});
