/** Screens of reports, dashboard, energy, fees, bills and tariffs. */
import {
  addRate,
  chooseForReport,
  chooseOnMap,
  correctOnce,
  makeReport,
  openLineWhy,
  openWhy,
  previewCorrection,
  setUpSchedule,
  showRateVersions,
  standInEachState,
} from '../acts/energy.ts';
import { openDay, openPeriods } from '../acts/fees.ts';
import { BREAKER, type Screen } from './screen.ts';

export const ENERGY_SCREENS: readonly Screen[] = [
  { name: 'report-new', path: '/data-report?type=parameter', as: 'demo', act: chooseForReport },
  { name: 'report-made', path: '/data-report', as: 'demo', act: makeReport },
  { name: 'report-states', path: '/data-report', as: 'demo', act: standInEachState },
  { name: 'report-scheduled', path: '/data-report?tab=scheduled', as: 'demo' },
  {
    name: 'report-schedule-new',
    path: '/data-report?tab=scheduled',
    as: 'demo',
    act: setUpSchedule,
  },
  { name: 'dashboard', path: '/dashboard', as: 'demo' },
  { name: 'dashboard-hours', path: '/dashboard?period=day&shape=line', as: 'demo' },
  { name: 'dashboard-device', path: '/dashboard', as: 'demo', act: chooseOnMap },
  { name: 'fees-energy', path: '/feesselect?days=30', as: 'demo' },
  { name: 'fees-period', path: '/feesselect', as: 'demo', act: openPeriods },
  { name: 'fees-day', path: '/feesselect?days=3&tab=bill', as: 'demo', act: openDay },
  { name: 'fees-bill', path: '/feesselect?tab=bill', as: 'demo' },
  { name: 'fees-detail', path: `/feesdetail?device=${BREAKER}&days=30`, as: 'demo' },
  { name: 'fees-none', path: '/feesdetail', as: 'demo' },
  { name: 'settlement', path: '/settlement', as: 'demo' },
  { name: 'bill', path: '/bill?lines=all', as: 'demo' },
  {
    name: 'why-day',
    path: `/feesdetail?device=${BREAKER}&tab=bill`,
    as: 'demo',
    act: openWhy,
  },
  { name: 'why-line', path: `/bill?device=${BREAKER}`, as: 'demo', act: openLineWhy },
  { name: 'repair-days', path: '/energy-repair', as: 'demo' },
  { name: 'repair-none', path: '/energy-repair?view=device', as: 'demo' },
  {
    name: 'repair-preview',
    path: `/energy-repair?device=${BREAKER}`,
    as: 'demo',
    act: previewCorrection,
  },
  { name: 'repair', path: `/energy-repair?device=${BREAKER}`, as: 'demo', act: correctOnce },
  { name: 'rates', path: '/rate', as: 'demo' },
  { name: 'rate-versions', path: '/rate', as: 'demo', act: showRateVersions },
  { name: 'rate-hours', path: '/rate', as: 'demo', act: (page) => addRate(page, true) },
];
