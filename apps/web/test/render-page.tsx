/** Renders the application at an address, with or without a session, against the mock server. */
import { type Permission, ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { App } from '../src/app/app.tsx';
import { type AppRouter, createAppRouter } from '../src/app/router.tsx';
import { loadLibraryTexts } from '../src/app/shell/library-texts.ts';
import { changeLanguage } from '../src/i18n/i18n.ts';
import type { Language } from '../src/i18n/languages.ts';
import { createQueryClient } from '../src/lib/calls/query-client.ts';
import { endSession, reloadSession, startSession } from '../src/lib/session/session.ts';
import type { SessionUser } from '../src/lib/session/session-user.ts';
import { answerAlarmList } from './answers/alarm-answers.ts';
import { type AnswerFor, type ContractServer, startContractServer } from './contract-server.ts';
import { clearAfterTest } from './reset-page.ts';

export interface RenderOptions {
  /** Role of the signed-in user; null renders without a session. */
  role?: Role | null;
  /** Permissions of a custom role; defaults to those of `role`. */
  permissions?: readonly Permission[];
  language?: Language;
  /** True if the user is in a sub-group of the customer; defaults to the root group. */
  isInSubGroup?: boolean;
  /** Called before the page is rendered. */
  prepare?: (server: ContractServer) => void;
}

export interface RenderedPage {
  server: ContractServer;
  router: AppRouter;
  user: ReturnType<typeof userEvent.setup>;
  /** Returns the current path and search. */
  address: () => string;
  /** Simulates a gap in the real-time connection, after which all displayed data is refetched. */
  readAgain: () => Promise<void>;
}

export const TEST_USER: SessionUser = {
  group_name: 'Harbour',
  group_id: 3,
  in_root_group: true,
  first_steps: true,
  user_id: 7,
  user_name: 'mira',
  zone_id: 1,
  zone: 'Asia/Shanghai',
  role_type: 'operator',
  role_name: 'operator',
  permissions: ROLE_PERMISSIONS.operator,
  customer_name: 'Harbour Power',
};

export const TEST_GROUP: AnswerFor<'v2.group'>['data'] = {
  id: 3,
  name: 'Harbour',
  map_type: 'baidu',
  currency: {
    id: 1,
    english_name: 'RMB',
    chinese_name: '人民币',
    symbol_unit: '¥',
    code: 'RMB',
    decimals: 2,
  },
  zone: 'Asia/Shanghai',
  map_key: null,
  map_tiles: null,
};

/**
 * Generating the library's style rules and matching them in jsdom takes a third of a test's time.
 */
const WITHOUT_STYLES = { zeroRuntime: true };

/** Renders the whole application at `address` and waits until its page is loaded. */
export async function renderPage(
  address: string,
  options: RenderOptions = {},
): Promise<RenderedPage> {
  const {
    role = 'operator',
    permissions,
    language = 'en',
    isInSubGroup = false,
    prepare,
  } = options;
  const server = startContractServer();
  await changeLanguage(language);
  // Loads these texts before rendering; otherwise they may still be loading when a short test file
  // ends.
  await loadLibraryTexts(language);
  localStorage.removeItem('busbar.language');
  server.answer('v2.brand', { data: { name: 'Busbar', colour: '', words: '', logo: null } });
  if (role === null) {
    endSession('signed-out');
    reloadSession();
  } else {
    signIn(server, role, isInSubGroup, permissions);
  }
  prepare?.(server);

  const queryClient = createQueryClient();
  clearAfterTest(queryClient);
  // Retries are disabled, because they would be additional requests that the test does not expect.
  queryClient.setDefaultOptions({
    queries: { ...queryClient.getDefaultOptions().queries, retry: false },
  });
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  render(
    <ConfigProvider theme={WITHOUT_STYLES}>
      <App router={router} queryClient={queryClient} />
    </ConfigProvider>,
  );
  await waitFor(
    () => {
      if (router.state.status !== 'idle' || router.state.matches.length === 0) {
        throw new Error('the page is still on its way');
      }
    },
    { timeout: 20_000 },
  );
  return {
    server,
    router,
    user: userEvent.setup(),
    address: () => router.state.location.href,
    readAgain: () =>
      act(async () => {
        await queryClient.invalidateQueries({ refetchType: 'active' });
        // The components are notified in a task of their own.
        await new Promise((resolve) => setTimeout(resolve));
      }),
  };
}

/** Signs a user in and sets the responses that the shell requests on load. */
export function signIn(
  server: ContractServer,
  role: Role,
  isInSubGroup = false,
  permissions: readonly Permission[] = ROLE_PERMISSIONS[role],
): void {
  const user = {
    ...TEST_USER,
    role_type: role,
    role_name: role,
    permissions,
    in_root_group: !isInSubGroup,
  };
  server.answer('v2.ping-token', {
    data: { reset_pwd: false, second_factor_due: false, user_info: user, group: TEST_GROUP },
  });
  server.answer('v2.sys.menus', { data: menuOf(role) });
  if (role !== 'platform') answerAlarmList(server, []);
  if (role === 'admin' && !isInSubGroup) {
    server.answer('v2.first-steps', { data: { dismissed: true, steps: [], settlement_day: 1 } });
  }
  server.answer('health.ready', { status: 'ok', warning: '' });
  startSession({ token: 'test-token', resetPassword: false, secondFactorDue: false, user });
}

function menuOf(role: Role): AnswerFor<'v2.sys.menus'>['data'] {
  const leaf = (id: number, parent: number, key: string, english: string, url: string) => ({
    id,
    parent_id: parent,
    name: english,
    english,
    names: {},
    key,
    url,
    icon: 'appstore',
    children: [],
  });
  if (role === 'platform') {
    return [
      {
        ...leaf(7, 0, 'system', 'System management', ''),
        children: [
          leaf(61, 7, 'device-type', 'Device types', '/devicetype'),
          leaf(75, 7, 'registration', 'Registration', '/regmanage'),
        ],
      },
    ];
  }
  return [
    {
      ...leaf(2, 0, 'data-query', 'Data query', ''),
      children: [
        leaf(21, 2, 'device-data', 'Device data', '/device'),
        leaf(23, 2, 'operation-log', 'Operation log', '/log'),
      ],
    },
    {
      ...leaf(4, 0, 'control', 'Device control', ''),
      children: [leaf(41, 4, 'remote-control', 'Remote control', '/devicecontrol')],
    },
    {
      ...leaf(6, 0, 'maintenance', 'Device maintenance', ''),
      children: [
        leaf(62, 6, 'device-info', 'Device information', '/devicemanage'),
        ...(role === 'admin'
          ? [leaf(63, 6, 'rejected-messages', 'Rejected messages', '/rejected-messages')]
          : []),
      ],
    },
  ];
}
