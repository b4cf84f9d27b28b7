/**
 * The six items above the breaker cards (docs/specification/control.md 1.2): name, address, system,
 * type, band, signal.
 */
import { useTranslation } from 'react-i18next';
import { SignalBars } from '../../components/device-tree/signal-bars.tsx';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { deviceTypeText } from '../device-type-text.ts';
import './device-facts.css';

export function DeviceFacts({ device }: { device: TreeDevice }) {
  const { t } = useTranslation(['control', 'devices']);
  const system = device.kind === 'slave' || device.kind === 'gateway' ? device.kind : 'master';
  const texts = [
    ['name', device.name],
    ['address', device.address === '' ? t('control:facts.unknown') : device.address],
    ['system', t(`control:system.${system}`)],
    ['type', deviceTypeText(device.type, t)],
    ['band', device.band === '' ? '–' : device.band],
  ] as const;
  return (
    <dl className="device-facts surface bleed">
      {texts.map(([key, text]) => (
        <div key={key}>
          <dt>{t(`control:facts.${key}`)}</dt>
          <dd title={text}>
            <span className="one-line" dir="auto">
              {text}
            </span>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('control:facts.signal')}</dt>
        <dd>
          <SignalBars csq={device.csq} />
        </dd>
      </div>
    </dl>
  );
}
