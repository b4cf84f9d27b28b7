/** Connection parameters and secret of a device, and a test command. */
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { DEFAULT_HEARTBEAT } from '@busbar/domain/line/line-form';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import { ConnectionRows, useDtuRows } from '../../../device-kit/components/connection-rows.tsx';
import type { NewDevice } from '../../../device-kit/components/device-form-dialog.tsx';
import { connectionSettings, tryLine } from '../../../device-kit/connection-settings.ts';
import './connection-dialog.css';

type Way = 'transparent' | 'mqtt';

/** A DTU connects in transparent mode, or with a program of its own by MQTT. */
export function ConnectionFacts({ device }: { device: NewDevice }) {
  const { t } = useTranslation('devices');
  const { code, secret, broker, isDtu } = device;
  const port = broker?.dtu_port ?? null;
  const rows = useDtuRows({ code, port, secret, heartbeat: DEFAULT_HEARTBEAT });
  const [way, setWay] = useState<Way>(rows === undefined ? 'mqtt' : 'transparent');
  if (!isDtu) return <MqttFacts device={device} />;
  return (
    <>
      <Segmented<Way>
        className="connection-way"
        aria-label={t('devices:connection.way')}
        value={way}
        options={[
          { value: 'transparent', label: t('devices:connection.transparent') },
          { value: 'mqtt', label: 'MQTT' },
        ]}
        onChange={setWay}
      />
      {way === 'mqtt' && <MqttFacts device={device} />}
      {way === 'transparent' && rows === undefined && <p>{t('devices:connection.dtu-closed')}</p>}
      {way === 'transparent' && rows !== undefined && (
        <>
          <p className="muted prose">{t('devices:connection.dtu-intro')}</p>
          <ConnectionRows rows={rows} />
        </>
      )}
    </>
  );
}

function MqttFacts({ device }: { device: NewDevice }) {
  const { t } = useTranslation('devices');
  const settings = connectionSettings(device.code, device.broker, location.hostname);
  const { protocol = 'busbar' } = device;
  if (protocol !== 'busbar') {
    return <OtherFacts settings={settings} protocol={protocol} secret={device.secret} />;
  }
  const line = tryLine(settings, device.secret);
  return (
    <>
      <ConnectionRows
        rows={[
          [t('devices:connection.host'), settings.host],
          [t('devices:connection.port'), String(settings.port)],
          ...(settings.tlsPort === null
            ? []
            : [[t('devices:connection.port-tls'), String(settings.tlsPort)] as const]),
          [t('devices:connection.client'), settings.code],
          [t('devices:connection.user'), settings.code],
          [t('devices:connection.password'), device.secret],
          [t('devices:connection.publish'), settings.publishTopic],
          [t('devices:connection.subscribe'), settings.subscribeTopic],
        ]}
      />
      <p className="connection-try muted">{t('devices:connection.try')}</p>
      <div className="connection-line line align-start">
        <code className="code breakable grow" dir="ltr">
          {line}
        </code>
        <CopyButton text={line} what={t('devices:connection.line')} />
      </div>
    </>
  );
}

interface OtherFactsProps {
  readonly settings: ReturnType<typeof connectionSettings>;
  readonly protocol: Exclude<DeviceProtocol, 'busbar'>;
  readonly secret: string;
}

const TOPIC_LABELS = {
  shelly: 'topic-prefix',
  tasmota: 'topic',
  zigbee2mqtt: 'base-topic',
} as const satisfies Record<OtherFactsProps['protocol'], string>;

/** Settings of a device of another manufacturer, which has topics of its own below the code. */
function OtherFacts({ settings, protocol, secret }: OtherFactsProps) {
  const { t } = useTranslation('devices');
  const { host, port, tlsPort, code } = settings;
  const topic = t(`devices:connection.${TOPIC_LABELS[protocol]}`);
  return (
    <>
      <p className="muted prose">{t('devices:connection.other-intro')}</p>
      <ConnectionRows
        rows={[
          [t('devices:connection.host'), host],
          [t('devices:connection.port'), String(port)],
          ...(tlsPort === null
            ? []
            : [[t('devices:connection.port-tls'), String(tlsPort)] as const]),
          [t('devices:connection.client'), code],
          [t('devices:connection.user'), code],
          [t('devices:connection.password'), secret],
          [topic, code],
        ]}
      />
      {protocol === 'zigbee2mqtt' && (
        <p className="muted prose">{t('devices:connection.zigbee-reports')}</p>
      )}
    </>
  );
}
