/** Every built screen, and what to wait for before it is worth looking at. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as: 'nobody' | 'demo' | 'platform';
}

const BREAKER = '861039034396009';
const GATEWAY = '862055001883100';

export const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', as: 'nobody' },
  { name: 'register', path: '/register', as: 'nobody' },
  { name: 'activation', path: '/register/audit', as: 'platform' },
  { name: 'modify-password', path: '/modifypassword', as: 'demo' },
  { name: 'device-list', path: '/devicemanage', as: 'demo' },
  { name: 'device-none', path: '/device', as: 'demo' },
  { name: 'device-history', path: `/device?device=${BREAKER}&range=3d`, as: 'demo' },
  { name: 'device-live', path: `/device?device=${BREAKER}&tab=live`, as: 'demo' },
  { name: 'device-energy', path: `/device?device=${BREAKER}&tab=energy`, as: 'demo' },
  { name: 'control-none', path: '/devicecontrol', as: 'demo' },
  { name: 'control-breaker', path: `/devicecontrol?device=${BREAKER}`, as: 'demo' },
  { name: 'control-gateway', path: `/devicecontrol?device=${GATEWAY}`, as: 'demo' },
  { name: 'group-control', path: '/devicecontroller', as: 'demo' },
  { name: 'protection-none', path: '/automatic', as: 'demo' },
  ...[
    'overVoltage',
    'lowVoltage',
    'overCurrent',
    'overLoad',
    'enableSwitch',
    'lostPhase',
    'interphaseImbalance',
    'timingConfig',
    'dryContact',
  ].map(
    (tab): Screen => ({
      name: `protection-${tab}`,
      path: `/automatic?device=${BREAKER}&tab=${tab}`,
      as: 'demo',
    }),
  ),
  { name: 'operation-log', path: '/log', as: 'demo' },
  { name: 'rejected-messages', path: '/rejected-messages', as: 'demo' },
];
