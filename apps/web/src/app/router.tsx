import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../lib/address/search-params.ts';
import { PageError } from './page-error.tsx';
import { PagePending } from './page-pending.tsx';
import {
  alarmHistoryRoute,
  alarmInfoRoute,
  alarmRulesRoute,
  liveAlarmsRoute,
} from './routes/alarm-routes.tsx';
import { dashboardRoute } from './routes/dashboard-route.tsx';
import { dataReportRoute } from './routes/data-report-route.tsx';
import { commandConsoleRoute } from './routes/devices/command-console-route.tsx';
import { deviceAddressRoutes } from './routes/devices/device-address-routes.tsx';
import { deviceListRoute } from './routes/devices/device-list-route.tsx';
import { devicePageRoute } from './routes/devices/device-page-routes.tsx';
import { deviceImportRoute, registerDeviceRoute } from './routes/devices/device-setup-routes.tsx';
import { gatewaySlotsRoute } from './routes/devices/gateway-slots-route.tsx';
import { groupControlRoute } from './routes/devices/group-control-route.tsx';
import { protectionTemplatesRoute } from './routes/devices/protection-templates-route.tsx';
import { realDataRoute } from './routes/devices/real-data-route.tsx';
import {
  billRoute,
  billsRoute,
  energyRepairRoute,
  feesRoute,
  settlementRoute,
} from './routes/fee-routes.tsx';
import { groupRoutes } from './routes/group-routes.tsx';
import { homeRoute, indexRoute, oldIndexRoute } from './routes/home-routes.tsx';
import {
  auditRoute,
  invitationRoute,
  loginRoute,
  modifyPasswordRoute,
  registerRoute,
  ssoCallbackRoute,
  ssoRoute,
} from './routes/platform/access-routes.tsx';
import { auditTrailRoute } from './routes/platform/audit-routes.tsx';
import {
  apiKeysRoute,
  apiReferenceRoute,
  forwardingRoute,
} from './routes/platform/data-outward-routes.tsx';
import { logRoute, rejectedMessagesRoute } from './routes/platform/log-routes.tsx';
import {
  notificationSettingsRoute,
  notificationsRoute,
} from './routes/platform/notification-routes.tsx';
import { configurationRoute, operationsRoute } from './routes/platform/operations-route.tsx';
import {
  deviceTypesRoute,
  menusRoute,
  registrationsRoute,
  rolesRoute,
} from './routes/platform/roles-route.tsx';
import { accountRoute, ssoSettingsRoute, usersRoute } from './routes/platform/user-routes.tsx';
import { projectRoutes } from './routes/project-routes.tsx';
import { ratesRoute } from './routes/rates-route.tsx';
import { rootRoute } from './routes/root-route.tsx';
import { shellRoute } from './routes/shell-route.tsx';
import { towerRoute } from './routes/tower-route.tsx';
import { unknownRoute } from './routes/unknown-route.tsx';

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  registerRoute,
  auditRoute,
  modifyPasswordRoute,
  invitationRoute,
  ssoRoute,
  ssoCallbackRoute,
  shellRoute.addChildren([
    homeRoute,
    oldIndexRoute,
    dashboardRoute,
    alarmInfoRoute,
    liveAlarmsRoute,
    alarmHistoryRoute,
    alarmRulesRoute,
    notificationSettingsRoute,
    notificationsRoute,
    logRoute,
    auditTrailRoute,
    rejectedMessagesRoute,
    operationsRoute,
    configurationRoute,
    apiKeysRoute,
    apiReferenceRoute,
    forwardingRoute,
    menusRoute,
    rolesRoute,
    usersRoute,
    ssoSettingsRoute,
    accountRoute,
    deviceTypesRoute,
    registrationsRoute,
    commandConsoleRoute,
    deviceListRoute,
    registerDeviceRoute,
    deviceImportRoute,
    gatewaySlotsRoute,
    devicePageRoute,
    ...deviceAddressRoutes,
    groupControlRoute,
    protectionTemplatesRoute,
    ratesRoute,
    dataReportRoute,
    realDataRoute,
    feesRoute,
    settlementRoute,
    billRoute,
    billsRoute,
    energyRepairRoute,
    towerRoute,
    ...projectRoutes,
    ...groupRoutes,
    unknownRoute,
  ]),
]);

/** Creates the router with all pages; tests pass a memory history. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history === undefined ? {} : { history }),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Translation key of the page name: document title and breadcrumb. */
    title?: string;
  }
}
