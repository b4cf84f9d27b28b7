/** The meters on a line: name, station, model, interval and the age of the newest reading. */
import { formatLasting } from '@busbar/domain/formats/duration-format';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Age } from '../../../components/values/age.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { type LineMeter, useMeterProfiles } from '../api/use-serial-line.ts';
import { modelName } from '../model-name.ts';

interface MeterListProps {
  readonly meters: readonly LineMeter[];
  readonly onChange: (meter: LineMeter) => void;
  readonly onRemove: (meter: LineMeter) => void;
  readonly onRecompute: (meter: LineMeter) => void;
}

export function MeterList({ meters, onChange, onRemove, onRecompute }: MeterListProps) {
  const { t } = useTranslation('serial-lines');
  const mayChange = useMay('device.write');
  const mayCorrect = useMay('energy.correct');
  if (meters.length === 0) {
    return <EmptyState title={t('serial-lines:none.title')} body={t('serial-lines:none.body')} />;
  }
  return (
    <ul className="line-meters plain-list ruled">
      {meters.map((meter) => (
        <li key={meter.device_code} className="line-meters__row">
          <MeterFacts meter={meter} />
          <span className="row">
            {mayChange && (
              <MeterActions
                meter={meter}
                onChange={() => onChange(meter)}
                onRemove={() => onRemove(meter)}
              />
            )}
            {mayCorrect && meter.settings !== null && (
              <Button
                size="small"
                type="text"
                aria-label={t('serial-lines:recompute.start-of', { name: nameOf(meter, t) })}
                onClick={() => onRecompute(meter)}
              >
                {t('serial-lines:recompute.start')}
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function MeterFacts({ meter }: { meter: LineMeter }) {
  const { t } = useTranslation('serial-lines');
  const { tag } = useLanguage();
  const { data: profiles } = useMeterProfiles();
  const { device_code: code, device_name: name, settings, measured_at: at, slot } = meter;
  const profile = profiles?.find(({ id }) => id === settings?.profile);
  return (
    <>
      <div className="stack gap-2 grow-wide">
        <span className="row">
          {slot === null ? (
            <strong>{t('serial-lines:itself')}</strong>
          ) : (
            <Link to={PATHS.device} params={{ code }}>
              <bdi>{name}</bdi>
            </Link>
          )}
          {settings === null && <span className="muted">{t('serial-lines:not-polled')}</span>}
        </span>
        {settings !== null && (
          <span className="muted text-small row gap-text">
            <span>{t('serial-lines:station-is', { station: settings.station })}</span>
            <bdi>{profile === undefined ? settings.profile : modelName(profile)}</bdi>
            <span>
              {t('serial-lines:every', {
                interval: formatLasting(settings.interval_s * 1000, tag),
              })}
            </span>
          </span>
        )}
      </div>
      <span className="stack gap-0 to-start text-small">
        <span className="muted">{t('serial-lines:last-reading')}</span>
        {at === null ? t('serial-lines:no-reading') : <Age at={at} />}
      </span>
    </>
  );
}

interface MeterActionsProps {
  readonly meter: LineMeter;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function MeterActions({ meter, onChange, onRemove }: MeterActionsProps) {
  const { t } = useTranslation('serial-lines');
  const name = nameOf(meter, t);
  const isPolled = meter.settings !== null;
  return (
    <>
      <Button
        size="small"
        aria-label={t(isPolled ? 'serial-lines:change-of' : 'serial-lines:set-up-of', { name })}
        onClick={onChange}
      >
        {t(isPolled ? 'serial-lines:change' : 'serial-lines:set-up')}
      </Button>
      {isPolled && (
        <Button
          size="small"
          type="text"
          aria-label={t('serial-lines:remove-of', { name })}
          onClick={onRemove}
        >
          {t('serial-lines:remove')}
        </Button>
      )}
    </>
  );
}

const nameOf = ({ slot, device_name: name }: LineMeter, t: TFunction<'serial-lines'>): string =>
  slot === null ? t('serial-lines:itself') : name;
