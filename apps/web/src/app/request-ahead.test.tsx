import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ContractServer, startContractServer } from '../../test/contract-server.ts';
import { signIn, TEST_USER } from '../../test/render-page.tsx';
import { PATHS } from '../config/paths.ts';
import { createQueryClient } from '../lib/calls/query-client.ts';
import { endSession } from '../lib/session/session.ts';
import { setStartPage } from '../lib/start-page.ts';
import { createAppRouter } from './router.tsx';

let server: ContractServer;
beforeEach(() => {
  server = startContractServer();
  signIn(server, 'operator');
  server.answer('v2.energy-fee', { data: { list: [] } });
  server.answer('v2.sys.menus', { never: true });
});
afterEach(() => {
  setStartPage(TEST_USER.user_id, null);
  endSession('signed-out');
});

const routerAt = (address: string) =>
  createAppRouter(createQueryClient(), createMemoryHistory({ initialEntries: [address] }));
const requestedTypes = () =>
  server.requests('v2.energy-fee').map(({ query }) => query?.date_type as string);

it('requests a device when the pointer rests on a link to it', async () => {
  server.answer('v2.device', { never: true });
  await routerAt(PATHS.log).preloadRoute({ to: PATHS.device, params: { code: 'MT1' } });
  await vi.waitFor(() => expect(server.requests('v2.device')).toHaveLength(1));
  expect(server.requests('v2.device')[0]?.query?.device_code).toBe('MT1');
});

describe('the first amounts of the dashboard', () => {
  it('are requested after the sign-in before the menu is known', async () => {
    void routerAt(PATHS.home).load();
    await vi.waitFor(() => expect(requestedTypes()).toEqual(['day', 'month']));
    expect(server.requests('v2.sys.menus')).toHaveLength(1);
  });

  it('are not requested for a user who starts at another page', async () => {
    setStartPage(TEST_USER.user_id, PATHS.log);
    void routerAt(PATHS.home).load();
    await vi.waitFor(() => expect(server.requests('v2.sys.menus')).toHaveLength(1));
    expect(requestedTypes()).toEqual([]);
  });

  it('are requested once when the pointer rests on a link to it repeatedly', async () => {
    const router = routerAt(PATHS.log);
    for (let times = 0; times < 2; times += 1) {
      await router.preloadRoute({ to: PATHS.dashboard });
      await vi.waitFor(() => expect(requestedTypes()).toEqual(['day', 'month']));
    }
  });
});
