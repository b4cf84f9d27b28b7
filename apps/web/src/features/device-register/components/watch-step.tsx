/** Step 3: waits for the first reading and suggests checks until it arrives. */
import { CheckCircleFilled, LoadingOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { Link } from '@tanstack/react-router';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import { PATHS } from '../../../config/paths.ts';
import { usePlaceDefaults } from '../../../device-kit/api/use-place-defaults.ts';
import { type FirstReading, useFirstReading } from '../api/use-first-reading.ts';
import type { Registered } from '../registration-steps.ts';
import { NextSteps } from './next-steps.tsx';
import { ReadingCheck } from './reading-check.tsx';

interface WatchStepProps {
  readonly device: Registered;
  readonly another: ReactNode;
}

export function WatchStep({ device, another }: WatchStepProps) {
  const { code, name, group, isDtu, protocol } = device;
  const { t } = useTranslation(['device-register', 'devices']);
  const reading = useFirstReading(code);
  const { at, isConnected } = reading;
  const hasArrived = at !== undefined;
  return (
    <section className="stack" aria-label={t('device-register:watch.title', { name })}>
      <h2>{t('device-register:watch.title', { name })}</h2>
      <ol className="register__signs stack gap-8 muted">
        <Sign isDone>{t('device-register:watch.registered')}</Sign>
        <Sign isDone={isConnected || hasArrived}>{t('device-register:watch.connected')}</Sign>
        <Sign isDone={hasArrived}>{t('device-register:watch.reading')}</Sign>
      </ol>
      <p className="register__state muted" role="status" data-arrived={hasArrived}>
        {hasArrived ? (
          <>
            <CheckCircleFilled aria-hidden /> {t('devices:connection.arrived')} <Moment at={at} />
          </>
        ) : (
          <>
            <LoadingOutlined aria-hidden /> {t('devices:connection.waiting')}
          </>
        )}
      </p>
      {isDtu && !hasArrived && <LineOffer code={code} />}
      {hasArrived && <ReadingCheck reading={reading} />}
      {!hasArrived && !isDtu && <Hints code={code} protocol={protocol} reading={reading} />}
      <TemplateOffer group={group} />
      {hasArrived && <NextSteps code={code} />}
      <div className="register__acts row gap-wide">
        <Link to="/device" search={{ device: code }}>
          {t('device-register:watch.data')}
        </Link>
        <Link to="/devicemanage">{t('device-register:watch.list')}</Link>
        {another}
      </div>
    </section>
  );
}

function Sign({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const { t } = useTranslation('device-register');
  return (
    <li data-done={isDone}>
      {isDone ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />} {children}
      {!isDone && <span className="visually-hidden"> ({t('device-register:watch.not-yet')})</span>}
    </li>
  );
}

/** The template is only offered, because a user must review protections before they are written. */
function TemplateOffer({ group }: { group: number }) {
  const { t } = useTranslation('device-register');
  const { data } = usePlaceDefaults(group);
  const template = data?.template ?? null;
  if (template === null) return null;
  return (
    <p>
      {t('device-register:watch.offer', { name: template.name })}{' '}
      <Link to="/protection-templates">{t('device-register:watch.offer-link')}</Link>
    </p>
  );
}

/** A DTU has no readings of its own before meters are set up on its line. */
function LineOffer({ code }: { code: string }) {
  const { t } = useTranslation('device-register');
  return (
    <p>
      {t('device-register:watch.line')}{' '}
      <Link to={PATHS.device} params={{ code }}>
        {t('device-register:watch.line-link')}
      </Link>
    </p>
  );
}

/** Topics under which devices publish their readings. */
const READINGS: Readonly<Record<DeviceProtocol, (code: string) => string>> = {
  busbar: (code) => `ep/1/${code}/up/data`,
  shelly: (code) => `${code}/events/rpc`,
  tasmota: (code) => `tele/${code}/SENSOR`,
  zigbee2mqtt: (code) => `${code}/+`,
};

interface HintsProps {
  readonly code: string;
  readonly protocol: DeviceProtocol;
  readonly reading: FirstReading;
}

function Hints({ code, protocol, reading }: HintsProps) {
  const { t, i18n } = useTranslation(['device-register', 'log']);
  const { rejected, isConnected } = reading;
  const key = `log:rejected.reason.${rejected?.reason}`;
  return (
    <>
      {rejected !== undefined && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('device-register:hint.rejected', {
            reason: i18n.exists(key) ? t(key) : rejected.reason,
          })}
          description={
            <>
              <bdi>{rejected.detail}</bdi> <Moment at={rejected.at} />
            </>
          }
        />
      )}
      <h3>{t(`device-register:hint.${isConnected ? 'silent' : 'away'}.title`)}</h3>
      <ul className="register__hints bullets breakable">
        {(['first', protocol === 'busbar' ? 'second' : 'second-other', 'third'] as const).map(
          (key) => (
            <li key={key}>
              {t(`device-register:hint.${isConnected ? 'silent' : 'away'}.${key}`, {
                code,
                topic: READINGS[protocol](code),
              })}
            </li>
          ),
        )}
      </ul>
    </>
  );
}
