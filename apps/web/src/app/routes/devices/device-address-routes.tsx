/**
 * The specified addresses of device pages (docs/specification/screens.md 1). Each opens a tab of the
 * device page with the device that it names, or else with the one that this user chose last.
 */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import type { DeviceTabPath } from '../../../features/device-page/device-tabs.ts';
import { lastDevice } from '../../../features/device-page/last-device.ts';
import { readFeesDetailSearch } from '../../../features/fees/fees-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';
import {
  readControlSearch,
  readProtectionSearch,
  readReadingsSearch,
  readRecordSearch,
} from './device-page-search.ts';

/** `read`: the search parameters of the tab. */
function deviceAddress<TPath extends string, TSearch extends object>(
  path: TPath,
  title: string,
  to: DeviceTabPath,
  read: (search: SearchInput) => TSearch,
) {
  return createRoute({
    getParentRoute: () => shellRoute,
    path,
    staticData: { title },
    validateSearch: (search: SearchInput): TSearch & { device?: string } => ({
      ...read(search),
      ...present({ device: readText(search.device, 64) }),
    }),
    beforeLoad: ({ search }) => {
      const { device, ...rest } = search as { device?: string };
      const code = device ?? lastDevice();
      if (code !== undefined) {
        throw redirect({ to, params: { code }, search: rest as never, replace: true });
      }
    },
    loader: () => loadTexts('devices', 'device-page'),
    component: lazyRouteComponent(
      () => loadPage(import('../../../features/device-page/components/choose-device.tsx')),
      'ChooseDevice',
    ),
  });
}

export const deviceAddressRoutes = [
  deviceAddress(
    PATHS.deviceData,
    'shell:menu.device-data',
    PATHS.deviceDataTab,
    readReadingsSearch,
  ),
  deviceAddress(
    PATHS.deviceControl,
    'shell:menu.remote-control',
    PATHS.deviceControlTab,
    readControlSearch,
  ),
  deviceAddress(
    PATHS.protection,
    'shell:menu.automatic-control',
    PATHS.deviceProtectionTab,
    readProtectionSearch,
  ),
  deviceAddress(
    PATHS.feesDetail,
    'shell:page.fees-detail',
    PATHS.deviceEnergyTab,
    (search): Omit<ReturnType<typeof readFeesDetailSearch>, 'device'> => {
      const { device: _, ...rest } = readFeesDetailSearch(search);
      return rest;
    },
  ),
  deviceAddress(
    PATHS.deviceInformation,
    'shell:menu.device-information',
    PATHS.deviceRecordTab,
    readRecordSearch,
  ),
  deviceAddress(
    PATHS.deviceDeploy,
    'shell:menu.device-deploy',
    PATHS.deviceRecordTab,
    (search) => ({ ...readRecordSearch(search), tab: 'set-up' as const }),
  ),
] as const;
