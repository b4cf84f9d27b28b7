/** Screens of devices: list, information, deployment, import, history. */
import {
  acceptImport,
  addNote,
  addPhoto,
  askForSecret,
  awaitReading,
  disableSlave,
  nameDevice,
  previewCopy,
  readGoodFile,
  readSlots,
  readWrongFile,
  showSecret,
} from '../acts/devices.ts';
import { addMeters, enterMeter } from '../acts/meters.ts';
import { BREAKER, DTU, GATEWAY, type Screen, WORKSHOP } from './screen.ts';

export const DEVICES_SCREENS: readonly Screen[] = [
  { name: 'device-list', path: '/devicemanage', as: 'demo' },
  {
    name: 'device-information',
    path: `/deviceinformation?device=${BREAKER}`,
    as: 'demo',
  },
  {
    name: 'device-information-connection',
    path: `/deviceinformation?device=${BREAKER}&tab=connection`,
    as: 'demo',
  },
  {
    name: 'device-information-notes',
    path: `/deviceinformation?device=${BREAKER}&tab=notes`,
    as: 'demo',
    act: addNote,
  },
  {
    name: 'device-information-photos',
    path: `/deviceinformation?device=${BREAKER}&tab=photos`,
    as: 'demo',
    act: addPhoto,
  },
  {
    name: 'device-information-access',
    path: `/deviceinformation?device=${BREAKER}&tab=access`,
    as: 'demo',
  },
  {
    name: 'device-information-secret',
    path: `/deviceinformation?device=${BREAKER}&tab=access`,
    as: 'demo',
    act: askForSecret,
  },
  { name: 'device-deploy', path: `/devicedeploy?device=${BREAKER}`, as: 'demo' },
  {
    name: 'device-deploy-preview',
    path: `/devicedeploy?device=${BREAKER}`,
    as: 'demo',
    act: previewCopy,
  },
  { name: 'device-import', path: '/deviceimport', as: 'demo' },
  { name: 'device-import-wrong', path: '/deviceimport', as: 'demo', act: readWrongFile },
  { name: 'device-import-good', path: '/deviceimport', as: 'demo', act: readGoodFile },
  { name: 'device-import-accepted', path: '/deviceimport', as: 'demo', act: acceptImport },
  { name: 'device-register', path: '/registerdevice', as: 'demo' },
  { name: 'device-register-name', path: '/registerdevice', as: 'demo', act: nameDevice },
  { name: 'device-register-secret', path: '/registerdevice', as: 'demo', act: showSecret },
  { name: 'device-register-watch', path: '/registerdevice', as: 'demo', act: awaitReading },
  {
    name: 'gateway-slots',
    path: `/devicedeploy_88C?device=${GATEWAY}`,
    as: 'demo',
    act: readSlots,
  },
  {
    name: 'gateway-slots-change',
    path: `/devicedeploy_88C?device=${GATEWAY}`,
    as: 'demo',
    act: disableSlave,
  },
  { name: 'device-meters', path: `/devices/${DTU}`, as: 'demo', act: addMeters },
  { name: 'device-meters-add', path: `/devices/${DTU}`, as: 'demo', act: enterMeter },
  { name: 'device-none', path: '/device', as: 'demo' },
  { name: 'device-history', path: `/device?device=${BREAKER}&range=3d`, as: 'demo' },
  {
    name: 'device-compare',
    path: `/device?device=${WORKSHOP}&tab=compare&range=3d&with=861039034122007&period=week`,
    as: 'demo',
  },
  { name: 'device-load', path: `/device?device=${WORKSHOP}&tab=load&range=7d`, as: 'demo' },
  { name: 'device-quality', path: `/device?device=${WORKSHOP}&tab=quality`, as: 'demo' },
  { name: 'device-live', path: `/device?device=${BREAKER}&tab=live`, as: 'demo' },
  { name: 'device-energy', path: `/device?device=${BREAKER}&tab=energy`, as: 'demo' },
];
