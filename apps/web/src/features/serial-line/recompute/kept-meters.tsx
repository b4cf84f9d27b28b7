/**
 * The meters of a changed profile: their stored readings keep the values of the former profile until
 * each is recomputed.
 */
import { CheckCircleFilled } from '@ant-design/icons';
import { formatCount } from '@busbar/domain/formats/number-format';
import { Link } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import type { KeptMeter, KeptMeters as Meters } from './kept.ts';

interface KeptMetersProps {
  /** Maker and model of the profile. */
  readonly name: string;
  readonly kept: Meters;
  /** Codes of the meters that have been recomputed since. */
  readonly done: ReadonlySet<string>;
  readonly onRecompute: (meter: KeptMeter) => void;
  readonly onClose: () => void;
}

export function KeptMeters({ name, kept, done, onRecompute, onClose }: KeptMetersProps) {
  const { t } = useTranslation(['serial-lines', 'common']);
  const { tag } = useLanguage();
  const mayCorrect = useMay('energy.correct');
  const { meters, count } = kept;
  const more = count - meters.length;
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      className="kept-meters"
      title={t('serial-lines:kept.title', { name })}
      description={
        <div className="stack gap-8">
          <p className="prose">{t(`serial-lines:kept.${mayCorrect ? 'about' : 'no-right'}`)}</p>
          <ul className="plain-list ruled" aria-label={t('serial-lines:kept.meters')}>
            {meters.map((meter) => (
              <li key={meter.device_code} className="line-meters__row">
                <MeterName meter={meter} />
                {done.has(meter.device_code) ? (
                  <StateTag tone="good" icon={<CheckCircleFilled />} isPlain>
                    {t('serial-lines:kept.done')}
                  </StateTag>
                ) : (
                  mayCorrect && (
                    <Button
                      size="small"
                      aria-label={t('serial-lines:recompute.start-of', { name: meter.device_name })}
                      onClick={() => onRecompute(meter)}
                    >
                      {t('serial-lines:recompute.start')}
                    </Button>
                  )
                )}
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className="hint">
              {t('serial-lines:kept.more', { count: more, number: formatCount(more, tag) })}
            </p>
          )}
        </div>
      }
      closable={{ 'aria-label': t('common:dismiss'), onClose }}
    />
  );
}

/** The meter, with the DTU of its line: the profile may be used on several lines. */
function MeterName({ meter }: { meter: KeptMeter }) {
  const { device_code: code, device_name: name, line_code: line, line_name: lineName } = meter;
  return (
    <span className="row gap-text grow-wide">
      <Link to={PATHS.device} params={{ code }}>
        <bdi>{name}</bdi>
      </Link>
      {line !== code && <bdi className="muted text-small">{lineName}</bdi>}
    </span>
  );
}
