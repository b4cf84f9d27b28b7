import { readTableSearch } from '../../components/table/table-search.ts';
import { PATHS } from '../../config/paths.ts';
import { readBillsSearch } from '../../features/bills/bills-search.ts';
import { readRepairSearch } from '../../features/energy-repair/repair-search.ts';
import { readBillSearch, readFeesSearch } from '../../features/fees/fees-search.ts';
import { shellPage } from './shell-page.ts';

export const feesRoute = shellPage(PATHS.fees, {
  title: 'shell:menu.fee-query',
  search: readFeesSearch,
  texts: ['fees', 'reports'],
  load: () => import('../../features/fees/fees-page.tsx'),
  component: 'FeesPage',
});

export const settlementRoute = shellPage(PATHS.settlement, {
  title: 'shell:menu.settlement',
  search: readTableSearch,
  texts: ['fees'],
  load: () => import('../../features/fees/settlement-page.tsx'),
  component: 'SettlementPage',
});

export const billRoute = shellPage(PATHS.bill, {
  title: 'shell:page.bill',
  search: readBillSearch,
  texts: ['fees'],
  load: () => import('../../features/fees/bill-page.tsx'),
  component: 'BillPage',
});

export const billsRoute = shellPage(PATHS.bills, {
  title: 'shell:page.bills',
  search: readBillsSearch,
  texts: ['fees'],
  load: () => import('../../features/bills/bills-page.tsx'),
  component: 'BillsPage',
});

export const energyRepairRoute = shellPage(PATHS.energyRepair, {
  title: 'shell:menu.energy-repair',
  search: readRepairSearch,
  texts: ['repair', 'explanation', 'fees'],
  load: () => import('../../features/energy-repair/repair-page.tsx'),
  component: 'RepairPage',
});
