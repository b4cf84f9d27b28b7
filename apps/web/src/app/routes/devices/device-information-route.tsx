/** Information about one device; its translations and code are loaded on first use. */
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { PATHS } from '../../../config/paths.ts';
import type { ConnectionRange } from '../../../features/device-information/connection-span.ts';
import {
  INFORMATION_TABS,
  type InformationTab,
} from '../../../features/device-information/information-tabs.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

export interface DeviceInformationSearch extends TableSearch {
  device?: string;
  tab?: InformationTab;
  /** Time range of signal chart and connection log; dates are in the customer's time zone. */
  range?: ConnectionRange;
  from?: string;
  to?: string;
}

export const deviceInformationRoute = shellPage(PATHS.deviceInformation, {
  title: 'shell:menu.device-information',
  search: (search: SearchInput): DeviceInformationSearch => ({
    ...readTableSearch(search),
    ...present({
      device: readText(search.device, 64),
      tab: readOneOf(search.tab, INFORMATION_TABS),
      range: readOneOf(search.range, ['7d', '30d', '90d', 'custom']),
      from: readMoment(search.from),
      to: readMoment(search.to),
    }),
  }),
  texts: ['device-information', 'devices'],
  load: () => import('../../../features/device-information/device-information-page.tsx'),
  component: 'DeviceInformationPage',
});
